"""Drawn names: what of a text no surrogate of this program can be, for an attacker who has the program as well."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.name_words import ABBREVIATED, PARTICLES, SHORTENED, TITLES
from deid_studio.release.surrogates.identities import AFTER_PARTICLES
from deid_studio.release.surrogates.name_lists import NameLists, name_lists

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LEAST = 3  # letters: initials and abbreviations say nothing


def never_drawn(kind: str, text: str, lists: NameLists | None = None) -> bool:
    """Whether a name of a person holds a word that names are not drawn from; False for every other kind."""
    if kind != "person":
        return False
    known = lists or name_lists()
    words = [word for word in _WORD.findall(fold(text)) if len(word) >= _LEAST]
    return any(not known.knows(word) and word not in _BESIDES for word in words)


_BESIDES = frozenset((*PARTICLES, *TITLES)).union(
    *SHORTENED.values(), *ABBREVIATED.values(), *(fold(words).split() for words in AFTER_PARTICLES.values())
)
