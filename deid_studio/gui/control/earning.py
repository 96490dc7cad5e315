"""Earning: which classes' suggestions may be accepted together, by how right they were for this reviewer so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.control.jobs import Jobs
from deid_studio.progress import Progress
from deid_studio.review.figures.track_record import Record, TrackRecord, outcomes_of, read_track_record
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.settings import Settings

_TOPIC = "earned"


@dataclass(frozen=True, slots=True)
class _Request:
    project: Project
    reviewer: str


class Earning(QObject):
    """Reads the folder's journal when first asked, off the window's thread, and follows sign-offs from then on."""

    unearned = Signal(object)  # {class: Record} of what is not accepted together; empty: nothing is left
    failed = Signal(object)  # DeidError

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.precision = Settings().bulk_accept_precision / 100
        self._jobs = jobs
        self._of: _Request | None = None  # what the record is of
        self._record: TrackRecord | None = None
        self._then: Callable[[], None] = lambda: None

    def sift(
        self, project: Project, reviewer: str, expected: Mapping[str, float], accept: Callable[[frozenset[str]], object]
    ) -> None:
        """Call `accept` with those of the classes that have earned it, at once or a moment on; tell of the others.

        `expected` is the share of right ones that the suggestions in question promise, by class.
        """
        wanted = dict(expected)
        if self.precision <= 0:
            accept(frozenset(wanted))
            return
        request = _Request(project, reviewer)
        if request != self._of:
            self._of, self._record = request, None
            self._jobs.cancel(_TOPIC)
        self._then = lambda: self._answer(wanted, accept)
        if self._record is not None:
            self._then()
        elif not self._jobs.running(_TOPIC):
            self._begin(request)

    def note(self, session: ReviewSession) -> None:
        """Take up that a report was signed off by this window's reviewer, or that its sign-off no longer holds."""
        if self._record is None:
            if self._of is not None and self._jobs.running(_TOPIC):
                self._begin(self._of)  # it may have read the report already
        else:
            own = session.signed and not session.signatures[-1].second
            self._record.take(session.name, outcomes_of(session.history, one_by_one=True) if own else None)

    def forget(self) -> None:
        """Forget the folder that is being closed."""
        self._jobs.cancel(_TOPIC)
        self._of = self._record = None

    def _begin(self, request: _Request) -> None:
        self._jobs.run(_TOPIC, _read, request, done=self._take, failed=self.failed.emit)

    def _take(self, record: TrackRecord) -> None:
        self._record = record
        self._then()

    def _answer(self, wanted: Mapping[str, float], accept: Callable[[frozenset[str]], object]) -> None:
        assert self._record is not None
        records: dict[str, Record] = {name: self._record.of(name, wanted[name]) for name in sorted(wanted)}
        refused = {name: record for name, record in records.items() if not record.earns(self.precision)}
        accept(frozenset(wanted.keys() - refused.keys()))
        self.unearned.emit(refused)


def _read(request: _Request, progress: Progress) -> TrackRecord:
    return read_track_record(request.project, request.reviewer, progress)
