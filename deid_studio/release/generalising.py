"""Generalising: ages to bands, dates to months or years, postal codes and towns to provinces.

A year that shows an age from `Treatment.top` on becomes a category, as the age itself does.
"""

from __future__ import annotations

from functools import cache

import regex

from deid_studio.people.date_words import MONTHS
from deid_studio.people.decades import YEARS, is_decade
from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_spoken
from deid_studio.release.ages import OLDEST, UNITS, age_in, lacks_unit
from deid_studio.release.policy import Generalisation, Treatment
from deid_studio.release.report_year import ReportYear
from deid_studio.release.several_years import told_years, with_noun_of_year
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import DateToken, WrittenDate
from deid_studio.release.surrogates.dates_within import dates_within
from deid_studio.release.surrogates.known_places import known_towns
from deid_studio.release.written import cased, or_before

_MORE = regex.compile(r"(?i)\b(?:mayor(?:es)?|m[aá]s|superior(?:es)?)\s+(?:de|que|a)\b|[>≥]|\d\s*\+")
_LESS = regex.compile(r"(?i)\b(?:menor(?:es)?|menos|inferior(?:es)?)\s+(?:de|que|a)\b|[<≤]")
# `cumplir 31 años`: nobody turns `30-39 años`.
_TURNED = regex.compile(r"(?i)\bcumpl\w+\s+(?:ya\s+)?(los\s+)?$")
# Units that stand outside of a mark: `{55} años`, `({47}a)`, `{6} m.`, `Edad en meses: {18}`.
_UNIT = "|".join((r"y\.?[ ]?o", r"[hdsm][./ ]*(?:de[ ])?v(?:ida)?", *sorted(one for one in UNITS if len(one) > 1)))
_UNIT_BEHIND = regex.compile(rf"\+?[\s-]*(?:{_UNIT})\b|[amdh](?=\b|\d)|[ ][amdh]\b(?=\.|[ ]*(?:$|[,;)\n]))")
_UNIT_BEFORE = regex.compile(r"\bedad\W+(?:en\W+)?(meses|mesos|dias|semanas|horas)\W{0,4}$")
_YEARS = regex.compile(r"(?i)\b(?:anys|urte)\b")
_MOST_DAYS = 31
_BETWEEN_DATES = regex.compile(r"(?i)\s+(?:y|e|o|u|a|al|hasta|i|fins|ata|eta)\s+(?:el\s+)?|\s*[-–,;]\s*")
_POSTAL = regex.compile(r"\b(\d{2})\d{3}\b")


def generalised(
    text: str, treatment: Treatment, of: ReportYear, birth: bool = False, before: str = "", after: str = ""
) -> str | None:
    """What a text says less exactly; None when it says nothing that can be told (it is then to be tagged).

    `of` is the year that the report is of, `birth` whether the text is said to tell a birth, `before` and `after` what
    stands right before and behind it.
    """
    match treatment.to:
        case Generalisation.AGE_BAND | Generalisation.AGE_TOP:
            return _age(text, treatment, before, after)
        case Generalisation.YEAR | Generalisation.MONTH:
            said = _date(text, treatment, of, birth)
            return None if said is None else with_noun_of_year(said, before)
        case Generalisation.PROVINCE:
            return _province(text, treatment.inhabitants)


def _age(text: str, treatment: Treatment, before: str, after: str) -> str | None:
    if any(token.role == "month" and _is_word_of_dates(token.text) for token in read_date(text).tokens):
        return None  # a date among the ages
    if dates_within(text):
        return None  # `43 años, cumplidos el día de Reyes`
    outside = _unit_outside(text, before, after)
    age = age_in(text + outside)
    if age is None:
        return None
    most, turned = int(age.most), _TURNED.search(before)
    is_old = most >= treatment.top or (most + 1 >= treatment.top and _MORE.search(text + outside) is not None)
    if treatment.to is Generalisation.AGE_TOP and not is_old:
        return text
    if is_decade(text):  # `en la sexta década de la vida`: no figures fit there
        return text if treatment.width == YEARS and not is_old else None
    # A band of years says nothing true of what is counted in months and less: `a los 3 días`, `lactante de 6 meses`.
    if not age.in_years and (outside or most < treatment.width):
        return None
    spoken = _YEARS.search(text)
    unit = "" if outside else f" {'años' if spoken is None else spoken.group().lower()}"
    if is_old:
        more = "" if outside.startswith("+") else "+"
        return f"{treatment.top}{unit} o más" if turned else f"{treatment.top}{more}{unit}"
    if _MORE.search(text + outside) or _LESS.search(text):
        return None  # `mayor de 65` is of no band for certain
    low, high = (int(years) // treatment.width * treatment.width for years in (age.least, age.most))
    high = min(high + treatment.width - 1, treatment.top - 1)
    return f"entre {low} y {high}{unit}" if turned and not turned.group(1) else f"{low}-{high}{unit}"


def _is_word_of_dates(month: str) -> bool:
    # `setanta-set anys`, `5 d.v.`
    return month.isalpha() and fold(month) != "v" and read_spoken([fold(month)]) is None


def _unit_outside(text: str, before: str, after: str) -> str:
    """What is counted, as it is said beside a number that is marked alone; empty where nothing says it."""
    if not lacks_unit(text):
        return ""
    behind = _UNIT_BEHIND.match(fold(after))
    if behind is not None:
        return str(behind.group())
    label = _UNIT_BEFORE.search(fold(before))
    return "" if label is None else f" {label.group(1)}"


def _date(text: str, treatment: Treatment, of: ReportYear, birth: bool) -> str | None:
    written = _read_in_row(text)
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
    months = {token.value for token in written.tokens if token.role == "month"}
    is_of_month = said.month is not None and 1 <= said.month <= 12 and len(months) == len(set(years)) == 1
    if treatment.to is Generalisation.YEAR or not is_of_month or said.month is None:
        return told_years(written.tokens, years)
    return f"{MONTHS['es'][said.month - 1]} de {years[-1]}"


def _read_in_row(text: str) -> WrittenDate:
    """A date as it is written; of several in full in a row (`12/03/2011 y 14/05/2013`) each, as one."""
    for link in _BETWEEN_DATES.finditer(text):
        first, rest = read_date(text[: link.start()]), _read_in_row(text[link.end() :])
        if first.said.is_full and rest.said.is_full:
            return WrittenDate((*first.tokens, DateToken(link.group()), *rest.tokens), rest.said)
    return read_date(text)


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
