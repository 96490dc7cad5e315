"""Several years: what a date says of its years, where it tells more than one, or nothing else.

A range that were but its last year would be false (`Fumador 2001-2010`), so ranges and lists stay such: `2001-2010`,
`de 2001 a 2010`, `2011 y 2013`.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists
from deid_studio.release.surrogates.agreement import Gender, asked_before
from deid_studio.release.surrogates.dates import DateToken

_LISTS = word_lists("dates")
_ROWS = {row: frozenset(fold(word) for word in words) for row, words in _LISTS.table("beside_years").items()}
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_SIGN = regex.compile(r"[-–,;/]")


def told_years(tokens: Sequence[DateToken], years: Sequence[int]) -> str:
    """The years of a date, which are these in order, and what of the words beside them is as true of years alone."""
    if _is_of_years(tokens):
        left = iter(years)
        return "".join(str(next(left)) if token.role == "year" else token.text for token in tokens).strip(" ,;")
    places = [at for at, token in enumerate(tokens) if token.role == "year"]
    told = str(years[0])
    for one, other, before, year in zip(places, places[1:], years, years[1:], strict=False):
        if year != before:
            told += f"{_link(tokens[one + 1 : other])}{year}"
    begin = fold(tokens[0].text) if tokens else ""
    return f"{tokens[0].text} {told}" if begin in _ROWS["before_all"] and _fits(begin, years) else told


def with_noun_of_year(told: str, before: str) -> str:
    """Years behind a feminine article, with a noun that it goes with: `en la fecha de 2009`."""
    asked = asked_before(before)
    if asked.gender is not Gender.FEMININE or not told[:1].isdigit():
        return told
    return f"{'fechas' if asked.plural else 'fecha'} de {told}"


def _is_of_years(tokens: Sequence[DateToken]) -> bool:
    """Whether a date tells years and nothing else, with words that say how they lie."""
    if any(token.role not in ("", "year") for token in tokens):
        return False
    words = {fold(word) for token in tokens if token.role != "year" for word in _WORD.findall(token.text)}
    figures = any(token.role != "year" and any(map(str.isdigit, token.text)) for token in tokens)
    return not figures and words <= frozenset().union(*_ROWS.values())


def _fits(begin: str, years: Sequence[int]) -> bool:
    """Whether a word fits so many years: `entre 2011 y 2013`, but not `entre 2011`."""
    return (len(set(years)) > 1) or begin not in _ROWS["before_two"]


def _link(between: Sequence[DateToken]) -> str:
    """What stands between two years that other words stood between: a range is one, anything else a list."""
    text = "".join(token.text for token in between)
    for word in _WORD.findall(text):
        if fold(word) in _ROWS["until"]:
            return " a "
        if fold(word) in _ROWS["and"]:
            return f" {word} "
    found = _SIGN.match(text.strip())
    return "-" if found is not None and found.group() in "-–" else ", "
