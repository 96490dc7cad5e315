"""What changes at every key is laid out by itself; the window still makes room for what needs more."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deid_studio.gui.widgets.still import Still

pytestmark = pytest.mark.dressed


class _Requests(QObject):
    """How often a widget was asked to lay out what is in it."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def held(qtbot):
    """A window with a label that is held still in it, and other text below."""
    window, line, label = QWidget(), QWidget(), QLabel("12")
    row = QHBoxLayout(line)
    row.addWidget(label)
    column = QVBoxLayout(window)
    column.addWidget(Still(line))
    column.addWidget(QLabel("below"))
    column.addStretch(1)
    qtbot.addWidget(window)
    window.resize(300, 200)
    with qtbot.waitExposed(window):
        window.show()
    return window, line, label


def test_a_text_of_another_width_is_shown_without_laying_out_the_window(held, qtbot, qapp):
    window, line, label = held
    requests = _Requests(window)
    before = label.width(), label.sizeHint().width()
    label.setText("12 345 678")
    qapp.processEvents()
    assert label.width() >= label.sizeHint().width() > before[1] and requests.count == 0
    assert line.size() == line.parentWidget().size()


def test_a_text_that_needs_more_lines_has_room_at_once(held, qtbot):
    _, line, label = held
    height = line.height()
    label.setText("one\ntwo\nthree")
    qtbot.waitUntil(lambda: line.height() > height and label.height() >= label.sizeHint().height())
    label.setText("one")
    qtbot.waitUntil(lambda: line.height() == height)


def test_a_text_that_is_wider_than_the_window_widens_it(held, qtbot):
    window, _, label = held
    label.setText("wide " * 100)
    qtbot.waitUntil(lambda: window.width() > 300 and label.width() >= label.sizeHint().width())


def test_what_became_wide_within_its_place_keeps_its_width_when_the_window_is_narrowed(held, qtbot, qapp):
    window, _, label = held
    label.setText("twenty five letters of it")
    qapp.processEvents()
    needed = label.sizeHint().width()
    window.resize(10, 200)
    qtbot.waitUntil(lambda: window.width() >= needed and label.width() >= needed)
