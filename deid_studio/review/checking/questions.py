"""Questions: in which order a person is asked about findings, and which are worth a question; pure.

Each finding has a chance that looking at it is of use. All that is estimated is asked about together, once for a
report, where it is rather of use than not; only what is sure is asked about by itself, for nobody is to wave it
through with the rest. So a useful answer takes two questions at most (`tests/benchmarks/bench_final_check.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.checking.finding import CHECK, Finding, Sort

LEAST = 0.8  # of what is asked about by itself
LEAST_TOGETHER = 0.5  # rather of use than not: two questions for each useful answer, if the chances are right
_ESTIMATED = frozenset((Sort.ELSEWHERE, Sort.DOUBT, Sort.REJECTED, Sort.AGE))


def by_leak(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the order in which they are asked about: what is likely by expected leak, then the others."""
    return tuple(sorted(findings, key=lambda one: (not is_likely(one), -one.leak, -one.chance, one.span)))


def is_likely(finding: Finding) -> bool:
    """Whether a finding is asked about by itself: what is only estimated, where it is sure enough to be of use."""
    return finding.sort not in _ESTIMATED or finding.chance >= LEAST


def together(findings: Iterable[Finding]) -> float:
    """The chance that looking at any of these findings is of use."""
    return 1 - prod(1 - one.chance for one in findings)


def is_worth_asking(findings: Sequence[Finding]) -> bool:
    """Whether findings none of which is likely are asked about together."""
    return together(findings) >= LEAST_TOGETHER


def hidden_findings(desk: Desk, is_shown: Callable[[Mention], bool]) -> list[Finding]:
    """The suggestions that nobody has decided on and that are not shown, in text order."""
    return [
        Finding(m.suggestion, (), m.id, Sort.HIDDEN, m.suggestion.confidence)
        for m in desk.pending
        if m.suggestion is not None and not is_shown(m)
    ]


def unread_findings(unread: Sequence[tuple[int, int]], leak: float) -> list[Finding]:
    """The passages that were not read, in text order, each with its share of what is expected to leave with them."""
    total = sum(end - start for start, end in unread)
    fact = Evidence(CHECK, Sort.UNREAD.value)
    return [
        Finding(
            Suggestion(Span(start, end, Sort.UNREAD.value), 1.0, (fact,)),
            sort=Sort.UNREAD,
            chance=leak * (end - start) / total,
        )
        for start, end in unread
    ]


def expected(findings: Iterable[Finding]) -> float:
    """How many mentions of PHI are expected to leave unmarked if nobody looks at these findings."""
    return sum(one.leak for one in findings)
