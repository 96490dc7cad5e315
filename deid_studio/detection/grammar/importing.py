"""Importing: official lists (CSV) as gazetteers of the user: names, towns, hospitals, health centres, addresses."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from deid_studio.detection.gazetteers import Gazetteer, fold

_LONGEST_ENTRY = 120
_MOST_ROWS = 2_000_000
_DELIMITERS = (",", ";", "\t", "|")


@dataclass(frozen=True, slots=True)
class ImportKind:
    """A kind of list: the gazetteer kind and class it gets, in which columns its entries are (several are joined by a
    blank, `/` separates alternatives), and whether words of everyday language are left out."""

    kind: str
    phi_class: str
    columns: tuple[str, ...]
    counts: tuple[str, ...] = ()
    leave_out_common: bool = False


KINDS: Mapping[str, ImportKind] = {
    "first_name": ImportKind("imported_first_name", "", ("nombre", "name"), ("frecuencia", "total"), True),
    "last_name": ImportKind("imported_last_name", "", ("apellido", "surname"), ("total", "frecuencia"), True),
    "town": ImportKind("imported_town", "TERRITORIO", ("nombre", "municipio", "name"), ("pob19", "poblacion")),
    "hospital": ImportKind("imported_hospital", "HOSPITAL", ("nombre", "hospital")),
    "health_centre": ImportKind("imported_health_centre", "CENTRO_SALUD", ("nombre", "centro")),
    "address": ImportKind("imported_address", "CALLE", ("dir_tipo_via dir_via", "direccion")),
}


class SourceError(ValueError):
    """Why a file cannot be imported, for the person who gave it."""


def read_entries(
    text: str, kind: ImportKind, column: str | None = None, least: int = 0, common: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """The entries in the text of a CSV file, in its order, each once.

    The first row names the columns; `column` chooses one other than the kind's. `least` leaves out rows whose count
    (population, number of bearers) is lower; `common` are folded words that are left out where the kind says so. Raises
    `SourceError`.
    """
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=False)
    try:
        header = [fold(cell.strip().lstrip("\ufeff")) for cell in next(rows, [])]
        places = _columns(header, (column,) if column else kind.columns)
        counted = next((header.index(name) for name in kind.counts if name in header), -1)
        entries: dict[str, str] = {}
        for number, row in enumerate(rows):
            if number >= _MOST_ROWS:
                raise SourceError(f"more than {_MOST_ROWS} rows")
            if least and (counted < 0 or _count(row, counted) < least):
                continue
            entry = _entry(row, places)
            if entry and not (kind.leave_out_common and fold(entry) in common):
                entries.setdefault(fold(entry), entry)
    except csv.Error as error:
        raise SourceError(str(error)) from error
    if not entries:
        raise SourceError("no entries")
    return tuple(entries.values())


def gazetteer(kind: ImportKind, entries: Iterable[str]) -> Gazetteer:
    """The entries as a gazetteer."""
    return Gazetteer(kind.kind, kind.phi_class, tuple(entries))


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=first.count)


def _columns(header: Sequence[str], wanted: Iterable[str]) -> list[int]:
    for names in wanted:
        each = fold(names).split(" ") if fold(names) not in header else [fold(names)]
        if all(name in header for name in each):
            return [header.index(name) for name in each]
    raise SourceError("no such column; there are: " + ", ".join(name for name in header if name)[:200])


def _entry(row: Sequence[str], places: Sequence[int]) -> str:
    cells = [" ".join(row[place].split()) for place in places if place < len(row)]
    entry = " ".join(cell for cell in cells if cell)
    # A `#` would make it a comment, and what cannot be printed is no name.
    usable = entry.isprintable() and len(entry) <= _LONGEST_ENTRY and not entry.startswith("#")
    return entry if usable and any(character.isalpha() for character in entry) else ""


def _count(row: Sequence[str], place: int) -> int:
    digits = row[place].replace(".", "").replace(" ", "").strip() if place < len(row) else ""
    return int(digits) if digits.isdecimal() and len(digits) < 12 else 0
