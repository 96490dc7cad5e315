"""The outlines of the boxes around mentions, and where their grips are."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from deid_studio.gui.text.boxes import Box
from deid_studio.gui.text.marks.mark_geometry import Mark

SIDE = 2.0  # what a box stands out beside its text
_RADIUS = 4.0
_ABOVE = 3.0  # … and above and below, for an outermost box with room around it
_BETWEEN = 2.5  # is left of the room between two lines, for the line of a group
_LEAST_ROOM = 1.5
_LEVEL_INSET = 2.0


def outer(box: Box, level: int) -> QRectF:
    """The outline around a stretch of text; one inside another is lower, so that both borders are seen.

    Where lines stand close it keeps within its line: what is below belongs to the next.
    """
    above = min(_ABOVE, max(box.room / 2 - _BETWEEN, -_LEAST_ROOM)) - _LEVEL_INSET * min(level, 4)
    return box.rect.adjusted(-SIDE, -above, SIDE, above).normalized()


def grips(mark: Mark) -> tuple[QPointF | None, QPointF | None]:
    """Where the current mention can be gripped to move its start and its end; None for an end that is not shown."""
    first, last = mark.boxes[0], mark.boxes[-1]
    start = outer(first, mark.level).bottomLeft() + QPointF(-1.0, 1.0) if first.begins else None
    end = outer(last, mark.level).bottomRight() + QPointF(1.0, 1.0) if last.ends else None
    return start, end


def box_path(box: Box, level: int, outset: float = 0.0) -> QPainterPath:
    """The outline of a box, `outset` pixels wider: round where its fragment ends, straight where a line was broken."""
    rect = outer(box, level).adjusted(-outset, -outset, outset, outset)
    path = QPainterPath()
    radius = _RADIUS + outset / 2
    if box.begins and box.ends:
        path.addRoundedRect(rect, radius, radius)
        return path
    path.setFillRule(Qt.FillRule.WindingFill)
    left, right = (radius if box.begins else 0.0), (radius if box.ends else 0.0)
    path.moveTo(rect.left() + left, rect.top())
    path.lineTo(rect.right() - right, rect.top())
    if right:
        path.arcTo(rect.right() - 2 * right, rect.top(), 2 * right, 2 * right, 90, -90)
        path.lineTo(rect.right(), rect.bottom() - right)
        path.arcTo(rect.right() - 2 * right, rect.bottom() - 2 * right, 2 * right, 2 * right, 0, -90)
    else:
        path.lineTo(rect.right(), rect.bottom())
    path.lineTo(rect.left() + left, rect.bottom())
    if left:
        path.arcTo(rect.left(), rect.bottom() - 2 * left, 2 * left, 2 * left, 270, -90)
        path.lineTo(rect.left(), rect.top() + left)
        path.arcTo(rect.left(), rect.top(), 2 * left, 2 * left, 180, -90)
    path.closeSubpath()
    return path


def box_sides(box: Box, level: int) -> QPainterPath:
    """A box's outline without its bottom, which is the line of its class's group."""
    rect = outer(box, level)
    left, right = (_RADIUS if box.begins else 0.0), (_RADIUS if box.ends else 0.0)
    path = QPainterPath()
    path.moveTo(rect.left(), rect.bottom())
    if left:
        path.lineTo(rect.left(), rect.top() + left)
        path.arcTo(rect.left(), rect.top(), 2 * left, 2 * left, 180, -90)
    else:
        path.moveTo(rect.left(), rect.top())
    path.lineTo(rect.right() - right, rect.top())
    if right:
        path.arcTo(rect.right() - 2 * right, rect.top(), 2 * right, 2 * right, 90, -90)
        path.lineTo(rect.right(), rect.bottom())
    return path
