"""Where spans are after their text was edited, told by the fewest edits that explain all of them; pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise

# An edit costs less than leaving a span without a place, and one span alone is no reason to believe in two edits.
_EDIT, _NO_PLACE = 2, 3

Shift = int
Costs = Mapping[Shift, int]


def shifts(starts: Sequence[int], possible: Sequence[frozenset[Shift]]) -> list[frozenset[Shift | None]]:
    """How far each span has moved; more than one shift where the fewest edits do not tell, None: it has no place.

    `starts` are where the spans were, ascending, and `possible` how far each can have moved: to where its text stands.
    An edit moves everything behind it equally and puts nothing before what it stood behind.
    """
    before: list[Costs] = [{0: 0}]  # the least cost of all spans so far, by the shift that holds behind them
    gaps = [b - a for a, b in pairwise([0, *starts])]
    for own, gap in zip(possible, gaps, strict=True):
        before.append(_behind(before[-1], own, gap))
    behind: Costs = dict.fromkeys(before[-1], 0)  # the least cost of all spans that follow
    best = min(before[-1].values())
    found: list[frozenset[Shift | None]] = []
    for own, costs, after, gap in reversed(list(zip(possible, before, before[1:], gaps, strict=False))):
        placed = _placed(costs, own & after.keys(), gap)
        told: set[Shift | None] = {shift for shift, cost in placed.items() if cost + behind[shift] == best}
        kept = costs.keys() & after.keys()
        if any(costs[shift] + _NO_PLACE + behind[shift] == best for shift in kept):
            told.add(None)
        found.append(frozenset(told))
        behind = _before(costs, own, after, behind, gap)
    return found[::-1]


def _behind(costs: Costs, own: frozenset[Shift], gap: int) -> Costs:
    """The costs behind a span with these possible shifts."""
    new = {shift: cost + _NO_PLACE for shift, cost in costs.items()}
    for shift, cost in _placed(costs, own, gap).items():
        new[shift] = min(cost, new.get(shift, cost))
    # What costs more than an edit from the cheapest is never needed: from there one comes by that edit.
    most = min(new.values()) + _EDIT + _NO_PLACE
    return {shift: cost for shift, cost in new.items() if cost <= most}


def _placed(costs: Costs, own: frozenset[Shift], gap: int) -> dict[Shift, int]:
    """The costs of giving a span each of its shifts; `gap`: how far it begins behind the one before."""
    held = sorted(costs)
    cheapest: list[int] = []
    for shift in held:
        cheapest.append(min(costs[shift], cheapest[-1] if cheapest else costs[shift]))
    placed: dict[Shift, int] = {}
    for shift in own:
        fitting = bisect_left(held, shift + gap + 1)
        options = [cheapest[fitting - 1] + _EDIT] if fitting else []
        options += [costs[shift]] if shift in costs else []
        if options:
            placed[shift] = min(options)
    return placed


def _before(costs: Costs, own: frozenset[Shift], after: Costs, behind: Costs, gap: int) -> Costs:
    """The costs of all that follows, seen from before a span."""
    reached = sorted(shift for shift in own if shift in after)
    cheapest: list[int] = []
    for shift in reversed(reached):
        cheapest.append(min(behind[shift], cheapest[-1] if cheapest else behind[shift]))
    cheapest.reverse()
    seen: dict[Shift, int] = {}
    for shift in costs:
        options = [behind[shift] + _NO_PLACE] if shift in after else []
        options += [behind[shift]] if shift in own and shift in after else []
        fitting = bisect_left(reached, shift - gap)
        options += [cheapest[fitting] + _EDIT] if fitting < len(reached) else []
        seen[shift] = min(options, default=1 << 60)
    return seen
