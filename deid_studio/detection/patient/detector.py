"""PatientFieldsDetector: suggestions from what the hospital's system already knows of the patient.

Source: "Automated Anonymization as Spelling Variant Detection": a patient's structured fields are searched in the text
by minimum edit distance and expressions, without training data.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from unicodedata import normalize

from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.model.span import Suggestion, without_overlaps
from deid_studio.people.addresses import emails_around, find_addresses
from deid_studio.people.birth_dates import find_birth_dates, parse_date
from deid_studio.people.names import find_names
from deid_studio.people.numbers import find_numbers
from deid_studio.people.report_words import ReportWords
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary

MEDDOCAN_CLASSES: Mapping[FieldKind, str] = {
    FieldKind.GIVEN_NAME: "NOMBRE_SUJETO_ASISTENCIA",
    FieldKind.SURNAME: "NOMBRE_SUJETO_ASISTENCIA",
    FieldKind.FULL_NAME: "NOMBRE_SUJETO_ASISTENCIA",
    FieldKind.RELATIVE: "FAMILIARES_SUJETO_ASISTENCIA",
    FieldKind.STAFF: "NOMBRE_PERSONAL_SANITARIO",
    FieldKind.IDENTIFIER: "ID_SUJETO_ASISTENCIA",
    FieldKind.INSURANCE: "ID_ASEGURAMIENTO",
    FieldKind.EPISODE: "ID_CONTACTO_ASISTENCIAL",
    FieldKind.LICENCE: "ID_TITULACION_PERSONAL_SANITARIO",
    FieldKind.PHONE: "NUMERO_TELEFONO",
    FieldKind.FAX: "NUMERO_FAX",
    FieldKind.EMAIL: "CORREO_ELECTRONICO",
    FieldKind.ADDRESS: "CALLE",
    FieldKind.POSTAL_CODE: "TERRITORIO",
    FieldKind.TOWN: "TERRITORIO",
    FieldKind.BIRTH_DATE: "FECHAS",
}


class PatientFieldsDetector:
    """Finds a patient's fields in reports, in any spelling; `fields` are keyed by report id.

    `classes` gives the PHI class of each kind of field, for tag sets other than MEDDOCAN's. Safe to share between
    threads.
    """

    def __init__(
        self,
        fields: Mapping[str, PatientFields] | None = None,
        vocabulary: Vocabulary | None = None,
        classes: Mapping[FieldKind, str] = MEDDOCAN_CLASSES,
        name: str = "patient",
    ) -> None:
        self.name = name
        self._fields: dict[str, PatientFields] = {}
        for key, value in (fields or {}).items():
            known = self._fields.get(plain_id(key), PatientFields())
            self._fields[plain_id(key)] = PatientFields((*known.values, *value.values))
        self._vocabulary = default_vocabulary() if vocabulary is None else vocabulary
        self._classes = classes

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
        return without_overlaps(found)


def _birth_dates(fields: PatientFields) -> set[date]:
    parsed = (parse_date(text) for text in fields.of(FieldKind.BIRTH_DATE))
    return {born for born in parsed if born is not None}


def plain_id(report_id: str) -> str:
    """A report's id however a table writes it: with `.txt`, with Windows' separators, with accents apart."""
    return normalize("NFC", report_id.strip()).replace("\\", "/").removesuffix(".txt").removeprefix("./")
