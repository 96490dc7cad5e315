"""Dates within: the calendar dates in a mention that is of something else, `43 años, cumplidos el 3 de mayo`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from deid_studio.people.date_words import MONTH_OF, WEEKDAY_OF
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.number_words import read_spoken
from deid_studio.people.word_lists import any_of
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.feasts import HOLIDAY_NAMES


def _any(words: Iterable[str]) -> str:
    return any_of(words).replace(r"\ ", r"\s+")


# Numbers in words are no months: `setanta-set`.
_MONTH = rf"(?:{_any(word for word in MONTH_OF if read_spoken([word]) is None)})\.?"
_LONG_MONTH = rf"(?:{_any(word for word in MONTH_OF if len(word) > 3 and read_spoken([word]) is None)})"
_OF = r"(?:\s*(?:de[l]?\s+|d['’]|[/.-])\s*|\s+)"
_NUMBER = r"(?:\d{1,2}[ºo]?|primer[oa]?|uno|[a-z]{3,12}(?:\s+y\s+[a-z]{3,6})?)"
_YEAR = r"(?:(?:18|19|20)\d\d)"
_DATE = regex.compile(
    rf"""
    (?<![\w/.,-])(?:
      \d{{1,2}}[/.-]\d{{1,2}}[/.-](?:\d{{4}}|\d\d)
    | {_YEAR}[/.-]\d{{1,2}}[/.-]\d{{1,2}}
    | (?<=\b(?:el|al|del|dia|desde|hasta|en|hoy|ayer)\s)\d{{1,2}}[/-]\d{{1,2}}
    | (?<number>{_NUMBER}){_OF}{_MONTH}\b(?:{_OF}(?:{_YEAR}|\d\d(?!\d|\s*(?:a|anos?|anys?|m|d)\b)))?
    | {_LONG_MONTH}\b(?:{_OF}{_YEAR})?
    | {_YEAR}
    | (?:dia\s+(?:de\s+(?:l[ao]s?\s+)?|del\s+))?(?:{_any(HOLIDAY_NAMES)})\b(?:\s+del?\s+{_YEAR})?
    | (?:{_any(WEEKDAY_OF)})\b(?:\s+(?:dia\s+)?\d{{1,2}}\b)?
    )(?![\w]|[/-]\d)
    """,
    regex.VERBOSE,
)


@lru_cache(maxsize=512)
def dates_within(text: str) -> tuple[tuple[int, int], ...]:
    """Where the calendar dates of a text stand (code points): days, months, years in four figures, weekdays, feasts.

    A number before a month is its day where it can be one; how many months somebody is old is no date.
    """
    folded = FoldedText(text)
    found = []
    for match in _DATE.finditer(folded.folded):
        start, end = folded.to_text(*match.span())
        if match["number"] and not _is_day(match["number"]):
            start = folded.to_text(match.end("number"), match.end())[0]
            start += len(text[start:end]) - len(text[start:end].lstrip())
        if read_date(text[start:end]).is_understood:
            found.append((start, end))
    return tuple(found)


def _is_day(folded: str) -> bool:
    written = read_date(f"{folded} de enero")
    return written.said.day is not None and written.said.day <= 31
