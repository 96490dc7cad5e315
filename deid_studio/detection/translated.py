"""Translated: a detector whose own classes are put into those of another tag set as it suggests."""

from __future__ import annotations

from collections.abc import Collection

from deid_studio.detection.detector import Detector, Refuser, RuleDetector, TrainedDetector
from deid_studio.model.document import Document
from deid_studio.model.ontology import mapping_between
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.model.tagset_mapping import TagSetMapping


class TranslatedDetector:
    """What a detector suggests, in the classes of another tag set; what is nothing there is not suggested."""

    def __init__(self, detector: Detector, mapping: TagSetMapping) -> None:
        self.name = detector.name
        self.detector = detector
        self._mapping = mapping

    @property
    def fingerprint(self) -> str:
        """What tells the detector's model from every other one; empty without one."""
        return self.detector.fingerprint if isinstance(self.detector, TrainedDetector) else ""

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for `doc`, in text order."""
        return self.detect_and_refuse(doc)[0]

    def detect_and_refuse(self, doc: Document) -> tuple[list[Suggestion], list[tuple[int, int]]]:
        """The same, and what the detector refuses."""
        own = self.detector
        found, refused = own.detect_and_refuse(doc) if isinstance(own, Refuser) else (own.detect(doc), [])
        return self._mapping.suggestions(found, doc.text), refused

    def without(self, off: Collection[str]) -> TranslatedDetector:
        """The same without these rules."""
        own = self.detector
        return TranslatedDetector(own.without(off), self._mapping) if isinstance(own, RuleDetector) else self

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Those of the ids that are meant for the detector and name nothing that it has."""
        return self.detector.unknown(off) if isinstance(self.detector, RuleDetector) else frozenset()


def speaking(detector: Detector, own: TagSet, tagset: TagSet) -> Detector:
    """A detector that suggests classes of `own`, in those of `tagset`; itself where they are the same."""
    mapping = mapping_between(own, tagset)
    return detector if mapping is None else TranslatedDetector(detector, mapping)
