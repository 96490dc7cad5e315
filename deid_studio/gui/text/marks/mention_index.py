"""MentionIndex: which mentions a stretch of text meets, without looking at the others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from deid_studio.model.mentions import Decision, Mention


class MentionIndex:
    """The shown mentions of one desk: those of hidden classes are left out. `ordered` must be in text order."""

    def __init__(self, ordered: Sequence[Mention], hidden_classes: frozenset[str] = frozenset()) -> None:
        self._mentions = (
            [m for m in ordered if m.span.phi_class not in hidden_classes] if hidden_classes else list(ordered)
        )
        self._starts = [m.span.start for m in self._mentions]
        # The furthest end so far never descends, so the first mention that can reach a stretch is one bisection.
        self._reach = list(accumulate((m.span.end for m in self._mentions), max))

    def meeting(self, start: int, end: int) -> list[Mention]:
        """The mentions that share a code point with [start, end), in text order."""
        first = bisect_right(self._reach, start)
        last = bisect_left(self._starts, end)
        return [m for m in self._mentions[first:last] if m.span.end > start]

    def innermost(self, start: int, end: int) -> Mention | None:
        """The shortest mention that holds all of [start, end), of equal ones the newest; gaps hold nothing.

        A rejected one is found where no other is.
        """
        holding = [
            m
            for m in self.meeting(start, end)
            if any(first <= start and end <= last for first, last in m.span.fragments)
        ]
        return min(
            holding, key=lambda m: (m.decision is Decision.REJECTED, m.span.end - m.span.start, -m.id), default=None
        )


def levels(mentions: Iterable[Mention]) -> dict[int, int]:
    """How deep each mention lies among those it overlaps: 0 for an outermost one; keys are mention ids.

    Mentions that overlap never share a level, so that their boxes can be told apart.
    """
    found: dict[int, int] = {}
    open_until: list[int] = []  # per level, where its last mention ends
    for mention in sorted(mentions, key=lambda m: (m.span.start, -m.span.end, m.id)):
        level = next((i for i, end in enumerate(open_until) if end <= mention.span.start), len(open_until))
        open_until[level : level + 1] = [mention.span.end]
        found[mention.id] = level
    return found
