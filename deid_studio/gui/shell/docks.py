"""Docks: the panels around the report: where they are, how mouse and keyboard move them, and how they return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QMenu, QTabBar, QTabWidget, QWidget
from shiboken6 import isValid

from deid_studio.gui.shell.drawers import Drawers

_Area = Qt.DockWidgetArea
# Of the window's width, with bounds in pixels.
_WIDTHS = {_Area.LeftDockWidgetArea: (0.195, 190, 340), _Area.RightDockWidgetArea: (0.34, 300, 620)}
_LEAST_CENTRE = 420  # what a window that is made smaller leaves to the report
_HEIGHT = 240  # of panels at the bottom
_AROUND_TITLE = 28  # pixels of a tab beside its title, where there is room
_FLOATING = QSize(460, 520)
_FLOATS_AT = QPoint(80, 120)
# Counted up when a layout that was kept before could not be taken up again.
_LAYOUT_VERSION = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel: its name in the kept layout, its title, and where it is at first.

    `place` orders the panels. `begin` gives it the keyboard; one without is not among those gone to in turn.
    """

    name: str
    place: int
    title: str
    widget: QWidget
    area: Qt.DockWidgetArea
    begin: Callable[[], object] | None = None
    hidden: bool = False


class Docks(QObject):
    """The window's panels. Where one stands alone or in tabs it has no title bar: the tabs name it.

    A title bar is there while it is of use: on a panel of its own window, on one beside or below another, and on all
    while panels are arranged by mouse.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._by_name: dict[str, tuple[Panel, QDockWidget]] = {}
        self._behind: dict[str, QDockWidget] = {}  # what a panel is in front of for a while
        self._arranging = False
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit_titles)
        options = QMainWindow.DockOption
        window.setDockOptions(options.AnimatedDocks | options.AllowTabbedDocks | options.AllowNestedDocks)
        for area in (*_WIDTHS, _Area.BottomDockWidgetArea):
            window.setTabPosition(area, QTabWidget.TabPosition.North)
        self._narrowing = QTimer(self, singleShot=True, interval=0)
        self._narrowing.timeout.connect(self._keep_centre)
        window.installEventFilter(self)
        least = {area: width for area, (_, width, _) in _WIDTHS.items()}
        self.drawers = Drawers(window, least, lambda: self.docks, partial(window.saveState, _LAYOUT_VERSION))

    def add(self, panel: Panel) -> QDockWidget:
        """Bring in a panel, which is placed with the others."""
        dock = self._dock(panel)
        self._by_name[panel.name] = panel, dock
        return dock

    @property
    def panels(self) -> list[Panel]:
        """All panels, in order."""
        return sorted((panel for panel, _ in self._by_name.values()), key=lambda panel: panel.place)

    @property
    def docks(self) -> list[QDockWidget]:
        """The docks of all panels, in order."""
        return [self.named(panel.name) for panel in self.panels]

    def _dock(self, panel: Panel) -> QDockWidget:
        dock = QDockWidget(panel.title, self._window)
        dock.setObjectName(panel.name)
        dock.setWidget(panel.widget)
        dock.setTitleBarWidget(QWidget())
        dock.setAllowedAreas(_Area.AllDockWidgetAreas & ~_Area.TopDockWidgetArea)
        dock.toggleViewAction().triggered.connect(lambda shown: dock.raise_() if shown else None)
        for signal in (dock.topLevelChanged, dock.dockLocationChanged, dock.visibilityChanged):
            signal.connect(self._fitting.start)
        # One below is laid out anew with the sides, which then take more than they had.
        dock.visibilityChanged.connect(lambda: self._narrowing.start() if self._is_below(dock) else None)
        return dock

    def _is_below(self, dock: QDockWidget) -> bool:
        if not isValid(self._window):  # a window that goes away hides its docks
            return False
        return not dock.isFloating() and self._window.dockWidgetArea(dock) is _Area.BottomDockWidgetArea

    def place(self) -> None:
        """Put every panel where it is at first."""
        panels = list(zip(self.panels, self.docks, strict=True))
        for panel, dock in panels:
            self._put(dock, panel.area)
            dock.setVisible(not panel.hidden)
        for area in _WIDTHS:
            first = next((dock for panel, dock in panels if panel.area is area), None)
            if first is not None:
                first.raise_()
        self.fit_widths()

    def named(self, name: str) -> QDockWidget:
        """The dock of the panel of this name."""
        return self._by_name[name][1]

    def panel(self, name: str) -> Panel:
        """The panel of this name."""
        return self._by_name[name][0]

    def front(self, name: str) -> QDockWidget:
        """Show a panel, in front of those that it shares its place with."""
        dock = self.named(name)
        self._behind.pop(name, None)
        dock.show()
        dock.raise_()
        return dock

    def lend_front(self, name: str) -> None:
        """Show a panel in front until `give_front_back`, unless it is there already."""
        dock = self.named(name)
        before = (other for other in self._window.tabifiedDockWidgets(dock) if not other.visibleRegion().isEmpty())
        if dock.visibleRegion().isEmpty():
            other = next(before, None)
            self.front(name)
            if other is not None:
                self._behind[name] = other

    def give_front_back(self, name: str) -> None:
        """Show what a panel was put in front of, if it is still there."""
        dock, other = self.named(name), self._behind.pop(name, None)
        if other in self._window.tabifiedDockWidgets(dock) and not dock.visibleRegion().isEmpty():
            other.raise_()

    def fit_widths(self) -> None:
        """Give every side a width that suits the window's."""
        shown = [dock for dock in self.docks if not dock.isHidden() and not dock.isFloating()]
        sides = [dock for dock in shown if self._window.dockWidgetArea(dock) in _WIDTHS]
        bounds = [_WIDTHS[self._window.dockWidgetArea(dock)] for dock in sides]
        widths = [round(min(max(self._window.width() * share, least), most)) for share, least, most in bounds]
        self._window.resizeDocks(sides, widths, Qt.Orientation.Horizontal)
        below = [dock for dock in shown if dock not in sides]
        self._window.resizeDocks(below, [_HEIGHT] * len(below), Qt.Orientation.Vertical)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self._narrowing.start()
        elif isinstance(watched, QTabBar) and event.type() is QEvent.Type.Resize:
            self._fit_tabs(watched)
        return False

    def _keep_centre(self) -> None:
        """Put sides away that have no room, and take from the others, the right one first, what the report lacks."""
        self.drawers.fit(self._window.width())
        centre = self._window.centralWidget()
        missing = 0 if centre is None else _LEAST_CENTRE - centre.width()
        for area in reversed(_WIDTHS):
            side = [d for d in self.docks if self._window.dockWidgetArea(d) is area and not d.isFloating()]
            front = next((d for d in side if not d.visibleRegion().isEmpty()), None)
            if missing > 0 and front is not None:
                width = max(front.width() - missing, _WIDTHS[area][1])
                missing -= front.width() - width
                self._window.resizeDocks([front], [width], Qt.Orientation.Horizontal)

    def _put(self, dock: QDockWidget, area: Qt.DockWidgetArea) -> None:
        """To the side, as a tab of the panels that are there."""
        there = [d for d in self.docks if d is not dock and not d.isFloating() and not d.isHidden()]
        there = [d for d in there if self._window.dockWidgetArea(d) is area]
        self._window.addDockWidget(area, dock)
        if there:
            self._window.tabifyDockWidget(there[-1], dock)

    # --- what the menu does ----------------------------------------------------------------------------------

    def move(self, dock: QDockWidget, area: Qt.DockWidgetArea) -> None:
        """Move a panel to a side of the window, in front of the panels that are there."""
        dock.setFloating(False)
        self._put(dock, area)
        dock.show()
        dock.raise_()
        self.fit_widths()

    def detach(self, dock: QDockWidget) -> None:
        """Give a panel a window of its own."""
        dock.show()
        dock.setFloating(True)
        dock.resize(_FLOATING)
        dock.move(self._window.mapToGlobal(_FLOATS_AT))
        dock.activateWindow()

    def arrange(self, arranging: bool) -> None:
        """Show a title bar on every panel, to drag it by, or only where it is of use."""
        self._arranging = arranging
        self.fit_titles()

    def reset(self) -> None:
        """Put every panel where it was at first."""
        for dock in self.docks:
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        self.drawers.forget()
        self.place()
        self.fit_titles()
        self._narrowing.start()

    def fill(self, menu: QMenu) -> None:
        """Fill a menu with the ways to move every panel."""
        for dock in self.docks:
            ways = menu.addMenu(dock.windowTitle().replace("&", "&&"))
            _entry(ways, self.tr("To the &left"), partial(self.move, dock, _Area.LeftDockWidgetArea))
            _entry(ways, self.tr("To the &right"), partial(self.move, dock, _Area.RightDockWidgetArea))
            _entry(ways, self.tr("To the &bottom"), partial(self.move, dock, _Area.BottomDockWidgetArea))
            _entry(ways, self.tr("Into a &window of its own"), partial(self.detach, dock))
        menu.addSeparator()
        arrange = _entry(menu, self.tr("&Arrange by mouse, with title bars"), lambda: None)
        arrange.setCheckable(True)
        arrange.toggled.connect(self.arrange)
        _entry(menu, self.tr("&Reset the layout"), self.reset)

    # --- title bars and memory -------------------------------------------------------------------------------

    def fit_titles(self) -> None:
        """Show title bars where they are of use."""
        for dock in self.docks:
            wanted = self._arranging or dock.isFloating() or self._stands_beside(dock)
            if wanted == (dock.titleBarWidget() is not None):
                bar = dock.titleBarWidget()
                dock.setTitleBarWidget(None if wanted else QWidget())  # type: ignore[arg-type]
                if bar is not None:
                    bar.deleteLater()

        for bar in self._tabs():
            bar.installEventFilter(self)  # Qt makes and takes away these bars
            self._fit_tabs(bar)

    def _tabs(self) -> list[QTabBar]:
        return self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def _fit_tabs(self, bar: QTabBar) -> None:
        """Move the titles of tabs together where they would be cut otherwise."""
        titles = [bar.fontMetrics().horizontalAdvance(bar.tabText(at)) for at in range(bar.count())]
        tight = sum(titles) + len(titles) * _AROUND_TITLE > bar.width()
        if bool(bar.property("tight")) != tight:
            bar.setProperty("tight", tight)
            bar.style().unpolish(bar)
            bar.style().polish(bar)
            QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # it measures its tabs anew

    def _stands_beside(self, dock: QDockWidget) -> bool:
        area = self._window.dockWidgetArea(dock)
        tabbed = self._window.tabifiedDockWidgets(dock)
        return any(
            other is not dock
            and other not in tabbed
            and not other.isFloating()
            and not other.isHidden()
            and self._window.dockWidgetArea(other) is area
            for other in self.docks
            if not dock.isHidden()
        )

    def layout(self) -> QByteArray:
        """Where everything is, to be kept."""
        return self.drawers.whole or self._window.saveState(_LAYOUT_VERSION)

    def close_windows(self) -> None:
        """Hide the panels that have a window of their own, as the main window closes."""
        for dock in self.docks:
            if dock.isFloating():
                dock.hide()

    def restore(self, layout: QByteArray) -> None:
        """Put everything where it was when the layout was kept; one that cannot be taken up changes nothing."""
        self._window.restoreState(layout, _LAYOUT_VERSION)
        self.fit_titles()


def _entry(menu: QMenu, text: str, do: Callable[[], object]) -> QAction:
    action = menu.addAction(text)
    action.triggered.connect(lambda: do())
    return action
