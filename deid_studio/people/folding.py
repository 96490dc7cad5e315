"""Folding: lower case without accents, by which two spellings are one word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_LONGEST_KEPT = 40
_CACHED = 20_000


def fold(text: str) -> str:
    """The text in lower case and without accents (`Ávila` → `avila`, `Muñoz` → `munoz`)."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return _kept(lower) if len(lower) <= _LONGEST_KEPT else _unmarked(lower)


def fold_words(words: Iterable[str]) -> list[str]:
    """Each of some words folded; those of reports come again and again."""
    if len(_FOLDED) > _CACHED:
        _FOLDED.clear()
    return list(map(_FOLDED.__getitem__, words))


def _unmarked(lower: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))


_kept = lru_cache(maxsize=_CACHED)(_unmarked)


class _Folded(dict[str, str]):
    """Words with what they are folded, told when they are first met."""

    def __missing__(self, word: str) -> str:
        folded = fold(word)
        if len(word) <= _LONGEST_KEPT:
            self[word] = folded
        return folded


_FOLDED = _Folded()
