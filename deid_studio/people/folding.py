"""Folding: lower case without accents, by which two spellings are one word."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LONGEST_KEPT = 40
_CACHED = 40_000


def fold(text: str) -> str:
    """The text in lower case and without accents (`Ávila` → `avila`, `Muñoz` → `munoz`)."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return _kept(lower) if len(lower) <= _LONGEST_KEPT else _unmarked(lower)


def _unmarked(lower: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))


_kept = lru_cache(maxsize=_CACHED)(_unmarked)
