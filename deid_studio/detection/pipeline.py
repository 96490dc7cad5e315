"""Pipeline: from a Document to Suggestions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from deid_studio.detection.calibration import Calibration
from deid_studio.detection.detector import Detector, LaterDetector
from deid_studio.detection.merge import MergeStrategy, merge
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset_mapping import TagSetMapping


class Pipeline:
    """Runs detectors in order and joins what they suggest.

    `calibration` says what their confidences are worth; `least_confidence` drops joined suggestions of a class below a
    confidence (the key "" is for all other classes); `mapping` then puts what is left into the tag set that is worked
    with.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        strategy: MergeStrategy = MergeStrategy.CONFIDENT,
        least_confidence: Mapping[str, float] | None = None,
        mapping: TagSetMapping | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        self.detectors = tuple(detectors)
        self.strategy = strategy
        self._least = dict(least_confidence or {})
        self._mapping = mapping
        self.calibration = calibration or Calibration()

    @property
    def name(self) -> str:
        return "+".join(detector.name for detector in self.detectors)

    def detect(self, doc: Document) -> list[Suggestion]:
        """The joined suggestions in text order, none overlapping another."""
        worth = self.calibration.confidence
        joined = [replace(one, confidence=worth(source, one.confidence)) for one, source in self.joined(doc)]
        other = self._least.get("", 0.0)
        joined = [s for s in joined if s.confidence >= self._least.get(s.span.phi_class, other)]
        return joined if self._mapping is None else self._mapping.suggestions(joined, doc.text)

    def joined(self, doc: Document) -> list[tuple[Suggestion, str]]:
        """The joined suggestions, each with the evidence and the names of all detectors that suggest exactly it."""
        found: list[list[Suggestion]] = []
        for detector in self.detectors:
            if isinstance(detector, LaterDetector):
                found.append(detector.detect_after(doc, merge(found, self.strategy, doc.text)))
            else:
                found.append(detector.detect(doc))
        agreeing: dict[Span, list[tuple[str, Suggestion]]] = {}
        for detector, own in zip(self.detectors, found, strict=True):
            for suggestion in own:
                agreeing.setdefault(suggestion.span, []).append((detector.name, suggestion))
        joined = []
        for one in merge(found, self.strategy, doc.text):
            same = agreeing.get(one.span, [])
            facts = dict.fromkeys([*one.evidence, *(fact for _, other in same for fact in other.evidence)])
            joined.append((replace(one, evidence=tuple(facts)), "+".join(name for name, _ in same)))
        return joined


def load_pipeline(model: Path, patient_fields: Mapping[str, PatientFields] | None = None) -> Pipeline:
    """The pipeline of the profile `hybrid` with the model in a folder; the model alone where it has other classes.

    `patient_fields` are keyed by report id. Raises `ModelMissingError`, `ModelDamagedError`, or `ProfileError` when
    there are patient fields and the pipeline cannot use them.
    """
    # Imported here: NumPy and SciPy take longer to load than a command without detection takes to run.
    from deid_studio.detection.profile import suiting_profile

    return suiting_profile(model).pipeline(model, patient_fields)
