"""VisibleWords: the words of a text as people see them, found as they are asked for; offsets in code points."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_LONGEST = 500
# Between blanks and the signs that part columns; a label that is run together with what it names ends at its colon.
# Signs at the edges are no part of a word, but the + of a telephone number is.
_WORD = regex.compile(
    rf"""(?:\+(?=\p{{N}}))?[\p{{L}}\p{{N}}]
      (?:(?:(?!(?<=\p{{L}}{{2}}\.?):[+\p{{L}}\p{{N}}])[^\s|;]){{0,{_LONGEST}}}[\p{{L}}\p{{M}}\p{{N}}])?""",
    regex.VERSION1 | regex.VERBOSE,
)

Word = tuple[int, int]

# What a selection takes along that no one marks; a bracket that closes one within stays.
_AROUND = ".,;:…¡!¿?'\"“”‘’«»()[]{}<>|*·•-–—"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


def without_edges(text: str, start: int, end: int) -> Word:
    """The stretch [start, end) without the blanks and signs at its ends; of nothing but signs without the blanks."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    first, last = start, end
    while first < last and (text[first].isspace() or text[first] in _AROUND):
        first += 1
    while first < last and (text[last - 1].isspace() or text[last - 1] in _AROUND):
        last -= 1
    if first == last:
        return start, end
    if (
        last < end
        and (opening := _BRACKETS.get(text[last]))
        and text[first:last].count(opening) > text[first:last].count(text[last])
    ):
        last += 1
    return first, last


class VisibleWords:
    """The words of a text; one longer than some hundred code points is taken for several."""

    def __init__(self, text: str) -> None:
        self.text = text

    def start(self, offset: int, direction: int) -> int | None:
        """The next start of a word strictly after `offset` (direction 1) or before it (-1)."""
        return self._beside(0, offset, direction)

    def end(self, offset: int, direction: int) -> int | None:
        """The next end of a word strictly after `offset` (direction 1) or before it (-1)."""
        return self._beside(1, offset, direction)

    def at(self, offset: int) -> Word | None:
        """The word that `offset` lies in, or at whose edges; the one that begins there before the one that ends."""
        near = [word for word in self._within(self._chunk_start(offset), offset) if word[0] <= offset <= word[1]]
        return near[-1] if near else None

    def _beside(self, side: int, offset: int, direction: int) -> int | None:
        if direction > 0:
            words = _WORD.finditer(self.text, self._chunk_start(offset))
            return next((edge for word in words if (edge := word.span()[side]) > offset), None)
        at = offset
        while at > 0:
            last, at = at, self._chunk_start(max(at - _LONGEST, 0))
            before = [word[side] for word in self._within(at, last) if word[side] < offset]
            if before:
                return before[-1]
        return None

    def _within(self, begin: int, last: int) -> Iterator[Word]:
        """The words from `begin` on that begin no later than `last`."""
        for match in _WORD.finditer(self.text, begin, last + 2 * _LONGEST):
            if match.start() > last:
                return
            yield match.span()

    def _chunk_start(self, offset: int) -> int:
        """The begin of the blank-free stretch around `offset`, at most some hundred code points back."""
        before = self.text[max(offset - _LONGEST, 0) : offset]
        unbroken = before.split()
        return offset if not unbroken or before[-1].isspace() else offset - len(unbroken[-1])
