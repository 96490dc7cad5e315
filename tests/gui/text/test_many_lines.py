"""A report of enormously many lines is shown at once, and as any other."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QRectF

from deid_studio.gui.text import ReportView
from deid_studio.gui.text.line_numbers import first_number
from deid_studio.gui.words.report_sections import Band, BandKind
from deid_studio.model.lines import line_number
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

LINES = [f"🙂 línea {number}" if number % 3 else "" for number in range(1, 30_001)]
TEXT = "\n".join(LINES)
AT = TEXT.index("línea 15011")
MENTION = Mention(1, Span(AT, AT + 11, "FECHAS"), Decision.PENDING, Origin.PERSON)


def edges(offset: int, direction: int) -> int:
    return min(max(offset + direction, 0), len(TEXT))


@pytest.fixture
def view(qtbot):
    view = ReportView()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    view.set_report(TEXT, Desk((MENTION,)), edges)
    return view


def test_a_mention_far_below_is_shown_in_its_line(view):
    view.set_current(1)
    assert view.selection.caret() == AT and view.sight.stretch()[0] < AT < view.sight.stretch()[1]
    clip = QRectF(view.viewport().rect())
    ((box,),) = (mark.boxes for mark in view.marks.on(view.sight.blocks(clip), clip))
    assert clip.contains(box.rect) and abs(box.rect.center().y() - view.cursorRect().center().y()) < 2
    view.selection.select(AT, AT + 11)
    assert view.selection.range() == (AT, AT + 11) and view.current == 1


def test_each_line_has_its_number_and_the_last_one_is_reached(view):
    view.typesetting.set_line_numbers(True)
    view.set_current(1)
    for visible in view.sight.blocks(QRectF(view.viewport().rect())):
        number = first_number(visible, view.page.offsets)
        starts = [view.page.offsets.to_text(start) for start, _ in visible.begun_lines()]
        assert [line_number(TEXT, start) for start in starts] == list(range(number, number + len(starts)))
        assert len(starts) > 30
    bar = view.verticalScrollBar()
    assert bar.maximum() > 29_000
    bar.setValue(bar.maximum())
    assert view.sight.stretch()[1] == len(TEXT)


def test_a_part_of_the_report_is_marked_where_its_line_begins(view):
    view.set_bands([Band(AT - 2, BandKind.BODY)], lambda kind: kind.value)
    view.set_current(1)
    blocks = view.sight.blocks(QRectF(view.viewport().rect()))
    ((height, _),) = view._painter.sections._begun(blocks, view.page.offsets, view.page.layout.extra_height())
    line_of = view.cursorRect()
    assert line_of.top() - 2 * line_of.height() < height <= line_of.top()


def test_a_million_line_ends_are_shown_in_a_part_of_the_time_that_as_many_paragraphs_take(view):
    text = "\n" * 1_000_000
    began = time.thread_time()
    view.set_report(text, Desk(), lambda offset, direction: len(text) if direction > 0 else 0)
    view.viewport().grab()
    # Measured 0.1 s; a paragraph for each line took 2 s.
    assert time.thread_time() - began < 0.8
    assert view.document().blockCount() < 20_000 and view.sight.stretch()[0] == 0
