"""Misread signs: letters that a scanner put in the place of figures, and figures in that of letters; lengths stay."""

from __future__ import annotations

import regex

# Beside figures, or alone between the signs of a date (`l/O6/2O22`). `1o` is an ordinal, `12-I` a Roman month.
_FIGURES = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}])(?:(?=[OolI]*\p{N})[OolI\p{N}]*[OlI\p{N}]|[Ol]{1,2}(?=[/.-][OlI]*\p{N}))(?![\p{L}\p{M}\p{N}])"
)
_AS_FIGURES = str.maketrans("OolI", "0011")
_WORD = regex.compile(r"(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}¡|]+(?![\p{L}\p{M}\p{N}])")
_SIGN = regex.compile("[0-9¡|]")
_LETTER = regex.compile(r"(?<=[\p{L}\p{M}])[0-9¡|](?=\p{L})|(?<=[\p{L}\p{M}])0$|^0(?=\p{L})")
_LEAST_LETTERS = 3  # of a word: what has fewer is a code
_AS_SMALL = str.maketrans("0123456789¡|", "olzeasgtbgil")
_AS_CAPITALS = str.maketrans("0123456789¡|", "OIZEASGTBGII")


def with_figures(text: str) -> str:
    """The text with letters that stand for figures as these: `l4/O6/2O22` → `14/06/2022`."""
    return str(_FIGURES.sub(lambda match: match.group().translate(_AS_FIGURES), text))


def with_letters(text: str) -> str:
    """The text with single figures within its words as the letters that they stand for: `Gal1ego` → `Gallego`."""
    return str(_WORD.sub(_lettered, text)) if _SIGN.search(text) else text


def _lettered(match: regex.Match[str]) -> str:
    word = match.group()
    if sum(map(str.isalpha, word)) < _LEAST_LETTERS:
        return str(word)

    def letter(found: regex.Match[str]) -> str:
        beside = word[found.end() : found.end() + 1] or word[found.start() - 1]
        return str(found.group().translate(_AS_CAPITALS if beside.isupper() else _AS_SMALL))

    return str(_LETTER.sub(letter, word))
