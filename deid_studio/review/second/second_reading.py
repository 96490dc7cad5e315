"""Second reading: what second readers found that first ones had missed, from the journal; counts alone.

What a second reader changed between the first reader's signature and the own is the finding: a mention added where
nothing was marked is PHI that the first one missed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from deid_studio.errors import JournalError
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.review.deciding.history import replayed
from deid_studio.review.journal import Event, EventKind, Journal, Summary
from deid_studio.review.second.second_policy import Choice, expected_leak, reader_key

_WORD = re.compile(r"[^\W_]\S*")
_STEP = (EventKind.PERFORM, EventKind.UNDO, EventKind.REDO, EventKind.WITHDRAW)


class Reviewed(Protocol):
    """A folder of reports that is under review, as far as second readings are read from it."""

    def summaries(self) -> Mapping[str, Summary]:
        """Where each report with decisions stands, by name."""

    def journal(self) -> Journal:
        """The journal of the decisions."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One report read twice: by whom, how long it is, how many spans each signed, and how those of both differ.

    `at` is the second sign-off (ISO 8601 in UTC). Counts are by class: `missed` spans were added where the first reader
    had marked nothing, `removed` ones were taken off; `relabelled` and `resized` ones are PHI in other words or other
    ends, counted by the second reader's class. `bared` are code points that only the second reader marked.
    """

    report: str
    first: str
    second: str
    at: str
    choice: Choice
    characters: int
    words: int
    spans_first: int
    spans_second: int
    equal: int
    missed: Counter[str]
    removed: Counter[str]
    relabelled: Counter[str]
    resized: Counter[str]
    bared: int


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was read twice in a folder; `left_out` reports cannot be told of.

    A statement on the reports that nobody read twice may rest on those alone that were drawn at random (`of`): the
    riskiest are the worst, and what was read is not like what was not.
    """

    readings: tuple[Reading, ...] = ()
    left_out: int = 0

    def of(self, choice: Choice) -> Findings:
        """The reports that were chosen in this way."""
        return Findings(tuple(one for one in self.readings if one.choice is choice), self.left_out)

    @property
    def reports(self) -> int:
        """How many reports were read twice."""
        return len(self.readings)

    @property
    def characters(self) -> int:
        """How many code points they hold."""
        return sum(one.characters for one in self.readings)

    @property
    def words(self) -> int:
        """How many words they hold."""
        return sum(one.words for one in self.readings)

    @property
    def spans(self) -> int:
        """How many spans the second readers signed."""
        return sum(one.spans_second for one in self.readings)

    @property
    def missed(self) -> Counter[str]:
        """The spans that the first readers missed, by class."""
        return _sum(one.missed for one in self.readings)

    @property
    def removed(self) -> Counter[str]:
        """The spans that the second readers took off, by class."""
        return _sum(one.removed for one in self.readings)

    @property
    def relabelled(self) -> Counter[str]:
        """The spans to which they gave another class, by that class."""
        return _sum(one.relabelled for one in self.readings)

    @property
    def resized(self) -> Counter[str]:
        """The spans to which they gave other ends, by class."""
        return _sum(one.resized for one in self.readings)

    @property
    def reports_with_missed(self) -> int:
        """In how many reports a first reader missed a span or a part of one: as good as a leak."""
        return sum(one.bared > 0 for one in self.readings)

    @property
    def agreement(self) -> float | None:
        """The share (0 to 1) of spans equal in ends and class, of those of both readers; None without any.

        It is the F1 of one reader against the other, which is their kappa where what is no PHI is beyond count: G.
        Hripcsak and A. S. Rothschild, "Agreement, the F-measure, and reliability in information retrieval", Journal of
        the American Medical Informatics Association 12 (2005), 296-298.
        """
        both = sum(one.spans_first + one.spans_second for one in self.readings)
        return 2 * sum(one.equal for one in self.readings) / both if both else None


@dataclass(frozen=True, slots=True)
class Survey:
    """What a choice of a policy rests on: what was found so far, and the risks that no sign-off says (`risks_of`)."""

    findings: Findings
    risks: Mapping[str, float]


def survey_of(folder: Reviewed, progress: Progress) -> Survey:
    """What is known of second readings in a folder; raises `JournalError`."""
    return Survey(findings_of(folder, progress), risks_of(folder, progress))


