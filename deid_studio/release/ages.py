"""Ages as they are written: how many years each number of a text says, in figures and in words."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from deid_studio.people.decades import YEARS, decade_in, is_decade
from deid_studio.people.folding import fold
from deid_studio.people.misread import with_figures
from deid_studio.people.number_words import read_spoken
from deid_studio.people.word_lists import word_lists

OLDEST = 130
_RARELY_SMALL = 90
_PIECE = regex.compile(r"\d{1,3}[.,]\d{3}(?!\d)|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[^\s\d\p{L}\p{M}]+")
_FIGURE = regex.compile(r"\d")
_THOUSAND = regex.compile(r"\d{1,3}[.,]\d{3}")
_WORDS = word_lists("ages")
_YEARS_OF = {"years": 1.0, "months": 1 / 12, "weeks": 7 / 365.25, "days": 1 / 365.25, "hours": 0.0}
_YEARS_IN = {unit: _YEARS_OF[name] for name, units in _WORDS.table("units").items() for unit in units}
UNITS = frozenset(_YEARS_IN)
# What stands behind a number of years that has no unit: `43 cumplidos`. Any other word may be a unit.
_BESIDE = frozenset(_WORDS.table("words")["beside"])
_BETWEEN = frozenset(("y", "a", "o", "u", "e", "i", "hasta", "fins", "ata", "-", "–", "+", "/", ","))
_DATE = regex.compile(r"\d\s*[-/.]\s*\d+\s*[-/.]\s*\d")
# Which year or age of life, not how many years; `29ª` alone are years.
_ORDINAL = regex.compile(r"\d[ ]?\.?[ªº]\s*\p{L}|\d[ ]?\.?a\s+(?:edad|edat|idade)\b")
_HYPHEN = regex.compile(r"(?<=\p{L})-(?=\p{L})")
_ROMAN = regex.compile(r"\b(?=[CLXVI])(C?)(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})(?=\s+(?i:a[nñ]os?|anys?)\b)")
_ROMAN_ALONE = regex.compile(r"\s*([CLXVI]{2,})\s*")
# Units that are shortened letter by letter (`5 d.v.`, `91 h de vida`), and weeks of gestation with days (`38+4`).
_OF_LIFE = regex.compile(r"(?<=\d\s?)([hdsm])(?:s|\.\s?|/|\s)?\s?(?:de\s)?v(?:ida)?\b")
_OF_GESTATION = regex.compile(r"(?<![\d.,+])(\d\d)\s?\+\s?([0-6])(?:/7)?(?![\d+]|\s?a(?:[^\p{L}]|[nñ]os?|$))")
_TENS = " X XX XXX XL L LX LXX LXXX XC".split(" ")
_UNITS = " I II III IV V VI VII VIII IX".split(" ")
_UNKNOWN = "?"
_VERY_OLD = regex.compile(r"(?:nona[gx]enari|centenari|noventon)")


@dataclass(frozen=True, slots=True)
class _Number:
    value: float
    unit: str | None  # None: none follows, and it is of years

    @property
    def years(self) -> float:
        return self.value * _YEARS_IN[self.unit or "a"]

    @property
    def is_of_years(self) -> bool:
        return _YEARS_IN[self.unit or "a"] == 1


@dataclass(frozen=True, slots=True)
class Age:
    """Which ages a text tells, in years: the least and the most, and whether it counts years or but months and less."""

    least: float
    most: float
    in_years: bool = True


def ages_in(text: str) -> tuple[float, ...] | None:
    """The years that each number of a text says; None for a text in which a number is no age, or may mean two.

    A number takes the unit that follows it, or follows the one that it is joined with (`entre 8 y 10 meses`); without
    any it is of years. `nonagenaria` is 90, `centenario` 100.
    """
    numbers = _numbers(text)
    return None if numbers is None else tuple(number.years for number in numbers)


def age_in(text: str) -> Age | None:
    """What a text says of an age, also by the decade of life; None where it says none for certain.

    Where it counts years, the months beside them are left out.
    """
    numbers = _numbers(text)
    if not numbers:
        decade = decade_in(text)
        return None if decade is None else Age(decade, decade + YEARS - 1)
    years = [number.years for number in numbers if number.is_of_years]
    ages = years or [number.years for number in numbers]
    return Age(min(ages), max(ages), bool(years))


def largest_in(text: str) -> float:
    """The largest number that a text says, in figures or words, whatever it counts; 0 where it says none."""
    words = [match.group() for match in _PIECE.finditer(_folded(text))]
    return max((value for at in range(len(words)) if (value := _read(words, at)[0]) is not None), default=0.0)


def lacks_unit(text: str) -> bool:
    """Whether a text ends with a number that nothing says what it counts: `55`, `cuarenta y dos`, but not `8 meses`."""
    numbers = _numbers(text) or []
    return any(one.unit is None for one in numbers[-1:]) and not _VERY_OLD.search(_folded(text))


def _folded(text: str) -> str:
    alone = _ROMAN_ALONE.fullmatch(text)
    figures = _ROMAN.sub(_in_figures, f"{alone.group(1)} años" if alone else with_figures(text))
    told = _OF_LIFE.sub(r"\1v", _HYPHEN.sub(" ", fold(figures)))
    return str(_OF_GESTATION.sub(r"\1 sem \2 d", told))


def _in_figures(roman: regex.Match[str]) -> str:
    hundred, tens, units = roman.groups()
    return str(100 * bool(hundred) + 10 * _TENS.index(tens) + _UNITS.index(units))


def _numbers(text: str) -> list[_Number] | None:
    """The numbers of a text; None for one in which a number is no age, or may mean two."""
    folded = _folded(text)
    if _DATE.search(text) or _ORDINAL.search(text) or is_decade(folded):
        return None
    pieces = [_Piece(match.group(), match.start(), match.end()) for match in _PIECE.finditer(folded)]
    words = [piece.text for piece in pieces]
    numbers: list[_Number] = []
    at = 0
    while at < len(pieces):
        value, after = _read(words, at)
        if value is None:
            at = after
            continue
        unit = _unit(pieces, value, after)
        if not (value == 1 and unit in (None, _UNKNOWN) and words[at].isalpha() and words[at] != "uno"):  # `una mujer`
            if unit == _UNKNOWN:
                return None  # `91 xx` may be anything
            number = _Number(value, unit)
            if value >= _RARELY_SMALL and unit in ("m", "s", "d", "h"):
                return None  # `93 M` may be a woman's age, and need not be months
            if number.years > OLDEST:
                return None
            numbers.append(number)
        at = after
    return numbers


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word, a number or a sign of a text."""

    text: str
    start: int
    end: int


