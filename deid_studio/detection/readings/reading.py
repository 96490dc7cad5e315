"""Reading: a text changed in places, and where each stretch of it stands in the text that it is of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """What stands instead of the code points `[start, end)`; `start < end`, since nothing is made of nothing."""

    start: int
    end: int
    instead: str


class Reading:
    """A text with edits, ascending and disjoint. Those that keep the length keep each code point's place.

    `text` is the reading, `of` what it is of. Raises ValueError for edits that overlap or replace nothing.
    """

    __slots__ = ("_edits", "_ends", "_starts", "of", "text")

    def __init__(self, of: str, edits: Iterable[Edit]) -> None:
        self.of = of
        self._edits: list[Edit] = []  # those that change the length, and where each stands in the reading
        self._starts: list[int] = []
        self._ends: list[int] = []
        parts: list[str] = []
        at = gain = 0
        for edit in edits:
            if not at <= edit.start < edit.end <= len(of):
                raise ValueError(f"an edit of [{edit.start}, {edit.end}) is empty, outside or not after the one before")
            parts += (of[at : edit.start], edit.instead)
            at = edit.end
            longer = len(edit.instead) - (edit.end - edit.start)
            if longer:
                self._edits.append(edit)
                self._starts.append(edit.start + gain)
                self._ends.append(edit.start + gain + len(edit.instead))
                gain += longer
        parts.append(of[at:])
        self.text = "".join(parts) if at else of

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of `of` that the stretch `[start, end)` of the reading stands for, never empty.

        What lies in an edit of another length stands for the whole of what it replaces.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"[{start}, {end}) is no stretch of a text of {len(self.text)} code points")
        if not self._edits:
            return start, end
        first = bisect_right(self._starts, start) - 1
        if first >= 0:
            edit, after = self._edits[first], self._ends[first]
            start = edit.start if start < after else edit.end + start - after
        last = bisect_left(self._starts, end) - 1
        if last >= 0:
            edit, after = self._edits[last], self._ends[last]
            end = edit.end if end <= after else edit.end + end - after
        return start, end


class Readings:
    """A reading of a reading and so on: `text` is the last one, `to_original` leads through all of them."""

    __slots__ = ("_steps", "of", "text")

    def __init__(self, of: str, steps: Iterable[Reading]) -> None:
        self.of = of
        self._steps = [step for step in steps if step.text != step.of]
        self.text = self._steps[-1].text if self._steps else of

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the report that a stretch of the last reading stands for, never empty."""
        for step in reversed(self._steps):
            start, end = step.to_original(start, end)
        return start, end
