"""Span and Suggestion: where PHI is, and why a detector thinks so."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from deid_studio.model.fragments import Fragment, joined, trimmed, without


def _setters(made: type) -> list[Callable[[object, object], None]]:
    """What sets each slot of a frozen class, for its `__init__`: hundreds of its objects are made of a report, and what
    `dataclass` writes asks the class of every one whether it has such a slot."""
    return [getattr(made, name).__set__ for name in vars(made)["__slots__"]]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a report's text with its PHI class.

    `start` and `end` are code points of the report's text, half-open; `start < end`. `gaps` are stretches inside it
    that are not part of it (a discontinuous BRAT annotation), ascending, each strictly inside and not touching the
    next. Raises ValueError when that does not hold.
    """

    start: int
    end: int
    phi_class: str
    gaps: tuple[tuple[int, int], ...] = ()

    def __init__(self, start: int, end: int, phi_class: str, gaps: tuple[tuple[int, int], ...] = ()) -> None:
        if not 0 <= start < end:
            raise ValueError(f"a span needs 0 <= start < end, not [{start}, {end})")
        if not phi_class:
            raise ValueError("a span needs a PHI class")
        at = start
        for gap_start, gap_end in gaps:
            if not at < gap_start < gap_end < end:
                raise ValueError(f"a gap of [{start}, {end}) is not inside it: [{gap_start}, {gap_end})")
            at = gap_end
        _set_start(self, start)
        _set_end(self, end)
        _set_class(self, phi_class)
        _set_gaps(self, gaps)

    # What `dataclass` writes asks for the names of the fields each time: suggestions travel in half the time.
    def __reduce__(self) -> tuple[type[Span], tuple[object, ...]]:
        return Span, (self.start, self.end, self.phi_class, self.gaps)

    @property
    def fragments(self) -> tuple[tuple[int, int], ...]:
        """The stretches that are part of the span, ascending."""
        if not self.gaps:
            return ((self.start, self.end),)
        cuts = [self.start, *(edge for gap in self.gaps for edge in gap), self.end]
        return tuple(zip(cuts[::2], cuts[1::2], strict=True))

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a code point (gaps count as part of the span)."""
        return self.start < other.end and other.start < self.end

    def shares(self, other: Span) -> bool:
        """Whether the two share a code point that is in no gap of either."""
        return self.overlaps(other) and any(
            start < last and first < end for start, end in self.fragments for first, last in other.fragments
        )

    def covers(self, other: Span) -> bool:
        """Whether every code point of the other is one of this span's."""
        return not without(other.fragments, self.fragments)

    def stretched(self, start: int, end: int) -> Span:
        """The span with other outer ends: its gaps stay as far as they lie between them."""
        inner = [(max(a, start), min(b, end)) for a, b in self.fragments if a < end and start < b]
        if not inner:
            return Span(start, end, self.phi_class)
        first, last = (start, inner[0][1]), (inner[-1][0], end)
        return over([first, *inner, last], self.phi_class)

    def text(self, of: str) -> str:
        """The span's text in the report `of`; fragments are joined by one space, as BRAT does."""
        if not self.gaps:
            return of[self.start : self.end]
        return " ".join(of[start:end] for start, end in self.fragments)


_set_start, _set_end, _set_class, _set_gaps = _setters(Span)


def over(stretches: Iterable[Fragment], phi_class: str, text: str = "") -> Span:
    """The span over these stretches of a text, of which at least one is wanted; see `fragments.joined`."""
    fragments = joined(stretches, text)
    gaps = tuple((end, start) for (_, end), (start, _) in pairwise(fragments))
    return Span(fragments[0][0], fragments[-1][1], phi_class, gaps)


def toggled(span: Span, start: int, end: int, text: str) -> Span | None:
    """The span with a stretch of its text as a further fragment, or without it if it is a part; None for nothing."""
    if start >= end:
        return None
    if not span.covers(Span(start, end, span.phi_class)):
        return over([*span.fragments, (start, end)], span.phi_class, text)
    left = [trimmed(text, *one) for one in without(span.fragments, [(start, end)])]
    kept = [one for one in left if one is not None]
    return over(kept, span.phi_class) if kept else None


