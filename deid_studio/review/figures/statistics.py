"""Statistics: where a folder's review stands, what became of mentions, how long reports took, and who read them."""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from statistics import median

from deid_studio.errors import JournalError
from deid_studio.progress import Progress
from deid_studio.review.deciding.history import replayed
from deid_studio.review.deciding.tally import KINDS
from deid_studio.review.figures.track_record import Outcomes, Record, outcomes_of
from deid_studio.review.journal import EventKind, Summary
from deid_studio.review.project import Project, ReportState
from deid_studio.review.reading.coverage import read_share
from deid_studio.review.second.second_policy import Choice
from deid_studio.review.second.second_reading import Findings, findings_of

PAUSE_SECONDS = 300.0
FOUND = ("accepted", "relabelled", "resized")  # suggestions that were PHI, if not quite as suggested
OUTCOMES = (*KINDS, "taken_out", "dismissed")
REJECTED = ("rejected", "dismissed")  # what a person rejected, whoever had found it
TIME_EDGES = (15.0, 30.0, 60.0, 120.0, 180.0, 300.0, 600.0, 1200.0)  # seconds between which reports' times are counted


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was done on some reports: outcomes by class and kind, and the seconds that each report took, ascending.

    `read` are the shares of words that were read of those signed off, ascending, where that was watched.
    """

    outcomes: Outcomes
    seconds: tuple[float, ...]
    read: tuple[float, ...] = ()

    def within(self, names: Collection[str]) -> Reviewed:
        """The same with all other classes as one, without a name."""
        outcomes: Outcomes = Counter()
        for (phi_class, kind), count in self.outcomes.items():
            outcomes[phi_class if phi_class in names else "", kind] += count
        return replace(self, outcomes=outcomes)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that occur, the most frequent first."""
        counts: Counter[str] = Counter()
        for (phi_class, _), count in self.outcomes.items():
            counts[phi_class] += count
        return tuple(sorted(counts, key=lambda name: (-counts[name], name)))

    def count(self, kind: str, phi_class: str | None = None) -> int:
        """How many mentions came to this; of all classes if none is given."""
        if phi_class is not None:
            return self.outcomes[phi_class, kind]
        return sum(count for (_, one), count in self.outcomes.items() if one == kind)

    def right(self, phi_class: str | None = None) -> Record:
        """How many of the suggestions that were decided were accepted as they were."""
        accepted, relabelled, resized, rejected = (self.count(k, phi_class) for k in (*FOUND, "rejected"))
        return Record(accepted, accepted + relabelled + resized + rejected)

    def found(self, phi_class: str | None = None) -> Record:
        """How much of what is PHI was suggested; the rest was added by hand."""
        suggested = sum(self.count(kind, phi_class) for kind in FOUND)
        return Record(suggested, suggested + self.count("added", phi_class))

    @property
    def median_seconds(self) -> float:
        """The time that half of the reports did not take; 0 without reports."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def median_read(self) -> float:
        """The share that half of the reports reached; 1 without reports."""
        return median(self.read) if self.read else 1.0

    @property
    def times(self) -> tuple[int, ...]:
        """How many reports took less than the first of `TIME_EDGES`, from each up to the next, and the last or more."""
        places = Counter(bisect_right(TIME_EDGES, took) for took in self.seconds)
        return tuple(places[place] for place in range(len(TIME_EDGES) + 1))


@dataclass(frozen=True, slots=True)
class Person:
    """What one reviewer did: decisions that stand, the seconds that all took, reports they signed, and of these as
    second reader."""

    name: str
    decisions: int
    seconds: float
    signed: int
    second: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A folder's reports by state, what was done on all of them and on those signed off; `left_out` were unreadable.

    `people` are those who decided anything, who signed most first; `second` is what second readers found.
    """

    states: Mapping[ReportState, int]
    begun: Reviewed
    signed: Reviewed
    left_out: int = 0
    people: tuple[Person, ...] = ()
    second: Findings = field(default_factory=Findings)


@dataclass(frozen=True, slots=True)
class StatisticsRequest:
    """What to count: the project, and how many of its reports are in which state."""

    project: Project
    states: Mapping[ReportState, int]


def statistics_of(request: StatisticsRequest, progress: Progress) -> Statistics:
    """Count what the journal holds; a report whose events do not fit together is left out. Raises `JournalError`."""
    project = request.project
    summaries = {name: one for name, one in project.summaries().items() if one.decided}
    moments = project.journal().moments() if summaries else []
    decided = decisions_of_people(project.journal().steps()) if summaries else Counter[str]()
    seconds = seconds_by_report(moments)
    all_of, signed = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    left_out: set[str] = set()
    read: list[float] = []
    for name in progress.each(summaries, len(summaries)):
        try:
            events = project.journal().events(name)
            outcomes = outcomes_of(replayed(events))
        except JournalError:
            left_out.add(name)
            continue
        all_of.update(outcomes)
        share = read_share(events)
        if share is not None:
            read.append(share)
        if summaries[name].signed:
            signed.update(outcomes)
    counted = [name for name in summaries if name not in left_out]
    times, signed_times = (
        tuple(sorted(seconds.get(name, 0.0) for name in names))
        for names in (counted, [name for name in counted if summaries[name].signed])
    )
    shares = tuple(sorted(read))
    begun, done = Reviewed(all_of, times, shares), Reviewed(signed, signed_times, shares)
    second = findings_of(project, progress)
    people = people_of(moments, decided, summaries.values())
    return Statistics(request.states, begun, done, len(left_out), people, second)


