"""Known places: towns with their provinces, postal codes and landlines, from the shipped lists."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.people.folding import fold
from deid_studio.release.countries import (
    SPAIN,
    countries_with_town,
    country_of_region,
    country_of_town,
    known_countries,
)

POSTAL_CODE = regex.compile(r"\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3}\b")
_OTHER_NAMES = {
    "gerona": "17", "lerida": "25", "orense": "32", "la coruna": "15", "coruna": "15", "bizkaia": "48",
    "gipuzkoa": "20", "araba": "01", "baleares": "07", "alacant": "03", "castello": "12", "valencia": "46",
    "nafarroa": "31", "donostia": "20", "iruna": "31", "elx": "03", "gasteiz": "01", "tenerife": "38",
    "gran canaria": "35", "mallorca": "07", "menorca": "07", "lanzarote": "35", "fuerteventura": "35",
}  # fmt: skip
_OTHER_NAMES_OF_TOWNS = {
    "vitoria": "vitoria-gasteiz", "gasteiz": "vitoria-gasteiz", "donostia": "san sebastian", "iruna": "pamplona",
    "donostia-san sebastian": "san sebastian", "elx": "elche", "alacant": "alicante", "gerona": "girona",
    "castellon": "castellon de la plana", "castello": "castellon de la plana", "lerida": "lleida",
    "orense": "ourense", "la coruna": "a coruna", "coruna": "a coruna",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Town:
    """A town with its province's number and name, its region, one of its postal codes and its inhabitants."""

    code: str
    province: str
    region: str
    name: str
    postal_code: str
    inhabitants: int


@cache
def known_towns() -> tuple[Town, ...]:
    """The towns that surrogates are drawn from."""
    return tuple(
        Town(row["province_code"], row["province"], row["region"], row["town"], row["postal_code"],
             int(row["inhabitants"]))
        for row in _rows("places.csv")
    )  # fmt: skip


@cache
def telephone_prefixes() -> Mapping[str, tuple[str, ...]]:
    """How landlines of each province begin, by the province's number."""
    return {row["province_code"]: tuple(row["prefixes"].split()) for row in _rows("telephone_prefixes.csv")}


@cache
def telephone_kinds() -> Mapping[tuple[str, int], tuple[str, ...]]:
    """How numbers abroad begin that are of one kind, by the country's calling code and how many figures they have."""
    return {
        (row["calling_code"], int(row["figures"])): tuple(row["prefixes"].split())
        for row in _rows("telephone_kinds.csv")
    }


def _rows(name: str) -> Iterator[dict[str, str]]:
    lines = (paths.resources() / "release" / name).read_text(encoding="utf-8").splitlines()
    return csv.DictReader(line for line in lines if not line.startswith("#"))


@cache
def towns_by_name() -> Mapping[str, Town]:
    """The towns by their folded names, also in another language; of several of one name the first."""
    towns = {fold(town.name): town for town in reversed(known_towns())}
    return towns | {other: towns[name] for other, name in _OTHER_NAMES_OF_TOWNS.items() if name in towns}


def same_town(folded: str) -> str:
    """The folded name by which a place is known that has several; itself where it has one."""
    return _OTHER_NAMES_OF_TOWNS.get(folded, folded)


@cache
def region_names() -> frozenset[str]:
    """The folded names of the autonomous regions."""
    return frozenset(fold(town.region) for town in known_towns())


@cache
def province_numbers() -> Mapping[str, str]:
    """Folded names of provinces and islands, in the spellings that are known, and the number of their province."""
    return {fold(town.province): town.code for town in known_towns()} | _OTHER_NAMES


@cache
def foreign_towns() -> Mapping[str, tuple[Town, ...]]:
    """The towns that surrogates of foreign ones are drawn from, by their countries' codes; the larger the likelier."""
    return {
        code: tuple(Town(code, "", "", name, "", 1000 // rank) for rank, name in enumerate(country.towns, start=1))
        for code, country in known_countries().items()
    }


@cache
def foreign_regions() -> Mapping[str, tuple[Town, ...]]:
    """The same of states, departments and provinces, one as likely as another."""
    return {
        code: tuple(Town(code, "", "", name, "", 1) for name in country.regions)
        for code, country in known_countries().items()
    }


@cache
def towns_of_regions() -> Mapping[str, Mapping[str, tuple[Town, ...]]]:
    """Towns of states, departments and provinces abroad, by the country's code and the region's name."""
    found: dict[str, dict[str, tuple[Town, ...]]] = {}
    for row in _rows("towns_of_regions.csv"):
        towns = tuple(Town(row["country"], row["region"], "", name, "", 1) for name in row["towns"].split("|"))
        found.setdefault(row["country"], {})[row["region"]] = towns
    return found


@cache
def countries_with_region(folded: str) -> frozenset[str]:
    """The codes of the countries of which a state, department or province is called as one of its towns is."""
    return frozenset(
        row["country"] for row in _rows("regions_named_as_towns.csv") if folded in map(fold, row["regions"].split("|"))
    )


def known_province(folded: str) -> str:
    """The number of the province, or the code of the country, in which a folded place or postal code lies; empty where
    nobody knows it."""
    if folded.isdigit():
        return folded[:2] if POSTAL_CODE.fullmatch(folded) else ""
    town = towns_by_name().get(folded)
    if town is not None:
        return town.code
    return province_numbers().get(folded) or country_of_town(folded) or country_of_region(folded)


def is_in_spain(folded: str) -> bool:
    """Whether a folded name is that of a town, a province or a region of Spain; of a small one only where no country of
    Spanish America has a larger one."""
    return folded in towns_by_name() or is_wider(folded) or countries_with_town(folded)[:1] == (SPAIN,)


def is_of_spain_alone(folded: str) -> bool:
    """Whether a folded name is that of a place of Spain, and of no larger town of Spanish America (as `merida` is)."""
    if is_wider(folded) and folded not in province_numbers():
        return True
    countries = countries_with_town(folded)
    return countries[0] == SPAIN if countries else bool(known_province(folded)) and is_in_spain(folded)


def is_wider(folded: str) -> bool:
    """Whether a folded name is a province's or a region's and no town's."""
    return folded not in towns_by_name() and (folded in province_numbers() or folded in region_names())


def is_town(name: str) -> bool:
    """Whether a list has a name as that of one town."""
    words = fold(name).split()
    hits = default_gazetteers().phrases(words)
    return any((hit.start, hit.end, hit.kind) == (0, len(words), "town") for hit in hits)