ANNOTATORS = "annotators"  # the kind of evidence that people gave, and no detector


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact why a suggestion exists, readable by a person.

    `kind` is "annotators" (who marked it in a corpus), "crf", "rule", "gazetteer", "trusted", "register", "patient",
    "accepted" (a spelling of what a person accepted), "decided" (in the same report), "house" (in others of its
    folder), "sweep" (a person looked at it in the final check), "first" (the class that it had before it followed a
    decision) or "reading" (what it was read as);
    `name` the rule or gazetteer; `detail` the entry, probability, report or place it rests on. `rule` is the id of what
    a person could turn off to be rid of it (`detection/rule_ids.py`), empty where there is nothing of the kind; of
    trusted PHI it is that of the place it was found from.
    """

    kind: str
    name: str = ""
    detail: str = ""
    rule: str = field(default="", compare=False)

    def __reduce__(self) -> tuple[type[Evidence], tuple[object, ...]]:
        return Evidence, (self.kind, self.name, self.detail, self.rule)

    def __str__(self) -> str:
        return ": ".join(part for part in (f"{self.kind} {self.name}".strip(), self.detail) if part)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A span proposed by a detector, with its confidence (0 to 1) and at least one piece of evidence."""

    span: Span
    confidence: float
    evidence: tuple[Evidence, ...]

    def __init__(self, span: Span, confidence: float, evidence: tuple[Evidence, ...]) -> None:
        if not 0.0 <= confidence <= 1.0:
            raise ValueError(f"a confidence lies in [0, 1], not {confidence}")
        if not evidence:
            raise ValueError("a suggestion needs evidence")
        _set_span(self, span)
        _set_confidence(self, confidence)
        _set_evidence(self, evidence)

    def __reduce__(self) -> tuple[type[Suggestion], tuple[object, ...]]:
        return Suggestion, (self.span, self.confidence, self.evidence)


_set_span, _set_confidence, _set_evidence = _setters(Suggestion)


def without_overlaps(suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions in text order, of overlapping ones the most confident, then the longest, then the first."""
    found = sorted(suggestions, key=lambda s: s.span.start)
    if all(one.span.end <= other.span.start for one, other in pairwise(found)):
        return found  # as in most cases
    kept: list[Suggestion] = []  # disjoint, so only the two neighbours of a newcomer can overlap it
    by_merit = sorted(found, key=lambda s: (-s.confidence, s.span.start - s.span.end, s.span.start, s.span.phi_class))
    for suggestion in by_merit:
        place = bisect_left(kept, suggestion.span.start, key=lambda s: s.span.start)
        if not any(suggestion.span.overlaps(other.span) for other in kept[max(place - 1, 0) : place + 1]):
            kept.insert(place, suggestion)
    return kept


def overlapping(kept: list[Suggestion], span: Span) -> list[Suggestion]:
    """Those of `kept` (disjoint, in text order) that overlap a span, in text order."""
    at = bisect_left(kept, span.start, key=lambda s: s.span.start)
    if at and kept[at - 1].span.overlaps(span):
        at -= 1
    found = []
    while at < len(kept) and kept[at].span.start < span.end:
        found.append(kept[at])
        at += 1
    return found


def uncovered(suggestion: Suggestion, kept: list[Suggestion], text: str) -> list[Suggestion]:
    """The parts of a suggestion that no kept one covers, without what holds no letter or digit."""
    others = overlapping(kept, suggestion.span)
    if not others:
        return [suggestion]
    pieces = []
    at = suggestion.span.start
    for start, end in [*((o.span.start, o.span.end) for o in others), (suggestion.span.end, suggestion.span.end)]:
        piece = trimmed(text, at, min(start, suggestion.span.end))
        if piece is not None:
            span = Span(*piece, suggestion.span.phi_class)
            pieces.append(Suggestion(span, suggestion.confidence, suggestion.evidence))
        at = max(at, end)
    return pieces
