"""Mention and Desk: the spans of one report on a reviewer's desk, each with its decision."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from deid_studio.model.span import Span, Suggestion
from deid_studio.model.statements import Change, Statement

T = TypeVar("T")


class Decision(StrEnum):
    """What a person has said of a span."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Origin(StrEnum):
    """Who put a span on the desk first."""

    DETECTOR = "detector"
    FILE = "file"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Mention:
    """A span under review: its decision, who proposed it, the suggestion it came from, and a note.

    `id` is unique in its report and never reused there.
    """

    id: int
    span: Span
    decision: Decision
    origin: Origin
    suggestion: Suggestion | None = None
    note: str = ""

    @property
    def is_resized(self) -> bool:
        """Whether it has other ends than were suggested: to whoever moved them it was PHI."""
        suggested = self.suggestion
        return suggested is not None and self.span.fragments != suggested.span.fragments


class Desk:
    """All mentions of one report at one moment: immutable, iterated in text order.

    `said` are the statements about them that a person made (True) or took out (False), whatever the `.ann` holds.
    """

    __slots__ = ("__dict__", "_by_id", "next_id", "said")

    def __init__(self, mentions: Iterable[Mention] = (), next_id: int | None = None) -> None:
        self._by_id: Mapping[int, Mention] = {mention.id: mention for mention in mentions}
        self.said: Mapping[Statement, bool] = {}
        self.next_id = max(next_id or 1, max(self._by_id, default=0) + 1)

    @cached_property
    def ordered(self) -> tuple[Mention, ...]:
        """The mentions by start, then end, then class, then id."""
        return tuple(sorted(self._by_id.values(), key=text_order))

    @cached_property
    def pending(self) -> tuple[Mention, ...]:
        """The mentions that nobody has decided, in text order."""
        return tuple(m for m in self.ordered if m.decision is Decision.PENDING)

    @cached_property
    def counts(self) -> Mapping[Decision, int]:
        """How many mentions there are of each decision."""
        found = [mention.decision for mention in self._by_id.values()]
        return {decision: found.count(decision) for decision in Decision}

    @cached_property
    def decided_spans(self) -> tuple[Span, ...]:
        """The accepted spans in text order: what belongs into the `.ann`."""
        return tuple(m.span for m in self.ordered if m.decision is Decision.ACCEPTED)

    def once(self, what: Hashable, find: Callable[[Desk], T]) -> T:
        """What `find` finds on this desk; it is called the first time that `what` is asked for."""
        found: dict[Hashable, Any] = self.__dict__.setdefault("found", {})
        if what not in found:
            found[what] = find(self)
        value: T = found[what]
        return value

    def at(self, start: int) -> tuple[Mention, ...]:
        """The mentions that begin at code point `start`."""
        first = bisect_left(self.ordered, start, key=lambda m: m.span.start)
        last = bisect_right(self.ordered, start, lo=first, key=lambda m: m.span.start)
        return self.ordered[first:last]

    def overlapping(self, span: Span) -> tuple[Mention, ...]:
        """The mentions, in text order, whose stretch of the text shares a code point with that of a span."""
        first = bisect_left(self.ordered, span.start - self._longest, key=lambda m: m.span.start)
        last = bisect_left(self.ordered, span.end, lo=first, key=lambda m: m.span.start)
        return tuple(m for m in self.ordered[first:last] if m.span.overlaps(span))

    @cached_property
    def _longest(self) -> int:
        return max((m.span.end - m.span.start for m in self.ordered), default=0)

    def __iter__(self) -> Iterator[Mention]:
        return iter(self.ordered)

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, mention_id: object) -> bool:
        return mention_id in self._by_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Desk) and self._by_id == other._by_id and self.said == other.said

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, mention_id: int) -> Mention:
        return self._by_id[mention_id]

    def get(self, mention_id: int) -> Mention | None:
        """The mention of that id, or None."""
        return self._by_id.get(mention_id)

    def with_mention(self, mention: Mention) -> Desk:
        """The desk with this mention added, or in place of the one of the same id."""
        rest = self._ordered_without(mention.id)
        insort(rest, mention, key=text_order)
        desk = self._replaced({**self._by_id, mention.id: mention}, rest, max(self.next_id, mention.id + 1))
        # At least as long as the longest, which is all that is asked of it.
        desk.__dict__["_longest"] = max(self._longest, mention.span.end - mention.span.start)
        return desk

    def without(self, mention_id: int) -> Desk:
        """The desk without the mention; its id is not used again. Raises KeyError when it is not there."""
        rest = dict(self._by_id)
        del rest[mention_id]
        return self._replaced(rest, self._ordered_without(mention_id), self.next_id)

    def _ordered_without(self, mention_id: int) -> list[Mention]:
        ordered = list(self.ordered)
        before = self._by_id.get(mention_id)
        if before is not None:
            del ordered[bisect_left(ordered, text_order(before), key=text_order)]
        return ordered

    def saying(self, change: Change) -> Desk:
        """The desk with statements taken out and others made."""
        desk = self._replaced(self._by_id, list(self.ordered), self.next_id)
        desk.said = {**self.said, **dict.fromkeys(change.gone, False), **dict.fromkeys(change.come, True)}
        return desk

    def _replaced(self, by_id: Mapping[int, Mention], ordered: list[Mention], next_id: int) -> Desk:
        desk = Desk.__new__(Desk)
        desk._by_id = by_id
        desk.next_id = next_id
        desk.said = self.said
        # Handed on instead of sorted anew, so that thousands of edits in one step stay quick.
        desk.__dict__["ordered"] = tuple(ordered)
        return desk


def text_order(mention: Mention) -> tuple[int, int, str, int]:
    """What mentions are sorted by on a desk."""
    span = mention.span
    return (span.start, span.end, span.phi_class, mention.id)


def desk_of(decided: Iterable[Span], suggestions: Iterable[Suggestion]) -> Desk:
    """The desk on which a review begins.

    `decided` are the spans that the `.ann` beside the report already holds: accepted. Suggestions that overlap one of
    them are left out, since a person has decided there; the rest are pending.
    """
    decided = sorted(decided)
    mentions = [Mention(number, span, Decision.ACCEPTED, Origin.FILE) for number, span in enumerate(decided, start=1)]
    taken = _Taken(decided)
    for suggestion in sorted(suggestions, key=lambda s: s.span):
        if not taken.overlaps(suggestion.span):
            mentions.append(Mention(len(mentions) + 1, suggestion.span, Decision.PENDING, Origin.DETECTOR, suggestion))
    return Desk(mentions)


class _Taken:
    """Which stretches of a text are covered by spans; spans are merged so that a look-up is one bisection."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in spans:  # ascending by start
            if self._ends and span.start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], span.end)
            else:
                self._starts.append(span.start)
                self._ends.append(span.end)

    def overlaps(self, span: Span) -> bool:
        index = bisect_right(self._ends, span.start)
        return index < len(self._starts) and self._starts[index] < span.end