def findings_of(folder: Reviewed, progress: Progress) -> Findings:
    """What second readers found in a folder; a report whose events do not fit together is left out.

    Raises `JournalError`. A report that another program changed since counts no longer: both signed another text.
    """
    summaries = folder.summaries()
    names = [name for name, one in summaries.items() if any(s.second for s in one.signatures)]
    found: list[Reading] = []
    left_out = 0
    for name in progress.each(names, len(names)):
        try:
            reading = reading_of(folder.journal().events(name))
        except JournalError:
            left_out += 1
            continue
        if reading is not None:
            found.append(reading)
    return Findings(tuple(found), left_out)


def reading_of(events: Sequence[Event]) -> Reading | None:
    """How a report was read twice, from its events since `BEGIN`; None where it was not. Raises `JournalError`.

    What the first reader says is what they had signed before the second one touched it: if they came to agree with a
    correction and signed it, it was missed all the same.
    """
    signed = signed_twice(events)
    if signed is None:
        return None
    first, at = signed
    second = events[at]
    text = str(events[0].payload["text"])
    before = replayed(events[: first + 1]).desk.decided_spans
    after = replayed(events[: at + 1]).desk.decided_spans
    try:
        choice = Choice(second.payload.get("choice", ""))
    except ValueError:
        choice = Choice.OFF
    missed, removed, relabelled, resized = differences(before, after)
    bared = _points(after) - _points(before)
    return Reading(
        second.report,
        events[first].reviewer,
        second.reviewer,
        second.at,
        choice,
        len(text),
        len(_WORD.findall(text)),
        len(set(before)),
        len(set(after)),
        len(set(before) & set(after)),
        missed,
        removed,
        relabelled,
        resized,
        sum(not text[point].isspace() for point in bared),
    )


def signed_twice(events: Sequence[Event]) -> tuple[int, int] | None:
    """Which of a report's events are the first reader's signature and the second's; None where nobody read it again.

    The first one's is the last that they gave before the second one touched the report.
    """
    at = next((i for i, event in enumerate(events) if _is_second(event)), None)
    if at is None:
        return None
    mine = reader_key(events[at].reviewer)
    first: int | None = None
    for number, event in enumerate(events[:at]):
        theirs = reader_key(event.reviewer) != mine
        if event.kind is EventKind.SIGN_OFF and theirs:
            first = number
        elif first is not None and not theirs and event.kind in _STEP:
            break
    return None if first is None else (first, at)


def differences(
    before: Iterable[Span], after: Iterable[Span]
) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """The spans missed, removed, relabelled and resized (see `Reading`) between two readings, by class."""
    old, new = set(before), set(after)
    places = {(span.start, span.end) for span in old}
    missed, removed, relabelled, resized = (Counter[str]() for _ in range(4))
    for span in new - old:
        if (span.start, span.end) in places:
            relabelled[span.phi_class] += 1
        elif any(span.overlaps(other) for other in old):
            resized[span.phi_class] += 1
        else:
            missed[span.phi_class] += 1
    for span in old - new:
        if not any(span.overlaps(other) for other in new):
            removed[span.phi_class] += 1
    return missed, removed, relabelled, resized


def risks_of(folder: Reviewed, progress: Progress) -> dict[str, float]:
    """The risk (`expected_leak`) of each report that was signed off when that was not yet recorded, by name.

    Raises `JournalError`; a report whose events do not fit together is left out.
    """
    names = [
        name
        for name, one in folder.summaries().items()
        if one.signatures and all(s.risk is None for s in one.signatures if not s.second)
    ]
    risks: dict[str, float] = {}
    for name in progress.each(names, len(names)):
        try:
            events = folder.journal().events(name)
            first = next((i for i, event in enumerate(events) if event.kind is EventKind.SIGN_OFF), None)
            if first is None:
                continue  # its text was changed while this went on
            desk = replayed(events[: first + 1]).desk
        except JournalError:
            continue
        read = events[first].payload.get("read")
        risks[name] = expected_leak(desk, read if isinstance(read, int | float) else None)
    return risks


def _is_second(event: Event) -> bool:
    return event.kind is EventKind.SIGN_OFF and event.payload.get("second") is True


def _points(spans: Iterable[Span]) -> set[int]:
    return {point for span in spans for point in range(span.start, span.end)}


def _sum(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in counters:
        total.update(one)
    return total
