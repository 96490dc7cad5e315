"""Rewriting: a text with some stretches replaced, and where everything stands in the new one; pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deid_studio.model.span import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the original that is replaced as one (code points): a span's fragment, or overlapping ones joined.

    `span` is the one whose class counts: of overlapping ones the longest there. None: cut out for another reason.
    """

    start: int
    end: int
    span: Span | None

    @property
    def phi_class(self) -> str:
        """The class that decides what becomes of it; empty without a span."""
        return "" if self.span is None else self.span.phi_class


@dataclass(frozen=True, slots=True)
class Change:
    """What was replaced: a stretch of the original, and where what took its place stands in the new text."""

    place: Place
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The new text, with what was changed in text order."""

    text: str
    changes: tuple[Change, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of the new text in order: each original one where what replaced it stands; none where nothing does.

        A span that lay within a longer overlapping one is part of that one.
        """
        fragments: dict[Span, list[tuple[int, int]]] = {}
        for change in self.changes:
            if change.place.span is not None and change.start < change.end:
                fragments.setdefault(change.place.span, []).append((change.start, change.end))
        return tuple(sorted(_span(own, of.phi_class) for of, own in fragments.items()))

    def new_offset(self, offset: int) -> int:
        """Where a code point of the original stands in the new text; inside a replaced stretch: where that begins."""
        index = bisect_right(self.changes, offset, key=lambda change: change.place.start) - 1
        if index < 0:
            return offset
        change = self.changes[index]
        return change.start if offset < change.place.end else change.end + offset - change.place.end

    def old_offset(self, offset: int) -> int:
        """Where a code point of the new text comes from; inside what replaced a stretch: where that stretch begins."""
        change = self._last_change(offset)
        if change is None:
            return offset
        return change.place.start if offset < change.end else change.place.end + offset - change.end

    def old_stretch(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the new text, not empty, comes from; of what was replaced all that stood there."""
        first, last = self.old_offset(start), self.old_offset(end - 1) + 1
        at = self._last_change(end - 1)
        if at is not None and end - 1 < at.end:
            last = at.place.end
        return first, max(first, last)

    def _last_change(self, offset: int) -> Change | None:
        """The last change that begins until a code point of the new text."""
        index = bisect_right(self.changes, offset, key=lambda change: change.start) - 1
        return None if index < 0 else self.changes[index]


def places_of(spans: Iterable[Span], cuts: Iterable[tuple[int, int]] = ()) -> list[Place]:
    """The stretches to replace, in order and disjoint: fragments of spans, and `cuts`, which swallow what they touch.

    Neighbours that touch without overlapping stay two.
    """
    stretches = [(start, end, span) for span in spans for start, end in span.fragments]
    cut = [(start, end, None) for start, end in cuts if start < end]
    places: list[Place] = []
    longest = 0
    for start, end, span in sorted((*stretches, *cut), key=lambda one: (one[0], -one[1])):
        if not places or start >= places[-1].end:
            places.append(Place(start, end, span))
            longest = end - start
            continue
        last = places[-1]
        owner = last.span
        if owner is not None and (span is None or end - start > longest):
            owner = span
            longest = end - start
        places[-1] = Place(last.start, max(last.end, end), owner)
    return places


def rewritten(text: str, places: Sequence[Place], instead: Sequence[str]) -> Rewriting:
    """The text with `instead[i]` in place of `places[i]`; what lies outside is untouched.

    Raises ValueError when places overlap, are not in order or leave the text.
    """
    pieces: list[str] = []
    changes: list[Change] = []
    at = new_at = 0
    for place, new in zip(places, instead, strict=True):
        if not at <= place.start <= place.end <= len(text):
            raise ValueError(f"[{place.start}, {place.end}) is outside the text or overlaps what is before it")
        pieces += (text[at : place.start], new)
        new_at += place.start - at
        changes.append(Change(place, new_at, new_at + len(new)))
        new_at += len(new)
        at = place.end
    pieces.append(text[at:])
    return Rewriting("".join(pieces), tuple(changes))


def _span(fragments: Sequence[tuple[int, int]], phi_class: str) -> Span:
    gaps = [(end, start) for (_, end), (start, _) in pairwise(fragments) if end < start]
    return Span(fragments[0][0], fragments[-1][1], phi_class, tuple(gaps))
