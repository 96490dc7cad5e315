"""Patients: what is known of each report's patient, read from the journal's file."""

from __future__ import annotations

import sqlite3

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields

_KINDS = {kind.value: kind for kind in FieldKind}


def read_patients(db: sqlite3.Connection) -> dict[str, PatientFields]:
    """What is known, by report; kinds of a newer version of the program are left out."""
    values: dict[str, list[FieldValue]] = {}
    for report, kind, value in db.execute("SELECT report, kind, value FROM patient_fields ORDER BY report, place"):
        if kind in _KINDS:
            values.setdefault(report, []).append(FieldValue(_KINDS[kind], value))
    return {report: PatientFields(tuple(own)) for report, own in values.items()}
