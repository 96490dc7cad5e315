"""Generalising: ages to bands, dates to months or years, postal codes and towns to provinces."""

from __future__ import annotations

from functools import cache

import regex

from deid_studio.detection.gazetteers import fold
from deid_studio.release.dates import read_date
from deid_studio.release.places import known_towns
from deid_studio.release.policy import Generalisation, Treatment
from deid_studio.release.written import cased

_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_FIGURE = regex.compile(r"\d+")
_YEARS = regex.compile(r"(?i)^\s*(?:a|años?|anos?|anys?)?\b")
_POSTAL = regex.compile(r"\b(\d{2})\d{3}\b")


def generalised(text: str, treatment: Treatment) -> str | None:
    """What a text says less exactly; None when it says nothing that can be told (it is then to be tagged)."""
    match treatment.to:
        case Generalisation.AGE_BAND | Generalisation.AGE_TOP:
            return _age(text, treatment)
        case Generalisation.YEAR | Generalisation.MONTH:
            said = read_date(text).said
            if said.year is None:
                return None
            if treatment.to is Generalisation.YEAR or said.month is None or not 1 <= said.month <= 12:
                return str(said.year)
            return f"{_MONTHS[said.month - 1]} de {said.year}"
        case Generalisation.PROVINCE:
            return _province(text, treatment.inhabitants)


def _age(text: str, treatment: Treatment) -> str | None:
    found = _FIGURE.search(text)
    if found is None:
        return None
    number, unit = int(found.group()), text[found.end() :]
    # Months and days are ages below one year: of the first band.
    years = number if _YEARS.match(unit) else 0
    if years >= treatment.top:
        return f"{treatment.top}+ años"
    if treatment.to is Generalisation.AGE_TOP:
        return text
    low = years // treatment.width * treatment.width
    return f"{low}-{min(low + treatment.width - 1, treatment.top - 1)} años"


def _province(text: str, inhabitants: int) -> str | None:
    postal = _POSTAL.search(text)
    provinces, towns = _tables()
    folded = fold(text.strip())
    if postal is not None and postal.group(1) in provinces:
        return provinces[postal.group(1)]
    if folded in towns:
        province, people = towns[folded]
        return text if inhabitants and people >= inhabitants else cased(province, text)
    if folded in {fold(name) for name in provinces.values()}:
        return text
    return None


@cache
def _tables() -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    provinces = {town.code: town.province for town in known_towns()}
    return provinces, {fold(town.name): (town.province, town.inhabitants) for town in known_towns()}
