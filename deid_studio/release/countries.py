"""Countries: which one a name means, and towns of foreign ones."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import regex

from deid_studio import paths
from deid_studio.people.folding import fold

SPAIN = "ES"
_SIGNS = regex.compile(r"[^\p{L}\p{N}]+")


@dataclass(frozen=True, slots=True)
class Country:
    """A country by its ISO 3166-1 code, how often it is drawn (0: never), towns of it, the largest first, states,
    departments or provinces of it, and towns and districts that are only known again."""

    code: str
    name: str
    weight: int
    towns: tuple[str, ...]
    regions: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


@cache
def known_countries() -> Mapping[str, Country]:
    """The countries that are known, by code."""
    found = {}
    for row in _rows():
        lists = (tuple(filter(None, (row[names] or "").split("|"))) for names in ("towns", "regions", "known"))
        found[row["code"]] = Country(row["code"], row["country"], int(row["weight"] or 0), *lists)
    return found


def country_of(name: str) -> str:
    """The code of the country that a name means, in whichever spelling; empty when it is not known."""
    return _codes().get(_key(name), "")


def country_of_town(name: str) -> str:
    """The code of the foreign country that a town is known to lie in; empty when none is known."""
    return _towns().get(_key(name), "")


def countries_with_town(folded: str) -> tuple[str, ...]:
    """The codes of Spain and the countries of Spanish America that have a town of a folded name, that of the largest
    one first; none where no list has it."""
    return _all_towns().get(folded, ())


def is_spanish_american(code: str) -> bool:
    """Whether a code is that of a country in which reports are written in Spanish."""
    return code in known_countries() and bool(known_countries()[code].regions)


def country_of_region(name: str) -> str:
    """The code of the foreign country of which a state, department or province is known; empty when none is."""
    return _regions().get(_key(name), "")


@cache
def _codes() -> Mapping[str, str]:
    return {
        _key(name): row["code"] for row in _rows() for name in (row["country"], *row["spellings"].split("|")) if name
    }


@cache
def _towns() -> Mapping[str, str]:
    return {
        _key(town): country.code for country in known_countries().values() for town in (*country.towns, *country.known)
    }


@cache
def _all_towns() -> Mapping[str, tuple[str, ...]]:
    source = paths.resources() / "release" / "towns_by_country.tsv"
    lines = (line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {name: tuple(codes.split()) for name, _, codes in (line.partition("\t") for line in lines)}


@cache
def _regions() -> Mapping[str, str]:
    return {_key(region): country.code for country in known_countries().values() for region in country.regions}


@cache
def _rows() -> tuple[dict[str, str], ...]:
    source = paths.resources() / "release" / "countries.csv"
    lines = (line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return tuple(csv.DictReader(lines))


def _key(name: str) -> str:
    """Folded words alone: `EE.UU.` and `EE UU` are one."""
    return str(_SIGNS.sub(" ", fold(name))).strip()
