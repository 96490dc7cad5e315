"""Releasing: opens the window in which reports are released and the dialog that brings originals back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from deid_studio.errors import DeidError
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Mention

# The lists from which surrogates are made take a moment to load: only where one is wanted.
if TYPE_CHECKING:
    from deid_studio.gui.features.releasing.release_window import ReleaseWindow
    from deid_studio.release.policy import Policy


_SMALLER = 0.9  # than in the review window: two texts are side by side


class Releasing(QObject):
    """One release window at a time; it goes with its folder."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self.shown: ReleaseWindow | None = None
        self._wanted: tuple[str, int, int] | None = None  # what to show once its report is open
        self._draft: Policy | None = None  # changed and not kept; for whoever closes the window in between
        self._chosen: tuple[Path, str, bool] | None = None  # for a folder of reports: where to, and whether by numbers
        self._controller.folder_opened.connect(self._folder_opened)
        self._controller.report_opened.connect(self._report_opened)
        workbench.theme_changed.connect(self._set_theme)
        workbench.closing.connect(self.close)

    def show(self) -> None:
        """Show the window in which the open folder's reports are released."""
        if self._controller.folder is None:
            return
        if self.shown is not None:
            self._bring()
            return
        status = self._workbench.status
        status.tell(self.tr("Opening the release…"))
        status.repaint()  # now: what the window needs is only loaded below
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self._make()
        finally:
            QApplication.restoreOverrideCursor()
            status.tell("")
        self._bring()

    def _make(self) -> None:
        from deid_studio.gui.features.releasing.release_window import ReleaseWindow
        from deid_studio.gui.features.releasing.work.release_work import ReleaseWork

        self._controller.saving.now()
        try:
            work = ReleaseWork(self._controller)
        except DeidError as error:
            self._workbench.messages.tell_error("failed", error)
            return
        self.shown = ReleaseWindow(work, self._workbench.theme, self._workbench.preferences.window_file)
        self.shown.setWindowIcon(self._workbench.window.windowIcon())
        font = self._workbench.view.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        self.shown.preview.set_text_font(font)
        if self._chosen is not None and self._chosen[0] == work.project.folder:
            self.shown.destination.folder.setText(self._chosen[1])
            self.shown.destination.numbered.setChecked(self._chosen[2])
        if self._draft is not None:
            self.shown.policy.take_draft(self._draft)
        self.shown.review_wanted.connect(self._review)
        self.shown.patients_wanted.connect(self._open_patients)
        self.shown.ledger_wanted.connect(self.ledger)
        self.shown.closed.connect(self._closed)
        announce = self._workbench.announcer.announce
        self.shown.messages.told.connect(announce)
        self.shown.held.said.connect(announce)
        self.shown.preview.said.connect(lambda words: announce(words, True))
        work.gather()

    def _bring(self) -> None:
        if self.shown is not None:
            self.shown.show()
            self.shown.raise_()
            self.shown.activateWindow()

    def reveal(self) -> None:
        """Ask for a release and its vault, and bring the originals back."""
        from deid_studio.gui.features.releasing.reveal_dialog import RevealDialog

        RevealDialog(self._controller, self._workbench.window).open()

    def ledger(self) -> None:
        """Show what was released from the open folder, and for whom."""
        from deid_studio.gui.features.releasing.ledger_dialog import LedgerDialog

        LedgerDialog(self._controller, self._workbench.window if self.shown is None else self.shown).open()

    def close(self) -> None:
        """Close the window; what is under way stops, and everything is as it was."""
        if self.shown is not None:
            self.shown.close()

    def _closed(self) -> None:
        if self.shown is not None:
            page = self.shown.destination
            self._chosen = self.shown.work.project.folder, page.folder.text(), page.numbered.isChecked()
            self._draft = self.shown.work.policy if self.shown.policy.is_changed else None
            self.shown.deleteLater()
            self.shown = None

    def _folder_opened(self) -> None:
        self.close()

    def _set_theme(self, theme: Theme) -> None:
        if self.shown is not None:
            self.shown.set_theme(theme)

    def _open_patients(self) -> None:
        self._workbench.bring_to_front()
        self._workbench.actions.do("patient_table")

    # --- back to a report ------------------------------------------------------------------------------------

    def _review(self, report: str, start: int, end: int) -> None:
        self._wanted = report, start, end
        self._workbench.bring_to_front()
        if self._controller.session is not None and self._controller.session.name == report:
            self._report_opened()
        else:
            self._controller.open_report(report)

    def _report_opened(self) -> None:
        session, wanted = self._controller.session, self._wanted
        if session is None or wanted is None:
            return
        self._wanted = None
        report, start, end = wanted
        view = self._workbench.view
        if session.name != report:
            return
        view.setFocus()
        if start < end <= len(session.text):
            there = next((m for m in session.desk if _is_at(m, start, end)), None)
            if there is not None:
                self._controller.select(there.id, show=True)
            else:
                view.selection.select(start, end)


def _is_at(mention: Mention, start: int, end: int) -> bool:
    return (mention.span.start, mention.span.end) == (start, end)
