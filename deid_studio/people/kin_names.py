"""Kin names: words for relatives that are names as well (`Primo`, `Yaya`, `Nieto`), where their place says so.

A relative is named right behind the word for them, often with a sign between: `hermano, Primo, 40 a`,
`Padre: Nieto Gil`.
"""

from __future__ import annotations

from typing import NamedTuple

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_WORDS = word_lists("relatives")
# Words for relatives that are given names as well, surnames as well, or in small letters a woman's name.
KIN_GIVEN_NAMES = _WORDS.words("given_names")
KIN_SURNAMES = _WORDS.words("surnames") | KIN_GIVEN_NAMES
DOUBTFUL_KIN = _WORDS.words("doubtful")
_COLLECTIVE = _WORDS.words("collective")
_UNITS, _LINKS = _WORDS.words("units"), _WORDS.words("links")
_SIGN = regex.compile(r"\s*(?P<sign>[,:(–-])\s*[\"“«'‘]?$")
_WORD = regex.compile(r"[\p{L}\p{M}]+|\p{Nd}+")
_CLAUSE = regex.compile(r"(?r)[^,;:.()\n\r]*")
_MOST_BETWEEN = 5  # words between a relative and the sign behind them: `hermano pequeño de 40 años, `
_LEAST_PLURAL = 5


class SignedKin(NamedTuple):
    """A word for one relative that stands before a place with a sign between: the word as written, and the sign."""

    word: str
    sign: str


def kin_before_sign(before: str, kin: frozenset[str], said: frozenset[str]) -> SignedKin | None:
    """The word for one relative that what is right before a place ends with, and a sign; `kin` are words for relatives,
    `said` such as are said of them. Not `familiares:` nor `hermanos:`, behind which relatives are listed."""
    found = _SIGN.search(before)
    if found is None:
        return None
    clause = _CLAUSE.match(before, 0, found.start())
    words = _WORD.findall(clause.group()) if clause is not None else []
    for word in list(reversed(words))[: _MOST_BETWEEN + 1]:
        folded = fold(word)
        if folded in kin:
            several = folded in _COLLECTIVE or (folded.endswith("s") and len(folded) > _LEAST_PLURAL)
            return None if several else SignedKin(word, found["sign"])
        if not (folded in said or folded in _UNITS or folded in _LINKS or word.isdigit()):
            return None
    return None


def is_named_so(word: str, after: str, signed: SignedKin) -> bool:
    """Whether a word for a relative is a name behind another such word and a sign; `after` follows it.

    In small letters it is none. A given name is one by itself, a surname beside another name; where all is in capitals
    or begins with one, a comma may part relatives that are listed (`PADRE, PRIMO, TÍO`).
    """
    folded = fold(word)
    if word.islower() or folded not in KIN_SURNAMES:
        return False
    tells = signed.sign in ":(" or signed.word.islower()
    if folded in KIN_GIVEN_NAMES:
        return tells or not word.isupper()
    return tells and after[:1].isupper() and fold(after) not in KIN_SURNAMES
