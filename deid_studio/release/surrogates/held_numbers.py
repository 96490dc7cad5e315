"""Held numbers: numbers that stand within longer ones of the same scope, as a DNI does in its CUIL.

A number with a check of its own is held only by one that has one too: it would not stay valid.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import regex

from deid_studio.release.surrogates.check_digits import checks_of

_THOUSANDS = regex.compile(r"\d{1,3}(?:\.\d{3})+")  # in such groups no check stands apart
_LEAST = 7  # figures: fewer are in many numbers by chance


class HeldNumbers:
    """Finds the longest number of a scope that holds another one whole."""

    def __init__(self, numbers: Iterable[str]) -> None:
        self._holding: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        written = {_bare(number): number for number in sorted(numbers, reverse=True)}
        self._all = frozenset(written)
        for bare, number in sorted(written.items(), key=lambda one: (-len(one[0]), one)):
            for start in range(len(bare) - _LEAST + 1):
                self._holding[bare[start : start + _LEAST]].append((bare, number))

    def has(self, text: str) -> bool:
        """Whether a text is one of the numbers, with whatever signs."""
        return _bare(text) in self._all

    def holding(self, text: str) -> tuple[str, int] | None:
        """The number, as it is written, that holds one of figures, and where among its signs that begins; None where
        no other one does."""
        own = _bare(text)
        if len(own) < _LEAST or not own.isdecimal():
            return None
        is_checked = bool(checks_of(own.lstrip("0"))) and not _THOUSANDS.fullmatch(text)
        for bare, number in self._holding.get(own[:_LEAST], ()):
            if len(bare) > len(own) and own in bare and (checks_of(bare) or not is_checked):
                return number, bare.index(own)
        return None


def _bare(number: str) -> str:
    return "".join(filter(str.isalnum, number)).upper()
