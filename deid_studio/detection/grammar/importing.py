"""Importing: official lists (CSV) as gazetteers of the user: names, towns, hospitals, health centres, addresses.

Counts are kept, and the sex of given names: surrogates are drawn by them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from deid_studio.detection.gazetteers import Counted
from deid_studio.detection.suggester import DETECTED
from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.folding import fold

_LONGEST_ENTRY = 120
_MOST_ROWS = 2_000_000
_DELIMITERS = (",", ";", "\t", "|")
_SEX_COLUMNS = ("sexo", "sex", "genero")
_FEMALE = frozenset("f mujer mujeres femenino femenina female hembra 6".split())
_MALE = frozenset("h v hombre hombres varon varones masculino masculina male 1".split())
_LEAST_KNOWN = 20  # names of a part of a list that tell whose it is
_MOST_OTHERS = 0.2  # of them that tell otherwise


@dataclass(frozen=True, slots=True)
class ImportKind:
    """A kind of list: the gazetteer kind it gets and what its entries mean (None: nothing by themselves), in which
    columns they are (several are joined by a blank, `/` separates alternatives), and whether words of everyday language
    are left out."""

    kind: str
    meaning: Meaning | None
    columns: tuple[str, ...]
    counts: tuple[str, ...] = ()
    leave_out_common: bool = False
    sexed: bool = False


KINDS: Mapping[str, ImportKind] = {
    "first_name": ImportKind("imported_first_name", None, ("nombre", "name"), ("frecuencia", "total"), True, True),
    "last_name": ImportKind("imported_last_name", None, ("apellido", "surname"), ("total", "frecuencia"), True),
    "town": ImportKind("imported_town", Meaning(Kind.PLACE), ("nombre", "municipio", "name"), ("pob19", "poblacion")),
    "hospital": ImportKind("imported_hospital", Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL), ("nombre", "hospital")),
    "health_centre": ImportKind(
        "imported_health_centre", Meaning(Kind.CENTRE, subkind=Subkind.HEALTH_CENTRE), ("nombre", "centro")
    ),
    "address": ImportKind("imported_address", Meaning(Kind.STREET), ("dir_tipo_via dir_via", "direccion")),
}


class SourceError(ValueError):
    """Why a file cannot be imported, for the person who gave it."""


def read_entries(
    text: str,
    kind: ImportKind,
    column: str | None = None,
    least: int = 0,
    common: frozenset[str] = frozenset(),
    sex: str = "",
    sex_of: Callable[[str], str | None] = lambda _: None,
) -> tuple[Counted, ...]:
    """The entries in the text of a CSV file, in its order, with their counts (0: none); each once, or once a sex.

    The first row names the columns; `column` chooses one other than the kind's. `least` leaves out rows whose count
    (population, number of bearers) is lower; `common` are folded words that are left out where the kind says so. The
    sex of given names is that of a column of the file, else `sex`, else that of the names of its part that `sex_of`
    knows (folded). Raises `SourceError`.
    """
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=False)
    try:
        header = [fold(cell.strip().lstrip("\ufeff")) for cell in next(rows, [])]
        places = _columns(header, (column,) if column else kind.columns)
        counted = next((header.index(name) for name in kind.counts if name in header), -1)
        sexed = next((header.index(name) for name in _SEX_COLUMNS if kind.sexed and name in header), -1)
        found: list[Counted] = []
        for number, row in enumerate(rows):
            if number >= _MOST_ROWS:
                raise SourceError(f"more than {_MOST_ROWS} rows")
            count = _count(row, counted) if counted >= 0 else 0
            entry = _entry(row, places)
            if entry and count >= least and not (kind.leave_out_common and fold(entry) in common):
                found.append(Counted(entry, count, fold(row[sexed].strip()) if 0 <= sexed < len(row) else ""))
    except csv.Error as error:
        raise SourceError(str(error)) from error
    if not found:
        raise SourceError("no entries")
    if sexed >= 0:
        found = _with_sexes_read(found)
    elif kind.sexed:
        found = [replace(one, sex=sex) for one in found] if sex else _with_sexes_of_parts(found, sex_of)
    once: dict[tuple[str, str], Counted] = {}
    for one in found:
        once.setdefault((fold(one.entry), one.sex), one)
    return tuple(once.values())


def gazetteer_bytes(kind: ImportKind, entries: Iterable[Counted], remark: str) -> bytes:
    """The entries as a gazetteer's file (`read_gazetteer`, `read_counts`)."""
    head = f"kind: {kind.kind}" + (
        f"; class: {class_for(kind.meaning, shipped_tagset(DETECTED))}" if kind.meaning else ""
    )
    lines = (f"{one.entry}\t{one.count}\t{one.sex}".rstrip("\t") if one.count else one.entry for one in entries)
    return ("\n".join((head, f"# {remark}", *lines)) + "\n").encode("utf-8")


def _with_sexes_read(found: Sequence[Counted]) -> list[Counted]:
    # `M` is a woman beside `H`, and a man beside `F`.
    female = _FEMALE if any(one.sex == "f" for one in found) else _FEMALE | {"m"}
    male = _MALE | {"m"} if female is _FEMALE else _MALE
    words = dict.fromkeys(female, "female") | dict.fromkeys(male, "male")
    return [replace(one, sex=words.get(one.sex, "")) for one in found]


def _with_sexes_of_parts(found: Sequence[Counted], sex_of: Callable[[str], str | None]) -> list[Counted]:
    """Names with the sex that others of their part of the list tell.

    The INE's lists are one of men and one of women, each from the most frequent name on: where counts rise in a file
    of both, the other begins.
    """
    rises = (at for at, (one, after) in enumerate(pairwise(found), start=1) if after.count > one.count)
    told: list[Counted] = []
    for start, end in pairwise((0, *rises, len(found))):
        votes = Counter(known for one in found[start:end] if (known := sex_of(fold(one.entry))))
        sex, votes_for = votes.most_common(1)[0] if votes else ("", 0)
        sure = votes_for >= _LEAST_KNOWN and votes.total() - votes_for <= _MOST_OTHERS * votes.total()
        told += [replace(one, sex=sex if sure else "") for one in found[start:end]]
    return told


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
