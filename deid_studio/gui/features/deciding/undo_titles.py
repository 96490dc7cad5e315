"""UndoTitles: what Undo and Redo would change, in their menu entries and tool tips."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMenu

from deid_studio.gui.words.wording import one_line
from deid_studio.gui.workbench import Workbench

_LATER_MS = 100


class UndoTitles(QObject):
    """Follows the steps a moment later: each text lays out a tool bar anew, and who decides reads none."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.show)
        controller = workbench.controller
        for changed in (controller.undo_mirror.stack.indexChanged, controller.report_opened, controller.signed_changed):
            changed.connect(self._show_later)
        for menu in workbench.window.menuBar().findChildren(QMenu):
            menu.aboutToShow.connect(self.show)
        self.show()

    def _show_later(self) -> None:
        self._later.start()

    def show(self) -> None:
        """Show what the next undo and the next redo would change now."""
        stack, by_id = self._workbench.controller.undo_mirror.stack, self._workbench.actions
        signed = self._workbench.controller.last_sign_off.report
        sign_off = self.tr("the sign-off of {report}").format(report=one_line(signed)) if signed else ""
        for action, plain, what in (
            (by_id["undo"], self.tr("&Undo"), sign_off or stack.undoText()),
            (by_id["redo"], self.tr("&Redo"), stack.redoText()),
        ):
            text = f"{plain}: {what}" if what else plain
            if action.text() != text:
                action.setText(text)
                self._workbench.keys.hint(action)
