"""Edges: days that are the first or the last of a season, a month or a year, or one of every month.

`primer día de primavera` is a fact of the calendar: of a moved date it is false, so that the season becomes its class.
`primer lunes de cada mes` is another day of the week by now, and need not be the first: it becomes a day that is fixed.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from deid_studio.people.date_words import WEEKDAY_OF
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import any_of, word_lists
from deid_studio.release.written import cased

_LISTS = word_lists("dates").table("edges")
_FIXED = dict(zip(("es", "ca", "gl"), (words.replace("_", " ") for words in _LISTS["fixed"]), strict=True))


def _any(words: Iterable[str]) -> str:
    return any_of(map(fold, words))


def _edge(days: Iterable[str]) -> str:
    which = rf"(?:{_any(_LISTS['which'])}|1\.?\s?(?:er|[ºo])?)\s+(?:{_any(days)})"
    return (
        rf"\b(?:{which}|{_any(_LISTS['turns'])})\s+"
        r"(?:del?|do|da|d['’])\s*(?:(?:la|el|l['’]|mes|ano|any|de|d['’])\s*)*"
    )


_BEFORE = regex.compile(rf"{_edge((*_LISTS['day'], *WEEKDAY_OF))}$")
_WITHIN = regex.compile(rf"^\W*(?:(?:el|o)\s+)?{_edge(_LISTS['day'])}")  # `primer lunes de mayo` is told anew
_EACH_MONTH = regex.compile(r"(?i)\s*\bd[eo]l?\s+(?:cada\s+)?mes\b(?!\s+de\b)")


def is_edge(before: str, text: str) -> bool:
    """Whether a date is told by the first or last day of it, by the words in it or right before it."""
    return _BEFORE.search(fold(before)) is not None or _WITHIN.search(fold(text)) is not None


def each_month(behind: str) -> str:
    """What stands right behind a day of the week that makes it one of every month, if anything (` de cada mes`)."""
    found = _EACH_MONTH.match(behind)
    return "" if found is None else found.group()


def says_each_month(text: str) -> bool:
    """Whether a date says that it is of every month."""
    return _EACH_MONTH.search(fold(text)) is not None


def fixed_day(language: str) -> str:
    """A day of every month, whichever."""
    return _FIXED.get(language, _FIXED["es"])


def of_fixed_month(text: str, language: str) -> str:
    """A fixed day with its month as it is said of one: `día fijado del mes`, as no word of a date stays but that."""
    return str(_EACH_MONTH.sub(lambda found: cased(" do mes" if language == "gl" else " del mes", found.group()), text))


def without_month(text: str) -> str:
    """A fixed day without the month that stands outside of its mark."""
    return str(_EACH_MONTH.sub("", text))
