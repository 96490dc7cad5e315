"""Periods: a week, a fortnight, a quarter … told by its number in a month or a year, or a weekday by that in a month.

The number in `2.ª quincena de enero`, `3T 2014`, `primer lunes de marzo` is none of a day or a month. It is told anew,
of the day in the middle of the period when that is moved.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

import regex

from deid_studio.people.date_words import WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists
from deid_studio.release.written import cased

_WEEK, _FORTNIGHT, _HALF, _WEEKDAY = "week", "fortnight", "half", "weekday"
_UNITS = (_WEEK, _FORTNIGHT, _HALF, "quarter", "four months", "half a year")
_IN_YEAR = {"quarter": 4, "four months": 3, "half a year": 2, _HALF: 2}  # how many a year has
_FEMININE = frozenset((_WEEK, _FORTNIGHT, _HALF))
_FIFTH = 5  # week or day of a week in a month: the last, if there is one
_LAST = 6
_LANGUAGES = ("es", "ca", "gl")
_LISTS = word_lists("dates")
_ORDINALS = _LISTS.table("ordinals")
ORDINALS = frozenset(fold(word) for words in _ORDINALS.values() for word in words)
_UNIT_OF = {
    fold(word): (unit, language)
    for language, words in reversed(_LISTS.table("periods").items())
    for unit, word in zip(_UNITS, words, strict=True)
}
_LANGUAGE_OF = {fold(word): language for language in reversed(_LANGUAGES) for word in WEEKDAYS[language]}
_ACCENTS = {"a": "[aá]", "e": "[eéè]", "i": "[ií]", "o": "[oó]", "u": "[uú]"}


def _any_of(words: Iterable[str]) -> str:
    return "|".join("".join(_ACCENTS.get(letter, letter) for letter in word) for word in words)


_NUMBER = r"(?P<figure>[1-5])(?P<ending>\.?(?:[ºª°]|er[oa]?|r[oa]|d[oa]|t[oa]|[aonrt])\.?)"
_UNIT = rf"(?P<unit>{_any_of(_UNIT_OF)})"
_UNIT_IN_YEAR = rf"(?P<unit>{_any_of(word for word, (unit, _) in _UNIT_OF.items() if unit in _IN_YEAR)})"
_DAY = rf"(?P<weekday>{_any_of(_LANGUAGE_OF)})"
_NO_MORE = r"(?!\p{L}|\p{N}|[.,/-]\p{N}{1,2}(?!\p{N}))"
PERIODS = (
    rf"(?<![\p{{L}}\p{{N}}])(?:(?P<ordinal>{_any_of(ORDINALS)})|{_NUMBER})\s+(?:{_UNIT}\b\.?|{_DAY}\b)"
    rf"|(?<![\p{{L}}\p{{N}}.,/-])(?P<figure>[1-5])(?P<ending>)\s+{_UNIT_IN_YEAR}\b\.?"
    rf"|\b{_UNIT}\.?\s*(?P<figure>[1-5])(?P<ending>\.?[ºª°]?){_NO_MORE}"
    r"|(?<![\p{L}\p{N}/.:])(?P<figure>[1-4])(?P<ending>\.?[º°]?)\s?(?P<letter>[TQ])(?!\p{L}|\p{N}{1,2}:)"
    r"|(?<![\p{L}\p{N}])(?P<letter>[TQ])(?P<figure>[1-4])(?P<ending>)(?![\p{L}\p{N}:])"
)
_PERIOD = regex.compile(f"(?i){PERIODS}")
_LETTERS = regex.compile(r"\p{Ll}+")


@dataclass(frozen=True, slots=True)
class Period:
    """Which of its kind a period is in its month or year, and the day of the week that it is, if one."""

    number: int
    unit: str
    weekday: int = 0  # Monday: 0

    @property
    def is_weekday(self) -> bool:
        """Whether it is one day."""
        return self.unit == _WEEKDAY

    def is_of_year(self, month: int | None) -> bool:
        """Whether it is one of a year, not of a month; `mitad` may be either."""
        return self.unit in _IN_YEAR and (self.unit != _HALF or month is None)

    def middle(self, year: int, month: int | None) -> date | None:
        """The day in its middle; None where the month or the year has no such period."""
        if self.is_of_year(month):
            count = _IN_YEAR[self.unit]
            number, length = (count if self.number == _LAST else self.number), 12 // count
            return (
                date(year, length * (number - 1) + length // 2 + 1, 15 if length % 2 else 1)
                if number <= count
                else None
            )
        if month is None:
            return None
        last = date(year, month, monthrange(year, month)[1])
        if self.is_weekday:
            first = last.replace(day=1)
            day = first + timedelta(days=(self.weekday - first.weekday()) % 7 + 7 * (self.number - 1))
            if self.number == _LAST:
                day = last - timedelta(days=(last.weekday() - self.weekday) % 7)
            return day if day <= last else None
        if self.unit == _WEEK:
            return last.replace(day=min(7 * self.number - 3, last.day - 3 if self.number == _LAST else last.day))
        return last.replace(day=8 if self.number == 1 else 23) if self.number in (1, 2, _LAST) else None


@lru_cache(maxsize=256)
def read_period(text: str) -> Period | None:
    """The period that a text is; None for anything else."""
    found = _PERIOD.fullmatch(text)
    if found is None:
        return None
    number = int(found["figure"]) if found["figure"] else _ordinals(text).index(fold(found["ordinal"])) + 1
    if found["weekday"]:
        language = _LANGUAGE_OF[fold(found["weekday"])]
        days = [fold(word) for word in WEEKDAYS[language]]
        return Period(number, _WEEKDAY, days.index(fold(found["weekday"])))
    return Period(number, "quarter" if found["letter"] else _UNIT_OF[fold(found["unit"])][0])


def moved_period(text: str, to: date, month: int | None) -> str:
    """A period as it is written, of which a day is the middle by now; `month` is the one that it was of, if of any."""
    period, found = read_period(text), _PERIOD.fullmatch(text)
    if period is None or found is None:
        return text
    number, is_last = _number_of(period, to, month)
    pieces = {}
    if found["ordinal"]:
        at = _LAST if number == _FIFTH or (is_last and period.number == _LAST) else number
        pieces["ordinal"] = cased(_ordinals(text, plain=False)[at - 1], found["ordinal"])
    else:
        pieces["figure"] = str(number)
        if number != period.number:
            # `1er`, `3.er` and `2do` are no endings of others.
            ending = "ª" if period.unit in _FEMININE else "º"
            letters = found["ending"].strip(".")
            pieces["ending"] = found["ending"].replace(letters, ending) if len(letters) > 1 else found["ending"]
    if found["weekday"]:
        language = _LANGUAGE_OF[fold(found["weekday"])]
        pieces["weekday"] = cased(WEEKDAYS[language][to.weekday()], found["weekday"])
    for group in sorted(pieces, key=found.start, reverse=True):
        text = text[: found.start(group)] + pieces[group] + text[found.end(group) :]
    return text


def _number_of(period: Period, to: date, month: int | None) -> tuple[int, bool]:
    """Which of its kind the period is that a day lies in, and whether it is the last one."""
    if period.is_of_year(month):
        count = _IN_YEAR[period.unit]
        number = (to.month - 1) // (12 // count) + 1
        return number, number == count
    if period.unit in (_WEEK, _WEEKDAY):
        return (to.day - 1) // 7 + 1, monthrange(to.year, to.month)[1] - to.day < 7
    number = 1 if to.day <= 15 else 2
    return number, number == 2


def _ordinals(text: str, plain: bool = True) -> list[str]:
    """The words of the first, the second … in the language and gender of a period that has one; folded if `plain`."""
    found = _PERIOD.fullmatch(text)
    assert found is not None
    language = _UNIT_OF[fold(found["unit"])][1] if found["unit"] else _LANGUAGE_OF[fold(found["weekday"])]
    own = fold(found["ordinal"])
    rows = [words for name, words in _ORDINALS.items() if own in map(fold, words)]
    named = [words for name, words in _ORDINALS.items() if name.startswith(language) and words in rows]
    words = (named or rows)[0]
    return [fold(word) for word in words] if plain else list(words)
