"""The report view: offsets are those of the report, marks say what they should, keys stay the window's."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from deid_studio.gui.shell.colours import luminance
from deid_studio.gui.shell.theme import DARK, LIGHT
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.marks import mark_geometry
from deid_studio.gui.text.marks import marks as marks_module
from deid_studio.gui.text.marks.box_shapes import grips
from deid_studio.gui.text.marks.class_looks import class_codes
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

TAGSET = TagSet(
    "test",
    "1",
    (
        PhiClass("NOMBRE_PACIENTE", {"es": "Nombre del paciente"}, colour="#d62728"),
        PhiClass("FECHAS", {"es": "Fecha"}, colour="#2ca02c"),
        PhiClass("HOSPITAL", {"es": "Hospital"}, colour="#1f77b4"),
    ),
)
# Every character that a text widget would count or show otherwise.
AWKWARD = "\ufeffAna \U0001f600\r\nbebé\u2028\U0001f469\u200d\U0001f52c ce\u00a0de\x0cfin\x00 Ñ\n\nx\ry"
Edges = Callable[[int, int], int]

# The offscreen platform says so whenever a window is shown.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def edges_of(text: str) -> Edges:
    points = sorted({0, len(text)} | {edge for match in re.finditer(r"\w+|[^\w\s]", text) for edge in match.span()})

    def edges(offset: int, direction: int) -> int:
        if direction > 0:
            return points[min(bisect_right(points, offset), len(points) - 1)]
        return points[max(bisect_left(points, offset) - 1, 0)]

    return edges


def mention(
    number: int, text: str, words: str, phi_class: str = "NOMBRE_PACIENTE", decision: Decision = Decision.PENDING
) -> Mention:
    start = text.index(words)
    return Mention(number, Span(start, start + len(words), phi_class), decision, Origin.DETECTOR)


@pytest.fixture
def view(qtbot: QtBot) -> ReportView:
    made = ReportView()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.set_tagset(TAGSET)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    return made


def show(view: ReportView, text: str, *mentions: Mention) -> None:
    view.set_report(text, Desk(mentions), edges_of(text))
    QApplication.processEvents()


def picture(view: ReportView, area: QRect | None = None) -> QImage:
    image = view.viewport().grab().toImage()
    return image if area is None else image.copy(area)


def letter_area(view: ReportView, start: int, end: int) -> QRect:
    """Where [start, end), on one line, is drawn, with what stands out of it."""
    before, view_caret = view.selection.caret(), view.cursorRect
    view.selection.put(start)
    left = view_caret()
    view.selection.put(end)
    right = view_caret()
    view.selection.put(before)
    return left.united(right).adjusted(-6, -8, 6, 8)


# --- offsets -------------------------------------------------------------------------------------------------


def places(text: str) -> list[int]:
    """Every offset but those within CRLF."""
    return [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]


def test_the_caret_stays_where_it_is_put(view: ReportView) -> None:
    show(view, AWKWARD)
    for offset in places(AWKWARD):
        view.selection.put(offset)
        assert view.selection.caret() == offset


def test_any_selection_comes_back(view: ReportView) -> None:
    show(view, AWKWARD)
    for start in places(AWKWARD)[:-1]:
        for end in places(AWKWARD):
            if start < end:
                view.selection.select(start, end)
                assert view.selection.range() == (start, end)


def test_selecting_by_keyboard_gives_code_points(view: ReportView, qtbot: QtBot) -> None:
    text = "\ufeff\U0001f600 Ana\r\nSoto\u00a0Gil\u2028fin"
    show(view, text)
    heard: list[tuple[int, int] | None] = []
    view.selection.changed.connect(heard.append)
    view.selection.put(text.index("Ana"))
    for _ in range(len("Ana\nSoto\u00a0Gil")):
        qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.selection.range() == (3, 16)
    assert text[3:16] == "Ana\r\nSoto\u00a0Gil"
    assert heard[0] == (3, 4)
    assert heard[-1] == (3, 16)


def test_what_is_copied_is_the_report(view: ReportView, qtbot: QtBot) -> None:
    show(view, AWKWARD)
    view.selection.select(1, len(AWKWARD) - 1)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert view.createMimeDataFromSelection().text() == AWKWARD[1:-1]
    assert "".join(QGuiApplication.clipboard().text().split()) == "".join(AWKWARD[1:-1].split())


def test_a_selection_is_told_once(view: ReportView) -> None:
    show(view, "uno dos tres")
    heard: list[object] = []
    view.selection.changed.connect(heard.append)
    view.selection.select(4, 7)
    view.selection.select(4, 7)
    view.selection.clear()
    assert heard == [(4, 7), None]


def test_another_report_has_no_selection_and_nothing_current(view: ReportView) -> None:
    text = "uno dos tres"
    show(view, text, mention(1, text, "dos"))
    view.set_current(1)
    view.selection.select(4, 7)
    heard: list[object] = []
    view.selection.changed.connect(heard.append)
    view.current_changed.connect(heard.append)
    show(view, "otro", mention(1, "otro", "otro"))
    assert heard == [None, None]
    assert view.current is None
    assert view.selection.caret() == 0


# --- tokens --------------------------------------------------------------------------------------------------


def test_ctrl_arrows_go_by_tokens(view: ReportView, qtbot: QtBot) -> None:
    text = "Ana-Luz  Soto, 3"
    show(view, text)
    control = Qt.KeyboardModifier.ControlModifier
    stops = []
    for _ in range(6):
        qtbot.keyClick(view, Qt.Key.Key_Right, control)
        stops.append(view.selection.caret())
    assert stops == [3, 4, 9, 13, 15, 16]
    back = []
    for _ in range(6):
        qtbot.keyClick(view, Qt.Key.Key_Left, control)
        back.append(view.selection.caret())
    assert back == [15, 13, 9, 4, 3, 0]


def test_ctrl_shift_arrows_select_whole_tokens(view: ReportView, qtbot: QtBot) -> None:
    text = "Ana Soto Gil"
    show(view, text)
    view.selection.put(4)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view, Qt.Key.Key_Right, both)
    assert view.selection.range() == (4, 8)
    qtbot.keyClick(view, Qt.Key.Key_Right, both)
    assert view.selection.range() == (4, 12)
    qtbot.keyClick(view, Qt.Key.Key_Left, both)
    assert view.selection.range() == (4, 9)


def test_a_double_click_selects_the_word(view: ReportView, qtbot: QtBot) -> None:
    text = "\U0001f600 Ana-Luz Soto"
    show(view, text)
    point = letter_area(view, 6, 9).center()
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert view.selection.range() == (2, 9)


# --- current -------------------------------------------------------------------------------------------------


def test_current_follows_the_caret_and_is_told_once(view: ReportView, qtbot: QtBot) -> None:
    text = "Ana vive"
    show(view, text, mention(7, text, "Ana"))
    heard: list[object] = []
    view.current_changed.connect(heard.append)
    for _ in range(5):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert heard == [7, None]


def test_set_current_moves_the_caret_and_is_told_once(view: ReportView) -> None:
    text = "\U0001f600\r\nAna vive con Luz"
    show(view, text, mention(1, text, "Ana"), mention(2, text, "Luz"))
    heard: list[object] = []
    view.current_changed.connect(heard.append)
    view.set_current(2)
    assert (view.current, view.selection.caret()) == (2, text.index("Luz"))
    view.set_current(2)
    view.set_current(99)
    assert heard == [2, None]
    assert view.selection.caret() == text.index("Luz")


def test_an_outer_mention_can_be_current_where_an_inner_one_begins_too(view: ReportView) -> None:
    text = "Hospital Ana Soto"
    show(view, text, mention(1, text, text, "HOSPITAL"), mention(2, text, "Hospital"))
    view.set_current(1)
    assert view.current == 1
    assert view.marks.at(0) == 2
    assert view.marks.at(10) == 1
    assert view.marks.at(len(text)) is None


@pytest.mark.parametrize("number", [1, 150, 300])
def test_current_is_shown_with_what_is_around_it(view: ReportView, number: int) -> None:
    text = "".join(f"Línea {n}: paciente inventada {n:04d} con texto\r\n" for n in range(1, 301))
    show(view, text, *(mention(n, text, f"{n:04d}") for n in range(1, 301)))
    view.set_current(number)
    QApplication.processEvents()
    top, bottom = view.sight.stretch()
    start = text.index(f"{number:04d}")
    assert top <= start < bottom
    if number == 150:
        assert text[top:start].count("\n") >= 2
        assert text[start:bottom].count("\n") >= 2


def test_a_mention_on_the_page_does_not_make_it_jump(view: ReportView) -> None:
    text = "".join(f"Línea {n:04d}\n" for n in range(300))
    show(view, text, mention(1, text, "0105"), mention(2, text, "0106"))
    view.set_current(1)
    before = view.verticalScrollBar().value()
    view.set_current(2)
    assert view.verticalScrollBar().value() == before


def test_without_scroll_the_page_stays(view: ReportView) -> None:
    text = "".join(f"Línea {n:04d}\n" for n in range(300))
    show(view, text, mention(1, text, "0250"))
    view.set_current(1, scroll=False)
    assert view.current == 1
    assert view.verticalScrollBar().value() == 0


def test_a_desk_without_the_current_mention(view: ReportView) -> None:
    text = "Ana y Luz"
    show(view, text, mention(1, text, "Ana"), mention(2, text, "Luz"))
    view.set_current(1)
    heard: list[object] = []
    view.current_changed.connect(heard.append)
    view.set_desk(Desk([mention(1, text, "Ana", decision=Decision.ACCEPTED)]))
    assert view.current == 1
    view.set_desk(Desk())
    assert heard == [None]


def test_hidden_classes_are_neither_drawn_nor_found(view: ReportView) -> None:
    text = "Ana ingresó en mayo"
    view.clearFocus()  # a blinking caret would be in the pictures
    show(view, text)
    bare = picture(view)
    show(view, text, mention(1, text, "Ana"), mention(2, text, "mayo", "FECHAS"))
    view.set_current(1)
    assert picture(view) != bare
    view.set_hidden_classes(frozenset({"NOMBRE_PACIENTE", "FECHAS"}))
    assert view.current is None
    assert view.marks.at(0) is None
    assert picture(view) == bare
    view.set_hidden_classes(frozenset({"FECHAS"}))
    assert view.marks.at(0) == 1


def test_a_selection_is_within_its_mention_or_nothing_is_current(view: ReportView) -> None:
    text = "Hospital Ana Soto de mayo"
    show(view, text, mention(1, text, "Hospital Ana Soto", "HOSPITAL"), mention(2, text, "Ana Soto"))
    for start, end, expected in ((9, 12, 2), (9, 17, 2), (0, 17, 1), (5, 12, 1), (9, 20, None), (18, 20, None)):
        view.selection.select(start, end)
        assert view.current == expected
    view.selection.put(10)
    assert view.current == 2


# --- pointer -------------------------------------------------------------------------------------------------


def test_a_click_on_the_last_letter_is_on_the_mention(view: ReportView, qtbot: QtBot) -> None:
    text = "\U0001f600 Ana vive"
    show(view, text, mention(3, text, "Ana"))
    last = letter_area(view, 4, 5).adjusted(6, 8, -6, -8)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(last.right() - 2, last.center().y()))
    assert view.selection.caret() == 5
    assert view.current == 3
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(view.viewport().width() - 5, last.y()))
    assert view.current is None


def test_a_click_into_the_selection_only_puts_the_caret(view: ReportView, qtbot: QtBot) -> None:
    show(view, "Ana vive con Luz")
    view.selection.select(0, 16)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=letter_area(view, 5, 5).center())
    assert view.selection.range() is None
    assert view.selection.caret() == 5


def test_dragging_an_end_asks_for_other_ends(view: ReportView, qtbot: QtBot) -> None:
    text = "\U0001f600 Ana Soto Gil vive"
    show(view, text, mention(4, text, "Ana"))
    view.set_current(4)
    asked: list[tuple[int, int, int]] = []
    view.resize_wanted.connect(lambda *wanted: asked.append(wanted))
    grip = end_grip(view, 4)
    target = letter_area(view, 9, 9).center()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=grip)
    drag(view, target)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=target)
    assert asked == [(4, 2, 10)]  # to the end of "Soto", though the pointer was before it
    assert view.current == 4
    assert view.selection.range() is None


def test_a_drag_can_be_given_up(view: ReportView, qtbot: QtBot) -> None:
    text = "Ana Soto Gil"
    show(view, text, mention(4, text, "Ana"))
    view.set_current(4)
    asked: list[object] = []
    view.resize_wanted.connect(lambda *wanted: asked.append(wanted))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=end_grip(view, 4))
    drag(view, letter_area(view, 12, 12).center())
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, 40))
    assert asked == []


def marks(view: ReportView) -> list[Mark]:
    clip = QRectF(view.viewport().rect())
    return view.marks.on(view.sight.blocks(clip), clip)


def end_grip(view: ReportView, number: int) -> QPoint:
    grip = grips(next(mark for mark in marks(view) if mark.mention.id == number))[1]
    assert grip is not None
    return grip.toPoint()


def drag(view: ReportView, to: QPoint) -> None:
    place = QPointF(to)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        view.viewport().mapToGlobal(place),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), move)


def test_the_tooltip_says_what_the_window_says(view: ReportView, qtbot: QtBot) -> None:
    text = "Ana vive"
    show(view, text, mention(1, text, "Ana"))
    view.set_describe(lambda m: f"descrita {m.id}")
    point = letter_area(view, 1, 2).center()
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, view.viewport().mapToGlobal(point)))
    assert QToolTip.text() == "descrita 1"
    QToolTip.hideText()


def test_ctrl_wheel_zooms(view: ReportView) -> None:
    show(view, "Ana")
    place = QPointF(50, 50)
    wheel = QWheelEvent(
        place, place, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    before = view.font().pointSizeF()
    QApplication.sendEvent(view.viewport(), wheel)
    assert view.typesetting.zoom > 1
    assert view.font().pointSizeF() > before
    view.typesetting.zoom_reset()
    assert view.font().pointSizeF() == before
    for _ in range(30):
        view.typesetting.zoom_out()
    assert view.typesetting.zoom == 0.6


# --- keys ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", ["A", "1", "Space", "Return", "Delete", "Backspace", "Esc", "Ctrl+Z", "F2", "Shift+N"])
def test_other_keys_are_the_windows(qtbot: QtBot, keys: str) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    view = ReportView()
    window.setCentralWidget(view)
    show(view, "Ana vive")
    pressed: list[str] = []
    shortcut = QShortcut(QKeySequence(keys), window)
    shortcut.activated.connect(lambda: pressed.append(keys))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    view.setFocus()
    QTest.keySequence(view, QKeySequence(keys))
    assert pressed == [keys]


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Home])
def test_the_carets_keys_are_the_views(view: ReportView, key: Qt.Key) -> None:
    override = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    override.ignore()
    QApplication.sendEvent(view, override)
    assert override.isAccepted()


def test_escape_clears_a_selection_first(view: ReportView, qtbot: QtBot) -> None:
    show(view, "Ana vive")
    view.selection.select(0, 3)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.selection.range() is None
    assert view.selection.caret() == 3


def test_tab_leaves_the_view(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    view, line = ReportView(), QLineEdit()
    layout.addWidget(view)
    layout.addWidget(line)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert line.hasFocus()


def test_nothing_can_be_typed_or_dropped(view: ReportView, qtbot: QtBot) -> None:
    show(view, "Ana")
    qtbot.keyClicks(view, "xyz")
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert view.toPlainText() == "Ana"
    assert not view.acceptDrops()


# --- looks ---------------------------------------------------------------------------------------------------


def grey(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_each_state_looks_different_even_without_colour(view: ReportView, theme: object) -> None:
    view.set_theme(theme)  # type: ignore[arg-type]
    view.clearFocus()
    text = "De Ana María Soto se sabe"
    pending = mention(1, text, "Ana María Soto")
    looks = []
    for one in (
        None,
        pending,
        replace(pending, decision=Decision.ACCEPTED),
        replace(pending, decision=Decision.REJECTED),
        replace(pending, note="¿hija?"),
        replace(pending, span=replace(pending.span, gaps=((6, 13),))),
    ):
        show(view, text, *([one] if one else []))
        looks.append(grey(picture(view)))
    show(view, text, pending)
    view.set_current(1)
    view.selection.put(0)  # leaves the mention, so that only the ring could differ
    view.set_current(1)
    looks.append(grey(picture(view)))
    for i, one in enumerate(looks):
        for other in looks[i + 1 :]:
            assert one != other


def border_changes(view: ReportView, decision: Decision) -> int:
    """How often the line along a mention's upper border changes between ink and none."""
    text = "De Ana María Soto se sabe"
    show(view, text, mention(1, text, "Ana María Soto", decision=decision))
    box = marks(view)[0].boxes[0].rect
    image = picture(view)
    page = luminance(LIGHT.page)
    left, right = int(box.left()) + 5, int(box.right()) - 5
    rows = [
        [luminance(image.pixelColor(x, y).name()) < page - 0.4 for x in range(left, right)]
        for y in range(int(box.top()) - 5, int(box.top()) - 1)
    ]
    border = max(rows, key=sum)
    assert sum(border) > len(border) * 0.3
    return sum(a != b for a, b in pairwise(border))


