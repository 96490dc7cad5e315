"""Folding: lower case without accents, by which two spellings are one word."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """The text in lower case and without accents (`Ávila` → `avila`, `Muñoz` → `munoz`)."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))