def seconds_by_report(moments: Iterable[tuple[str, str, str]]) -> dict[str, float]:
    """How long each report took, from the moments of all decisions (report, ISO time, reviewer) in their order.

    The time since the same reviewer's decision before, on whatever report, belongs to the report decided on: reading
    it comes first. A pause of more than `PAUSE_SECONDS` does not count.
    """
    seconds: dict[str, float] = {}
    for report, _, took in _timed(moments):
        seconds[report] = seconds.get(report, 0.0) + took
    return seconds


def decisions_of_people(steps: Iterable[tuple[str, str, EventKind]]) -> Counter[str]:
    """How many decisions of each reviewer stand, from all events (report, reviewer, kind): what was undone does not."""
    done: dict[str, list[str]] = {}
    undone: dict[str, list[str]] = {}
    stand = Counter[str]()
    for report, reviewer, kind in steps:
        match kind:
            case EventKind.BEGIN:
                done[report], undone[report] = [], []
            case EventKind.PERFORM:
                done.setdefault(report, []).append(reviewer)
                undone[report] = []
                stand[reviewer] += 1
            case EventKind.UNDO if done.get(report):
                undone.setdefault(report, []).append(done[report].pop())
                stand[undone[report][-1]] -= 1
            case EventKind.REDO if undone.get(report):
                done[report].append(undone[report].pop())
                stand[done[report][-1]] += 1
    return stand


def people_of(
    moments: Iterable[tuple[str, str, str]], decisions: Mapping[str, int], summaries: Iterable[Summary]
) -> tuple[Person, ...]:
    """What each reviewer did, from the moments of all events, the decisions that stand and where the reports stand,
    who signed most first.

    Names are told apart as they are written; reports that were signed by two people count for both.
    """
    signed, second = Counter[str](), Counter[str]()
    seconds: dict[str, float] = {}
    for _, reviewer, took in _timed(moments):
        seconds[reviewer] = seconds.get(reviewer, 0.0) + took
    for summary in summaries:
        if summary.signed:
            signed.update({one.reviewer for one in summary.signatures})
            second.update({one.reviewer for one in summary.signatures if one.second})
    people = (Person(name, decisions.get(name, 0), took, signed[name], second[name]) for name, took in seconds.items())
    return tuple(sorted(people, key=lambda person: (-person.signed, -person.decisions, person.name)))


def _timed(moments: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, float]]:
    """Each decision's report and reviewer, with the seconds it took."""
    last: dict[str, datetime] = {}
    for report, at, reviewer in moments:
        now = datetime.fromisoformat(at)
        took = (now - last.get(reviewer, now)).total_seconds()
        last[reviewer] = now
        yield report, reviewer, took if 0 <= took <= PAUSE_SECONDS else 0.0


def csv_of(found: Statistics) -> bytes:
    """The counts as CSV in UTF-8, one a line: of which reports, class, what, how many; no names of reports."""
    lines = io.StringIO(newline="")
    rows = csv.writer(lines)
    rows.writerow(("reports", "class", "what", "count"))
    rows.writerows(("all", "", state.value, found.states.get(state, 0)) for state in ReportState)
    for reports, done in (("begun", found.begun), ("signed_off", found.signed)):
        for name in done.classes:
            rows.writerows((reports, name, kind, done.count(kind, name)) for kind in OUTCOMES)
        rows.writerow((reports, "", "timed_reports", len(done.seconds)))
        rows.writerow((reports, "", "seconds", round(sum(done.seconds))))
        rows.writerow((reports, "", "median_seconds", round(done.median_seconds)))
        if done.read:
            rows.writerow((reports, "", "reports_with_share_read", len(done.read)))
            rows.writerow((reports, "", "median_percent_read", int(done.median_read * 100)))
            rows.writerow((reports, "", "lowest_percent_read", int(done.read[0] * 100)))
    second = found.second
    for what, counts in (
        ("missed", second.missed),
        ("taken_off", second.removed),
        ("relabelled", second.relabelled),
        ("resized", second.resized),
    ):
        rows.writerows(("read_twice", name, what, count) for name, count in sorted(counts.items()))
    rows.writerow(("read_twice", "", "reports", second.reports))
    rows.writerow(("read_twice", "", "reports_with_missed", second.reports_with_missed))
    for choice in (Choice.RANDOM, Choice.RISKIEST):
        rows.writerow(("read_twice", "", f"reports_{choice.value}", second.of(choice).reports))
    for what in ("spans_first", "spans_second", "equal"):
        rows.writerow(("read_twice", "", what, sum(getattr(one, what) for one in second.readings)))
    return lines.getvalue().encode()
