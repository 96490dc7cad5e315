"""Tables of patient fields: CSV or JSON keyed by report, as a hospital's system exports them.

CSV: a header, then a row for each report; comma, semicolon, tab or bar between. JSON: `{"report": {…fields}}` or
`[{"report": …, …fields}]`, each field a string, a number or a list of them. Column names in Spanish and English;
several rows of one report are added up.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from deid_studio.errors import PatientTableError
from deid_studio.formats.text import read_report
from deid_studio.model.patient_fields import LONGEST_VALUE, FieldKind, FieldValue, PatientFields
from deid_studio.people.word_lists import word_lists
from deid_studio.texts import Text

SIZE_LIMIT_MB = 50  # half a million rows, half a minute
_MOST_COLUMNS = 200
_DELIMITERS = ";,\t|"
_COLUMNS = word_lists("columns")
REPORT_COLUMNS = _COLUMNS.words("report")
_KINDS = {name: FieldKind(kind) for kind, names in _COLUMNS.table("fields").items() for name in names}
# Fields that hold several values in one cell.
_LISTS = frozenset(
    (FieldKind.RELATIVE, FieldKind.STAFF, FieldKind.PHONE, FieldKind.FAX, FieldKind.EMAIL, FieldKind.IDENTIFIER,
     FieldKind.INSURANCE, FieldKind.EPISODE, FieldKind.LICENCE, FieldKind.TOWN)
)  # fmt: skip
# What is wrong with a CSV, by the words of its reader; all else that it refuses is of quotes and line ends.
_CSV = {
    "unexpected end of data": Text("quotes are not closed"),
    "field larger than field limit (131072)": Text("a cell is too long; perhaps quotes are not closed"),
}
_OTHER_CSV = Text("quotes or a line end are out of place")
_PARTS = re.compile(r"\s*[;|\n]\s*")


@dataclass(frozen=True, slots=True)
class PatientTable:
    """The fields of each report, by its id; `ignored` are column names that are not known, to be told."""

    fields: Mapping[str, PatientFields]
    ignored: tuple[str, ...] = ()


def read_patient_table(path: Path) -> PatientTable:
    """The table in a CSV or JSON file (told by its content).

    Raises `PatientTableError` with the line, and what reading a text raises (`ReportUnreadableError`,
    `ReportTooLargeError`, `ReportBinaryError`, `EncodingUnknownError`). No value of the table is in an error's text.
    """
    values: dict[str, dict[FieldValue, None]] = {}
    ignored: dict[str, None] = {}
    last: dict[str, list[tuple[str, str]]] = {}  # an export may repeat a patient's fields in each row of a report
    for report, line, cells in table_rows(path, REPORT_COLUMNS):
        if not report:
            raise _error(path, line, Text("there is no report id in this row"))
        if last.get(report) == cells:
            continue
        last[report] = cells
        own = values.setdefault(report, {})
        for column, cell in cells:
            kind = kind_of_column(column)
            if kind is None:
                ignored[column] = None
            elif cell:
                for value in cell_values(kind, cell, path, line):
                    own[value] = None
    return PatientTable({report: PatientFields(tuple(own)) for report, own in values.items()}, tuple(ignored))


Row = tuple[str, int, list[tuple[str, str]]]


def table_rows(
    path: Path, keys: Collection[str], keyed: bool = True, known: Collection[str] | None = None
) -> Iterator[Row]:
    """The rows of a CSV or JSON table: key, line, and the other cells, each with its column's name.

    `keys` are the plain names (`plain_column`) of the column that holds the key; with `keyed`, a CSV table without it
    is refused, and one with none of the columns `known` (those of patient fields) always. Raises what
    `read_patient_table` raises.
    """
    text = read_report(path, limit_mb=SIZE_LIMIT_MB).document.text.removeprefix("\ufeff")
    if not text.strip():
        raise _error(path, 1, Text("the table is empty"))
    if text.lstrip()[0] in "[{":
        yield from _json_rows(text, path, keys)
    else:
        yield from _csv_rows(text, path, keys, keyed, _KINDS if known is None else known)


def kind_of_column(name: str) -> FieldKind | None:
    """What a column holds by its name; None when the name is not known."""
    return _KINDS.get(plain_column(name))


def cell_values(kind: FieldKind, cell: str, path: Path, line: int) -> Iterator[FieldValue]:
    """The values in a cell; raises `PatientTableError` for one that is too long."""
    for part in _PARTS.split(cell) if kind in _LISTS else [cell]:
        part = " ".join(part.split())
        if len(part) > LONGEST_VALUE:
            long = len(part)
            raise _error(path, line, Text("a value has {long} characters", long=long))
        if part:
            yield FieldValue(kind, part)


def _csv_rows(text: str, path: Path, keys: Collection[str], keyed: bool, known: Collection[str]) -> Iterator[Row]:
    head = text.lstrip("\r\n").splitlines()[0]
    delimiter = max(_DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    report_at = -1
    while True:
        # A row may hold line ends: it begins after the last line of the one before.
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            raise _error(path, line, Text("no CSV: {wrong}", wrong=_CSV.get(str(error), _OTHER_CSV))) from error
        if not any(cell.strip() for cell in row):
            continue
        if header is None:
            header = [name.strip() for name in row]
            report_at = _check_header(header, path, line, keys, keyed, known)
        elif len(row) > len(header):
            raise _error(
                path,
                line,
                Text(
                    "{count} columns instead of {count2}; quote cells that hold “{delimiter}”",
                    count=len(row),
                    count2=len(header),
                    delimiter=delimiter,
                ),
            )
        else:
            report = row[report_at].strip() if 0 <= report_at < len(row) else ""
            cells = [(name, cell) for at, (name, cell) in enumerate(zip(header, row, strict=False)) if at != report_at]
            yield report, line, cells


def _check_header(
    header: list[str], path: Path, line: int, keys: Collection[str], keyed: bool, known: Collection[str]
) -> int:
    """The place of the key's column, -1 without one; a header that is none is not quoted, since its cells may be a
    patient's."""
    plain = [plain_column(name) for name in header]
    if len(header) > _MOST_COLUMNS:
        count = len(header)
        raise _error(path, line, Text("{count} columns are too many", count=count))
    reports = sorted((name == "id", at) for at, name in enumerate(plain) if name in keys)
    if keyed and not reports:
        raise _error(
            path,
            line,
            Text("no column for the report (informe, documento, fichero, report, id)"),
        )
    if not any(name in known for name in plain):
        raise _error(
            path,
            line,
            Text("no known column (nombre, apellidos, nhc, dni, telefono …)"),
        )
    return reports[0][1] if reports else -1


