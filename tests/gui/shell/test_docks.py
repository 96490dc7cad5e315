"""Panels are moved by keyboard and menu, have title bars where they are of use, and return where they were."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMenu, QTabBar

pytestmark = pytest.mark.dressed

REPORTS, MENTIONS, CLASSES, PATIENT = range(4)
_Area = Qt.DockWidgetArea


def _entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().replace("&", "") == text)


def _panels(studio) -> QMenu:
    """The menu of the ways to move panels."""
    view = next(a.menu() for a in studio.window.menuBar().actions() if a.text() == "&View")
    return _entry(_entry(view, "Panels").menu(), "Move panels").menu()


def _move(studio, panel: str, way: str) -> None:
    _entry(_entry(_panels(studio), panel).menu(), way).trigger()


def _has_title(dock: QDockWidget) -> bool:
    return dock.titleBarWidget() is None


def _titles(studio, *wanted: int) -> None:
    docks = studio.window.docks
    studio.qtbot.waitUntil(lambda: [i for i, dock in enumerate(docks) if _has_title(dock)] == list(wanted))


def test_the_layout_is_remembered_and_can_be_reset(make_studio, reports):
    first = make_studio()
    first.open(reports)
    _move(first, "Classes", "To the bottom")
    _move(first, "Reports", "To the right")
    first.window.docks[MENTIONS].hide()
    first.window.close()
    second = make_studio()
    second.open(reports)
    window = second.window
    areas = [window.dockWidgetArea(window.docks[i]) for i in (CLASSES, REPORTS)]
    assert areas == [_Area.BottomDockWidgetArea, _Area.RightDockWidgetArea]
    assert window.docks[MENTIONS].isHidden()
    _entry(_panels(second), "Reset the layout").trigger()
    areas = [window.dockWidgetArea(dock) for dock in window.docks[:4]]
    assert areas == [_Area.LeftDockWidgetArea, *[_Area.RightDockWidgetArea] * 3]
    assert window.docks[PATIENT].isHidden()
    assert window.docks[CLASSES] in window.tabifiedDockWidgets(window.docks[MENTIONS])
    assert not window.mentions.visibleRegion().isEmpty()
    assert not window.reports.visibleRegion().isEmpty()


def test_a_floating_panel_goes_and_comes_with_the_window_and_a_layout_that_cannot_be_read_leaves_the_first(make_studio):
    first = make_studio()
    _move(first, "Classes", "Into a window of its own")
    first.window.close()
    first.qtbot.waitUntil(lambda: not first.window.docks[CLASSES].isVisible())
    second = make_studio()
    assert second.window.docks[CLASSES].isFloating()
    _titles(second, CLASSES)

    second.window.preferences.keep_window_state(second.window.saveGeometry(), second.window.saveGeometry())
    third = make_studio()
    assert third.window.dockWidgetArea(third.window.docks[REPORTS]) is _Area.LeftDockWidgetArea
    assert not third.window.reports.visibleRegion().isEmpty()


def test_titles_of_tabs_are_moved_together_rather_than_cut_and_a_panel_goes_where_the_menu_sends_it(
    studio, reports, afresh
):
    studio.window.resize(1280, 800)
    studio.open(reports)
    docks = studio.window.workbench.docks
    docks.fit_widths()
    for name, title in (
        ("mentions", "Menciones"), ("classes", "Clases"), ("patient", "Paciente"), ("adjudication", "Adjudicación"),
        ("final_check", "Comprobación final"),
    ):  # fmt: skip
        docks.named(name).setWindowTitle(title)
        docks.front(name)

    def whole(count: int) -> bool:
        bar = next(bar for bar in studio.window.findChildren(QTabBar) if bar.parent() is studio.window)
        needed = [bar.fontMetrics().horizontalAdvance(bar.tabText(at)) for at in range(bar.count())]
        return len(needed) == count and all(bar.tabRect(at).width() >= width + 8 for at, width in enumerate(needed))

    studio.qtbot.waitUntil(lambda: whole(5))
    docks.named("adjudication").hide()
    docks.named("patient").hide()
    studio.qtbot.waitUntil(lambda: whole(3))
    bar = next(bar for bar in studio.window.findChildren(QTabBar) if bar.parent() is studio.window)
    studio.qtbot.waitUntil(lambda: not bar.property("tight"))  # room again, as elsewhere

    # Where the menu sends it.
    reports = afresh(reports)
    studio.open(reports)
    window = studio.window
    for way, area in (
        ("To the left", _Area.LeftDockWidgetArea),
        ("To the bottom", _Area.BottomDockWidgetArea),
        ("To the right", _Area.RightDockWidgetArea),
    ):
        _move(studio, "Classes", way)
        assert window.dockWidgetArea(window.docks[CLASSES]) is area, way
        studio.qtbot.waitUntil(lambda: not window.classes.visibleRegion().isEmpty())
        neighbours = window.tabifiedDockWidgets(window.docks[CLASSES])
        assert bool(neighbours) == (area is not _Area.BottomDockWidgetArea), way
        _titles(studio)  # alone or in tabs: nothing more to say

    # In a window of its own it has a title, and works.
    _move(studio, "Mentions", "Into a window of its own")
    dock = window.docks[MENTIONS]
    assert dock.isFloating() and dock.isVisible()
    _titles(studio, MENTIONS)
    studio.key("Return", window.mentions.table)
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    _move(studio, "Mentions", "To the right")
    assert not dock.isFloating()
    _titles(studio)

    # While they are arranged every one can be dragged.
    arrange = _entry(_panels(studio), "Arrange by mouse, with title bars")
    arrange.trigger()
    _titles(studio, *range(len(studio.window.docks)))
    features = QDockWidget.DockWidgetFeature
    for dock in studio.window.docks:
        assert dock.features() & features.DockWidgetMovable and dock.features() & features.DockWidgetFloatable
    arrange.trigger()
    _titles(studio)

    # Beside one another they are told apart by titles.
    window.splitDockWidget(window.docks[REPORTS], window.docks[CLASSES], Qt.Orientation.Vertical)
    _titles(studio, REPORTS, CLASSES)
    window.docks[CLASSES].hide()
    _titles(studio)
