"""Training the sectioned hybrid: indicators of the header, a CRF of the body in one of four labellings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.sectioned.header import parts
from deid_studio.detection.sectioned.indicators import Indicators
from deid_studio.detection.sectioned.sectioned_model import INDICATORS, SectionedModel, indicators_bytes
from deid_studio.detection.sections import Section
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import Words
from deid_studio.errors import TrainingDataError
from deid_studio.learning.bio import OUTSIDE
from deid_studio.learning.corpus import corpus_hash, tag_set_entry
from deid_studio.learning.encode import Encoded, Encoder
from deid_studio.learning.indicator_counts import count_indicators
from deid_studio.learning.model_writing import write_model
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS, ShowingRule, showable
from deid_studio.learning.train import TrainingOptions, fit
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

# The class of all spans where a labelling does not tell classes apart.
ANY_CLASS = "PHI"


class Labelling(StrEnum):
    """How the tokens of a span are labelled: whether its first is told from its others, and the classes apart.

    The thesis' names are N-I (*nominal, irrelevante*) and CDI (*comienzo, dentro, irrelevante*), which is BIO.
    """

    NI = "n-i"
    BIO = "bio"
    NI_CLASSES = "n-i-classes"
    BIO_CLASSES = "bio-classes"

    def tag(self, bio: str) -> str:
        """The tag for a BIO tag with a class."""
        if bio == OUTSIDE:
            return bio
        first = bio[:2] if self in (Labelling.BIO, Labelling.BIO_CLASSES) else "I-"
        return first + (bio[2:] if self in _WITH_CLASSES else ANY_CLASS)


_WITH_CLASSES = (Labelling.NI_CLASSES, Labelling.BIO_CLASSES)


# Nothing is augmented: the thesis learns from the annotated reports alone.
_TRAINING = TrainingOptions(iterations=100, augmented=0.0)


@dataclass(frozen=True, slots=True)
class SectionedOptions:
    """The labelling of the body, whether only lines with PHI are learned from (as in the thesis), and the training."""

    labelling: Labelling = Labelling.BIO_CLASSES
    only_lines_with_phi: bool = False
    training: TrainingOptions = _TRAINING


class SectionedTrainer:
    """Trains sectioned models of the same reports, in any labelling; what they share is made once.

    They show no word of fewer than `least_reports` reports (`ShowingRule`).

    Raises `TrainingDataError` when no body line holds a span or the tag set lacks a class, `CancelledError` when the
    person stops.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        tagset: TagSet,
        progress: Progress | None = None,
        least_reports: int = LEAST_REPORTS,
    ) -> None:
        self._progress = progress or Progress()
        self._documents = documents
        self._tag_set = tag_set_entry(tagset, documents)
        self._showing = ShowingRule.of(documents, least_reports)
        self.indicators = count_indicators(documents, self._progress, self._showing).frequent()
        self._rules = InducedRules()
        encoder = Encoder(Words(default_gazetteers()), self._rules)
        encoded = encoder.encode(documents, self._progress)
        self._attributes = encoder.attributes
        self._shows = showable(encoded, encoder.attributes, len(documents), self._showing)
        self._body = _chosen(encoded, _in_body(documents, self.indicators))
        if not any(tag != OUTSIDE for own in self._body.tags for tag in own):
            raise TrainingDataError(path=f"{len(documents)} reports", detail="no span is annotated in a body")

    def train(self, options: SectionedOptions | None = None) -> SectionedModel:
        """A model; the same reports and options give the same one."""
        options = options or SectionedOptions()
        body = self._body
        if options.only_lines_with_phi:
            body = _chosen(body, [any(tag != OUTSIDE for tag in own) for own in body.tags])
        tags = [[options.labelling.tag(tag) for tag in own] for own in body.tags]
        encoded = Encoded(body.numbers, body.bounds, tags, body.reports)
        counts = np.zeros(len(self._attributes), dtype=np.int64)
        for numbers in encoded.numbers:
            np.add.at(counts, numbers, 1)
        kept = self._shows & (counts >= options.training.least_count)
        crf = fit(
            encoded, self._attributes, kept, self._rules, options.training, self._manifest(options), self._progress
        )
        return SectionedModel(crf, self.indicators)

    def _manifest(self, options: SectionedOptions) -> dict[str, object]:
        documents = self._documents
        classes = self._tag_set["classes"] if options.labelling in _WITH_CLASSES else [ANY_CLASS]
        return {
            "tag_set": self._tag_set | {"classes": classes},
            "training": asdict(replace(options.training, least_reports=self._showing.least)),
            "data": {
                "reports": len(documents),
                "spans": sum(len(doc.spans) for doc in documents),
                "sha256": corpus_hash(documents),
            },
            "sectioned": {
                "labelling": options.labelling.value,
                "only_lines_with_phi": options.only_lines_with_phi,
                "indicators_sha256": hashlib.sha256(indicators_bytes(self.indicators)).hexdigest(),
            },
        }


def write_sectioned(
    model: SectionedModel,
    folder: Path,
    replace: bool = False,
    extra: Mapping[str, bytes] | None = None,
    private: bool = True,
) -> None:
    """Write a model folder, whole or not at all; raises `WouldOverwriteError` or `WriteError`."""
    files = {INDICATORS: indicators_bytes(model.indicators), **(extra or {})}
    write_model(model.crf, folder, replace=replace, extra=files, private=private)


def _in_body(documents: Sequence[Document], indicators: Indicators) -> list[bool]:
    """For each token sequence of the reports, in order, whether the body's CRF is to learn from it."""
    return [part is Section.BODY for doc in documents for part in parts(tokenizer().lines(doc.text), indicators)]


def _chosen(encoded: Encoded, chosen: Sequence[bool]) -> Encoded:
    picked = [number for number, take in enumerate(chosen) if take]
    return Encoded(
        [encoded.numbers[number] for number in picked],
        [encoded.bounds[number] for number in picked],
        [encoded.tags[number] for number in picked],
        [encoded.reports[number] for number in picked],
    )
