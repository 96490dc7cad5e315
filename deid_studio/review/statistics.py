"""Statistics: where a folder's review stands, what became of mentions, and how long reports took; counts alone."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from deid_studio.errors import JournalError
from deid_studio.progress import Progress
from deid_studio.review.history import replayed
from deid_studio.review.project import Project, ReportState
from deid_studio.review.tally import KINDS
from deid_studio.review.track_record import Outcomes, Record, outcomes_of

PAUSE_SECONDS = 300.0
FOUND = ("accepted", "relabelled", "resized")  # suggestions that were PHI, if not quite as suggested
OUTCOMES = (*KINDS, "taken_out")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was done on some reports: outcomes by class and kind, and the seconds that each report took, ascending."""

    outcomes: Outcomes
    seconds: tuple[float, ...]

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


@dataclass(frozen=True, slots=True)
class Statistics:
    """A folder's reports by state, what was done on all of them and on those signed off; `left_out` were unreadable."""

    states: Mapping[ReportState, int]
    begun: Reviewed
    signed: Reviewed
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class StatisticsRequest:
    """What to count: the project, and how many of its reports are in which state."""

    project: Project
    states: Mapping[ReportState, int]


def statistics_of(request: StatisticsRequest, progress: Progress) -> Statistics:
    """Count what the journal holds; a report whose events do not fit together is left out. Raises `JournalError`."""
    project = request.project
    summaries = {name: one for name, one in project.summaries().items() if one.decided}
    seconds = seconds_by_report(project.journal().moments()) if summaries else {}
    all_of, signed = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    left_out: set[str] = set()
    for name in progress.each(summaries, len(summaries)):
        try:
            outcomes = outcomes_of(replayed(project.journal().events(name)))
        except JournalError:
            left_out.add(name)
            continue
        all_of.update(outcomes)
        if summaries[name].signed:
            signed.update(outcomes)
    counted = [name for name in summaries if name not in left_out]
    times, signed_times = (
        tuple(sorted(seconds.get(name, 0.0) for name in names))
        for names in (counted, [name for name in counted if summaries[name].signed])
    )
    return Statistics(request.states, Reviewed(all_of, times), Reviewed(signed, signed_times), len(left_out))


def seconds_by_report(moments: Iterable[tuple[str, str, str]]) -> dict[str, float]:
    """How long each report took, from the moments of all decisions (report, ISO time, reviewer) in their order.

    The time since the same reviewer's decision before, on whatever report, belongs to the report decided on: reading
    it comes first. A pause of more than `PAUSE_SECONDS` does not count.
    """
    seconds: dict[str, float] = {}
    last: dict[str, datetime] = {}
    for report, at, reviewer in moments:
        now = datetime.fromisoformat(at)
        took = (now - last.get(reviewer, now)).total_seconds()
        last[reviewer] = now
        seconds[report] = seconds.get(report, 0.0) + (took if 0 <= took <= PAUSE_SECONDS else 0.0)
    return seconds


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
    return lines.getvalue().encode()
