"""AwayButton: the way to the panels that a narrow window has put away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from deid_studio.gui.workbench import Workbench


class AwayButton(QToolButton):
    """In the status bar, while there are any."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__()
        self._workbench = workbench
        self.setText(self.tr("Panels ▾"))
        self.setToolTip(self.tr("The panels that have no room beside the report"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; width: 0; }")
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        workbench.docks.drawers.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setVisible(bool(self._workbench.docks.drawers.away))

    def _fill(self) -> None:
        self._menu.clear()
        away = self._workbench.docks.drawers.away
        for dock in (dock for dock in self._workbench.docks.docks if dock in away):
            go = partial(self._workbench.panes.go, dock.objectName())
            self._menu.addAction(dock.windowTitle()).triggered.connect(lambda _=False, go=go: go())
