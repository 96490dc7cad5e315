"""Tables of people: what somebody knows of persons (CSV or JSON), and whose report is whose.

One row a person, or several rows with the same id, which are added up; columns as in `patient_table`, and besides sex,
dates of stays or visits, and country. No row needs a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deid_studio.errors import PatientTableError, PeopleTableError
from deid_studio.formats.patient_table import (
    REPORT_COLUMNS,
    cell_values,
    kind_of_column,
    plain_column,
    table_rows,
)
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.people.word_lists import word_lists
from deid_studio.texts import Text

_PERSON = frozenset("id persona personaid idpersona person personid idperson".split())
_REPORT = REPORT_COLUMNS - {"id"}
_SEX = frozenset("sexo sex genero gender".split())
_COUNTRY = frozenset("pais country paisnacimiento paisresidencia nacionalidad nationality".split())
_DATES = word_lists("columns").words("dates")
_BIRTH_YEAR = frozenset("anonacimiento anodenacimiento birthyear yearofbirth yob".split())
_SEVERAL = re.compile(r"\s*[;|,\n]\s*")


@dataclass
class PersonRow:
    """What is known of a person, as it is written; `reports` are the reports that the table says are theirs."""

    id: str
    values: dict[FieldValue, None] = field(default_factory=dict, repr=False)
    sex: str = field(default="", repr=False)
    dates: list[str] = field(default_factory=list, repr=False)
    countries: list[str] = field(default_factory=list, repr=False)
    reports: list[str] = field(default_factory=list, repr=False)

    @property
    def fields(self) -> PatientFields:
        """The fields that a report may hold as they are."""
        return PatientFields(tuple(self.values))


@dataclass(frozen=True, slots=True)
class PeopleTable:
    """The persons of a table in its order; `ignored` are columns that are not known, to be told."""

    people: tuple[PersonRow, ...]
    ignored: tuple[str, ...] = ()

    @property
    def truth(self) -> dict[str, str]:
        """The person of each report that the table names."""
        return {report: person.id for person in self.people for report in person.reports}


def read_people_table(path: Path) -> PeopleTable:
    """The people in a CSV or JSON file, called by the column `id`, else by their report, else by the row's number.

    A table for each report's patient is one of people too: rows with the same identifier, or the same name and date of
    birth, are one person then. Raises `PeopleTableError` with the line, and what reading a text raises.
    """
    people: dict[str, PersonRow] = {}
    ignored: dict[str, None] = {}
    try:
        for number, (key, line, cells) in enumerate(table_rows(path, _PERSON, keyed=False), start=1):
            row = PersonRow(key)
            for column, cell in cells:
                if not _take(row, plain_column(column), cell.strip(), path, line):
                    ignored[column] = None
            row.id = row.id or (row.reports[0] if row.reports else str(number))
            same = key or (_identity(row) if row.reports else "") or row.id
            known = people.setdefault(same, row)
            if known is not row:
                _add(known, row)
    except PatientTableError as error:
        raise PeopleTableError(**error.params) from error
    if not people:
        raise PeopleTableError(path=path, line=1, detail=Text("there is nobody in it"))
    return PeopleTable(tuple(people.values()), tuple(ignored))


def read_truth(path: Path) -> dict[str, str]:
    """The person's id of each report, from a CSV or JSON table with a column for the report and one for the person.

    Raises `PeopleTableError`, and what reading a text raises.
    """
    found: dict[str, str] = {}
    try:
        for report, line, cells in _truth_rows(path):
            people = [cell.strip() for column, cell in cells if plain_column(column) in _PERSON and cell.strip()]
            if not report or not people:
                detail = Text("the report or the person is missing")
                raise PeopleTableError(path=path, line=line, detail=detail)
            found[report] = people[0]
    except PatientTableError as error:
        raise PeopleTableError(**error.params) from error
    return found


def _truth_rows(path: Path) -> Iterator[tuple[str, int, list[tuple[str, str]]]]:
    return table_rows(path, _REPORT, known=_PERSON)


def _take(row: PersonRow, column: str, cell: str, path: Path, line: int) -> bool:
    """Take up a cell; False when its column is not known."""
    if column in _REPORT:
        row.reports += [cell] if cell else []
    elif column in _SEX:
        row.sex = row.sex or cell
    elif column in _COUNTRY:
        row.countries += [cell] if cell else []
    elif column in _DATES:
        row.dates += [part for part in _SEVERAL.split(cell) if part]
    else:
        kind = FieldKind.BIRTH_DATE if column in _BIRTH_YEAR else kind_of_column(column)
        if kind is None:
            return False
        row.values.update(dict.fromkeys(cell_values(kind, cell, path, line)))
    return True


def _add(known: PersonRow, row: PersonRow) -> None:
    known.values.update(row.values)
    known.sex = known.sex or row.sex
    known.dates += row.dates
    known.countries += row.countries
    known.reports += row.reports


def _identity(row: PersonRow) -> str:
    """What makes two rows the same person: an identifier, else name and date of birth; empty without either."""
    numbers = row.fields.of(FieldKind.IDENTIFIER)
    name = row.fields.of(FieldKind.FULL_NAME, FieldKind.GIVEN_NAME, FieldKind.SURNAME)
    parts = numbers[:1] or ((*name, *row.fields.of(FieldKind.BIRTH_DATE)) if name else ())
    return " ".join(parts).casefold()
