"""The numbers of a report's lines, beside its text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QPainter

from deid_studio.gui.text.boxes import VisibleBlock
from deid_studio.model.lines import line_number
from deid_studio.model.offsets import OffsetMap

_DISTANCE = 14  # pixels to the text


def draw_line_numbers(
    painter: QPainter, blocks: Sequence[VisibleBlock], offsets: OffsetMap, left: float, height: float
) -> None:
    """Draw the numbers of the lines that begin in the blocks, in the painter's font and pen.

    `left` is where the text begins, `height` that of the viewport, in pixels.
    """
    right, metrics = left - _DISTANCE, QFontMetricsF(painter.font())
    ascent, letters = metrics.ascent(), metrics.ascent() + metrics.descent()
    soft_breaks = offsets.soft_breaks
    for visible in blocks:
        number = first_number(visible, offsets)
        for start, line in visible.begun_lines():
            broken = bisect_left(soft_breaks, start)
            if broken and soft_breaks[broken - 1] == start - 1:
                continue  # the rest of a line
            top, tall = visible.top_left.y() + line.y(), line.height()
            if -tall < top < height:
                words = str(number)
                place = QPointF(right - metrics.horizontalAdvance(words), top + (tall - letters) / 2 + ascent)
                painter.drawText(place, words)  # at a point: in a rectangle it would be laid out, which takes long
            number += 1


def first_number(visible: VisibleBlock, offsets: OffsetMap) -> int:
    """The number, in the report, of the first line that begins in a block."""
    if visible.joined:
        return line_number(offsets.filled, offsets.shown_to_filled(visible.start))
    return visible.block.blockNumber() + 1 - bisect_left(offsets.soft_breaks, visible.start)