def _json_rows(text: str, path: Path, keys: Collection[str]) -> Iterator[Row]:
    for line, key, value in _json_members(text, path):
        if not isinstance(value, dict):
            raise _error(path, line, Text("fields have to be an object {…}"))
        report = key
        cells: list[tuple[str, str]] = []
        for name, content in value.items():
            if key is None and plain_column(name) in keys and isinstance(content, str | _Number):
                report = str(content).strip()
            else:
                cells += [(name, cell) for cell in _json_cells(content, path, line)]
        yield report or "", line, cells


class _Number(str):
    """A number as it is written: an identifier's zeros stay."""


def _json_cells(content: Any, path: Path, line: int) -> Iterator[str]:
    if isinstance(content, str):  # numbers, too
        yield str(content)
    elif isinstance(content, list) and all(isinstance(one, str) or one is None for one in content):
        yield from (str(one) for one in content if one is not None)
    elif content is not None:
        raise _error(
            path,
            line,
            Text("a value has to be a text, a number or a list of them"),
        )


def _json_members(text: str, path: Path) -> Iterator[tuple[int, str | None, Any]]:
    """The members of the outermost list or object one by one: line, key (None in a list), value."""
    decoder = json.JSONDecoder(parse_int=_Number, parse_float=_Number, parse_constant=_Number)
    at = len(text) - len(text.lstrip())  # more blanks than those of JSON may be before it
    keyed, end = text[at] == "{", {"{": "}", "[": "]"}[text[at]]
    at = _skip(text, at + 1)
    seen_line, seen_at = 1, 0
    try:
        while text[at : at + 1] != end:
            seen_line += text.count("\n", seen_at, at)
            seen_at = at
            key = None
            if keyed:
                key, at = decoder.raw_decode(text, at)
                at = _skip(text, at)
                if type(key) is not str or text[at : at + 1] != ":":
                    raise json.JSONDecodeError("Expecting “key”: value", text, at)
                at = _skip(text, at + 1)
            value, at = decoder.raw_decode(text, at)
            yield seen_line, key.strip() if key is not None else None, value
            at = _skip(text, at)
            if text[at : at + 1] == ",":
                at = _skip(text, at + 1)
            elif text[at : at + 1] != end:
                raise json.JSONDecodeError("Expecting “,”", text, at)
        if text[at + 1 :].strip():
            raise json.JSONDecodeError("Extra data", text, at + 1)
    except json.JSONDecodeError as error:
        wrong = error.msg
        raise _error(path, error.lineno, Text("no JSON: {wrong}", wrong=wrong)) from error
    except RecursionError as error:
        raise _error(path, seen_line, Text("too deeply nested")) from error


def _error(path: Path, line: int, detail: Text) -> PatientTableError:
    return PatientTableError(path=path, line=line, detail=detail)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


@lru_cache(10_000)
def plain_column(name: str) -> str:
    """A column name without case, accents, blanks and marks (`Nº_Historia` → `nhistoria`)."""
    decomposed = unicodedata.normalize("NFD", name.lower()).replace("º", "").replace("ª", "")
    return "".join(c for c in decomposed if c.isalnum())
