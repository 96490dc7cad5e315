"""Doubts: where PHI is possible although no detector of the pipeline decided for it.

The CRF's marginal probabilities and what merely looks like PHI, beside what a pipeline suggests. Their confidence is
the measured share of such places that hold PHI of any class (`packaging/calibrate_doubts.py`): what counts here is what
would leak, not whether the ends are exact.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import DeidError
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion, uncovered

_PROFILE = "doubts"
_LEAST_SIGNS = 2


class Doubts:
    """Finds doubts by a pipeline for high recall."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    def seen(self, doc: Document) -> dict[str, list[Suggestion]]:
        """All that the detectors see in a report, by their names, whether or not anything else was suggested there."""
        return {detector.name: detector.detect(doc) for detector in self._pipeline.detectors}

    def beside(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The doubts of a report beside these suggestions, disjoint, in text order, with calibrated confidences."""
        worth = self._pipeline.calibration.confidence
        return [replace(one, confidence=worth(source, one.confidence)) for one, source in self.raw(doc, suggestions)]

    def raw(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[tuple[Suggestion, str]]:
        """The same with confidences as the detectors give them, each with the name of its detector."""
        taken = sorted(suggestions, key=lambda one: one.span)
        found = []
        for detector in self._pipeline.detectors:
            for one in detector.detect(doc):
                for piece in uncovered(one, taken, doc.text):
                    if piece.span == one.span or is_something(piece.span.text(doc.text)):
                        insort(taken, piece, key=lambda s: s.span)
                        found.append((piece, detector.name))
        return sorted(found, key=lambda pair: pair[0].span)


def is_something(text: str) -> bool:
    """Whether what is left of a suggestion beside others may be PHI by itself: often it is but a particle."""
    return len(text) >= _LEAST_SIGNS and not all(sign.islower() for sign in text)


def load_doubts(model: Path, beside: Pipeline | None = None) -> Doubts | None:
    """The doubts of the model in a folder, in its classes; None where it cannot be loaded.

    They share the CRF of a pipeline that is `beside` them, if it is of the same model: what that has read of a report
    is not read again.
    """
    # Imported here: NumPy takes longer to load than a command without detection takes to run.
    from deid_studio.detection.profile import load_profile

    try:
        return Doubts(load_profile(_PROFILE).pipeline(model, shared=beside.detectors if beside else ()))
    except DeidError:
        return None  # what is wrong with a model is told by who loads it to suggest
