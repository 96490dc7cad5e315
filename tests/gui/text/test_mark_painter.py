"""How a mention looks: its tag hides nothing and is seen whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QRegion
from pytestqt.qtbot import QtBot

from deid_studio.gui.shell.theme import LIGHT
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.boxes import Box
from deid_studio.gui.text.marks.box_shapes import box_path
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.gui.text.marks.mark_painter import MarkPainter
from deid_studio.gui.text.typesetting import tag_font
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.settings import Settings

TAGSET = TagSet("test", "1", (PhiClass("LUGAR", {"es": "Nombre de la localidad (y mucho más)"}, colour="#d62728"),))
PAGE = QRect(0, 0, 300, 120)
LINE_TOP = 60


def _painted(view: ReportView, left: float) -> QRect:
    """Where the tag of a current mention that begins at `left` is painted."""
    picture = QImage(PAGE.size(), QImage.Format.Format_RGB32)
    picture.fill(LIGHT.page)
    blank = picture.copy()
    height = QFontMetricsF(view.font()).height()
    mention = Mention(1, Span(0, 3, "LUGAR"), Decision.PENDING, Origin.DETECTOR)
    mark = Mark(mention, (Box(QRectF(left, LINE_TOP, 30, height), True, True),), (), 0)
    painter = QPainter(picture)
    MarkPainter(LIGHT, TAGSET, "es").draw_tags(painter, [mark], 1, tag_font(view.font()))
    painter.end()
    differing = QRegion()
    for y in range(PAGE.height()):
        for x in range(PAGE.width()):
            if picture.pixel(x, y) != blank.pixel(x, y):
                differing |= QRegion(x, y, 1, 1)
    return differing.boundingRect()


@pytest.mark.parametrize("left", [10.0, 290.0])
def test_the_current_tag_stays_on_the_page_and_off_the_line_above(qtbot: QtBot, left: float) -> None:
    view = ReportView()
    qtbot.addWidget(view)
    tag = _painted(view, left)
    assert PAGE.adjusted(1, 1, -1, -1).contains(tag)
    metrics = QFontMetricsF(view.font())
    line_above_ends = LINE_TOP - (Settings().line_spacing - 1) * metrics.height()
    # What hangs below the base line of the line above is free.
    assert tag.top() >= line_above_ends - 2
    assert QFontMetricsF(tag_font(view.font())).horizontalAdvance("Nombre de la localidad") < tag.width() < 220


def _tag(left: float, room: float, line_end: float) -> QRect:
    picture = QImage(PAGE.size(), QImage.Format.Format_RGB32)
    picture.fill(LIGHT.page)
    mention = Mention(1, Span(0, 3, "LUGAR"), Decision.PENDING, Origin.DETECTOR)
    box = Box(QRectF(left, LINE_TOP, 30, 18), True, True, room, line_end)
    font = QFont()
    font.setPointSizeF(7)
    painter = QPainter(picture)
    MarkPainter(LIGHT, TAGSET, "es").draw_tags(painter, [Mark(mention, (box,), (), 0)], 1, font)
    painter.end()
    inked = QRegion()
    for y in range(PAGE.height()):
        for x in range(PAGE.width()):
            if picture.pixelColor(x, y).name() != LIGHT.page:
                inked |= QRegion(x, y, 1, 1)
    return inked.boundingRect()


def test_where_lines_stand_close_the_tag_stands_after_the_line(qtbot: QtBot) -> None:
    tag = _tag(10, 0.0, 100)
    assert tag.left() > 100
    assert tag.top() >= LINE_TOP and tag.bottom() <= LINE_TOP + 18
    assert _tag(10, 0.0, 290).isEmpty()  # no room there either: the bar below says the class
    assert _tag(10, 12.0, 290).bottom() < LINE_TOP + 1


@pytest.mark.parametrize("room", [0.0, 4.0, 12.0])
def test_a_box_keeps_off_the_next_line(room: float) -> None:
    rect = QRectF(10, LINE_TOP, 30, 18)
    outline = box_path(Box(rect, True, True, room), 0).boundingRect()
    family_line = 2.5
    assert outline.bottom() + family_line <= rect.bottom() + max(room / 2, 1.0) + 0.5
    assert outline.top() >= rect.top() - max(room / 2, 0.0)
