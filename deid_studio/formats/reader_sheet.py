"""Reader's sheets: what a motivated intruder fills in while trying to tell who released reports are about (CSV).

A head of key and value (what the sheet is of; who read, for how long, with which sources), then a row for each report
of the sample: how often the reader tried, and whether somebody in it was told rightly. Spreadsheets may save it with
other separators, quotes and line ends; nothing else of the head's first part may change.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import NoReturn

from deid_studio.errors import ReaderSheetError
from deid_studio.formats.patient_table import plain_column
from deid_studio.formats.text import read_report
from deid_studio.texts import Text

SIZE_LIMIT_MB = 5
LONGEST = 500  # characters of who read and with what
MOST_HOURS = 10_000
MOST_ATTEMPTS = 10_000
MOST_REPORTS = 1_000_000
_DELIMITERS = ";,\t|"
_SHEET = "reader-sheet"
_FORM = "1"
_DIGEST = re.compile(r"[0-9a-f]{64}")
# The plain names (`plain_column`) by which a reader may know a key or a column.
_KEYS = {
    "readersheet": _SHEET, "release": "release", "publicacion": "release", "sample": "sample", "muestra": "sample",
    "seed": "seed", "semilla": "seed", "reader": "reader", "lector": "reader", "hours": "hours", "horas": "hours",
    "sources": "sources", "fuentes": "sources",
}  # fmt: skip
_COLUMNS = {
    "report": "report", "informe": "report", "attempts": "attempts", "intentos": "attempts", "hits": "hits",
    "aciertos": "hits",
}  # fmt: skip
_WORDS = {
    "es": ("publicacion", "muestra", "semilla", "lector", "horas", "fuentes", "informe", "intentos",
           "aciertos"),
    "en": ("release", "sample", "seed", "reader", "hours", "sources", "report", "attempts", "hits"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report that somebody tried to attack: how often, and whether anybody in it was told rightly; `line` is its."""

    report: str
    attempts: int
    hit: bool
    line: int


@dataclass(frozen=True, slots=True)
class ReaderSheet:
    """A filled sheet: the release's digest, of how many reports its sample is and by which seed it was drawn, and who
    read for how many hours with what."""

    path: Path
    release: str
    sample: int
    seed: int
    reader: str
    hours: float
    sources: str
    rows: tuple[ReadReport, ...]


def empty_sheet(release: str, seed: int, reports: Sequence[str], language: str) -> bytes:
    """A sheet to be filled in, for a spreadsheet of that language (UTF-8 with a byte order mark)."""
    words = _WORDS.get(language, _WORDS["en"])
    lines = io.StringIO(newline="")
    rows = csv.writer(lines, delimiter=";")
    rows.writerow((_SHEET, _FORM))
    rows.writerows(zip(words[:3], (release, len(reports), seed), strict=True))
    rows.writerows((word, "") for word in words[3:6])
    rows.writerow(())
    rows.writerow(words[6:])
    rows.writerows((report, "", "") for report in reports)
    return lines.getvalue().encode("utf-8-sig", "surrogateescape")


def read_sheet(path: Path) -> ReaderSheet:
    """The sheet that somebody filled in; raises `ReaderSheetError` with the line, and what reading a text raises."""
    text = read_report(path, limit_mb=SIZE_LIMIT_MB).document.text.removeprefix("\ufeff")
    rows = _rows(text, path)
    head: dict[str, tuple[str, int]] = {}
    for cells, line in takewhile(lambda row: not _columns(row[0]), rows):
        key = _KEYS.get(plain_column(cells[0]))
        if key is None or key in head or any(cell.strip() for cell in cells[2:]):
            _refuse(path, line, Text("this line is none of the sheet's, or it is there twice"))
        head[key] = (cells[1].strip() if len(cells) > 1 else "", line)
    if len(head) == len(rows):
        _refuse(path, max(len(rows), 1), Text("the line “report;attempts;hits” is missing"))
    titles, last = rows[len(head)]
    if head.get(_SHEET, ("", 0))[0] != _FORM:
        _refuse(path, 1, Text("it is no reader's sheet of this program"))
    release, line = head.get("release", ("", last))
    if not _DIGEST.fullmatch(release):
        _refuse(path, line, Text("it does not say of which release it is"))
    columns = _columns(titles)
    return ReaderSheet(
        path,
        release,
        _whole(*head.get("sample", ("", last)), path, Text("sample"), MOST_REPORTS),
        _whole(*head.get("seed", ("", last)), path, Text("seed"), 2**63),
        _words(*head.get("reader", ("", last)), path, Text("reader")),
        _hours(*head.get("hours", ("", last)), path),
        _words(*head.get("sources", ("", last)), path, Text("sources")),
        tuple(_read_row(dict(zip(columns, cells, strict=False)), line, path) for cells, line in rows[len(head) + 1 :]),
    )


def _rows(text: str, path: Path) -> list[tuple[list[str], int]]:
    """The rows that hold anything, each with its line."""
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found = []
    try:
        before = 0
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((cells, before + 1))
            before = reader.line_num
    except csv.Error:
        _refuse(path, reader.line_num, Text("quotes are not closed, or a cell is too long"))
    return found


def _columns(cells: Sequence[str]) -> list[str]:
    """What each column is, where a row names all three; else nothing."""
    columns = [_COLUMNS.get(plain_column(cell), "") for cell in cells]
    known = [name for name in columns if name]
    return columns if sorted(known) == ["attempts", "hits", "report"] else []


def _read_row(cells: dict[str, str], line: int, path: Path) -> ReadReport:
    report = cells.get("report", "")
    if not report.strip():
        _refuse(path, line, Text("the report is missing"))
    attempts = _whole(cells.get("attempts", ""), line, path, Text("attempts"), MOST_ATTEMPTS)
    hits = _whole(cells.get("hits", ""), line, path, Text("hits"), 1)
    if hits and not attempts:
        _refuse(path, line, Text("there is a hit without an attempt"))
    return ReadReport(report, attempts, bool(hits), line)


def _whole(cell: str, line: int, path: Path, column: Text, most: int) -> int:
    cell = cell.strip()
    if not re.fullmatch(r"[0-9]{1,19}", cell) or int(cell) > most:
        _refuse(
            path,
            line,
            Text(
                "“{column}” has to be a whole number from 0 to {most}; who read and saw nothing writes 0",
                column=column,
                most=most,
            ),
        )
    return int(cell)


def _hours(cell: str, line: int, path: Path) -> float:
    plain = cell.strip().replace(",", ".")
    hours = float(plain) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", plain) else math.nan
    if not 0 < hours <= MOST_HOURS:
        _refuse(path, line, Text("“hours” has to be a number above 0"))
    return hours


def _words(cell: str, line: int, path: Path, column: Text) -> str:
    words = " ".join(cell.split())
    if not words or len(words) > LONGEST or not words.isprintable():
        _refuse(path, line, Text("“{column}” is missing, or too long", column=column))
    return words


def _refuse(path: Path, line: int, detail: Text) -> NoReturn:
    raise ReaderSheetError(path=path, line=line, detail=detail)
