"""Decades of life: ages that are said as the ten years between which somebody is (`sexta década`, `cuarentona`)."""

from __future__ import annotations

from functools import cache

import regex

from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_spoken
from deid_studio.people.word_lists import word_lists

YEARS = 10
_DECADE = r"(?:decad[ae]s?|decenios?)"
_WHICH = regex.compile(r"(?:\b(\p{L}+)|(?<!\d)(\d\d?)[ ]?\.?[ªºa]?)\s+(?:decada|decenio)\b")
_COUNTED = regex.compile(r"(?<!\d)(\d\d?|\b\p{L}+)\s+(?:decad[ae]s|decenios)\b")
_OF_THE = regex.compile(rf"\b{_DECADE}\s+d(?:e|els?|os)\s+(?:l[oa]s\s+|os\s+)?(\d\d?0|\p{{L}}+)\b")
_ABOUT = regex.compile(
    r"\b(vein|trein|cuaren|cincuen|sesen|seten|ochen|noven)t(?:[ae]?[iy]|a)(?:pic|poc|tant|much|larg)[oa]s?\b"
)
_TENS = {"vein": 20, "trein": 30, "cuaren": 40, "cincuen": 50, "sesen": 60, "seten": 70, "ochen": 80, "noven": 90}


def is_decade(text: str) -> bool:
    """Whether a text counts decades, whichever."""
    return regex.search(rf"\b{_DECADE}\b", fold(text)) is not None


def decade_in(text: str) -> int | None:
    """The first year of the latest decade of life that a text names; None where it names none."""
    folded = fold(text)
    found = [_TENS[about.group(1)] for about in _ABOUT.finditer(folded)]
    found += [year for word in regex.findall(r"\p{L}+", folded) if (year := _of_word(word)) is not None]
    for which in _WHICH.finditer(folded):
        place = int(which.group(2)) if which.group(2) else _ordinals().get(which.group(1))
        found += [] if place is None else [YEARS * (place - 1)]
    found += [YEARS * _number(counted.group(1)) for counted in _COUNTED.finditer(folded)]
    found += [year for of in _OF_THE.finditer(folded) if not (year := _number(of.group(1))) % YEARS]
    return max((year for year in found if year >= 0), default=None)


def _number(folded: str) -> int:
    """A number in figures or in one word; negative for what is none."""
    read = (int(folded), 1) if folded.isdigit() else read_spoken([folded])
    return -1 if read is None else read[0]


def _of_word(folded: str) -> int | None:
    return next((year for year, begins in _words().items() if folded.startswith(begins)), None)


@cache
def _words() -> dict[int, tuple[str, ...]]:
    return {int(year): words for year, words in word_lists("numbers").table("of_decades").items()}


@cache
def _ordinals() -> dict[str, int]:
    """Ordinals in words and in Roman numerals."""
    rows = word_lists("numbers").table("ordinals")
    return {word: int(place) for place, words in rows.items() for word in words}
