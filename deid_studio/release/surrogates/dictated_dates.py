"""Dictated dates: day, month and year as numbers in words, `dos del diez del veintiuno`, `doce barra cero tres`."""

from __future__ import annotations

from collections.abc import Sequence

from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_number
from deid_studio.people.word_lists import word_lists
from deid_studio.release.surrogates.dates import LEAST_YEAR, MOST_YEAR, DateToken, year_of

_LISTS = word_lists("dates").table("dictated")
_BEFORE, _BETWEEN = frozenset(_LISTS["before"]), frozenset(_LISTS["between"])
_NOUGHT = "cero"
_MOST_DAYS, _MONTHS = 31, 12
_ROLES = ("day", "month", "year")


def dictated_tokens(tokens: Sequence[DateToken]) -> list[DateToken] | None:
    """The tokens of a date that numbers in words tell, each number as one; None where it is none.

    Of three numbers that no calendar has together nothing is said, so that none of them is moved by itself.
    """
    words = [(at, fold(token.text)) for at, token in enumerate(tokens) if token.text.isalpha()]
    if any(token.text.isnumeric() or token.role for token in tokens):
        return None
    numbers = _numbers([word for _, word in words])
    if numbers is None:
        return None
    values = [value for value, _, _ in numbers]
    if len(values) == len(_ROLES) and values[2] < 100:
        values[2] = year_of(values[2])
    is_date = (
        1 <= values[0] <= _MOST_DAYS
        and 1 <= values[1] <= _MONTHS
        and (len(values) < len(_ROLES) or LEAST_YEAR <= values[2] <= MOST_YEAR)
    )
    if not is_date:
        return [DateToken(token.text) for token in tokens] if len(values) == len(_ROLES) else None
    made: list[DateToken] = []
    last = 0
    for role, value, (said, first, end) in zip(_ROLES, values, numbers, strict=False):
        start, behind = words[first][0], words[end - 1][0] + 1
        text = "".join(token.text for token in tokens[start:behind])
        made += [*tokens[last:start]]
        language = "tens" if role == "year" and said < 100 else "words"
        made.append(DateToken(text, role, value, language))
        last = behind
    return [*made, *tokens[last:]]


def _numbers(words: Sequence[str]) -> list[tuple[int, int, int]] | None:
    """Two or three numbers that are all that words say, with where each begins and ends; None for anything else."""
    found: list[tuple[int, int, int]] = []
    at = 0
    while at < len(words) and words[at] in _BEFORE:
        at += 1
    while at < len(words):
        first = at
        at += words[at] == _NOUGHT and at + 1 < len(words)
        read = read_number(words, at)
        if read is None:
            return None
        found.append((read[0], first, read[1]))
        at = last = read[1]
        while at < len(words) and words[at] in _BETWEEN:
            at += 1
        if at == last and at < len(words):
            return None
    return found if len(found) in (2, 3) and words[-1] not in _BETWEEN else None
