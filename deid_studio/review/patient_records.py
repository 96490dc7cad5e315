"""Patient records: what is known of each report's patient, as a table of the project's file; and who is in a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deid_studio.formats.patient_table import PatientTable
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields

# Made when there is something to put in: older versions of the program do not miss it, and leave it alone.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS patient_fields (
    report TEXT NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (report, place)
) STRICT, WITHOUT ROWID
"""
_KINDS = {kind.value: kind for kind in FieldKind}


@dataclass(frozen=True, slots=True)
class TableMatch:
    """What a table knows of the reports of a folder, by report.

    `strangers` are its keys that no report here has; `ignored` its columns that are not known.
    """

    fields: Mapping[str, PatientFields]
    strangers: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def match_table(table: PatientTable, reports: Iterable[str]) -> TableMatch:
    """Find the reports that a table's keys mean, with or without `.txt`, whatever the separators of folders."""
    # Imported here: the detector's vocabulary is not needed to open a folder.
    from deid_studio.detection.patient.detector import plain_id

    by_id = {plain_id(report): report for report in reports}
    fields: dict[str, PatientFields] = {}
    strangers = []
    for key, values in table.fields.items():
        report = by_id.get(plain_id(key))
        if report is None:
            strangers.append(key)
        elif values.values:
            fields[report] = fields.get(report, PatientFields()).together_with(values)
    return TableMatch(fields, tuple(strangers), table.ignored)


def read_records(db: sqlite3.Connection) -> dict[str, PatientFields]:
    """What is known of each report's patient; kinds of a newer version of the program are left out."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name='patient_fields'").fetchone():
        return {}
    values: dict[str, list[FieldValue]] = {}
    for report, kind, value in db.execute("SELECT report, kind, value FROM patient_fields ORDER BY report, place"):
        if kind in _KINDS:
            values.setdefault(report, []).append(FieldValue(_KINDS[kind], value))
    return {report: PatientFields(tuple(own)) for report, own in values.items()}


def write_records(db: sqlite3.Connection, records: Mapping[str, PatientFields]) -> None:
    """Put these reports' fields in place of what was known of them, within the caller's transaction."""
    db.execute(_SCHEMA)
    db.executemany("DELETE FROM patient_fields WHERE report=?", ((report,) for report in records))
    db.executemany(
        "INSERT INTO patient_fields VALUES (?, ?, ?, ?)",
        (
            (report, place, value.kind.value, value.text)
            for report, fields in records.items()
            for place, value in enumerate(fields.values)
        ),
    )
