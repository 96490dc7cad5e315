"""Pace: how long a reviewer takes for a report, and so how long the rest of a folder is likely to take."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from statistics import median

from deid_studio.progress import Progress
from deid_studio.review.figures.statistics import seconds_by_report
from deid_studio.review.project import Project

LEAST = 5  # reports; fewer say nothing


@dataclass(frozen=True, slots=True)
class Pace:
    """The median of the seconds that a reviewer took for each of `reports` reports."""

    seconds: float
    reports: int

    def left(self, reports: int) -> float:
        """How many seconds so many more reports are likely to take."""
        return self.seconds * reports


@dataclass(frozen=True, slots=True)
class PaceRequest:
    """Whose pace, in which project, by which reports: those that this person signed."""

    project: Project
    reviewer: str
    signed: frozenset[str]


def pace_of(moments: Iterable[tuple[str, str, str]], reviewer: str, signed: Collection[str]) -> Pace | None:
    """The pace of a reviewer by the reports that they signed, from all moments of decisions (see `statistics`).

    None with fewer than `LEAST` reports. Reports that took no time are left out: one event has no duration.
    """
    own = ((report, at, who) for report, at, who in moments if who == reviewer)
    seconds = [took for report, took in seconds_by_report(own).items() if took > 0 and report in signed]
    return Pace(median(seconds), len(seconds)) if len(seconds) >= LEAST else None


def read_pace(request: PaceRequest, progress: Progress) -> Pace | None:
    """The pace by what the journal holds; raises `JournalError`."""
    progress.step(0)
    if len(request.signed) < LEAST:
        return None
    return pace_of(request.project.journal().moments(), request.reviewer, request.signed)