def _read(words: list[str], at: int) -> tuple[float | None, int]:
    """The number that begins at a piece, if any does, and where what follows it begins."""
    word = words[at]
    if _FIGURE.match(word):
        whole = regex.sub("[.,]", "", word) if _THOUSAND.fullmatch(word) else word.replace(",", ".")
        return float(whole), at + 1
    if _VERY_OLD.search(word):
        return (90.0 if word.startswith("no") else 100.0), at + 1
    read = read_spoken(words, at) if word.isalpha() else None
    return (None, at + 1) if read is None else (float(read[0]), read[1])


def _unit(pieces: list[_Piece], value: float, after: int) -> str | None:
    """The unit that follows a number, or the number that it is joined with; None when there is none, and `_UNKNOWN` for
    a word that may be one."""
    words = [piece.text for piece in pieces]
    at = after
    while at < len(words):
        word = words[at]
        following = _read(words, at + 1)[0] if at + 1 < len(words) else None
        # `3 a 5 meses`, but `45 a 3 m` and `3a 5m`.
        joins = word == "a" and following is not None and value < following and pieces[at].start > pieces[at - 1].end
        if word in _YEARS_IN and not joins:
            return word
        number, then = _read(words, at)
        if word in _BETWEEN:
            at += 1
        elif number is not None and (at > after or word.isalpha()) and not _VERY_OLD.search(word):
            value, at = number, then
        else:
            is_beside = at > after or not word.isalpha() or word in _BESIDE or _VERY_OLD.search(word)
            return None if is_beside else _UNKNOWN
    return None
