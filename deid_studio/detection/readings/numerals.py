"""Numerals: numbers that are dictated in words, in figures."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from deid_studio.detection.grammar.searching import SearchedExpression, SearchedText
from deid_studio.detection.readings.reading import Edit, Reading
from deid_studio.people.date_words import MONTH_OF
from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_number

_WORDS = (
    r"(?:cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince"
    r"|dieci[a-zé]{3,6}|veint[a-zéó]{1,8}|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|",
    r"quinient[oa]s|mil)",
)
_HUNDREDS = r"[a-z]{2,6}cient[oa]s|"


def _run(words: str) -> SearchedExpression:
    return SearchedExpression(rf"(?i)\b{words}(?:,?[ \t](?:y[ \t])?{words}){{0,30}}+\b", regex.VERSION0)


# Any word may begin as hundreds do, and few texts have some.
_RUN, _RUN_OF_HUNDREDS = _run("".join(_WORDS)), _run(_HUNDREDS.join(_WORDS))
_OF_HUNDREDS = regex.compile(r"(?i)cient[oa]s")
_WORD = regex.compile(r"[^\W\d_]+")
_AFTER = regex.compile(r"(?i)[ \t]de[ \t]([^\W\d_]{3,12})\b")
_BEFORE = regex.compile(r"(?i)([^\W\d_]{3,12})[ \t]del?[ \t]$")
_LEAST = 3  # numbers one after the other that are one number told in groups


def numerals(text: str) -> Reading:
    """The text with figures for days and years beside a month, and for numbers told in groups."""
    runs = _RUN if _OF_HUNDREDS.search(text) is None else _RUN_OF_HUNDREDS
    return Reading(text, (edit for run in runs.places(SearchedText(text)) for edit in _edits(text, *run)))


def _edits(text: str, start: int, end: int) -> Iterator[Edit]:
    if text[start:end].isalpha() and not _of_date(text, start, end):
        return  # as most: a word, which is no day
    places = [word.span() for word in _WORD.finditer(text, start, end)]
    folded = [fold(text[slice(*place)]) for place in places]
    found: list[tuple[int, int, int]] = []  # first word, word after the last one, number
    at = 0
    while at < len(folded):
        read = read_number(folded, at)
        if read is None:
            at += 1
            continue
        found.append((at, read[1], read[0]))
        at = read[1]
    if len(found) >= _LEAST:
        whole = places[found[0][0]][0], places[found[-1][1] - 1][1]
        yield Edit(*whole, "".join(str(number) for _, _, number in found))
    elif found and _of_date(text, places[found[0][0]][0], places[found[-1][1] - 1][1]):
        yield from (Edit(places[first][0], places[after - 1][1], str(number)) for first, after, number in found)


def _of_date(text: str, start: int, end: int) -> bool:
    after = _AFTER.match(text, end)
    if after is not None and fold(after[1]) in MONTH_OF:
        return True
    if "de" not in text[max(start - 4, 0) : start].lower():  # which tells sooner
        return False
    before = _BEFORE.search(text, max(start - 20, 0), start)
    return before is not None and fold(before[1]) in MONTH_OF