def test_a_pending_border_is_dashed_and_an_accepted_one_is_not(view: ReportView) -> None:
    view.clearFocus()
    assert border_changes(view, Decision.PENDING) >= 8
    assert border_changes(view, Decision.ACCEPTED) <= 2


def test_options_change_what_is_drawn(view: ReportView) -> None:
    text = "De Ana María Soto se sabe\r\notra línea"
    show(view, text, replace(mention(1, text, "Ana María Soto"), note="hija"))
    view.clearFocus()
    plain = picture(view)
    view.set_note_marks(False)
    assert picture(view) != plain
    view.set_note_marks(True)
    assert picture(view) == plain
    view.typesetting.set_tags(True)
    assert picture(view) != plain
    view.typesetting.set_tags(False)
    assert picture(view) == plain
    view.typesetting.set_line_numbers(True)
    assert picture(view) != plain
    view.typesetting.set_line_numbers(False)
    assert picture(view) == plain


def test_line_spacing_moves_the_lines(view: ReportView) -> None:
    show(view, "uno\ndos\ntres")
    view.typesetting.set_line_spacing(1.2)
    view.selection.put(8)
    near = view.cursorRect().top()
    view.typesetting.set_line_spacing(2.4)
    assert view.cursorRect().top() > near + 10


def test_lines_lie_where_they_would_in_a_new_view_whatever_was_shown_before(qtbot, view: ReportView) -> None:
    def heights(of: ReportView) -> list[float]:
        blocks = map(of.document().findBlockByNumber, range(of.document().blockCount()))
        return [of.page.layout.blockBoundingRect(block).height() for block in blocks]

    one, several = "palabra " * 300, "uno\n" + "palabra " * 90 + "\n\ntres"
    for text in (one, several, "corto", one + one, "", several):
        show(view, text)
        for width, zoom, spacing, below in ((800, 1.0, 1.65, 0), (500, 1.0, 1.65, 30), (500, 1.4, 2.0, 30)):
            view.resize(width, 600)
            view.typesetting.set_zoom(zoom)
            view.typesetting.set_line_spacing(spacing)
            assert heights(view)  # they are known now
            view.leave_below(below)
            QApplication.processEvents()
            other = ReportView()
            qtbot.addWidget(other)
            other.resize(width, 600)
            other.typesetting.set_zoom(zoom)
            other.typesetting.set_line_spacing(spacing)
            other.leave_below(below)
            other.show()
            show(other, text)
            assert heights(view) == heights(other)
            assert view.verticalScrollBar().maximum() == other.verticalScrollBar().maximum()
            other.hide()


