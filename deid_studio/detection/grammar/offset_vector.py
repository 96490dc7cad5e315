"""OffsetVector: which stretches of a report are assigned already, and to which class."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

BLOCKED = ""


class Assigned(NamedTuple):
    """Code points `[start, end)` of class `phi_class`, or `BLOCKED`; `rule` assigned them, resting on `entries`
    (list and entry)."""

    start: int
    end: int
    phi_class: str
    rule: str
    entries: tuple[tuple[str, str], ...] = ()


class OffsetVector:
    """The assigned stretches of one report, disjoint and ascending; look-ups cost one bisection."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._all: list[Assigned] = []
        self.classes: set[str] = set()  # of all that is assigned
        self.version = 0  # rises with every assignment, so that a reader knows when its copy is stale

    def __iter__(self) -> Iterator[Assigned]:
        return iter(self._all)

    def free(self, start: int, end: int) -> bool:
        """Whether nothing in `[start, end)` is assigned or blocked."""
        place = bisect_left(self._starts, end)
        return place == 0 or self._all[place - 1].end <= start

    def holder(self, start: int, end: int) -> Assigned | None:
        """The last assignment that overlaps `[start, end)`."""
        place = bisect_left(self._starts, end)
        return self._all[place - 1] if place and self._all[place - 1].end > start else None

    def assign(self, new: Assigned) -> bool:
        """Record a stretch unless part of it is taken; tells whether it was recorded."""
        place = bisect_left(self._starts, new.end)
        if place and self._all[place - 1].end > new.start:
            return False
        self._starts.insert(place, new.start)
        self._all.insert(place, new)
        self.classes.add(new.phi_class)
        self.version += 1
        return True

    def before(self, offset: int) -> Assigned | None:
        """The last assignment that ends at or before `offset`."""
        place = bisect_right(self._starts, offset) - 1
        if place >= 0 and self._all[place].end > offset:
            place -= 1
        return self._all[place] if place >= 0 else None

    def after(self, offset: int) -> Assigned | None:
        """The first assignment that starts at or after `offset`."""
        place = bisect_left(self._starts, offset)
        return self._all[place] if place < len(self._all) else None

    def of_classes(self, classes: frozenset[str]) -> list[Assigned]:
        """The stretches of the given classes, ascending."""
        return [one for one in self._all if one.phi_class in classes]
