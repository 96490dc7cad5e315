"""Remaining: the list of what is left to look at, and what of it a person has seen; no widgets, no jobs."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.checking.questions import by_leak, expected, is_likely, is_worth_asking

Place = tuple[Sort, int, int]


class Asking(Enum):
    """How a person is asked about a finding."""

    ALONE = 1
    TOGETHER = 2
    NOT = 3
    ANSWERED = 4  # together, and a person said that none of them is PHI


class Remaining:
    """All findings in the order in which they are asked about."""

    def __init__(self) -> None:
        self.findings: tuple[Finding, ...] = ()
        self._seen: set[Place] = set()
        self._passed: set[Place] = set()  # of which a person said that none is PHI
        self._raised: set[Place] = set()  # of which a person was asked whether any is PHI

    def take(self, findings: Iterable[Finding]) -> None:
        """Take what is left now; what was seen stays seen."""
        self.findings = by_leak(findings)

    def see(self, finding: Finding) -> None:
        """A person has looked at a finding and gone on."""
        self._seen.add(place_of(finding))

    def see_unread_anew(self) -> None:
        """A passage that was passed over, and not read, is to be looked at as if nobody had."""
        self._seen = {place for place in self._seen if place[0] is not Sort.UNREAD}

    def ask_together(self) -> None:
        """A person is asked about all together: from now on that is worth a question until they answered for all."""
        self._raised |= set(map(place_of, self.unlikely))

    def pass_over(self) -> None:
        """A person has said that nothing of what is asked about together is PHI; it stays in the list."""
        places = set(map(place_of, self.unlikely))
        self._seen |= places
        self._passed |= places

    @property
    def passed_over(self) -> list[tuple[int, int]]:
        """The places of which a person has said that none is PHI, in text order."""
        passed = (one for one in self.findings if place_of(one) in self._passed)
        return sorted((span.start, span.end) for one in passed for span in (one.span, *one.others))

    @property
    def unanswered(self) -> list[Finding]:
        """The findings of which a person has not said that none of them is PHI."""
        return [one for one in self.findings if place_of(one) not in self._passed]

    def is_seen(self, finding: Finding) -> bool:
        """Whether a person has looked at a finding and gone on."""
        return place_of(finding) in self._seen

    @property
    def likely(self) -> list[Finding]:
        """What is asked about one by one, those that a person has seen among it."""
        return [one for one in self.findings if is_likely(one)]

    @property
    def unseen(self) -> list[Finding]:
        """What is asked about one by one, and nobody has looked at."""
        return [one for one in self.likely if not self.is_seen(one)]

    @property
    def unlikely(self) -> list[Finding]:
        """What is asked about together, if at all, and nobody has looked at."""
        return [one for one in self.findings if not is_likely(one) and not self.is_seen(one)]

    @property
    def together(self) -> list[Finding]:
        """What is asked about together: nothing where that is not worth a question, and none was asked."""
        unlikely = self.unlikely
        raised = any(place_of(one) in self._raised for one in unlikely)
        return unlikely if raised or is_worth_asking(unlikely) else []

    def asking(self, findings: Iterable[Finding]) -> dict[Asking, list[Finding]]:
        """Some of the findings by how a person is asked about them, each kind in its order; no kind without any."""
        others = Asking.TOGETHER if self.together else Asking.NOT
        by_kind: dict[Asking, list[Finding]] = {}
        for one in findings:
            seen = Asking.ANSWERED if place_of(one) in self._passed else Asking.NOT
            kind = Asking.ALONE if is_likely(one) else seen if self.is_seen(one) else others
            by_kind.setdefault(kind, []).append(one)
        return {kind: by_kind[kind] for kind in Asking if kind in by_kind}

    @property
    def unread(self) -> list[Finding]:
        """The passages that were not read, whether or not they were passed over."""
        return [one for one in self.findings if one.sort is Sort.UNREAD]

    @property
    def asked(self) -> list[Finding]:
        """What a sign-off is held back for."""
        return [*(one for one in self.unseen if one.sort is not Sort.UNREAD), *self.unread, *self.together]

    @property
    def leak(self) -> float:
        """How many mentions of PHI are expected to leave unmarked as things stand."""
        return expected(self.unanswered)


def place_of(finding: Finding) -> Place:
    """What tells a finding from the others, also when findings are known anew."""
    return finding.sort, finding.span.start, finding.span.end
