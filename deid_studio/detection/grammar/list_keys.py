"""Keys: many texts looked for in a folded report as whole words, all at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import ahocorasick

from deid_studio.kernel.compiled import native

if TYPE_CHECKING:
    from deid_studio.kernel import native as kernel

_FEW = 16  # they are looked for one after the other sooner than anything is made of them
_POINTS = f"utf-32-{'le' if sys.byteorder == 'little' else 'be'}"


def code_points(text: str) -> bytes:
    """A text as the kernel reads it; lone surrogates are signs like others."""
    return text.encode(_POINTS, "surrogatepass")


class Keys(Protocol):
    """Texts that are looked for, none of them twice."""

    def standing(self, folded: str) -> list[tuple[int, int, int]]:
        """Where keys stand beside no letter or digit: end, start and number of each, ascending."""


def keys(texts: Sequence[str]) -> Keys:
    """Those texts; many are looked for by the kernel where it is there."""
    if len(texts) <= _FEW:
        return FewKeys(texts)
    return PlainKeys(texts) if native is None else NativeKeys(native.Keys, texts)


class FewKeys:
    """Keys that are looked for one after the other."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def standing(self, folded: str) -> list[tuple[int, int, int]]:
        """End, start and number of each."""
        found = []
        for number, text in enumerate(self._texts):
            at = folded.find(text) if text else -1
            while at >= 0:
                end = at + len(text)
                if _is_whole(folded, at, end):
                    found.append((end, at, number))
                at = folded.find(text, at + 1)
        return sorted(found)


class PlainKeys:
    """Keys by Aho–Corasick."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._automaton = ahocorasick.Automaton()
        for number, text in enumerate(texts):
            self._automaton.add_word(text, (len(text), number))
        if len(self._automaton):
            self._automaton.make_automaton()

    def standing(self, folded: str) -> list[tuple[int, int, int]]:
        """End, start and number of each."""
        found = self._automaton.iter(folded) if len(self._automaton) else ()
        return sorted(
            (last + 1, last + 1 - size, number)
            for last, (size, number) in found
            if _is_whole(folded, last + 1 - size, last + 1)
        )


class NativeKeys:
    """Keys by the kernel, which tells of letters and digits of ASCII only that they go on."""

    def __init__(self, keys: type[kernel.Keys], texts: Sequence[str]) -> None:
        self._keys = keys(list(map(code_points, texts)))

    def standing(self, folded: str) -> list[tuple[int, int, int]]:
        """End, start and number of each."""
        found = self._keys.standing(code_points(folded))
        return sorted(one for one in found if _is_whole(folded, one[1], one[0]))


def _is_whole(folded: str, start: int, end: int) -> bool:
    return not ((start and folded[start - 1].isalnum()) or folded[end : end + 1].isalnum())
