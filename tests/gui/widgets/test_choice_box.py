"""The lists of combo boxes, by the style sheet of the window: every choice is to be seen, in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QComboBox, QToolTip, QVBoxLayout, QWidget

from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import THEMES
from deid_studio.gui.widgets.choice_box import ChoiceBox

pytestmark = pytest.mark.dressed


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
@pytest.mark.parametrize("count", [2, 4, 9])
def test_all_of_a_short_list_is_seen_at_once(qtbot, theme, count):
    window = QWidget()
    qtbot.addWidget(window)
    box = QComboBox()
    box.addItems([f"Política número {number}" for number in range(count)])
    box.setCurrentIndex(count - 1)
    QVBoxLayout(window).addWidget(box)
    window.setStyleSheet(themes.style_sheet(theme))
    window.resize(400, 500)
    window.show()
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    seen = view.viewport().rect()
    for row in range(count):
        assert seen.contains(view.visualRect(view.model().index(row, 0))), row
    box.hidePopup()


def narrow(qtbot, width: int, *choices: str) -> tuple[QWidget, ChoiceBox]:
    """A window of this width, and in it a box of these choices."""
    window = QWidget()
    qtbot.addWidget(window)
    box = ChoiceBox(4)
    box.addItems(choices)
    QVBoxLayout(window).addWidget(box)
    window.setStyleSheet(themes.style_sheet(themes.LIGHT))
    window.setFixedWidth(width)
    window.show()
    return window, box


def test_a_list_is_as_wide_as_its_longest_choice(qtbot):
    _window, box = narrow(qtbot, 160, "corta", "Investigación: sustitutos y fechas desplazadas")
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().width() >= view.sizeHintForColumn(0) > box.width()
    box.hidePopup()


def test_a_choice_that_does_not_fit_ends_in_an_ellipsis_and_is_told_in_full(qtbot):
    _window, box = narrow(qtbot, 190, "Fechas", "Matrícula o bastidor de vehículo")
    assert box.shown_text() == "Fechas"
    box.setCurrentIndex(1)
    assert box.shown_text().startswith("Matrícula") and box.shown_text().endswith("…")
    # What is drawn ends before the arrow: nothing is cut within a letter.
    picture = box.grab().toImage()
    edge = range(box.height() // 4, box.height() * 3 // 4)
    assert len({picture.pixel(picture.width() - 25, y) for y in edge}) == 1
    middle = box.rect().center()
    QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, middle, box.mapToGlobal(middle)))
    assert QToolTip.text() == "Matrícula o bastidor de vehículo"
    QToolTip.hideText()
