"""Eponyms: people and places after whom a sign, scale or illness is called (`signo de Murphy`), which are no PHI."""

from __future__ import annotations

from collections.abc import Iterable

import regex

# The words between the cue and the name: `escala de coma de Glasgow`, `prueba cutánea de Mantoux`.
_BETWEEN = r" (?:\p{Ll}+ ){0,2}de(?:l| la)? "
_NAME = r"(\p{Lu}\p{Ll}+(?:['’-]\p{Lu}?\p{Ll}+)*)"


class Eponyms:
    """Finds eponyms by the words that come before them, such as `escala` or `signo` (also in the plural)."""

    def __init__(self, cues: Iterable[str]) -> None:
        joined = "|".join(regex.escape(cue) for cue in sorted(cues, key=len, reverse=True))
        self._expression = regex.compile(rf"(?i:\b(?:{joined})(?:e?s)?){_BETWEEN}{_NAME}")

    def names(self, text: str) -> list[str]:
        """The names in a text, in order, as often as they occur."""
        return [match.group(1) for match in self._expression.finditer(text)]
