"""Lengths: marks of dates that hold none, but how long, how long ago, or a day told by that of the report."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_number
from deid_studio.people.word_lists import word_lists
from deid_studio.release.surrogates.date_reading import read_date

_ROWS = {row: {fold(word) for word in words} for row, words in word_lists("dates").table("lengths").items()}
_UNITS = _ROWS["years"] | _ROWS["shorter"]
_WORD = regex.compile(r"\p{N}+|[\p{L}\p{M}]+")
_CENTURY = regex.compile(r"(?i)\s*(?:(?:el|del|en el|a)\s+)?(?:(?:principios|mediados|finales)\s+del\s+)?"
                         r"(?:s\.|siglos?)\s*[XVI]+(?:\s+pasado)?\s*")  # fmt: skip
_MOST_FIGURES = 3
_LINKS = frozenset("a al con de del desde el en hasta la las los o para por que sobre tras un una y".split())


def tells_no_date(text: str, oldest: int) -> bool:
    """Whether a text holds no date, only lengths of time of fewer than `oldest` years and days told by the report's:
    it tells of nobody when that was, and is as true beside moved dates."""
    if _CENTURY.fullmatch(text):
        return True
    if read_date(text).is_understood:
        return False
    words = _WORD.findall(fold(text))
    if words[-1:] == [] or words[-1] in _LINKS or _UNITS.union(_LINKS).issuperset(words):
        return False  # nothing, or a piece of a date: `el día`, `hasta el`
    at, tells = 0, False
    while at < len(words):
        read = (int(words[at]), at + 1) if words[at].isdigit() else read_number(words, at)
        if read is not None and words[at] not in _ROWS["beside"]:
            number, at = read
            # A number stands before what it counts: `semana 36` is one of a year.
            unit = words[at] if at < len(words) else ""
            if unit not in _UNITS or len(str(number)) > _MOST_FIGURES or (unit in _ROWS["years"] and number >= oldest):
                return False
        tells = tells or words[at] in _UNITS or words[at] in _ROWS["days"]
        if words[at] not in _UNITS and words[at] not in _ROWS["days"] and words[at] not in _ROWS["beside"]:
            return False
        at += 1
    return tells
