"""Drawers: in a window too narrow for them, the panels at the sides are put away, so that the text can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

_LEAST_CENTRE = 480  # what the report has at least before a side gives way


class Drawers(QObject):
    """Which sides are put away. A panel that is asked for meanwhile is there until the text has the keyboard again."""

    changed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        sides: Mapping[Qt.DockWidgetArea, int],
        docks: Callable[[], list[QDockWidget]],
        layout: Callable[[], QByteArray],
    ) -> None:
        """`sides` are the least widths, the side that stays longest first; `docks` and `layout` are the window's."""
        super().__init__(window)
        self._window, self._sides = window, sides
        self._docks, self._layout = docks, layout
        self._away: dict[Qt.DockWidgetArea, tuple[QDockWidget, ...]] = {}
        self.whole: QByteArray | None = None  # the layout as it was when nothing was put away
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)

    @property
    def away(self) -> tuple[QDockWidget, ...]:
        """The panels that are put away, those that were asked for among them."""
        return tuple(dock for docks in self._away.values() for dock in docks)

    def fit(self, width: int) -> None:
        """Put away, and bring back, what a window of this width asks for."""
        room = width - _LEAST_CENTRE
        for area, least in self._sides.items():
            shown = [dock for dock in self._at(area) if not dock.isHidden()]
            if not shown and area not in self._away:
                continue
            room -= least
            if room < 0 and area not in self._away:
                self._put_away(area, shown)
            elif room >= 0 and area in self._away:
                self._bring_back(area)

    def forget(self) -> None:
        """All panels are put where they were at first."""
        self._away.clear()
        self.whole = None
        self.changed.emit()

    def _at(self, area: Qt.DockWidgetArea) -> list[QDockWidget]:
        return [dock for dock in self._docks() if not dock.isFloating() and self._window.dockWidgetArea(dock) is area]

    def _put_away(self, area: Qt.DockWidgetArea, docks: list[QDockWidget]) -> None:
        if not self._away:
            self.whole = self._layout()
        # The one in front comes back last, and so in front.
        self._away[area] = tuple(sorted(docks, key=lambda dock: not dock.visibleRegion().isEmpty()))
        for dock in docks:
            dock.hide()
        self.changed.emit()

    def _bring_back(self, area: Qt.DockWidgetArea) -> None:
        for dock in self._away.pop(area):
            dock.show()
            dock.raise_()
        if not self._away:
            self.whole = None
        self.changed.emit()

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        centre = self._window.centralWidget()
        if now is not None and centre is not None and centre.isAncestorOf(now):
            for dock in self.away:
                if not dock.isFloating():
                    dock.hide()
