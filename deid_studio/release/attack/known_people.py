"""Known people: what an attacker knows of each person, read as far as reports can be compared with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache

import regex

from deid_studio.formats.people_table import PersonRow
from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.people.birth_dates import parse_date
from deid_studio.people.folding import fold
from deid_studio.people.person import Sex
from deid_studio.release.surrogates.known_places import POSTAL_CODE, known_towns, province_numbers, towns_by_name

Days = tuple[int, int]  # first and last day, as `date.toordinal` counts them
_YEAR = regex.compile(r"(?<!\d)(?:18|19|20)\d{2}(?!\d)")
_SEXES = {
    Sex.FEMALE: "f femenino femenina female mujer w woman hembra nina",
    Sex.MALE: "h hombre v varon masculino masculina male man macho nino",
}
_SEX_OF = {word: sex for sex, words in _SEXES.items() for word in words.split()}
_PARTS = regex.compile(r"\s*[,;/()]\s*")


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person on the attacker's list; what is not known is None or empty.

    `born` is from the first to the last day that the birth may have been on. `places` are folded names of towns,
    provinces and regions, `provinces` their numbers, `in_town` whether any of them is a town's; `days` are days of
    stays and visits, ascending.
    """

    id: str
    fields: PatientFields = field(default=PatientFields(), repr=False)
    born: Days | None = field(default=None, repr=False)
    sex: Sex | None = field(default=None, repr=False)
    postal_codes: frozenset[str] = field(default=frozenset(), repr=False)
    places: frozenset[str] = field(default=frozenset(), repr=False)
    provinces: frozenset[str] = field(default=frozenset(), repr=False)
    in_town: bool = field(default=False, repr=False)
    countries: frozenset[str] = field(default=frozenset(), repr=False)
    days: tuple[int, ...] = field(default=(), repr=False)


def known_people(rows: Iterable[PersonRow]) -> list[KnownPerson]:
    """The persons of a table."""
    rows = list(rows)
    of_m = sex_of_m(row.sex for row in rows)
    return [_person(row, of_m) for row in rows]


def sex_of_m(words: Iterable[str]) -> Sex | None:
    """Whose sex an `M` is among other words for sexes: a man's beside `F`, a woman's beside `H` or `V`, else nobody
    knows."""
    letters = {fold(word.strip()) for word in words}
    female, male = bool(letters & {"h", "v"}), "f" in letters
    return None if female is male else Sex.FEMALE if female else Sex.MALE


def sex_said(word: str) -> Sex | None:
    """The sex that a word says; None for `M`, which says either, and for what says none."""
    return _SEX_OF.get(fold(word.strip()))


def province_of(folded: str) -> str:
    """The number of the province that a folded town, province or island lies in; empty when it is not known."""
    town = towns_by_name().get(folded)
    return province_numbers().get(folded, "") if town is None else town.code


def is_town(folded: str) -> bool:
    """Whether a folded name is that of a town that is not also a province."""
    return folded in towns_by_name() and folded not in province_numbers()


def provinces_of_region(folded: str) -> frozenset[str]:
    """The numbers of a region's provinces; none when it is no region."""
    return _regions().get(folded, frozenset())


def _person(row: PersonRow, of_m: Sex | None) -> KnownPerson:
    fields = row.fields
    texts = [part for text in fields.of(FieldKind.TOWN) for part in (text, *_PARTS.split(text))]
    codes = {code for text in fields.of(FieldKind.POSTAL_CODE, FieldKind.ADDRESS) for code in POSTAL_CODE.findall(text)}
    names = {fold(text) for text in texts if text and not text.isdigit()}
    provinces = {code for name in names if (code := province_of(name))} | {code[:2] for code in codes}
    days = sorted({day.toordinal() for text in row.dates if (day := parse_date(text)) is not None})
    sex = of_m if fold(row.sex.strip()) == "m" else sex_said(row.sex)
    # A name that no list knows is a village's.
    in_town = any(is_town(name) or (not province_of(name) and not provinces_of_region(name)) for name in names)
    return KnownPerson(
        row.id,
        fields,
        _born(fields),
        sex,
        frozenset(codes),
        frozenset(names),
        frozenset(provinces),
        in_town,
        frozenset(fold(country) for country in row.countries),
        tuple(days),
    )


def _born(fields: PatientFields) -> Days | None:
    for text in fields.of(FieldKind.BIRTH_DATE):
        day = parse_date(text)
        if day is not None:
            return day.toordinal(), day.toordinal()
        year = _YEAR.search(text)
        if year is not None:
            return days_of_year(int(year.group()))
    return None


def days_of_year(year: int) -> Days:
    """The first and the last day of a year."""
    return date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()


@cache
def _regions() -> dict[str, frozenset[str]]:
    regions: dict[str, set[str]] = {}
    for town in known_towns():
        regions.setdefault(fold(town.region), set()).add(town.code)
    return {name: frozenset(codes) for name, codes in regions.items()}
