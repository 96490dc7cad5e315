"""Layer opening: which folder is opened for a corpus or a layer, and by whom; nobody opens another's layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from deid_studio.batch.preannotated import Preannotated
from deid_studio.corpora.adjudication import SignedLayers, ready
from deid_studio.corpora.corpus_files import CORPUS, read_corpus_file
from deid_studio.corpora.corpus_folder import LAYERS, CorpusFolder
from deid_studio.corpora.layer_file import LAYER, Layer, read_layer
from deid_studio.corpora.layer_suggestions import LayerSuggestions, PreannotatorLike, adjudicated, nothing
from deid_studio.corpora.reading_order import is_active
from deid_studio.errors import DeidError, LayerOfAnotherError, NothingToAdjudicateError
from deid_studio.formats.folder import nearest
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.deciding.benefit import Benefit, benefit
from deid_studio.review.second.second_policy import reader_key

MakeDetector = Callable[
    [Callable[[DeidError | None], None], Callable[[Preannotated], None]],
    PreannotatorLike,
]


def folder_to_open(folder: Path, reviewer: str, progress: Progress | None = None) -> Path:
    """The folder that a person opens who asks for one: that of a corpus, or of its layers, leads to the own layer, one
    in a layer to that layer, any other is itself.

    Who is none of its annotators adjudicates: gold is made, or gets the reports that all their readers have signed
    since. Raises `NothingToAdjudicateError` while there is none, and what `CorpusFolder` does.
    """
    layer = nearest(folder, LAYER)
    if layer is not None:
        return layer.parent
    if folder.name == LAYERS and CorpusFolder.is_one(folder.parent):
        folder = folder.parent  # else all layers would be the reports of one folder
    if not CorpusFolder.is_one(folder):
        return folder
    annotators = read_corpus_file(folder / CORPUS).annotators
    own = next((one for one in annotators if reader_key(one.name) == reader_key(reviewer)), None)
    if own is not None:
        return folder / LAYERS / own.folder
    corpus = CorpusFolder(folder)
    reports = ready(corpus)
    if not reports:
        raise NothingToAdjudicateError(path=folder, who=reviewer or "–")
    corpus.fill_gold(reviewer, reports, progress)
    return corpus.gold


def layer_for(folder: Path, reviewer: str) -> Layer | None:
    """The layer that a folder is, None where it is none; raises `LayerOfAnotherError` for another annotator's."""
    layer = read_layer(folder)
    if layer is not None and not layer.is_gold and reader_key(layer.annotator.name) != reader_key(reviewer):
        raise LayerOfAnotherError(path=folder, who=layer.annotator.name, reviewer=reviewer or "–")
    return layer


class OpenLayer:
    """A layer that is under review: what is suggested in it, and where its annotators differ if it is gold."""

    def __init__(self, layer: Layer, folder: Path, default: TagSet) -> None:
        self.layer = layer
        corpus = CorpusFolder(folder.resolve().parent.parent) if layer.is_gold else None
        self.signed = None if corpus is None else SignedLayers(corpus, default)
        self._blind = layer.blind
        self.hidden: dict[str, Benefit] = {}  # what is suggested where nothing may be shown orders reports, no more

    def is_blind(self, report: str) -> bool:
        """Whether no detector's suggestion may be shown in a report."""
        return self.signed is not None or report in self._blind

    def preannotator(
        self,
        make: MakeDetector,
        on_ready: Callable[[DeidError | None], None],
        on_result: Callable[[Preannotated], None],
    ) -> PreannotatorLike:
        """What makes its suggestions: a detector (`make`) only for reports that are not blind, or whose order goes by
        them."""
        if self.signed is not None:
            return LayerSuggestions(adjudicated(self.signed), on_ready, on_result)
        if not self._blind:
            return make(on_ready, on_result)
        if is_active(self.layer.tasks):
            return make(on_ready, lambda result: on_result(self._shown(result)))
        if all(task.blind for task in self.layer.tasks):
            return LayerSuggestions(nothing, on_ready, on_result)
        return LayerSuggestions(nothing, on_ready, on_result, self._blind, make(on_ready, on_result))

    def _shown(self, result: Preannotated) -> Preannotated:
        if result.name not in self._blind:
            return result
        if result.error is None:
            self.hidden[result.name] = benefit((*result.suggestions, *result.doubts))
        return replace(result, suggestions=(), doubts=(), fields_unused=False)

    def close(self) -> None:
        """Let go of the annotators' layers."""
        if self.signed is not None:
            self.signed.close()
