"""Search: looks for findings in the report on the screen, beside the window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.model.edits import Reject
from deid_studio.model.mentions import Desk
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.checking.finding import Finding
from deid_studio.review.deciding.history import Step
from deid_studio.review.figures.track_record import decided_together
from deid_studio.review.session import ReviewSession

_TOPIC = "final_check"
_PAUSE_MS = 300  # without a decision: who looks for findings beside the keys takes the processor away from them


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is needed to look for findings: the model's folder, the report's text, its desk and steps, its classes."""

    model: Path
    text: str
    desk: Desk
    steps: tuple[Step, ...]
    tagset: TagSet


def check_report(request: CheckRequest, progress: Progress) -> tuple[Finding, ...]:
    """The findings in a report."""
    # Its detectors take a moment to load: only where one is wanted.
    from deid_studio.review.checking.final_check import load_final_check

    check = load_final_check(request.model, request.tagset)
    progress.step(0)
    return check.findings(request.text, request.desk, decided_together(request.steps, Reject))


class Search(QObject):
    """`found` are the findings of the desk that was looked at last; where looking failed there are none."""

    done = Signal()  # the findings of the desk as it is now are known

    def __init__(self, controller: ReviewController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._paused = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._paused.timeout.connect(self.look)
        self.forget()

    def forget(self) -> None:
        """Stop looking, and know nothing."""
        self._controller.jobs.cancel(_TOPIC)
        self._paused.stop()
        self.found: tuple[Finding, ...] = ()
        self.wanted = False  # findings are looked for anew after each decision
        self._desk: Desk | None = None  # what the findings are of

    @property
    def known(self) -> bool:
        """Whether the findings are those of the desk as it is now."""
        return self._desk is not None and self._desk is self._controller.desk

    @property
    def running(self) -> bool:
        """Whether findings are being looked for."""
        return not self.known and (self._paused.isActive() or self._controller.jobs.running(_TOPIC))

    def look_later(self) -> None:
        """Look for findings once no more is decided for a moment."""
        self.wanted = self._controller.session is not None
        self._paused.start()

    def look(self) -> None:
        """Look for findings, unless they are known."""
        session = self._controller.session
        self.wanted = session is not None
        self._paused.stop()
        if session is None or self.known or self.running:
            return  # what comes for another desk has it looked again
        steps, desk = tuple(session.history.done), self._controller.desk
        self._controller.jobs.run(
            _TOPIC,
            check_report,
            CheckRequest(self._controller.model, session.text, desk, steps, self._controller.tagset),
            done=partial(self._take, session, desk),
            failed=lambda error: self._take(session, desk, ()),
            scope=Scope.REPORT,
        )

    def drop(self, finding: Finding) -> None:
        """Leave out a finding that was just decided, until findings are known anew."""
        self.found = tuple(one for one in self.found if one is not finding)

    def _take(self, session: ReviewSession, desk: Desk, found: tuple[Finding, ...]) -> None:
        if self._controller.session is not session:
            return
        if self._controller.desk is not desk:
            if not self._paused.isActive():
                self.look()
            return
        # What is laid over is no finding, and what it hides is not there to be looked at.
        laid_over = self._controller.laid_over
        self._desk, self.found = desk, tuple(one for one in found if not laid_over.covers(one.span))
        self.done.emit()
