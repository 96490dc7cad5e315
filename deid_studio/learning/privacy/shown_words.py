"""What a reader of a model sees: the words and the affixes that an attribute spells out.

Most families of attributes show shapes, kinds of gazetteers, classes and distances; the others are words of the text. A
family that is not known here counts as one of words in every part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from deid_studio.learning.privacy.public_words import words_in

# A word's own attributes begin with its offset from the token.
_FAMILY = re.compile(r"-?\d+(?=[a-zA-Z]+=)|[+-](?=[PR]=)")
YEAR = "year"  # stands for any year (detection/word_features.py)
_SIDED = re.compile(r"[CNUV][<>]")  # their values follow at once: `C<title|2`
_WITHOUT_WORDS = frozenset(
    "s S g l c year t1 t2 t3 t5 k k1 k2 x xs n gap gap> P R D C< C> N< N> U< U> g3 g5 g7 gc lower mail".split()
)
# How many parts of the value, which `|` divides, are words; the others are shapes, places and distances.
_WORDS_FIRST = {"L": 1, "Ld": 1, "Ls": 1, "Lk": 1, "LN": 2, "hv": 1}
# What is no text in an expression: classes of characters, the group's name, how often a part may come.
_NO_LITERAL = re.compile(r"\\p\{\w+\}|\\\w|\(\?P<phi>|\{\d+(?:,\d+)?\}")


@dataclass(frozen=True, slots=True)
class Shown:
    """The folded words that an attribute shows, or the beginning or the end of one."""

    words: tuple[str, ...] = ()
    opening: str = ""
    ending: str = ""


_NOTHING = Shown()


def shown(attribute: str) -> Shown:
    """What an attribute shows."""
    start = _FAMILY.match(attribute)
    name = attribute[start.end() :] if start else attribute
    if _SIDED.match(name):
        family, value = name[:2], name[2:]
    else:
        family, _, value = name.partition("=")
    if family in _WITHOUT_WORDS:
        return _NOTHING
    if family == "p":
        return Shown(opening=value)
    if family == "f":
        return Shown(ending=value)
    if family in _WORDS_FIRST:
        value = " ".join(value.split("|")[: _WORDS_FIRST[family]])
    elif family == "g6":
        value = value.rpartition("|")[0]
    return Shown(tuple([word for word in words_in(value.replace("|", " ")) if word != YEAR]))


def rule_words(anchor: str, expression: str) -> tuple[str, ...]:
    """The folded words that a rule spells out: its anchor, and short words of its values."""
    return (*words_in(anchor), *words_in(_NO_LITERAL.sub(" ", expression)))
