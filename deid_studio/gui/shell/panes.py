"""Panes: the parts of the window that the keyboard goes to, one by one or in turn."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from deid_studio.gui.shell.docks import Docks, Panel

TEXT = 20  # the place of the report's text among the panels


class Panes(QObject):
    """The report's text and the panels that say where the keyboard begins; a hidden one is shown when it is wanted."""

    told = Signal(str)  # where the keyboard is, for who does not see it

    def __init__(self, docks: Docks, view: QWidget) -> None:
        super().__init__(docks)
        self._docks = docks
        self._view = view

    def go(self, name: str) -> None:
        """Give the keyboard to a part: "text", or a panel by its name."""
        if name == "text":
            self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.told.emit(self.tr("Report text"))
            return
        panel = self._docks.panel(name)
        dock = self._docks.front(name)
        if panel.begin is not None:
            panel.begin()
        self.told.emit(dock.windowTitle())

    def step(self, direction: int) -> None:
        """Go to the part after (1) the one that has the keyboard, or before (-1); tabs in front alone count."""
        shown = [panel.name for panel in self._panels() if self._is_in_front(panel.name)]
        before = sum(panel.place < TEXT for panel in self._panels() if panel.name in shown)
        shown.insert(before, "text")
        here = self._here()
        at = shown.index(here) if here in shown else shown.index("text")
        self.go(shown[(at + direction) % len(shown)])

    def _here(self) -> str:
        focused = QApplication.focusWidget()
        for dock in self._docks.docks:
            if focused is not None and dock.isAncestorOf(focused):
                return dock.objectName()
        return "text"

    def _panels(self) -> list[Panel]:
        return [panel for panel in self._docks.panels if panel.begin is not None]

    def _is_in_front(self, name: str) -> bool:
        content: QWidget = self._docks.named(name).widget()
        return not content.visibleRegion().isEmpty()
