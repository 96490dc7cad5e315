"""Names apart: what beside a name tells people of the same name from each other: the elder, the younger, their post."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from deid_studio.people.folding import fold
from deid_studio.people.kinship import kin_words
from deid_studio.people.name_words import ELDERS, NURSES, PHYSICIANS, YOUNGER

GENERATIONS = ("elder", "younger")
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LAST_WORD = regex.compile(r"([\p{L}\p{M}]+)\P{L}{0,3}$")
# How parents are spoken of as well.
_PARENTS = {
    **dict.fromkeys("papa papi papaito pare pai aita".split(), "padre"),
    **dict.fromkeys("mama mami mamaita mare nai ama".split(), "madre"),
}


def generation_in(text: str) -> str:
    """Whether a name has `(padre)`, `hijo`, `Jr` behind it: `elder`, `younger`, or neither (empty)."""
    words = [fold(word) for word in _WORD.findall(text)]
    last = words[-1] if len(words) > 1 else ""
    return GENERATIONS[0] if last in ELDERS else GENERATIONS[1] if last in YOUNGER else ""


def post_before(text: str) -> str:
    """Whether a word for a physician or for a nurse stands right before a name; empty where neither does."""
    found = _LAST_WORD.search(text)
    word = "" if found is None else fold(found.group(1))
    return "physician" if word in PHYSICIANS else "nurse" if word in NURSES else ""


def kin_before(before: str) -> str:
    """The word for a relative right before a name; empty where none is."""
    found = _LAST_WORD.search(before)
    word = "" if found is None else fold(found.group(1))
    return _PARENTS.get(word, word) if word in kin_words() else ""


def are_apart(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether words beside two names, of one kind and empty where there are none, make them different people's."""
    own, others = {word for word in one if word}, {word for word in other if word}
    return bool(own) and bool(others) and own.isdisjoint(others)
