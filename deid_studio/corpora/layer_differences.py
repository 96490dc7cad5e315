"""Layer differences: what annotators of one report agree on, and where they differ, place by place; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from deid_studio.model.span import Span


@dataclass(frozen=True, slots=True)
class Side:
    """What some layers have at a place: their names in the given order, and their spans (none: nothing)."""

    layers: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A place (code points, half-open) where layers differ, and its sides: first what most have, then by layers."""

    start: int
    end: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What all layers have, and where they differ, both in text order; with what was noted on spans, by layers."""

    agreed: tuple[Span, ...]
    differences: tuple[Difference, ...]
    notes: Mapping[Span, Mapping[str, str]] = field(default_factory=dict)

    def noted_on(self, span: Span) -> str:
        """What was noted on a span, each with whose it is; empty for nothing."""
        return "; ".join(f"{who}: {note}" for who, note in self.notes.get(span, {}).items())


def compared(layers: Mapping[str, Collection[Span]]) -> Compared:
    """The spans of several layers of one report beside each other.

    A place is a stretch that spans of any layer cover without a break in common: what overlaps belongs together. All
    layers agree at a place where all have the same spans there, with ends, class and gaps.
    """
    agreed: list[Span] = []
    differences: list[Difference] = []
    marked = {name: frozenset(spans) for name, spans in layers.items()}
    order = list(layers)
    for place in _places(frozenset[Span]().union(*marked.values())):
        sides: dict[tuple[Span, ...], list[str]] = {}
        for name, spans in marked.items():
            sides.setdefault(tuple(span for span in place if span in spans), []).append(name)
        if len(sides) == 1:
            agreed += place
            continue
        ranked = sorted(sides.items(), key=lambda side: (-len(side[1]), order.index(side[1][0])))
        end = max(span.end for span in place)
        differences.append(Difference(place[0].start, end, tuple(Side(tuple(who), what) for what, who in ranked)))
    return Compared(tuple(agreed), tuple(differences))


def _places(spans: frozenset[Span]) -> Iterator[list[Span]]:
    place: list[Span] = []
    end = 0
    for span in sorted(spans):
        if place and span.start >= end:
            yield place
            place = []
        place.append(span)
        end = max(end, span.end)
    if place:
        yield place
