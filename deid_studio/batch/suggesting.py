"""Suggesting: a loaded pipeline as a worker keeps it, told with each report what holds for that one alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet

if TYPE_CHECKING:
    from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
    from deid_studio.detection.pipeline import Pipeline


class Suggesting:
    """Detects in reports; what is loaded on first use is loaded at once.

    The pipeline is its own from now on. `searches_fields`: what is known of a patient is searched.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._patient = told_patient(pipeline)
        self.searches_fields = self._patient is not None
        self._whole = self._pipeline = pipeline
        self._last: tuple[frozenset[str], TagSet | None] = frozenset(), None
        pipeline.detect(Document("", "-"))

    def told(
        self, known: Mapping[Document, PatientFields], off: frozenset[str], tagset: TagSet | None = None
    ) -> Pipeline:
        """The pipeline for reports of whose patients that is known, without rules, in the classes of a tag set (by
        default those of the pipeline)."""
        if (off, tagset) != self._last:
            self._pipeline = self._whole.without(off)
            if tagset is not None:
                self._pipeline = self._pipeline.into(tagset)
            self._last = off, tagset
        if self._patient is not None:
            self._patient.known = known
        return self._pipeline


class ToldPatient:
    """The detector of patient fields, told with each report what is known of its patient."""

    def __init__(self, detector: PatientFieldsDetector) -> None:
        self.name = detector.name
        self.known: Mapping[Document, PatientFields] = {}
        self._detector = detector

    def detect(self, doc: Document) -> list[Suggestion]:
        known = self.known.get(doc, PatientFields())
        return self._detector.detect_with(doc, known) if known.values else []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        return self._detector.revise_with(doc, suggestions, self.known.get(doc, PatientFields()))


def told_patient(pipeline: Pipeline) -> ToldPatient | None:
    """Put a `ToldPatient` in the place of the pipeline's detector of patient fields; None where there is none."""
    # Imported here: the window, which imports this module, does not detect.
    from deid_studio.detection.patient.patient_detector import PatientFieldsDetector

    told = None
    detectors = list(pipeline.detectors)
    for place, detector in enumerate(detectors):
        if isinstance(detector, PatientFieldsDetector):
            detectors[place] = told = ToldPatient(detector)
    pipeline.detectors = tuple(detectors)
    return told
