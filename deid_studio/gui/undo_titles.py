"""UndoTitles: what Undo and Redo would change, in their menu entries and tool tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow

_LATER_MS = 100


class UndoTitles(QObject):
    """Follows the steps a moment later: each text lays out a tool bar anew, and who decides reads none."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.show)
        window.controller.undo_mirror.stack.indexChanged.connect(lambda: self._later.start())
        for menu in window.menuBar().findChildren(QMenu):
            menu.aboutToShow.connect(self.show)
        self.show()

    def show(self) -> None:
        """Show what the next undo and the next redo would change now."""
        stack, by_id = self._window.controller.undo_mirror.stack, self._window.actions_by_id
        for action, plain, what in (
            (by_id["undo"], self.tr("&Undo"), stack.undoText()),
            (by_id["redo"], self.tr("&Redo"), stack.redoText()),
        ):
            text = f"{plain}: {what}" if what else plain
            if action.text() != text:
                action.setText(text)
                self._window.keys.hint(action)
