"""Misread signs: letters that a scanner put in the place of figures, and figures in that of letters; lengths stay."""

from __future__ import annotations

import regex

# Beside figures, or alone (`l/O6/2O22`, `lO de mayo`). `1o` is an ordinal, `12-I` a Roman month, `3 O 4` two days.
_FIGURES = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}])(?:(?=[OolI]*\p{N})[OolI\p{N}]*[OlI\p{N}]|(?:l[lO]?|Ol)(?!['’´`])|OO?(?=[/.-][OlI]*\p{N}))"
    r"(?![\p{L}\p{M}\p{N}])"
)
_AS_FIGURES = str.maketrans("OolI", "0011")
_WORD = regex.compile(r"(?<![\p{L}\p{M}\p{N}])[\p{Latin}\p{M}\p{N}¡|]+(?![\p{L}\p{M}\p{N}])")
_SIGN = regex.compile("[0-9¡|]")
# Within a word, `TELM0`, `Rea1`, `0rtega`.
_LETTER = regex.compile(
    r"(?i)(?<=[\p{Latin}\p{M}])[0-9¡|](?=\p{Latin})|(?<=[\p{Latin}\p{M}])0$|(?<=[aeiou])1$|^0(?=\p{Latin})"
)
_AS_LETTERS = str.maketrans("0123456789¡|", "oizeasgtbgii")
_BEFORE_L = frozenset("aeiouáéíóúl")  # `Gal1ego`, `va1le`, but `Mart1n`


def with_figures(text: str) -> str:
    """The text with letters that stand for figures as these: `l4/O6/2O22` → `14/06/2022`."""
    return str(_FIGURES.sub(lambda match: match.group().translate(_AS_FIGURES), text))


def with_letters(text: str, least: int = 3) -> str:
    """The text with single figures within its words as the letters that they stand for: `Gal1ego` → `Gallego`.

    Words with fewer than so many letters are codes.
    """
    if not _SIGN.search(text):
        return text
    return str(_WORD.sub(lambda match: _lettered(match.group(), least), text))


def with_capitals(word: str) -> str:
    """A word in capitals with the small `l` that a scanner read for its `I` as that: `FRANClSCO`."""
    capitals = word.replace("l", "I")
    return capitals if len(word) > 2 and word[0] != "l" and capitals.isupper() and not word.isupper() else word


def _lettered(word: str, least: int) -> str:
    if sum(map(str.isalpha, word)) < least:
        return word

    def letter(found: regex.Match[str]) -> str:
        before, after = word[: found.start()][-1:], word[found.end() :][:1]
        is_l = found.group() in "1|" and (before.lower() in _BEFORE_L or after.lower() == "i")
        made = "l" if is_l else found.group().translate(_AS_LETTERS)
        return made.upper() if not before or (after or before).isupper() else made

    return str(_LETTER.sub(letter, word))