def test_the_column_stays_readable(view: ReportView) -> None:
    view.resize(1800, 600)
    text = "palabra del informe " * 60
    show(view, text)
    line = view.document().firstBlock().layout().lineAt(0)
    assert 70 <= line.textLength() <= 110
    assert line.x() > 200  # centred


def test_a_mention_over_a_line_break_has_a_box_on_each_line(view: ReportView) -> None:
    text = "palabra " * 40 + "Ana"
    show(view, text, Mention(1, Span(8, 200, "HOSPITAL"), Decision.ACCEPTED, Origin.PERSON))
    boxes = marks(view)[0].boxes
    assert len(boxes) >= 2
    assert [box.begins for box in boxes] == [True] + [False] * (len(boxes) - 1)
    assert [box.ends for box in boxes] == [False] * (len(boxes) - 1) + [True]
    assert all(a.rect.bottom() < b.rect.bottom() for a, b in pairwise(boxes))


def test_screen_readers_are_told_the_current_mention(qtbot, view: ReportView) -> None:
    text = "Ana vive"
    show(view, text, mention(1, text, "Ana"))
    view.set_describe(lambda m: f"Nombre, {m.decision}")
    assert view.accessibleName()
    view.set_current(1)
    qtbot.waitUntil(lambda: view.accessibleDescription() == "Nombre, pending")
    view.set_desk(Desk([mention(1, text, "Ana", decision=Decision.ACCEPTED)]))
    qtbot.waitUntil(lambda: view.accessibleDescription() == "Nombre, accepted")
    view.set_current(None)
    qtbot.waitUntil(lambda: view.accessibleDescription() == "")


