"""Spelt: where a value that is looked for stands, in whatever spelling."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence


class Spelt(NamedTuple):
    """A stretch of a text (code points), the kind of field that stands there, and the place of the value, or of the
    person, among those that were looked for."""

    start: int
    end: int
    kind: FieldKind
    whose: int
    confidence: float
    evidence: tuple[Evidence, ...]


def disjoint(found: Iterable[Spelt]) -> list[Spelt]:
    """The stretches in text order, of overlapping ones the most confident, then the longest, then the first."""
    kept: list[Spelt] = []  # disjoint, so only the two neighbours of a newcomer can overlap it
    for one in sorted(found, key=lambda one: (-one.confidence, one.start - one.end, one.start, one.kind, one.whose)):
        at = bisect_left(kept, one.start, key=lambda other: other.start)
        if not any(one.start < other.end and other.start < one.end for other in kept[max(at - 1, 0) : at + 1]):
            kept.insert(at, one)
    return kept
