"""Detector: what anything that finds PHI in a report is to a pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion


class Detector(Protocol):
    """Anything that finds PHI in a report."""

    @property
    def name(self) -> str:
        """A short name for evidence, profiles and logs."""

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for `doc`, in text order; `doc.spans` is not looked at."""


@runtime_checkable
class LaterDetector(Protocol):
    """A detector that also looks at what the detectors before it suggest."""

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Further suggestions for `doc`; `suggestions` are in text order, none overlapping another."""


@runtime_checkable
class TrainedDetector(Protocol):
    """A detector with a trained model."""

    @property
    def fingerprint(self) -> str:
        """What tells the model from every other one."""
