"""Generalising: ages to bands, dates to months or years, postal codes and towns to provinces.

A year that shows an age from `Treatment.top` on becomes a category, as the age itself does.
"""

from __future__ import annotations

from functools import cache

import regex

from deid_studio.people.date_words import MONTHS
from deid_studio.people.folding import fold
from deid_studio.release.ages import OLDEST, ages_in
from deid_studio.release.policy import Generalisation, Treatment
from deid_studio.release.report_year import ReportYear
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.known_places import known_towns
from deid_studio.release.written import cased, or_before

_MORE = regex.compile(r"(?i)\b(?:mayor(?:es)?|m[aá]s|superior(?:es)?)\s+(?:de|que|a)\b|[>≥]|\d\s*\+")
# `cumplir 31 años`: nobody turns `30-39 años`.
_TURNED = regex.compile(r"(?i)\bcumpl\w+\s+(?:ya\s+)?(los\s+)?$")
_MOST_DAYS = 31
_POSTAL = regex.compile(r"\b(\d{2})\d{3}\b")


def generalised(text: str, treatment: Treatment, of: ReportYear, birth: bool = False, before: str = "") -> str | None:
    """What a text says less exactly; None when it says nothing that can be told (it is then to be tagged).

    `of` is the year that the report is of, `birth` whether the text is said to tell a birth, `before` what stands right
    before it.
    """
    match treatment.to:
        case Generalisation.AGE_BAND | Generalisation.AGE_TOP:
            return _age(text, treatment, before)
        case Generalisation.YEAR | Generalisation.MONTH:
            return _date(text, treatment, of, birth)
        case Generalisation.PROVINCE:
            return _province(text, treatment.inhabitants)


def _age(text: str, treatment: Treatment, before: str) -> str | None:
    if any(token.role == "month" and token.text.isalpha() for token in read_date(text).tokens):
        return None  # a date among the ages
    ages = ages_in(text)
    if not ages:
        return None
    years, turned = int(max(ages)), _TURNED.search(before)
    if years >= treatment.top or (years + 1 >= treatment.top and _MORE.search(text)):
        return f"{treatment.top} años o más" if turned else f"{treatment.top}+ años"
    if treatment.to is Generalisation.AGE_TOP:
        return text
    low = years // treatment.width * treatment.width
    high = min(low + treatment.width - 1, treatment.top - 1)
    return f"entre {low} y {high} años" if turned and not turned.group(1) else f"{low}-{high} años"


def _date(text: str, treatment: Treatment, of: ReportYear, birth: bool) -> str | None:
    written = read_date(text)
    said, oldest = written.said, of.year - treatment.top
    years = []
    for token in written.tokens:
        if token.role == "year":
            short = len(token.text) == 2
            if short and birth and of.year - OLDEST <= token.value - 100 <= oldest:
                return None  # a child's birth, or that of somebody a hundred years older
            # Of two digits, what is still to come was a hundred years ago.
            year = token.value - 100 if short and token.value > of.year + of.is_told else token.value
            if short and said.day is None and year <= oldest and int(token.text) <= _MOST_DAYS:
                return None  # `Feb 27`, `11/30`: a day sooner than a year so long ago
            years.append(year)
    if said.year is None or not years:
        return None
    if max(years) <= oldest:
        return or_before(oldest)
    if min(years) <= oldest:
        return None
    if treatment.to is Generalisation.YEAR or said.month is None or not 1 <= said.month <= 12:
        return str(years[-1])
    return f"{MONTHS['es'][said.month - 1]} de {years[-1]}"


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
