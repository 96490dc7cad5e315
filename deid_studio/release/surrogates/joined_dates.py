"""Joined dates: those whose year is a mention of its own beside the rest: `1969 (agosto)`, `3 de mayo` of `2014`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import regex

from deid_studio.release.surrogates.dates import Moment, WrittenDate

_YEAR_BEHIND = regex.compile(r"(?i)[ \t]*[,(/-]?[ \t]*(?:del?\s+)?(?:(?:año|any|ano)\s+)?")
_YEAR_BEFORE = regex.compile(r"(?i)[ \t]*(?:[(/-][ \t]*|,?[ \t]*(?=mes|en\b))(?:en\s+)?(?:mes\s+(?:de\s+)?)?")


def joined_dates(text: str, dates: Iterable[tuple[int, int, WrittenDate]]) -> dict[int, Moment]:
    """What two mentions in a row say together, of which one is a year alone, by where each of them begins.

    `dates` are in order, with where they stand.
    """
    found: dict[int, Moment] = {}
    for (start, end, first), (at, _, second) in pairwise(dates):
        if start in found or not end <= at:
            continue
        is_first = _is_year(first)
        year, other = (first, second) if is_first else (second, first)
        if not _is_year(year) or other.said.year is not None or other.said.month is None or other.is_named:
            continue
        if (_YEAR_BEFORE if is_first else _YEAR_BEHIND).fullmatch(text, end, at):
            both = Moment(other.said.day, other.said.month, year.said.year)
            if WrittenDate(other.tokens, both).on(Moment(day=15)) is not None:
                found[start] = found[at] = both
    return found


def _is_year(written: WrittenDate) -> bool:
    """Whether a date is a year that no two figures tell, and nothing else."""
    told = [token for token in written.tokens if token.role]
    return [token.role for token in told] == ["year"] and len(told[0].text) > 2
