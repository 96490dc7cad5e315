"""Merge: how the suggestions of several detectors become one list without overlaps."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from deid_studio.model.span import Span, Suggestion, overlapping, uncovered, without_overlaps

# Chosen on dev: anything from 0.5 to 0.9 is within 0.0011 of NER F1.
_SURE = 0.8

Found = Sequence[Sequence[Suggestion]]


class MergeStrategy(StrEnum):
    """What stays of overlapping suggestions; the value is its name in profiles."""

    CONFIDENT = "confident"
    FIRST = "first"
    UNION = "union"


def merge(found: Found, strategy: MergeStrategy, text: str) -> list[Suggestion]:
    """The suggestions of each detector joined, in text order, none overlapping another.

    `found` has one list a detector, in the detectors' order; `text` is the report's. CONFIDENT: the most confident
    stays, but what lies inside a longer one that is sure itself gives way to it, since the rest of that would be lost.
    FIRST: that of the earlier detector stays. UNION: no character that any detector marked is lost; overlapping
    suggestions of one class become one, of another class the less confident keeps the rest of its span; what the
    patient's data say goes before all.
    """
    return _STRATEGIES[strategy](found, text)


class Merging:
    """What detectors suggest, joined as they suggest it, one after the other; `found` has a list for each."""

    def __init__(self, strategy: MergeStrategy, text: str) -> None:
        self._strategy = strategy
        self._text = text
        self._joined: list[Suggestion] | None = []
        self._refused: list[tuple[int, int, Collection[str]]] = []
        self.found: list[list[Suggestion]] = []

    def add(self, own: list[Suggestion]) -> None:
        """Take in what the next detector suggests."""
        self.found.append(self._without_refused(own))
        if self.found[-1]:
            self._joined = None

    def refuse(self, stretches: Sequence[tuple[int, int]], but: Collection[str] = ()) -> None:
        """Leave out what lies in one of these stretches of the text, of all detectors before and after, but for
        suggestions with evidence of one of these kinds."""
        if stretches:
            self._refused += [(start, end, but) for start, end in stretches]
            self.found = [self._without_refused(own) for own in self.found]
            self._joined = None

    @property
    def joined(self) -> Sequence[Suggestion]:
        """What `merge` makes of all so far, made anew only after further suggestions: many later detectors have none.

        No earlier result will do for it: what gave way then may stay, when what it gave way to gives way itself.
        """
        if self._joined is None:
            self._joined = merge(self.found, self._strategy, self._text)
        return self._joined

    def _without_refused(self, own: list[Suggestion]) -> list[Suggestion]:
        if not self._refused:
            return own
        return [one for one in own if not any(self._is_refused(one, *stretch) for stretch in self._refused)]

    @staticmethod
    def _is_refused(one: Suggestion, start: int, end: int, but: Collection[str]) -> bool:
        inside = start <= one.span.start and one.span.end <= end
        return inside and not any(fact.kind in but for fact in one.evidence)


def _confident(found: Found, text: str) -> list[Suggestion]:
    best: dict[tuple[int, int], Suggestion] = {}  # of each place, the longer ones that begin there first
    for suggestion in (s for own in found for s in own):
        place = suggestion.span.start, -suggestion.span.end
        other = best.get(place)
        if other is None or _is_better(suggestion, other):
            best[place] = suggestion
    outer: list[Suggestion] = []
    inner: list[Suggestion] = []
    reach = -1  # the furthest end of a sure suggestion met so far
    for place in sorted(best):
        here, end = best[place], -place[1]
        (outer if end > reach else inner).append(here)
        if end > reach and here.confidence >= _SURE:
            reach = end
    # What was to give way to one that gave way itself is taken after all.
    return _first((outer, inner), text)


def _is_better(one: Suggestion, other: Suggestion) -> bool:
    """Whether one comes before another of the same place."""
    if one.confidence != other.confidence:
        return one.confidence > other.confidence
    return one.span.phi_class < other.span.phi_class


def _first(found: Found, text: str) -> list[Suggestion]:
    kept: list[Suggestion] = []
    for own in found:
        newcomers = without_overlaps(own)
        if kept:
            newcomers = [s for s in newcomers if not overlapping(kept, s.span)]
        if newcomers:
            kept = sorted([*kept, *newcomers], key=lambda s: s.span.start)
    return kept


def _union(found: Found, text: str) -> list[Suggestion]:
    kept: list[Suggestion] = []
    by_merit = sorted(
        (suggestion for own in found for suggestion in own),
        key=lambda s: (
            not _is_the_patient(s),
            -s.confidence,
            s.span.start - s.span.end,
            s.span.start,
            s.span.phi_class,
        ),
    )
    for suggestion in by_merit:
        for piece in uncovered(suggestion, kept, text):
            joined = piece
            for other in _beside(piece.span, overlapping(kept, suggestion.span)):
                if other.span.phi_class == suggestion.span.phi_class:
                    kept.remove(other)
                    joined = _joined(other, joined)
            kept.insert(bisect_left(kept, joined.span.start, key=lambda s: s.span.start), joined)
    return kept


def _is_the_patient(one: Suggestion) -> bool:
    """Whether the patient's own data say so, which know the class better than whatever is barely possible."""
    return any(fact.kind == "patient" for fact in one.evidence)


_STRATEGIES: dict[MergeStrategy, Callable[[Found, str], list[Suggestion]]] = {
    MergeStrategy.CONFIDENT: _confident,
    MergeStrategy.FIRST: _first,
    MergeStrategy.UNION: _union,
}


def _beside(span: Span, others: Sequence[Suggestion]) -> list[Suggestion]:
    """The nearest of `others` before and after a span."""
    before = [other for other in others if other.span.end <= span.start]
    after = [other for other in others if other.span.start >= span.end]
    return [*before[-1:], *after[:1]]


def _joined(one: Suggestion, other: Suggestion) -> Suggestion:
    span = Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end), one.span.phi_class)
    evidence = tuple(dict.fromkeys((*one.evidence, *other.evidence)))
    return Suggestion(span, max(one.confidence, other.confidence), evidence)
