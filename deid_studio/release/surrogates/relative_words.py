"""Relative words: what tells a date by another: `mañana, viernes 3`, `el próximo lunes 6`, `el 23 del mismo mes`."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import any_of, word_lists

_LISTS = word_lists("dates")
_DAYS = {
    fold(word.replace("_", " ")): int(away) for away, words in _LISTS.table("from_today").items() for word in words
}
_WAYS = {fold(word): int(way) for way, words in _LISTS.table("from_report").items() for word in words}


# `por la mañana`, `cada mañana` are no tomorrow.
_WORD = rf"(?<!\b(?:la|una|cada|esta|aquella|toda)[ ])\b(?P<word>{any_of((*_DAYS, *_WAYS))})\b"
_BEFORE = regex.compile(
    _WORD + r"(?:[ ](?:por|a|de|en)[ ](?:la[ ])?(?:manana|tarde|noche|mediodia))?"
    r"[\s,:(–-]*(?:(?:el|o|dia|para|sera)[ ])*$"
)
_WITHIN = regex.compile(rf"^\W*(?:(?:el|o)[ ])?{_WORD}")
# Of the month of a date before it, or of the report's own; a month later or earlier than that.
_MONTHS = tuple(
    (regex.compile(rf"\s+(?:{form})\b"), of_report, away)
    for form, of_report, away in (
        (r"d[eo]l?[ ](?:el[ ])?(?:mismo|mateix|dicho|citado|propio|referido)[ ]mes|del[ ]mes[ ]citado", False, 0),
        (r"del?[ ](?:mes[ ](?:siguiente|seguent|posterior)|siguiente[ ]mes|seguinte[ ]mes)", False, 1),
        (r"del[ ](?:mes[ ](?:anterior|previo)|anterior[ ]mes)", False, -1),
        (r"de[ ]este[ ](?:mismo[ ])?mes|d'aquest[ ]mes|deste[ ]mes|del[ ](?:presente|corriente|actual)(?:[ ]mes)?"
         r"|del[ ]mes[ ](?:en[ ]curso|actual|presente|corriente)|de[ls]?[ ]corrientes?", True, 0),
        (r"del[ ](?:mes[ ](?:que[ ]viene|proximo|entrante|vinent)|proximo[ ]mes|proper[ ]mes)", True, 1),
        (r"del[ ](?:mes[ ](?:pasado|passat)|pasado[ ]mes)", True, -1),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FromReport:
    """How a day lies to the report's own: so many days away, or but before (-1) or behind it (1)."""

    way: int
    days: int | None = None


def from_report(before: str, text: str) -> FromReport | None:
    """How a date lies to the report's own day by the words in it and right before it; None where none tells."""
    found = _WITHIN.search(fold(text)) or _BEFORE.search(fold(before))
    if found is None:
        return None
    word = found["word"]
    if word in _DAYS:
        days = _DAYS[word]
        return FromReport((days > 0) - (days < 0), days)
    return FromReport(_WAYS[word])


def month_told(behind: str) -> tuple[bool, int] | None:
    """Of which month a day is by the words right behind it: whether by the report's own, and how many months later."""
    folded = fold(behind)
    return next(((of_report, away) for form, of_report, away in _MONTHS if form.match(folded)), None)