def test_a_class_that_the_tag_set_does_not_know_is_drawn(view: ReportView) -> None:
    text = "Ana vive"
    show(view, text)
    bare = picture(view)
    show(view, text, mention(1, text, "Ana", "DESCONOCIDA"))
    assert picture(view) != bare


def test_class_codes_are_short_and_different() -> None:
    names = ["ID_SUJETO", "ID_SUELDO", "FECHAS", "FECHADOR", "PAIS", "X"]
    codes = class_codes(TagSet("t", "1", tuple(PhiClass(name, {}) for name in names)))
    assert len(set(codes.values())) == len(names)
    assert codes["PAIS"] == "PAIS"
    assert codes["ID_SUJETO"] == "IS"
    assert all(len(code) <= 8 for code in codes.values())


# --- large reports -------------------------------------------------------------------------------------------


def test_painting_looks_only_at_what_is_seen(view: ReportView, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "La paciente Inventada vive en Villaficticia.\r\n" * 5000
    step = len("La paciente Inventada vive en Villaficticia.\r\n")
    show(
        view, text,
        *(Mention(n + 1, Span(n * step + 12, n * step + 21, "HOSPITAL"), Decision.PENDING, Origin.DETECTOR)
          for n in range(5000)),
    )  # fmt: skip
    looked: list[int] = []
    real = mark_geometry.marks_of

    def counted(mentions: list[Mention], *rest: Any) -> list[Mark]:
        looked.append(len(mentions))
        return real(mentions, *rest)

    monkeypatch.setattr(marks_module, "marks_of", counted)
    view.set_current(4000)
    view.viewport().repaint()
    assert looked
    assert 5 < max(looked) < 60


@pytest.mark.slow
@pytest.mark.parametrize("word", ["palabra ", "sinblancos_"])
def test_one_enormous_line(view: ReportView, word: str) -> None:
    text = word * (1_000_000 // len(word)) + "Ana"
    show(view, text, mention(1, text, "Ana"), Mention(2, Span(3990, 4010, "HOSPITAL"), Decision.ACCEPTED, Origin.FILE))
    assert view.blockCount() > 200
    view.set_current(1)
    assert view.selection.caret() == len(text) - 3
    top, bottom = view.sight.stretch()
    assert top < len(text) - 3 <= bottom
    view.typesetting.set_line_numbers(True)
    view.selection.select(0, len(text))
    assert view.createMimeDataFromSelection().text() == text
    view.set_current(2)
    assert view.marks.at(3995) == 2
    assert view.marks.at(4005) == 2


def test_an_empty_report(view: ReportView) -> None:
    show(view, "")
    view.set_current(None)
    view.selection.step(1, selecting=True)
    assert view.sight.stretch() == (0, 0)
    assert view.marks.at(0) is None
    assert view.selection.range() is None
