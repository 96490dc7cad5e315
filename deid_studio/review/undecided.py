"""Undecided: suggestions that nobody decided, where they still stand in a released text."""

from __future__ import annotations

from collections.abc import Iterable

from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.release.leak_check import Leak, LeakKind
from deid_studio.release.policy import Policy, Way
from deid_studio.release.released import Released


def undecided(pending: Iterable[Span], released: Released, policy: Policy, tagset: TagSet) -> list[Leak]:
    """The suggestions that leave as they are, in text order; none of a class that the policy keeps.

    One that overlaps what was replaced is none of them: a person has decided there.
    """
    rewriting, found = released.rewriting, []
    for span in sorted(pending):
        if policy.treatment(span.phi_class, tagset).way is Way.KEEP:
            continue
        if any(change.place.start < span.end and span.start < change.place.end for change in rewriting.changes):
            continue
        start = rewriting.new_offset(span.start)
        found.append(Leak(start, start + span.end - span.start, LeakKind.SUGGESTED, span.phi_class))
    return found


def with_undecided(leaks: Iterable[Leak], suggested: list[Leak]) -> tuple[Leak, ...]:
    """All hits in text order; a suggestion says more of its stretch than a hit without an excuse that lies in it."""
    told = [
        leak
        for leak in leaks
        if leak.excuse is not None or not any(one.start <= leak.start and leak.end <= one.end for one in suggested)
    ]
    return tuple(sorted([*told, *suggested], key=lambda leak: (leak.start, leak.end)))
