"""PatientFieldsDetector: suggestions from what the hospital's system already knows of the patient.

Source: "Automated Anonymization as Spelling Variant Detection": a patient's structured fields are searched in the text
by minimum edit distance and expressions, without training data.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from unicodedata import normalize

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.ontology import class_for
from deid_studio.model.patient_fields import FIELD_MEANINGS, FieldKind, PatientFields
from deid_studio.model.span import Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.addresses import emails_around, find_addresses
from deid_studio.people.birth_dates import find_birth_dates, parse_date
from deid_studio.people.names import find_names
from deid_studio.people.numbers import find_numbers
from deid_studio.people.report_words import ReportWords
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary


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
        self._fields: dict[str, PatientFields] = {}
        for key, value in (fields or {}).items():
            known = self._fields.get(plain_id(key), PatientFields())
            self._fields[plain_id(key)] = PatientFields((*known.values, *value.values))
        self._vocabulary = default_vocabulary() if vocabulary is None else vocabulary
        classes = shipped_tagset(DETECTED) if tagset is None else tagset
        self._classes = {kind: class_for(meaning, classes) for kind, meaning in FIELD_MEANINGS.items()}

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order; none when nothing is known of its patient."""
        fields = self._fields.get(plain_id(doc.id))
        return [] if fields is None else self.detect_with(doc, fields)

    def detect_with(self, doc: Document, fields: PatientFields) -> list[Suggestion]:
        """The suggestions for a report with these fields, in text order, none overlapping another."""
        words = ReportWords(doc.text)
        names = find_names(fields, words, self._vocabulary, self._classes)
        found = emails_around(names, doc.text, self._classes[FieldKind.EMAIL])
        found += find_numbers(fields, doc.text, self._classes)
        found += find_addresses(fields, words, self._vocabulary, self._classes)
        for born in _birth_dates(fields):
            found += find_birth_dates(born, words, self._classes[FieldKind.BIRTH_DATE])
        return without_overlaps([one for one in found if one.span.phi_class])


def _birth_dates(fields: PatientFields) -> set[date]:
    parsed = (parse_date(text) for text in fields.of(FieldKind.BIRTH_DATE))
    return {born for born in parsed if born is not None}


def plain_id(report_id: str) -> str:
    """A report's id however a table writes it: with `.txt`, with Windows' separators, with accents apart."""
    return normalize("NFC", report_id.strip()).replace("\\", "/").removesuffix(".txt").removeprefix("./")
