"""Rule preview: what becomes of a report's pending suggestions when rules are turned off; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from deid_studio.detection.rule_ids import rests_on
from deid_studio.model.mentions import Decision, Desk, Mention, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.offering import offered


class Fate(StrEnum):
    """What becomes of a suggestion.

    `GOES`: nobody else suggests anything there. `CHANGES`: another class or other ends are suggested there. `COMES`:
    it was not suggested before. `STAYS`: another detector, or another rule, suggests it too. `DECIDED`: a person has
    decided it, and the decision stays.
    """

    GOES = "goes"
    CHANGES = "changes"
    COMES = "comes"
    STAYS = "stays"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Change:
    """One suggestion and its fate: `span` as it is (of one that comes: as it will be), what it `becomes` when it
    changes, and the evidence that is left of one that stays."""

    fate: Fate
    span: Span
    becomes: Span | None = None
    left: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportChanges:
    """The changes of one report, in text order, and the text that they are places of."""

    name: str
    text: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """How many suggestions have each fate, and in how many reports any goes, changes or comes."""

    fates: Counter[Fate]
    reports: int


def changes(
    desk: Desk, before: Sequence[Suggestion], after: Sequence[Suggestion], off: Collection[str], begun: bool
) -> tuple[Change, ...]:
    """What becomes of a report's pending suggestions when the rules `off` are turned off.

    `before` and `after` are a pipeline's suggestions with and without the rules. `desk` is what is there: of a report
    on which nobody has decided anything (not `begun`), what its `.ann` holds.
    """
    if begun:
        known = {one.span for one in before}
        offer = offered(desk, after, off)
        lost = {mention.id for mention in offer.gone}
        was = _suggested(desk.pending)
        now = _suggested([m for m in desk.pending if m.id not in lost])
        now |= {span: one for span, one in _suggested(offer.fresh).items() if span not in known}
        # What stays on the desk keeps its evidence there; what is left of it is what the detectors say now.
        now |= {one.span: one for one in after if one.span in now}
    else:
        was, now = (_suggested(desk_of(desk.decided_spans, some).pending) for some in (before, after))
    found = [*_changed(was, now, off), *_decided(desk, before, after, off)]
    return tuple(sorted(found, key=lambda one: (one.span, one.fate)))


def totals(reports: Iterable[ReportChanges]) -> Totals:
    """The counts of many reports."""
    fates: Counter[Fate] = Counter()
    touched = 0
    for report in reports:
        own = Counter(change.fate for change in report.changes)
        fates += own
        touched += bool(own[Fate.GOES] or own[Fate.CHANGES] or own[Fate.COMES])
    return Totals(fates, touched)


def _suggested(mentions: Iterable[Mention]) -> dict[Span, Suggestion]:
    return {mention.span: mention.suggestion for mention in mentions if mention.suggestion is not None}


def _changed(was: dict[Span, Suggestion], now: dict[Span, Suggestion], off: Collection[str]) -> Iterable[Change]:
    fresh = sorted(span for span in now if span not in was)
    taken: set[Span] = set()
    for span, one in was.items():
        if span in now:
            if rests_on(one, off):
                left = tuple(fact for fact in now[span].evidence if fact.rule not in off)
                yield Change(Fate.STAYS, span, left=left)
            continue
        becomes = next((other for other in fresh if other.overlaps(span) and other not in taken), None)
        if becomes is None:
            yield Change(Fate.GOES, span)
        else:
            taken.add(becomes)
            yield Change(Fate.CHANGES, span, becomes)
    yield from (Change(Fate.COMES, span) for span in fresh if span not in taken)


def _decided(
    desk: Desk, before: Iterable[Suggestion], after: Iterable[Suggestion], off: Collection[str]
) -> Iterable[Change]:
    kept = {one.span for one in after}
    decided = [mention.span for mention in desk if mention.decision is not Decision.PENDING]
    for one in before:
        if rests_on(one, off) and one.span not in kept and any(span.overlaps(one.span) for span in decided):
            yield Change(Fate.DECIDED, one.span)
