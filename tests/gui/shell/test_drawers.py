"""In a narrow window the panels are put away, so that the text can be read, and are there when they are asked for."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QToolButton

pytestmark = pytest.mark.dressed

_SAMPLE = "el paciente ingresa en el servicio de urgencias con dolor y refiere "
_HALF_OF_A_SMALL_SCREEN = 640, 364  # what 200 % leaves of 1280 x 800, with a title bar


def _resize(studio, width: int, height: int = 700) -> None:
    studio.window.resize(width, height)
    for _ in range(6):  # sides are put away once the new size is there
        QApplication.processEvents()


def _shown(studio) -> list[str]:
    return [dock.objectName() for dock in studio.window.docks if dock.isVisible()]


def _letters(studio) -> float:
    """How many letters of running text a line holds."""
    view = studio.view
    column = view.document().firstBlock().layout().lineAt(0).width()
    return column / (QFontMetricsF(view.font()).horizontalAdvance(_SAMPLE) / len(_SAMPLE))


def test_panels_come_back_where_they_were_once_there_is_room_in_the_next_window_too(make_studio, reports):
    studio = make_studio()
    studio.open(reports, "1-alta")
    window = studio.window
    _resize(studio, 1280)
    window.docks[2].raise_()
    QApplication.processEvents()
    before = _shown(studio), window.classes.visibleRegion().isEmpty()
    for width in (900, 640, 900, 640):
        _resize(studio, width)
    assert "mentions" not in _shown(studio)
    _resize(studio, 1280)
    assert (_shown(studio), window.classes.visibleRegion().isEmpty()) == before
    assert before == (["reports", "mentions", "classes", "final_check"], False)

    # A narrow window does not spoil the layout that is kept.
    _resize(studio, 640)
    assert not _shown(studio)
    studio.window.close()
    second = make_studio()
    _resize(second, 1280)
    assert set(_shown(second)) >= {"reports", "mentions"}


def test_a_line_has_room_for_thirty_letters_and_at_twice_the_size_on_a_small_screen_a_report_is_reviewed(
    studio, reports
):
    studio.open(reports, "1-alta")
    for width in (640, 400, 500, 700, 1280, 800, 960, 1000):
        _resize(studio, width)
        assert studio.window.width() == width and _letters(studio) >= 30, width

    # At twice the size on a small screen.
    _resize(studio, *_HALF_OF_A_SMALL_SCREEN)
    window, view = studio.window, studio.view
    assert not _shown(studio) and _letters(studio) >= 50
    line = view.fontMetrics().height() + view.page.layout.extra_height()
    assert view.viewport().height() >= 5 * line
    for widget in (window.details.accept, window.details.reject, window.details.phi_class, window.status.counts):
        place = widget.mapTo(window, widget.rect().bottomRight())
        assert widget.isVisible() and window.rect().contains(place)

    # A panel that was put away comes when it is asked for, and goes with the text.
    button = next(b for b in studio.window.findChildren(QToolButton) if b.text() == "Panels ▾")
    assert button.isVisible()
    button.menu().aboutToShow.emit()
    next(a for a in button.menu().actions() if a.text() == "Mentions").trigger()
    assert _shown(studio) == ["mentions"] and studio.window.width() == 640
    studio.key("Down", studio.window.mentions.table)
    studio.key("Esc", studio.window.mentions.table)
    assert not _shown(studio) and studio.view.hasFocus()

    for _ in range(5):
        studio.key("Return")
    assert len(studio.texts("accepted")) == 5
