"""Mention and Desk: the spans of one report on a reviewer's desk, each with its decision."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from deid_studio.model.span import Span, Suggestion
from deid_studio.model.statements import Change, Statement

_MOST_CHANGES = 30  # after which all mentions are asked anew


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


def is_pending(mention: Mention) -> bool:
    """Whether nobody has decided it."""
    return mention.decision is Decision.PENDING


def is_accepted(mention: Mention) -> bool:
    """Whether a person said that it is PHI, or a file did."""
    return mention.decision is Decision.ACCEPTED


def is_rejected(mention: Mention) -> bool:
    """Whether a person said that it is no PHI."""
    return mention.decision is Decision.REJECTED


_BELONGS = {Decision.PENDING: is_pending, Decision.ACCEPTED: is_accepted, Decision.REJECTED: is_rejected}

Belongs = Callable[[Mention], bool]
_Those = dict[Belongs, tuple[Mention, ...]]
_Replaced = tuple[Mention | None, Mention | None]  # what was there, and what is there now


class Desk:
    """All mentions of one report at one moment: immutable, iterated in text order.

    `said` are the statements about them that a person made (True) or took out (False), whatever the `.ann` holds.
    """

    __slots__ = ("__dict__", "_by_id", "_since", "_those", "next_id", "said")

    def __init__(self, mentions: Iterable[Mention] = (), next_id: int | None = None) -> None:
        self._by_id: dict[int, Mention] = {mention.id: mention for mention in mentions}
        self.said: Mapping[Statement, bool] = {}
        self.next_id = max(next_id or 1, max(self._by_id, default=0) + 1)
        self._those: _Those = {}
        self._since: tuple[_Those, tuple[_Replaced, ...]] = {}, ()  # what is known of a desk before, what changed since

    @cached_property
    def ordered(self) -> tuple[Mention, ...]:
        """The mentions by start, then end, then class, then id."""
        return tuple(sorted(self._by_id.values(), key=text_order))

    @cached_property
    def pending(self) -> tuple[Mention, ...]:
        """The mentions that nobody has decided, in text order."""
        return self.those(is_pending)

    @cached_property
    def accepted(self) -> tuple[Mention, ...]:
        """The mentions that are PHI by what was decided, in text order."""
        return self.those(is_accepted)

    @cached_property
    def counts(self) -> Mapping[Decision, int]:
        """How many mentions there are of each decision."""
        return {decision: len(self.those(belongs)) for decision, belongs in _BELONGS.items()}

    @cached_property
    def decided_spans(self) -> tuple[Span, ...]:
        """The accepted spans in text order: what belongs into the `.ann`."""
        return tuple(m.span for m in self.accepted)

    def those(self, belongs: Belongs) -> tuple[Mention, ...]:
        """The mentions for which `belongs` holds, in text order.

        It is asked of all of them once; on a desk that came from this one by few edits, only of those that changed.
        """
        found = self._those.get(belongs)
        if found is None:
            found = self._those[belongs] = self._sought(belongs)
        return found

    def _sought(self, belongs: Belongs) -> tuple[Mention, ...]:
        known, changes = self._since
        before = known.get(belongs)
        if before is None:
            return tuple(filter(belongs, self.ordered))
        found = list(before)
        for was, now in changes:
            if was is not None and belongs(was):
                del found[bisect_left(found, text_order(was), key=text_order)]
            if now is not None and belongs(now):
                insort(found, now, key=text_order)
        return tuple(found)

    def changed_since(self, before: Desk) -> frozenset[int]:
        """The ids of the mentions that one of two desks of a report holds and the other does not, or not like that."""
        was, now = before._by_id, self._by_id
        if was is now:
            return frozenset()
        known, changes = self._since
        if known is before._those:  # it came from that one
            touched = {one.id for change in changes for one in change if one is not None}
            return frozenset(one for one in touched if was.get(one) != now.get(one))
        other = [one for one, mention in now.items() if was.get(one) is not mention]
        return frozenset(one for one in other if was.get(one) != now[one]) | (was.keys() - now.keys())

    def at(self, start: int) -> tuple[Mention, ...]:
        """The mentions that begin at code point `start`."""
        first = bisect_left(self.ordered, start, key=lambda m: m.span.start)
        last = bisect_right(self.ordered, start, lo=first, key=lambda m: m.span.start)
        return self.ordered[first:last]

    def overlapping(self, span: Span) -> tuple[Mention, ...]:
        """The mentions, in text order, whose stretch of the text shares a code point with that of a span."""
        return self.meeting(span.start, span.end)

    def meeting(self, start: int, end: int, belongs: Belongs | None = None) -> tuple[Mention, ...]:
        """The mentions, or `those`, in text order, whose stretch shares a code point with [start, end) of the text."""
        ordered = self.ordered if belongs is None else self.those(belongs)
        first = bisect_left(ordered, start - self._longest, key=lambda m: m.span.start)
        last = bisect_left(ordered, end, lo=first, key=lambda m: m.span.start)
        return tuple(m for m in ordered[first:last] if m.span.end > start)

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
        change = self._by_id.get(mention.id), mention
        desk = self._replaced({**self._by_id, mention.id: mention}, rest, max(self.next_id, mention.id + 1), change)
        # At least as long as the longest, which is all that is asked of it.
        desk.__dict__["_longest"] = max(self._longest, mention.span.end - mention.span.start)
        return desk

    def without(self, mention_id: int) -> Desk:
        """The desk without the mention; its id is not used again. Raises KeyError when it is not there."""
        rest = dict(self._by_id)
        change = rest.pop(mention_id), None
        return self._replaced(rest, self._ordered_without(mention_id), self.next_id, change)

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

    def _replaced(
        self, by_id: dict[int, Mention], ordered: list[Mention], next_id: int, change: _Replaced | None = None
    ) -> Desk:
        desk = Desk.__new__(Desk)
        desk._by_id = by_id
        desk.next_id = next_id
        desk.said = self.said
        # Handed on instead of sorted anew, so that thousands of edits in one step stay quick.
        desk.__dict__["ordered"] = tuple(ordered)
        desk._those = {}
        known, changes = (self._those, ()) if self._those else self._since
        changes = changes if change is None else (*changes, change)
        desk._since = (known, changes) if len(changes) <= _MOST_CHANGES else ({}, ())
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
