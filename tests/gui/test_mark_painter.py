"""How a mention looks: its tag hides nothing and is seen whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QRegion
from pytestqt.qtbot import QtBot

from deid_studio.gui.report_view import ReportView
from deid_studio.gui.report_view.mark_geometry import Box, Mark
from deid_studio.gui.report_view.mark_painter import MarkPainter
from deid_studio.gui.theme import LIGHT
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
    MarkPainter(LIGHT, TAGSET, "es").draw_tags(painter, [mark], 1, view._tag_font())
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
    assert QFontMetricsF(view._tag_font()).horizontalAdvance("Nombre de la localidad") < tag.width() < 220
