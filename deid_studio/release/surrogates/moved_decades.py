"""Decades of the calendar as they are moved: with the middle of what is told of them, so that they stay as near to the
years beside them as they were."""

from __future__ import annotations

import regex

from deid_studio.people.number_words import in_words
from deid_studio.release.written import cased

_DAYS_OF_YEAR = 365.25
_YEARS = 10
_THIRDS = 3
# Where in its decade lies what is told of it: the first third, the second or all of it, the last.
_MIDDLES = tuple(_YEARS * (third + 0.5) / _THIRDS for third in range(_THIRDS))
_PART = r"(?:principios|comienzos|inicios|mediados|finales|fines)"
_WORDS_BEFORE = regex.compile(
    rf"(?i)(?:\b{_PART}\s+de\s+)?(?:\bla\s+)?\b(?:los(?:\s+años)?|años|d[eé]cada\s+de(?:l|\s+los)?)\s+$"
)
_PLURAL = regex.compile(r"(?i)\b(?:los|años)\s+$")
_SINGULAR = regex.compile(r"(?i)(\bde)l?\s+$")


def moved_decade(decade: int, third: int | None, days: int) -> tuple[int, int]:
    """The decade (its first year) in which one comes to lie that is moved by some days, and which third of that.

    `third` is which of the first one is meant (0 to 2); None where all of it is. A shift of a few years leaves most
    decades what they were: another would be ten years away.
    """
    middle = decade + _MIDDLES[1 if third is None else third] + days / _DAYS_OF_YEAR
    moved = int(middle // _YEARS) * _YEARS
    return moved, min(int((middle - moved) * _THIRDS / _YEARS), _THIRDS - 1)


def words_of_decade(before: str) -> str:
    """The words right before a number that make it a decade, with the part of it that they tell (`finales de los`)."""
    found = _WORDS_BEFORE.search(before)
    return "" if found is None else found.group()


def told_decade(text: str, before: str, own: int, moved: int, is_in_words: bool) -> tuple[str, str] | None:
    """What stands before a decade in its date and the decade, moved, in the form in which it is written.

    One that has stayed what it was is written in two figures where it was in four, as nothing longer of a date stays;
    None where that cannot be.
    """
    if is_in_words:
        return before, cased(in_words(moved % 100), text) if moved % 100 else "dos mil"
    if moved != own or len(text) == 2:
        return before, str(moved)[-len(text) :]
    if not moved % 100:
        return None  # `los 00`
    if _PLURAL.search(before):
        return before, str(moved)[-2:]
    singular = _SINGULAR.search(before)
    return (
        None if singular is None else (before[: singular.end(1)] + cased(" los ", singular.group(1)), str(moved)[-2:])
    )
