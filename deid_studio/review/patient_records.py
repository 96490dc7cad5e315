"""Patient records: which reports the rows of a table of patients are of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deid_studio.formats.patient_table import PatientTable
from deid_studio.model.patient_fields import PatientFields, plain_id


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
