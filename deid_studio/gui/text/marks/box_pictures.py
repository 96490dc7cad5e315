"""BoxPictures: what is drawn around the boxes of mentions, each drawn once and kept as a picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil, floor

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from deid_studio.gui.text.boxes import Box
from deid_studio.gui.text.marks.box_shapes import box_path, box_sides, outer
from deid_studio.gui.text.marks.class_looks import ClassLook

_MARGIN = 8  # pixels around a box's outline, for its border, a ring around it and the line of its group below
_FINE = 8  # parts of a pixel in which boxes that are drawn alike may differ
_MOST = 600  # some pages of a dense report


class BoxPictures:
    """Pictures of boxes of one theme: paths are slow, and pages are drawn again."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[object, ...], QPixmap] = {}

    def draw(
        self, painter: QPainter, box: Box, level: int, what: Hashable, paint: Callable[[QPainter, Box, int], object]
    ) -> None:
        """Draw what `paint` draws of a box at a level, from the picture of one of the same shape, if `what` is the
        same."""
        outline = outer(box, level)
        left, top = outline.left(), outline.top()
        at_left, at_top = floor(left) - _MARGIN, floor(top) - _MARGIN
        ratio = painter.device().devicePixelRatioF()
        inside = (left - at_left, top - at_top, outline.width(), outline.height())
        key = (what, box.begins, box.ends, ratio, *[round(one * _FINE) for one in inside])
        picture = self._pictures.get(key)
        if picture is None:
            if len(self._pictures) >= _MOST:
                self._pictures.clear()
            size = QSizeF(outline.right() - at_left + _MARGIN, outline.bottom() - at_top + _MARGIN) * ratio
            picture = self._pictures[key] = _picture(size, ratio)
            with QPainter(picture) as own:
                own.setRenderHint(QPainter.RenderHint.Antialiasing)
                own.translate(-at_left, -at_top)
                paint(own, box, level)
        painter.drawPixmap(QPointF(at_left, at_top), picture)


def _picture(size: QSizeF, ratio: float) -> QPixmap:
    picture = QPixmap(ceil(size.width()), ceil(size.height()))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def paint_box(look: ClassLook, accepted: bool, painter: QPainter, box: Box, level: int) -> None:
    """Fill a box and draw its border, with the line of its class's group below."""
    shape = box_path(box, level)
    painter.fillPath(shape, look.solid if accepted else look.light)
    if not accepted:
        painter.fillPath(shape, look.hatch)
    painter.setPen(look.edge if accepted else look.dashed)
    painter.drawPath(box_sides(box, level))
    paint_family(look, painter, box, level)


def paint_family(look: ClassLook, painter: QPainter, box: Box, level: int) -> None:
    """Draw the line of a class's group below a box."""
    painter.setPen(look.under)
    rect = outer(box, level)
    painter.drawPath(look.form.path(rect.left() + 1, rect.right() - 1, rect.bottom() - 1.0))
