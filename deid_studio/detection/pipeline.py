"""Detector and Pipeline: from a Document to Suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion, without_overlaps


class Detector(Protocol):
    """Anything that finds PHI in a report."""

    @property
    def name(self) -> str:
        """A short name for evidence, profiles and logs."""

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for `doc`, in text order; `doc.spans` is not looked at."""


class Pipeline:
    """Runs detectors in order and joins what they suggest: of overlapping suggestions the most confident stays."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self.detectors = tuple(detectors)

    @property
    def name(self) -> str:
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, doc: Document) -> list[Suggestion]:
        """The joined suggestions in text order, none overlapping another."""
        return without_overlaps(s for detector in self.detectors for s in detector.detect(doc))


def load_pipeline(model: Path) -> Pipeline:
    """The pipeline of the model in a folder; raises `ModelMissingError` or `ModelDamagedError`."""
    # Imported here: NumPy and SciPy take longer to load than a command without detection takes to run.
    from deid_studio.detection.crf import CrfDetector

    return Pipeline([CrfDetector.load(model)])


def load_default() -> Pipeline:
    """The pipeline of the model that is shipped."""
    return load_pipeline(paths.default_model())
