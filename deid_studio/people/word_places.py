"""Word places: where any of a few words stand in a text, also within others."""

from __future__ import annotations

from collections.abc import Sequence

from deid_studio.kernel.compiled import native


def word_places(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Each place in a text where one of some different words begins, none of them empty, and which it is; in order."""
    if native is not None:
        found: list[tuple[int, int]] = native.word_places(text, list(words))
        return found
    return word_places_by_python(text, words)


def word_places_by_python(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """The same in Python."""
    found = []
    for number, word in enumerate(words):
        at = text.find(word)
        while at >= 0:
            found.append((at, number))
            at = text.find(word, at + 1)
    return sorted(found)
