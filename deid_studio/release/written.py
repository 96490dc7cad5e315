"""Written: how a text is written, and what stands before it; what takes its place keeps to both."""

from __future__ import annotations

import unicodedata

from deid_studio.model.document import Document
from deid_studio.people.date_words import MONTHS

BESIDE = 24  # characters before a mention, or behind it, that may tell what it is


def cased(text: str, like: str) -> str:
    """The text in the case of another: all capitals, none, a capital first; anything else as it is."""
    letters = [c for c in like if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return text.upper()
    if letters and all(c.islower() for c in letters):
        return text.lower()
    if letters and letters[0].isupper():
        return text[:1].upper() + text[1:]
    return text


def without_accents(text: str) -> str:
    """The text without accents; ñ, ç and case stay."""
    kept = []
    for character in text:
        bare = unicodedata.normalize("NFD", character)[0]
        kept.append(character if character in "ñÑçÇ" else bare)
    return "".join(kept)


def has_accents(text: str) -> bool:
    """Whether any letter has an accent (ñ and ç are letters)."""
    return without_accents(text) != text


def or_before(year: int) -> str:
    """A year that is all that is said of it and of those before it."""
    return f"{year} o antes"


def of_month(number: int, language: str) -> str:
    """A month in full with `de` before it, or the Catalan `d'`."""
    name = MONTHS[language][number - 1]
    return f"d'{name}" if language == "ca" and name[0] in "aeiou" else f"de {name}"


def said_before(doc: Document, start: int) -> str:
    """What stands right before a place in its line."""
    return doc.text[max(start - BESIDE, 0) : start].rpartition("\n")[2]
