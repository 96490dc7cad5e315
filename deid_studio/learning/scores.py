"""Scores of one report: the counts behind precision, recall and F1, as the MEDDOCAN shared task defines them.

Source: Marimon et al., "Automatic De-identification of Medical Texts in Spanish: the MEDDOCAN Track" (IberLEF 2019),
section "Evaluation", and its official evaluation script.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from deid_studio.model.span import Span

T = TypeVar("T", bound=Hashable)
Place = tuple[int, int]

MISSING = "Missing"
SPURIOUS = "Spurious"


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives; counts of several reports are added (micro average)."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float:
        """Of what the system marked, how much is right (0 to 1; 0 when it marked nothing)."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0

    @property
    def recall(self) -> float:
        """Of the gold, how much the system marked (0 to 1; 0 when there is none)."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / total if total else 0.0


def set_counts(gold: Iterable[T], system: Iterable[T]) -> Counts:
    """The counts of two sets compared by equality."""
    gold, system = set(gold), set(system)
    return Counts(len(gold & system), len(system - gold), len(gold - system))


def ner_counts(gold: Iterable[Span], system: Iterable[Span]) -> Counts:
    """NER: start, end and class are equal."""
    return set_counts(gold, system)


def strict_counts(gold: Iterable[Span], system: Iterable[Span]) -> Counts:
    """Spans strict: start and end are equal."""
    return set_counts(places(gold), places(system))


def merged_counts(gold: Iterable[Span], system: Iterable[Span], text: str) -> Counts:
    """Spans merged: neighbours with no letter or digit between them also count as one span.

    True positives are the strict matches and the matches of merged spans; what else is strict counts as wrong only when
    it lies inside none of them.
    """
    gold_places, system_places = places(gold), places(system)
    right = (gold_places & system_places) | (_merged(gold_places, text) & _merged(system_places, text))
    inside = _Inside(right)
    return Counts(
        len(right),
        sum(place not in inside for place in system_places - right),
        sum(place not in inside for place in gold_places - right),
    )


def character_counts(gold: Iterable[Span], system: Iterable[Span], text: str) -> Counts:
    """Letters and digits inside PHI of any class."""
    marks = bytearray(len(text))
    for bit, spans in ((1, gold), (2, system)):
        for start, end in _joined(fragment for span in spans for fragment in span.fragments):
            for at in range(start, end):
                marks[at] |= bit
    found = [marks[at] for at in range(len(text)) if marks[at] and text[at].isalnum()]
    return Counts(found.count(3), found.count(2), found.count(1))


def places(spans: Iterable[Span]) -> set[Place]:
    """Start and end of each span."""
    return {(span.start, span.end) for span in spans}


def confusions(gold: Collection[Span], system: Collection[Span]) -> Iterator[tuple[str, str]]:
    """Pairs (gold class, system class) of spans at the same place; `MISSING` and `SPURIOUS` where one side is alone."""
    yield from _paired(gold, system, exact=True)


def overlap_confusions(gold: Collection[Span], system: Collection[Span]) -> Iterator[tuple[str, str]]:
    """The same for spans that overlap: each is paired once, at best with one at the same place, then by the longest
    overlap, then with one of its class."""
    yield from _paired(gold, system, exact=False)


def _paired(gold: Collection[Span], system: Collection[Span], exact: bool) -> Iterator[tuple[str, str]]:
    for one, other in aligned(gold, system, exact):
        yield SPURIOUS if one is None else one.phi_class, MISSING if other is None else other.phi_class


def aligned(
    gold: Collection[Span], system: Collection[Span], exact: bool = False
) -> Iterator[tuple[Span | None, Span | None]]:
    """Each span of either side with that of the other side that it overlaps most, or None; each is paired once, at
    best with one at the same place (with `exact` only so), then by the longest overlap, then with one of its class."""
    gold, system = sorted(set(gold)), sorted(set(system))
    candidates = sorted(
        (not same, -overlap, gold[g].phi_class != system[s].phi_class, g, s)
        for g, s in _overlapping(gold, system)
        for same in ((gold[g].start, gold[g].end) == (system[s].start, system[s].end),)
        for overlap in (min(gold[g].end, system[s].end) - max(gold[g].start, system[s].start),)
        if same or not exact
    )
    gold_left, system_left = dict(enumerate(gold)), dict(enumerate(system))
    for *_, g, s in candidates:
        if g in gold_left and s in system_left:
            yield gold_left.pop(g), system_left.pop(s)
    yield from ((span, None) for span in gold_left.values())
    yield from ((None, span) for span in system_left.values())


def _overlapping(gold: Sequence[Span], system: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Indices of overlapping pairs; both sides are ascending."""
    opened: list[int] = []
    upcoming = 0
    for g, span in enumerate(gold):
        while upcoming < len(system) and system[upcoming].start < span.end:
            opened.append(upcoming)
            upcoming += 1
        opened = [s for s in opened if system[s].end > span.start]
        for s in opened:
            if system[s].start < span.end:
                yield g, s


def _merged(found: set[Place], text: str) -> set[Place]:
    merged: list[Place] = []
    for start, end in sorted(found):
        if merged and not any(character.isalnum() for character in text[merged[-1][1] : start]):
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return set(merged)


def _joined(found: Iterable[Place]) -> list[Place]:
    joined: list[Place] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


class _Inside:
    """Whether a place lies inside one of some places, by one bisection."""

    def __init__(self, outer: Iterable[Place]) -> None:
        self._starts: list[int] = []
        self._furthest: list[int] = []  # the furthest end of all that start there or before
        for start, end in sorted(outer):
            self._starts.append(start)
            self._furthest.append(max(end, self._furthest[-1] if self._furthest else 0))

    def __contains__(self, place: object) -> bool:
        assert isinstance(place, tuple)
        index = bisect_right(self._starts, place[0]) - 1
        return index >= 0 and place[1] <= self._furthest[index]
