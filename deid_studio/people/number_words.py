"""Number words: whole numbers in Spanish words, written and read; those below two hundred are read in others too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

LARGEST = 9_999
_UNITS = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete"
    " veintiocho veintinueve"
).split()
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_HUNDREDS = {1: "ciento", 5: "quinientos", 7: "setecientos", 9: "novecientos"}
_MOST_WORDS = 6  # nueve mil novecientos noventa y nueve
_LINKS = ("", "y", "i", "e", "ta", "eta")


def in_words(number: int) -> str:
    """A number from 0 to `LARGEST` in words, as it is counted (`veintiuno`); raises ValueError outside."""
    if not 0 <= number <= LARGEST:
        raise ValueError(f"{number} is not between 0 and {LARGEST}")
    thousands, rest = divmod(number, 1000)
    hundreds, below = divmod(rest, 100)
    said = []
    if thousands:
        said += ["mil"] if thousands == 1 else [_UNITS[thousands], "mil"]
    if rest == 100:
        said.append("cien")
    elif hundreds:
        said.append(_HUNDREDS.get(hundreds, _UNITS[hundreds] + "cientos"))
    if below >= len(_UNITS):
        said.append(_TENS[below // 10 - 3])
        said += ["y", _UNITS[below % 10]] if below % 10 else []
    elif below or not said:
        said.append(_UNITS[below])
    return " ".join(said)


def before_noun(number: int, feminine: bool = False) -> str:
    """A number in words as it stands before a noun: `veintiún años`, `treinta y un días`, `una semana`.

    Hundreds stay masculine.
    """
    said = in_words(number)
    if not said.endswith("uno"):
        return said
    if feminine:
        return said.removesuffix("o") + "a"
    return said.removesuffix("uno") + "ún" if said.endswith("veintiuno") else said.removesuffix("o")


def read_number(folded: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """The number that folded words say from `start` on, in any form above, and where it ends: the longest.

    None when none begins there.
    """
    for end in range(min(len(folded), start + _MOST_WORDS), start, -1):
        number = _number(folded[start:end])
        if number is not None:
            return number, end
    return None


def read_spoken(folded: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """As `read_number`, also below two hundred in another language of the country (`noranta dos`, `laurogeita hamabi`)
    and where words were run together (`noventayseis`)."""
    spanish = read_number(folded, start)
    for end in range(min(len(folded), start + _MOST_WORDS), start if spanish is None else spanish[1], -1):
        number = _spoken(folded[start:end])
        if number is not None:
            return number, end
    return spanish


def _spoken(folded: Sequence[str]) -> int | None:
    said = _below_hundred()
    hundred = _hundreds().get(folded[0])
    if hundred is None or len(folded) == 1:
        return said.get(" ".join(folded), hundred)
    below = said.get(" ".join(folded[1 + (folded[1] in _LINKS) :]))
    return None if below is None else hundred + below


@cache
def _hundreds() -> Mapping[str, int]:
    return _rows("hundreds")


@cache
def _below_hundred() -> Mapping[str, int]:
    """Folded words below a hundred in any language, their parts apart and run together."""
    units, forms = _rows("units"), {}
    for rows, most in ((_rows("tens"), 9), (_rows("scores"), 19)):
        for word, ten in rows.items():
            forms[word] = ten
            for unit, number in units.items():
                if number <= most:
                    for link in _LINKS:
                        forms[" ".join((word, link, unit)).replace("  ", " ")] = ten + number
                        forms[word + link + unit] = ten + number
    return forms | units


def _rows(name: str) -> dict[str, int]:
    table = word_lists("numbers").table(name)
    return {word: int(number) for number, words in table.items() for word in words}


def _number(folded: Sequence[str]) -> int | None:
    """The number that these words are."""
    number = _below_thousand().get(" ".join(folded))
    if number is not None or "mil" not in folded:
        return number
    at = folded.index("mil")
    thousands = _THOUSANDS.get(" ".join(folded[:at]))
    rest = _below_thousand().get(" ".join(folded[at + 1 :]), 0)
    if thousands is None or (rest == 0) != (at + 1 == len(folded)):
        return None
    return thousands + rest


_THOUSANDS = {"": 1000} | {unit: 1000 * number for number, unit in enumerate(_UNITS[:10]) if number > 1}


@cache
def _below_thousand() -> Mapping[str, int]:
    forms = {}
    for number in range(1000):
        for said in (in_words(number), before_noun(number), before_noun(number, feminine=True)):
            forms[fold(said)] = number
    return forms
