"""MarkPainter: how a mention looks; decisions and groups of classes differ in shape, not in colour alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QRegion

from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.text.boxes import Box
from deid_studio.gui.text.marks.box_pictures import BoxPictures, paint_box, paint_family
from deid_studio.gui.text.marks.box_shapes import box_path, grips, outer
from deid_studio.gui.text.marks.class_looks import ClassLooks
from deid_studio.gui.text.marks.class_tags import draw_tags
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.model.mentions import Decision
from deid_studio.model.tagset import TagSet

_BAND = 4.0  # pixels
_HOOK = 6.0
_NOTE = 7.0
_ROLE = 5.0


class MarkPainter:
    """Draws marks below the text (`draw_below`) and over it (`draw_over`) for one theme, tag set and language."""

    def __init__(self, theme: Theme, tagset: TagSet | None, language: str) -> None:
        self._theme = theme
        self._looks = ClassLooks(theme, tagset, language)
        self._boxes = BoxPictures()
        self._muted, self._page = QColor(theme.muted), QColor(theme.page)
        self._gap = QPen(self._page, theme.ring + 2.0)
        self._ring = QPen(QColor(theme.focus), float(theme.ring))
        self._strike = QPen(self._muted, theme.line)
        self._dotted = QPen(self._muted, theme.line + 0.2, Qt.PenStyle.DotLine)

    def draw_bands(self, painter: QPainter, marks: Iterable[Mark]) -> None:
        """The light band around what one key would accept."""
        for mark in marks:
            for box in mark.boxes:
                self._boxes.draw(painter, box, mark.level, "band", self._paint_band)

    def _paint_band(self, painter: QPainter, box: Box, level: int) -> None:
        painter.fillPath(box_path(box, level, _BAND), QColor(self._theme.selection))

    def draw_below(self, painter: QPainter, marks: Iterable[Mark]) -> None:
        """Fills and borders."""
        for mark in marks:
            if mark.mention.decision is Decision.REJECTED:
                continue
            look = self._looks[mark.mention.span.phi_class]
            accepted = mark.mention.decision is Decision.ACCEPTED
            if mark.links:
                painter.setPen(look.edge if accepted else look.dashed)
                painter.drawLines(mark.links)
            for box in mark.boxes:
                self._boxes.draw(painter, box, mark.level, (look.code, accepted), partial(paint_box, look, accepted))

    def draw_over(self, painter: QPainter, marks: Sequence[Mark], notes: bool, spoken_of: Collection[int] = ()) -> None:
        """Strike-throughs of the rejected, dots of the pending, corners of those with a note, if `notes`, and hooks of
        those `spoken_of`.

        What is accepted is never struck through: a rejected mention that shares its text is drawn beside it alone.
        """
        for mark in marks:
            decision = mark.mention.decision
            if decision is Decision.REJECTED:
                covered = _accepted_over(mark, marks)
                painter.save()
                if not covered.isEmpty():
                    painter.setClipRegion(QRegion(painter.window()) - covered, Qt.ClipOperation.IntersectClip)
                self._draw_rejected(painter, mark)
                painter.restore()
            elif decision is Decision.PENDING:
                self._draw_dot(painter, mark)
            if decision is not Decision.REJECTED:
                self._draw_role(painter, mark)
            if notes and mark.mention.note:
                self._draw_note(painter, mark)
            if mark.mention.id in spoken_of:
                self._draw_hook(painter, mark)

    def draw_focus(self, painter: QPainter, mark: Mark, handles: bool) -> None:
        """The ring around the current mention and, if `handles`, the grips at its ends."""
        # First the gap around all boxes, else it would cut into a neighbouring box's ring.
        for what, paint in (("gap", self._paint_gap), ("ring", self._paint_ring)):
            for box in mark.boxes:
                self._boxes.draw(painter, box, mark.level, what, paint)
        if mark.mention.decision is not Decision.REJECTED:
            look = self._looks[mark.mention.span.phi_class]
            for box in mark.boxes:  # the gap has cut into it
                self._boxes.draw(painter, box, mark.level, ("family", look.code), partial(paint_family, look))
        if handles:
            painter.setPen(QPen(QColor(self._theme.page), 1.5))
            painter.setBrush(QColor(self._theme.focus))
            for point in grips(mark):
                if point is not None:
                    painter.drawEllipse(point, 4.0, 4.0)

    def _paint_gap(self, painter: QPainter, box: Box, level: int) -> None:
        painter.setPen(self._gap)
        painter.drawPath(box_path(box, level, 2.0 + self._theme.ring / 2))

    def _paint_ring(self, painter: QPainter, box: Box, level: int) -> None:
        painter.setPen(self._ring)
        painter.drawPath(box_path(box, level, 2.0 + self._theme.ring / 2))

    def draw_tags(self, painter: QPainter, marks: Iterable[Mark], current: int | None, font: QFont) -> None:
        """The class tags (`class_tags.draw_tags`)."""
        draw_tags(painter, marks, current, font, self._looks, self._theme)

    def _draw_rejected(self, painter: QPainter, mark: Mark) -> None:
        for box in mark.boxes:
            rect = box.rect
            middle = rect.top() + rect.height() * 0.56
            painter.setPen(self._strike)
            painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.right(), middle))
            painter.setPen(self._dotted)
            painter.drawLine(QPointF(rect.left(), rect.bottom() + 1), QPointF(rect.right(), rect.bottom() + 1))
        painter.setPen(self._dotted)
        for link in mark.links:
            painter.drawLine(link)

    def _draw_dot(self, painter: QPainter, mark: Mark) -> None:
        first = mark.boxes[0]
        if not first.begins:
            return
        painter.setPen(self._looks[mark.mention.span.phi_class].dot)
        painter.setBrush(self._page)
        painter.drawEllipse(outer(first, mark.level).topLeft() + QPointF(1.0, 1.0), 2.8, 2.8)

    def _draw_role(self, painter: QPainter, mark: Mark) -> None:
        """On the upper border, left of where a note has its corner: who is treated and who treats."""
        look, last = self._looks[mark.mention.span.phi_class], mark.boxes[-1]
        if look.sign is None or not last.ends:
            return
        centre = outer(last, mark.level).topRight() - QPointF(_ROLE + _NOTE, 0.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.chip)
        painter.drawEllipse(centre, _ROLE, _ROLE)
        look.sign.draw(painter, centre, _ROLE * 1.25, self._page)

    def _draw_note(self, painter: QPainter, mark: Mark) -> None:
        last = mark.boxes[-1]
        if not last.ends:
            return
        corner = outer(last, mark.level).topRight()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.accent))
        painter.drawPolygon([corner, corner - QPointF(_NOTE, 0), corner + QPointF(0, _NOTE)])

    def _draw_hook(self, painter: QPainter, mark: Mark) -> None:
        """A thin hook at the lower left corner, where mostly a blank stands before it."""
        first = mark.boxes[0]
        if not first.begins:
            return
        corner = outer(first, mark.level).bottomLeft() + QPointF(-1.5, 1.0)
        painter.setPen(QPen(QColor(self._theme.accent), self._theme.line + 0.4))
        painter.drawPolyline([corner - QPointF(0, _HOOK), corner, corner + QPointF(_HOOK, 0)])


def _accepted_over(mark: Mark, marks: Iterable[Mark]) -> QRegion:
    """Where accepted mentions lie that share text with a mark."""
    region = QRegion()
    for other in marks:
        if other.mention.decision is Decision.ACCEPTED and other.mention.span.shares(mark.mention.span):
            for box in other.boxes:
                region |= QRegion(outer(box, other.level).toAlignedRect())
    return region
