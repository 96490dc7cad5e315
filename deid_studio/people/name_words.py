"""Name words: abbreviations and short forms of names, and the words around a name that show that it is one.

All are folded (lower case, no accents).
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_WORDS = word_lists("people")
PARTICLES = _WORDS.words("particles")

TITLES = _WORDS.words("titles")
NOBLES = _WORDS.words("nobles")
OF_EITHER = _WORDS.words("of_either")  # of which the article alone tells the sex
LABELS = _WORDS.words("labels")  # a name follows
KINSHIP = word_lists("relatives").words("nearest")
# What a person does in a report: the capitalised word before it is whoever does it.
PERSON_VERBS = _WORDS.words("verbs")
# Words that begin a sentence and that a person's name may follow at once, a thing's seldom without an article.
BEFORE_PERSONS = _WORDS.words("before_persons")
EPONYM_CUES = _WORDS.words("eponym_cues")
# What is written in capitals and is nobody's initials.
ACRONYMS = _WORDS.words("acronyms")

ABBREVIATED = _WORDS.table("abbreviations")
SHORTENED = _WORDS.table("short_forms")
WRITTEN_OUT: dict[str, str] = {form: name for name, forms in ABBREVIATED.items() for form in forms}

_NEWBORNS, _BORN = _WORDS.words("newborns"), _WORDS.words("born")
_CHILDREN = _WORDS.words("children")
_WIDOWED = _WORDS.words("widowed")
YOUNGER, ELDERS = _WORDS.words("younger"), _WORDS.words("elders")
_BEHIND_NAMES, _BEHIND_IF_SMALL = YOUNGER | ELDERS, _WORDS.words("behind_names_if_small")
PHYSICIANS, NURSES = _WORDS.words("physicians"), _WORDS.words("nurses")
SECOND_GIVEN = _WORDS.words("second_given")
_OF = ("de", "d")
_BEFORE_OF = regex.compile(r"(?i)([\p{L}\p{M}]+)\s+(?:de\s+|d['’´`]\s*)$")

_LAST_WORD = regex.compile(r"([\p{L}\p{M}ª]+)\.?\s+$")


def no_names_in(words: Sequence[str], apart: bool = False) -> frozenset[int]:
    """Which words of somebody's name are none: `RN` and `hijo de` before their mother's, `viuda de`, `junior`.

    `apart`: a bracket or a comma stands before the last, as in `Cano (padre)`.
    """
    folded = [fold(word) for word in words]
    found: set[int] = set()
    at = 0
    while at < len(folded) - 1 and (folded[at] in _NEWBORNS or (at and folded[at] in _BORN)):
        at += 1
    if at + 2 < len(folded) and folded[at] in _CHILDREN and folded[at + 1] in _OF:
        at += 2
    elif at and at + 1 < len(folded) and folded[at] in _OF:
        at += 1  # `RN de Ana Ruiz`
    found.update(range(at))
    for place, word in enumerate(folded[:-1]):
        if word in _WIDOWED and _is_widowed(folded, place):
            found |= {place, place + (folded[place + 1] in _OF and place + 2 < len(folded))}
    if len(folded) > 1 and folded[-1] in _BEHIND_NAMES:
        is_none = folded[-1] not in _BEHIND_IF_SMALL or apart or (words[-1].islower() and not words[-2].islower())
        found |= {len(folded) - 1} if is_none else set()
    return frozenset(found)


def _is_widowed(folded: Sequence[str], place: int) -> bool:
    """Whether `viuda` says it of somebody: at the beginning or before `de`; `de la Viuda` and `Ana Viuda` are names."""
    return place == 0 or folded[place].startswith("vd") or folded[place + 1] in _OF


def is_of_child(before: str) -> bool:
    """Whether a name behind this is that of a newborn's mother or father: `RN hijo de `, `RN de `."""
    return said_to_be_of(before) in _CHILDREN | _NEWBORNS | _BORN


def said_to_be_of(before: str) -> str:
    """The folded word, a relative's maybe, that is said to be of whose name is behind this: `la madre de `."""
    found = _BEFORE_OF.search(before)
    return "" if found is None else fold(found.group(1))


def follows_address(before: str) -> bool:
    """Whether what stands before a place ends with a form of address (`el Sr. `), behind which any word is a name."""
    last = _LAST_WORD.search(before)
    return last is not None and fold(last.group(1)) in TITLES
