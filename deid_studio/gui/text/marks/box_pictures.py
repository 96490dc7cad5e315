"""BoxPictures: the boxes around mentions, each drawn once and kept as a picture."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from deid_studio.gui.text.boxes import Box
from deid_studio.gui.text.marks.box_shapes import box_path, box_sides, outer
from deid_studio.gui.text.marks.class_looks import ClassLook

_MARGIN = 6  # pixels around a box's outline, for its border
_LINE_BELOW = 6  # … and below it, for the line of its group
_FINE = 8  # parts of a pixel in which boxes that are drawn alike may differ
_MOST = 600  # some pages of a dense report


class BoxPictures:
    """Pictures of boxes of one theme: paths are slow, and pages are drawn again."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[object, ...], QPixmap] = {}

    def draw(self, painter: QPainter, look: ClassLook, box: Box, level: int, accepted: bool) -> None:
        """Draw one box, from the picture of the one that was drawn like it."""
        outline = outer(box, level)
        ratio = painter.device().devicePixelRatioF()
        at = QPointF(floor(outline.left()) - _MARGIN, floor(outline.top()) - _MARGIN)
        inside = (outline.left() - at.x(), outline.top() - at.y(), outline.width(), outline.height())
        key = (look.code, accepted, box.begins, box.ends, ratio, *(round(one * _FINE) for one in inside))
        picture = self._pictures.get(key)
        if picture is None:
            if len(self._pictures) >= _MOST:
                self._pictures.clear()
            picture = self._pictures[key] = _picture(look, box, level, accepted, at, ratio)
        painter.drawPixmap(at, picture)


def draw_family(painter: QPainter, look: ClassLook, box: Box, level: int) -> None:
    """Draw the line of a class's group below a box."""
    pen = painter.pen()
    painter.setPen(look.under)
    rect = outer(box, level)
    painter.drawPath(look.form.path(rect.left() + 1, rect.right() - 1, rect.bottom() - 1.0))
    painter.setPen(pen)


def _picture(look: ClassLook, box: Box, level: int, accepted: bool, at: QPointF, ratio: float) -> QPixmap:
    outline = outer(box, level)
    size = QSizeF(outline.right() - at.x() + _MARGIN, outline.bottom() - at.y() + _MARGIN + _LINE_BELOW) * ratio
    picture = QPixmap(ceil(size.width()), ceil(size.height()))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-at)
    shape = box_path(box, level)
    painter.fillPath(shape, look.solid if accepted else look.light)
    if not accepted:
        painter.fillPath(shape, look.hatch)
    painter.setPen(look.edge if accepted else look.dashed)
    painter.drawPath(box_sides(box, level))
    draw_family(painter, look, box, level)
    painter.end()
    return picture
