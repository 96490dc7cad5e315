"""LastSignOff: a sign-off that was the last thing done in the window, which Undo takes back first."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

from deid_studio.gui.control.deciding import Deciding
from deid_studio.review.deciding.history import Step
from deid_studio.review.session import ReviewSession


class LastSignOff(QObject):
    """Where another report was opened behind a signed one, Undo means the sign-off while nothing was decided there, or
    all that was is undone."""

    def __init__(self, controller: Deciding, show: Callable[[str], None], withdraw: Callable[[], None]) -> None:
        super().__init__(controller)
        self._controller = controller
        self._show, self._take_back = show, withdraw
        self._signed = self._shown = ""
        self._done: tuple[Step, ...] | None = None  # in the report that is shown, when it came onto the screen
        self._wanted = ""  # the report that is being opened, for its sign-off to be taken back
        self._later = QTimer(self, singleShot=True, interval=0)  # once all have been told of the report
        self._later.timeout.connect(self._withdraw)
        controller.report_opened.connect(self._opened)
        controller.report_opening.connect(self._opening)
        controller.signed_changed.connect(self._changed)
        controller.folder_opened.connect(self.forget)

    def note(self, session: ReviewSession, following: str | None) -> None:
        """A report was signed off, and another is opened behind it, or none."""
        self._signed, self._shown = session.name, following or session.name
        self._done = None if following else session.history.done

    def forget(self) -> None:
        """Undo means no sign-off any more."""
        self._signed = ""

    @property
    def report(self) -> str:
        """The report whose sign-off Undo takes back now; empty where it undoes a decision."""
        session = self._controller.session
        if not self._signed or session is None:
            return ""
        if session.name == self._signed:
            return self._signed if session.signed else ""
        return self._signed if session.name == self._shown and session.history.done == self._done else ""

    def take_back(self) -> bool:
        """Take that sign-off back, on the screen; False where there is none."""
        report = self.report
        if report:
            self._show(report)
            self._wanted = report
            self._withdraw()
        return bool(report)

    @Slot()
    def _withdraw(self) -> None:
        session = self._controller.session
        if session is not None and self._wanted and session.name == self._wanted:
            self._wanted = ""
            self._take_back()

    @Slot()
    def _opened(self) -> None:
        session = self._controller.session
        if session is not None and session.name == self._shown and self._done is None:
            self._done = session.history.done
        self._later.start()

    @Slot(str)
    def _opening(self, name: str) -> None:
        self._wanted = ""

    @Slot(bool)
    def _changed(self, signed: bool) -> None:
        if not signed:
            self.forget()
