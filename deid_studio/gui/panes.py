"""Panes: the parts of the window that the keyboard goes to, one by one or in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow

_ORDER = ("reports", "text", "mentions", "classes", "patient")


class Panes(QObject):
    """Reports, report text, mentions, classes and patient's data; a panel that is hidden is shown when it is wanted."""

    told = Signal(str)  # where the keyboard is, for who does not see it

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def go(self, name: str) -> None:
        """Give the keyboard to a part: "text", or a panel by its name."""
        window = self._window
        if name == "text":
            window.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.told.emit(self.tr("Report text"))
            return
        dock = self._window.layout_of_docks.named(name)
        dock.show()
        dock.raise_()
        places = {
            "reports": window.reports.list,
            "mentions": window.mentions.table,
            "classes": window.classes.tree,
        }
        if name in places:
            places[name].setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            window.patient.begin()
        self.told.emit(dock.windowTitle())

    def step(self, direction: int) -> None:
        """Go to the part after (1) the one that has the keyboard, or before (-1); tabs in front alone count."""
        shown = [name for name in _ORDER if name == "text" or self._is_in_front(name)]
        here = self._here()
        at = shown.index(here) if here in shown else shown.index("text")
        self.go(shown[(at + direction) % len(shown)])

    def _here(self) -> str:
        focused = QApplication.focusWidget()
        for dock in self._window.docks:
            if focused is not None and dock.isAncestorOf(focused):
                return dock.objectName()
        return "text"

    def _is_in_front(self, name: str) -> bool:
        content: QWidget = self._window.layout_of_docks.named(name).widget()
        return not content.visibleRegion().isEmpty()
