"""The lists of combo boxes, by the style sheet of the window: every choice is to be seen, in full."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

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


def test_a_list_is_as_wide_as_its_longest_choice(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    box = ChoiceBox(4)
    box.addItems(["corta", "Investigación: sustitutos y fechas desplazadas"])
    QVBoxLayout(window).addWidget(box)
    window.setStyleSheet(themes.style_sheet(themes.LIGHT))
    window.setFixedWidth(160)
    window.show()
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().width() >= view.sizeHintForColumn(0) > box.width()
    box.hidePopup()
