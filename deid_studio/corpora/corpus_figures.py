"""Corpus figures: what the layers of a corpus tell of its annotators.

Who leads it is told of all, an annotator of themselves alone (`FiguresRequest.only`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from deid_studio.corpora.annotation_bias import Bias, Reading, acceptance, contrast
from deid_studio.corpora.annotator_agreement import Agreement, Layers, Stretch, agreement, counts_with, drift
from deid_studio.corpora.corpus_files import GOLD, Annotator
from deid_studio.corpora.corpus_folder import CorpusFolder
from deid_studio.corpora.layer_file import Layer
from deid_studio.corpora.planted_answers import read_answers
from deid_studio.formats.text import read_report
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.folder_journal import summaries_of
from deid_studio.review.second.second_policy import reader_key


@dataclass(frozen=True, slots=True)
class SignedCorpus:
    """What was signed in a corpus: texts by report, and spans by layer (its folder) and report."""

    corpus: CorpusFolder
    texts: Mapping[str, str]
    signed: Mapping[str, Mapping[str, Collection[Span]]]

    @property
    def gold(self) -> Mapping[str, Collection[Span]]:
        """What was adjudicated, by report."""
        return self.signed.get(GOLD, {})

    def only(self, reports: Collection[str]) -> SignedCorpus:
        """The same of these reports alone."""
        kept = {
            folder: {name: spans for name, spans in own.items() if name in reports}
            for folder, own in self.signed.items()
        }
        return replace(self, signed={folder: own for folder, own in kept.items() if own})

    def layers(self, gold_title: str) -> Layers:
        """The same by the names of annotators; gold is called `gold_title`."""
        names = {one.folder: one.name for one in self.corpus.corpus.annotators} | {GOLD: gold_title}
        return {names[folder]: own for folder, own in self.signed.items()}


@dataclass(frozen=True, slots=True)
class FiguresRequest:
    """Which corpus is asked about; `only` is the folder of the one annotator who is told of, empty: of all."""

    folder: Path
    tagset: TagSet
    gold_title: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class CorpusFigures:
    """Agreement of every two (gold among them), how each went in time, and what pulls them."""

    agreement: Agreement
    drifts: Mapping[str, Sequence[Stretch]]
    bias: Bias


def figures_for(
    folder: Path, layer: Layer | None, reviewer: str, tagset: TagSet, gold_title: str
) -> FiguresRequest | None:
    """What a person may ask for who has this layer open; None outside of a corpus.

    An annotator is told of themselves, in the own layer as in gold; who only adjudicates, of all. Raises what
    `CorpusFolder` does.
    """
    corpus_folder = folder.resolve().parent.parent
    if layer is None or not CorpusFolder.is_one(corpus_folder):
        return None
    people = CorpusFolder(corpus_folder).corpus.annotators if layer.is_gold else (layer.annotator,)
    own = [one.folder for one in people if not layer.is_gold or reader_key(one.name) == reader_key(reviewer)]
    return FiguresRequest(corpus_folder, tagset, gold_title, *own[:1])


def corpus_figures(request: FiguresRequest, progress: Progress | None = None) -> CorpusFigures:
    """All figures of a corpus; raises what `CorpusFolder` and opening its layers raises."""
    progress = progress or Progress()
    corpus = CorpusFolder(request.folder)
    people = [one for one in corpus.corpus.annotators if request.only in ("", one.folder)]
    found = signed_corpus(corpus, request.tagset, people, progress)
    told = agreement(found.texts, found.layers(request.gold_title))
    return CorpusFigures(told, drifts(found, request.gold_title), bias(found))


def signed_corpus(
    corpus: CorpusFolder, tagset: TagSet, people: Sequence[Annotator] | None = None, progress: Progress | None = None
) -> SignedCorpus:
    """What these annotators (default: all) have signed, and gold, where they or it have signed anything.

    Raises what `CorpusFolder.signed_spans` does.
    """
    people = corpus.corpus.annotators if people is None else people
    folders = [*(one.folder for one in people), GOLD]
    each = (progress or Progress()).each(folders, len(folders), "evaluating")
    signed = {folder: own for folder in each if (own := dict(corpus.signed_spans(folder, tagset)))}
    read = {name for own in signed.values() for name in own}
    texts = {name: read_report(path).document.text for name, path in corpus.reports.items() if name in read}
    return SignedCorpus(corpus, texts, signed)


def drifts(found: SignedCorpus, gold_title: str) -> dict[str, Sequence[Stretch]]:
    """Each annotator in time against gold, where there is any, else against the others."""
    layers = found.layers(gold_title)
    told: dict[str, Sequence[Stretch]] = {}
    for annotator in found.corpus.corpus.annotators:
        if annotator.name in layers:
            own = summaries_of(found.corpus.layer(annotator)).items()
            order = [name for _, name in sorted((one.signatures[-1].at, name) for name, one in own if one.signed)]
            others = [gold_title] if found.gold else [one for one in layers if one != annotator.name]
            told[annotator.name] = drift(counts_with(annotator.name, others, layers), order)
    return told


def bias(found: SignedCorpus) -> Bias:
    """What pulls annotators: of those who were shown planted suggestions, and of those with readings beside gold."""
    annotators = [one for one in found.corpus.corpus.annotators if one.folder in found.signed]
    planted = {}
    for one in annotators:
        answers = read_answers(found.corpus.layer(one))
        if answers:
            planted[one.name] = acceptance(answers, found.gold)
    blind = {(task.report, task.annotator): task.blind for task in found.corpus.tasks}
    readings = {
        one.name: [
            Reading(name, one.name, blind[name, one.folder], spans, found.gold[name])
            for name, spans in found.signed[one.folder].items()
            if name in found.gold and (name, one.folder) in blind
        ]
        for one in annotators
    }
    every = [reading for own in readings.values() for reading in own]
    contrasts = {name: contrast(own) for name, own in readings.items() if own}
    return Bias(planted, contrasts, contrast(every) if every else None)
