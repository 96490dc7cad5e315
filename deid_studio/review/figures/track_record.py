"""Track record: how often a reviewer found a detector's suggestions right, by class, and whether that is often enough.

Only what was looked at is evidence: what was decided one by one, or accepted as a passage that was read (there the
unsure are decided by themselves). Accepting a report's suggestions together must not earn the right to go on with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deid_studio.errors import JournalError
from deid_studio.model.edits import Accept, AcceptPassage, Edit, Reject, Remove, Restore, Several
from deid_studio.model.mentions import Decision
from deid_studio.progress import Progress
from deid_studio.review.deciding.growing import taken_in
from deid_studio.review.deciding.history import History, Step, replayed
from deid_studio.review.deciding.sensitivity import is_doubt
from deid_studio.review.deciding.tally import kind_of
from deid_studio.review.figures.share_bound import expected_lower, wilson_lower
from deid_studio.review.journal import Event, EventKind
from deid_studio.review.project import Project

Outcomes = Counter[tuple[str, str]]  # by class, as it was suggested where it was, and kind (`tally.KINDS`)

_MOST_LACKING = 100_000
# What is expected counts like so many decisions, and never as quite sure (docs/experiments.md, "Accepting together").
_EXPECTED_COUNTS = 10
_SUREST = 0.995
_WRONG = ("relabelled", "resized", "rejected")


@dataclass(frozen=True, slots=True)
class Record:
    """Of `total` suggestions of a class that were decided one by one, `right` were accepted as they were.

    `expected` is the share of right ones that the detector's confidence promises of those in question, if it is known.
    """

    right: int = 0
    total: int = 0
    expected: float | None = None

    @property
    def sure_of(self) -> float:
        """The share of right ones that is sure enough (0 to 1); 0 while a person has found none of them right."""
        if self.expected is None or not self.right:
            return wilson_lower(self.right, self.total)
        expected = min(self.expected, _SUREST)
        right, wrong = _EXPECTED_COUNTS * expected, _EXPECTED_COUNTS * (1 - expected)
        return expected_lower(right + self.right, wrong + self.total - self.right)

    def earns(self, precision: float) -> bool:
        """Whether suggestions may be accepted together where this precision is asked for; 0 asks for none."""
        return precision <= 0 or self.sure_of >= precision

    def lacking(self, precision: float) -> int | None:
        """How many more right ones, without a wrong one, would earn it; None: more than anybody decides."""
        counts = range(_MOST_LACKING)
        more = bisect_left(
            counts, True, key=lambda m: Record(self.right + m, self.total + m, self.expected).earns(precision)
        )
        return more if more < _MOST_LACKING else None


class TrackRecord:
    """The outcomes of a reviewer's signed-off reports."""

    def __init__(self, reports: Mapping[str, Outcomes] | None = None) -> None:
        self._reports: dict[str, Outcomes] = {}
        self._all: Outcomes = Counter()
        for name, outcomes in (reports or {}).items():
            self.take(name, outcomes)

    def take(self, report: str, outcomes: Outcomes | None) -> None:
        """Put a report's outcomes in place of what was known of it; None: it is not signed off."""
        self._all.subtract(self._reports.pop(report, Counter()))
        if outcomes is not None:
            self._reports[report] = outcomes
            self._all.update(outcomes)

    def of(self, phi_class: str, expected: float | None = None) -> Record:
        """How right the suggestions of a class were, beside what is expected of others."""
        right = self._all[phi_class, "accepted"]
        return Record(right, right + sum(self._all[phi_class, kind] for kind in _WRONG), expected)


def read_track_record(project: Project, reviewer: str, progress: Progress) -> TrackRecord:
    """What the journal knows of the reports that this reviewer signed off; a report it cannot tell of is left out."""
    signed = [name for name, summary in project.summaries().items() if summary.signed]
    found: dict[str, Outcomes] = {}
    for name in progress.each(signed, len(signed)):
        try:
            events = project.journal().events(name)
            if _first_reader(events) == reviewer:
                found[name] = outcomes_of(replayed(events), one_by_one=True)
        except JournalError:
            continue
    return TrackRecord(found)


def _first_reader(events: Iterable[Event]) -> str | None:
    # What was decided one by one is the first reader's; a second one has but read it.
    signed = [e.reviewer for e in events if e.kind is EventKind.SIGN_OFF and e.payload.get("second") is not True]
    return signed[-1] if signed else None


def outcomes_of(history: History, one_by_one: bool = False) -> Outcomes:
    """What became of each mention of a report; with `one_by_one`, without suggestions that were accepted together.

    What a person found in a final check was missed by the detector: added; what they rejected there is "dismissed",
    which says nothing of the detector. So it is with doubts, for which no detector had decided. What another mention
    took in is PHI with other ends.
    """
    found = _found_later(history.done)
    together = decided_together(history.done, Accept) if one_by_one else frozenset()
    outcomes: Outcomes = Counter()
    for mention in history.desk:
        kind = kind_of(mention)
        if mention.id in found or (mention.suggestion is not None and is_doubt(mention.suggestion)):
            if mention.decision is Decision.PENDING:
                continue
            kind = "added" if mention.decision is Decision.ACCEPTED else "dismissed"
        elif kind == "rejected" and mention.suggestion is None:
            kind = "taken_out"
        elif kind == "accepted" and mention.id in together:
            continue
        suggested = mention.suggestion if kind in ("accepted", *_WRONG) else None
        outcomes[(mention.span if suggested is None else suggested.span).phi_class, kind] += 1
    there = {mention.suggestion for mention in history.desk}
    for mention in taken_in(history.done).wholes.values():
        suggested = mention.suggestion
        if suggested is not None and suggested not in there and not is_doubt(suggested):
            outcomes[suggested.span.phi_class, "resized"] += 1
    return outcomes


def _found_later(steps: Iterable[Step]) -> frozenset[int]:
    """The mentions that were no suggestion before a final check, which adds and does nothing else."""
    found: set[int] = set()
    for step in steps:
        parts = tuple(step.parts)
        if all(isinstance(part, Restore) for part, _ in parts):
            found |= {p.mention.id for p, undo in parts if isinstance(p, Restore) and isinstance(undo, Remove)}
    return frozenset(found)


def decided_together(steps: Iterable[Step], how: type[Accept] | type[Reject]) -> frozenset[int]:
    """The mentions that were last accepted, or rejected, in one step with others that was no passage's."""
    together: set[int] = set()
    for step in steps:
        decided = {part.mention_id for part, _ in step.parts if isinstance(part, how)}
        together -= decided
        if len(decided) > 1 and not _is_of_passage(step.edit):
            together |= decided
    return frozenset(together)


def _is_of_passage(edit: Edit) -> bool:
    own = (edit, *edit.edits) if isinstance(edit, Several) else (edit,)  # what follows goes with it
    return any(isinstance(one, AcceptPassage) for one in own)
