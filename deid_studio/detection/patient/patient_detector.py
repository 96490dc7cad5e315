"""PatientFieldsDetector: suggestions from what the hospital's system already knows of the patient.

Source: "Automated Anonymization as Spelling Variant Detection": a patient's structured fields are searched in the text
by minimum edit distance and expressions, without training data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import classes_of
from deid_studio.model.patient_fields import PatientFields, by_plain_id, plain_id
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.register import Register
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary

_WHOLE = 0.98  # least confidence in several words of the patient's name, none of them misspelt


class PatientFieldsDetector:
    """Finds a patient's fields in reports, in any spelling; `fields` are keyed by report id.

    Suggestions come in the classes of `tagset` (by default the detectors'); a field for which it has none is not
    suggested. Safe to share between threads.
    """

    def __init__(
        self,
        fields: Mapping[str, PatientFields] | None = None,
        vocabulary: Vocabulary | None = None,
        tagset: TagSet | None = None,
        name: str = "patient",
    ) -> None:
        self.name = name
        self._fields = by_plain_id(fields or {})
        self._vocabulary = default_vocabulary() if vocabulary is None else vocabulary
        self._tagset = shipped_tagset(DETECTED) if tagset is None else tagset
        self._persons = classes_of(self._tagset, (Kind.PERSON,))

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order; none when nothing is known of its patient."""
        fields = self._fields.get(plain_id(doc.id))
        return [] if fields is None else self.detect_with(doc, fields)

    def detect_with(self, doc: Document, fields: PatientFields) -> list[Suggestion]:
        """The suggestions for a report with these fields, in text order, none overlapping another."""
        register = Register.of((), self._tagset, fields)
        return [one.suggestion for one in register.search(self._vocabulary).spelt(doc.text) if one.phi_class]

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions, those that hold the patient's name as the patient's."""
        return self.revise_with(doc, suggestions, self._fields.get(plain_id(doc.id)) or PatientFields())

    def revise_with(self, doc: Document, suggestions: Sequence[Suggestion], fields: PatientFields) -> list[Suggestion]:
        """The same with these fields: what the hospital knows goes before what a model takes for a doctor's name."""
        known = [one for one in self.detect_with(doc, fields) if one.confidence >= _WHOLE] if fields.values else []
        names = [one for one in known if one.span.phi_class in self._persons]
        revised = list(suggestions)
        at = 0
        for number, one in enumerate(revised):
            while at < len(names) and names[at].span.start < one.span.start:
                at += 1
            if one.span.phi_class in self._persons and at < len(names) and names[at].span.end <= one.span.end:
                name = names[at]
                span = replace(one.span, phi_class=name.span.phi_class)
                revised[number] = replace(
                    one, span=span, evidence=tuple(dict.fromkeys((*name.evidence, *one.evidence)))
                )
        return revised
