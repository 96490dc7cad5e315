"""ReportFacts: what reports of the open folder are worth looking at, and when they were decided on last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal

from deid_studio.errors import DeidError
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.gui.control.sensitivity import Sensitivity
from deid_studio.progress import Progress
from deid_studio.review.deciding.benefit import Benefit, benefit, benefit_of_desk
from deid_studio.review.deciding.history import replayed
from deid_studio.review.project import Project, ReportState

_TOPIC = "facts"
_UNTOUCHED = (ReportState.NOT_OPENED, ReportState.SUGGESTIONS_WAITING)


@dataclass(frozen=True, slots=True)
class _Request:
    project: Project
    begun: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Facts:
    benefits: dict[str, Benefit]
    dates: dict[str, str]


class ReportFacts(QObject):
    """Follows suggestions and decisions; what was decided before the folder was opened is read beside the window."""

    changed = Signal()

    def __init__(self, controller: OnScreen, sensitivity: Sensitivity) -> None:
        super().__init__(controller)
        self._controller = controller
        self._sensitivity = sensitivity
        self._benefits: dict[str, Benefit] = {}
        self._dates: dict[str, str] = {}
        self.read = False  # whether what was decided before has been read, as far as it can be
        self._stale = ""  # the report on the screen, if its benefit is of another desk
        controller.report_leaving.connect(self._freshen)
        controller.folder_opened.connect(self._begin)
        controller.report_opened.connect(self._note_report)
        controller.desk_changed.connect(self._decided)
        controller.signed_changed.connect(self._decided)

    def benefit_of(self, name: str) -> Benefit | None:
        """What a report is worth looking at; nothing once it is signed off, None where it is not known yet."""
        folder = self._controller.folder
        if folder is not None and folder.standing(name).state.is_signed:
            return Benefit()
        self._freshen()
        return self._benefits.get(name)

    def known(self) -> dict[str, Benefit]:
        """What is known so far of what reports are worth, signed or not."""
        self._freshen()
        return dict(self._benefits)

    def _freshen(self) -> None:
        session = self._controller.session
        if self._stale and session is not None and session.name == self._stale:
            self._benefits[self._stale] = benefit_of_desk(session.desk, self._sensitivity.doubts)
            self._stale = ""

    def decided_at(self, name: str) -> str | None:
        """When a report was decided on or signed last (ISO 8601 in UTC)."""
        folder = self._controller.folder
        signed = "" if folder is None else folder.standing(name).signed_at
        return max(self._dates.get(name, ""), signed) or None

    def _begin(self) -> None:
        self._benefits, self._dates, self._stale, self.read = {}, {}, "", True
        folder = self._controller.folder
        if folder is None:
            return
        folder.suggestions_came.connect(self._came)
        begun = tuple(
            name
            for name in folder.names
            if (one := folder.standing(name)).state not in _UNTOUCHED and not one.state.is_signed
        )
        request = _Request(folder.project, begun)
        if folder.project.journal_path.exists():
            # Who cannot be told of dates can review all the same; a journal that cannot be read is told elsewhere.
            self.read = False
            nothing = _Facts({}, {})
            self._controller.jobs.run(
                _TOPIC, _read, request, done=self._take, failed=lambda _error: self._take(nothing)
            )

    def _take(self, facts: _Facts) -> None:
        self._benefits = facts.benefits | self._benefits
        self._dates = facts.dates | self._dates
        self.read = True
        self.changed.emit()

    def _came(self, name: str) -> None:
        controller = self._controller
        folder = controller.folder
        if folder is None or (controller.session is not None and controller.session.name == name):
            self._note_report()
            return
        result = folder.results.get(name)
        if result is not None and result.error is None and folder.standing(name).state in _UNTOUCHED:
            self._benefits[name] = benefit((*result.suggestions, *result.doubts))
            self.changed.emit()

    def _note_report(self) -> None:
        controller = self._controller
        session, folder = controller.session, controller.folder
        if session is None or folder is None or (not session.begun and session.name not in folder.results):
            return
        # Each decision makes another desk, and few lists show what it is worth.
        self._stale = session.name
        self.changed.emit()

    def _decided(self) -> None:
        session = self._controller.session
        if session is not None and session.begun:
            self._dates[session.name] = datetime.now(UTC).isoformat(timespec="seconds")
        self._note_report()


def _read(request: _Request, progress: Progress) -> _Facts:
    benefits: dict[str, Benefit] = {}
    journal = request.project.journal()
    for name in progress.each(request.begun, len(request.begun)):
        try:
            benefits[name] = benefit_of_desk(replayed(journal.events(name)).desk)
        except DeidError:
            continue
    return _Facts(benefits, journal.last_events())
