"""Disagreement with models trained on the rest of the corpus: cross-validated, so that none knows its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from zlib import crc32

from deid_studio.corpora.checks.checked_corpus import CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.learning.scores import aligned
from deid_studio.learning.train import train
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text

_SURE = 0.9  # of 100 reports' findings a half was right from here on, and one in six below
Detect = Callable[[Document], Sequence[Suggestion]]
Train = Callable[[Sequence[Document]], Detect]


def crf_trainer(tagset: TagSet, progress: Progress) -> Train:
    """Trains a CRF, as `deid train` does; raises `TrainingDataError`."""
    return lambda documents: CrfDetector(train(documents, tagset, None, progress), default_gazetteers()).detect


def model_disagreement(
    corpus: CheckedCorpus, folds: int, trained: Train, progress: Progress
) -> Iterator[CorpusFinding]:
    """Where a model trained on the other folds is sure of something else than what is marked, or of something unmarked.

    Which fold a report is in goes by its text, so that copies stand in one.
    """
    in_fold = [crc32(doc.text.encode("utf-8", "surrogatepass")) % folds for doc in corpus.documents]
    for fold in range(folds):
        rest = [doc for doc, own in zip(corpus.documents, in_fold, strict=True) if own != fold]
        detect = trained(rest)
        held_out = [doc for doc, own in zip(corpus.documents, in_fold, strict=True) if own == fold]
        for doc in progress.each(held_out, len(held_out), "checking"):
            yield from _differences(doc, detect(Document(doc.id, doc.text)))


def _differences(doc: Document, said: Sequence[Suggestion]) -> Iterator[CorpusFinding]:
    """What a model is sure of and is not marked so. What is marked and the model does not see is no finding: rare
    things are unknown to it."""
    sure = {one.span: one.confidence for one in said}
    for gold, own in aligned(doc.spans, list(sure)):
        if own is None or gold == own or sure[own] < _SURE:
            continue
        start, end = (own.start, own.end) if gold is None else (gold.start, gold.end)
        why = Text("models of the other reports mark it otherwise")
        if gold is None:
            why = Text("models of the other reports mark it, and nothing is marked")
        yield CorpusFinding(
            FindingKind.MODEL, doc.id, start, end, "" if gold is None else gold.phi_class, why, sure[own],
            own.phi_class, own.start, own.end,
        )  # fmt: skip
