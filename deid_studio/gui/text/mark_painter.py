"""MarkPainter: how a mention looks; decisions and groups of classes differ in shape, not in colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from deid_studio.gui.family_lines import FamilyLine, family_lines
from deid_studio.gui.text.mark_geometry import Box, Mark
from deid_studio.gui.theme import Theme
from deid_studio.model.mentions import Decision
from deid_studio.model.tagset import PhiClass, TagSet

_RADIUS = 4.0
_SIDE = 2.0  # what a box stands out beside its text
_ABOVE = 3.0  # … and above and below, for an outermost box with room around it
_BETWEEN = 2.5  # is left of the room between two lines, for the line of a group
_LEAST_ROOM = 1.5
_LEVEL_INSET = 2.0
_INTO_LINE_ABOVE = 3.0  # what a tag may reach into the line above, where no letter is
_AFTER_LINE = 6.0
_NEUTRAL = "#808080"
_MARGIN = 6  # pixels around a box's outline, for its border
_LINE_BELOW = 6  # … and below it, for the line of its group
_FINE = 8  # parts of a pixel in which boxes that are drawn alike may differ
_MOST_PICTURES = 600  # some pages of a dense report


@dataclass(frozen=True, slots=True)
class _ClassLook:
    title: str
    code: str
    solid: QBrush
    light: QBrush
    hatch: QBrush
    edge: QPen
    dashed: QPen
    under: QPen
    form: FamilyLine
    chip: QColor


class MarkPainter:
    """Draws marks below the text (`draw_below`) and over it (`draw_over`) for one theme, tag set and language."""

    def __init__(self, theme: Theme, tagset: TagSet | None, language: str) -> None:
        self.theme = theme
        self._tagset = tagset
        self._language = language
        self._codes = class_codes(tagset) if tagset is not None else {}
        self._forms = family_lines(tagset) if tagset is not None else {}
        self._looks: dict[str, _ClassLook] = {}
        self._boxes: dict[tuple[object, ...], QPixmap] = {}
        self._muted = QColor(theme.muted)

    def draw_below(self, painter: QPainter, marks: Iterable[Mark]) -> None:
        """Fills and borders."""
        for mark in marks:
            if mark.mention.decision is Decision.REJECTED:
                continue
            look = self._look(mark.mention.span.phi_class)
            accepted = mark.mention.decision is Decision.ACCEPTED
            painter.setPen(look.edge if accepted else look.dashed)
            for link in mark.links:
                painter.drawLine(link)
            for box in mark.boxes:
                self._draw_box(painter, look, box, mark.level, accepted)

    def _draw_box(self, painter: QPainter, look: _ClassLook, box: Box, level: int, accepted: bool) -> None:
        """One box, from the picture of the one that was drawn like it: paths are slow, and pages are drawn again."""
        outer = _outer(box, level)
        ratio = painter.device().devicePixelRatioF()
        at = QPointF(floor(outer.left()) - _MARGIN, floor(outer.top()) - _MARGIN)
        inside = (outer.left() - at.x(), outer.top() - at.y(), outer.width(), outer.height())
        key = (look.code, accepted, box.begins, box.ends, ratio, *(round(one * _FINE) for one in inside))
        picture = self._boxes.get(key)
        if picture is None:
            picture = self._box_picture(look, box, level, accepted, at, ratio)
            if len(self._boxes) >= _MOST_PICTURES:
                self._boxes.clear()
            self._boxes[key] = picture
        painter.drawPixmap(at, picture)

    def _box_picture(
        self, look: _ClassLook, box: Box, level: int, accepted: bool, at: QPointF, ratio: float
    ) -> QPixmap:
        outer = _outer(box, level)
        size = QSizeF(outer.right() - at.x() + _MARGIN, outer.bottom() - at.y() + _MARGIN + _LINE_BELOW) * ratio
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
        self._draw_family(painter, look, box, level)
        painter.end()
        return picture

    def _draw_family(self, painter: QPainter, look: _ClassLook, box: Box, level: int) -> None:
        pen = painter.pen()
        painter.setPen(look.under)
        rect = _outer(box, level)
        painter.drawPath(look.form.path(rect.left() + 1, rect.right() - 1, rect.bottom() - 1.0))
        painter.setPen(pen)

    def draw_over(self, painter: QPainter, marks: Iterable[Mark], notes: bool) -> None:
        """Strike-throughs of the rejected, dots of the pending, and corners of those with a note, if `notes`."""
        for mark in marks:
            decision = mark.mention.decision
            if decision is Decision.REJECTED:
                self._draw_rejected(painter, mark)
            elif decision is Decision.PENDING:
                self._draw_dot(painter, mark)
            if notes and mark.mention.note:
                self._draw_note(painter, mark)

    def draw_focus(self, painter: QPainter, mark: Mark, handles: bool) -> None:
        """The ring around the current mention and, if `handles`, the grips at its ends."""
        gap = QPen(QColor(self.theme.page), self.theme.ring + 2.0)
        ring = QPen(QColor(self.theme.focus), float(self.theme.ring))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # First the gap around all boxes, else it would cut into a neighbouring box's ring.
        outset = 2.0 + self.theme.ring / 2
        for pen in (gap, ring):
            painter.setPen(pen)
            for box in mark.boxes:
                painter.drawPath(box_path(box, mark.level, outset))
        if mark.mention.decision is not Decision.REJECTED:
            for box in mark.boxes:  # the gap has cut into it
                self._draw_family(painter, self._look(mark.mention.span.phi_class), box, mark.level)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if handles:
            painter.setPen(QPen(QColor(self.theme.page), 1.5))
            painter.setBrush(QColor(self.theme.focus))
            for point in grips(mark):
                if point is not None:
                    painter.drawEllipse(point, 4.0, 4.0)

    def draw_tags(self, painter: QPainter, marks: Iterable[Mark], current: int | None, font: QFont) -> None:
        """The class tags over the mentions' first boxes: the whole title for the `current` one or where it fits,
        else the code. A tag gives way, to the right, to those drawn before it; the current one's comes first."""
        metrics = QFontMetricsF(font)
        page = painter.window().width()
        taken: list[QRectF] = []
        painter.setFont(font)
        for mark in sorted(marks, key=lambda m: m.mention.id != current):
            first = mark.boxes[0]
            if not first.begins:
                continue
            look = self._look(mark.mention.span.phi_class)
            box = _outer(first, mark.level)
            whole = mark.mention.id == current or metrics.horizontalAdvance(look.title) + 8 <= box.width()
            text = look.title if whole else look.code
            width = metrics.horizontalAdvance(text) + 8
            # No higher than its capitals need, and on the box's own border: above is the line before.
            height = metrics.capHeight() + 4
            left = max(min(box.left() - 0.5, page - width - 2), 2.0)
            chip = QRectF(left, max(box.top() - height + 1.5, 0.0), width, height)
            if first.rect.top() - chip.top() > first.room + _INTO_LINE_ABOVE:
                # It would cover letters there: after the line's own text, if there is room.
                chip.moveTo(first.line_end + 2 * _SIDE + _AFTER_LINE, first.rect.center().y() - height / 2)
                if chip.right() > page - 2:
                    continue
            for other in taken:
                if other.intersects(chip):
                    chip = QRectF(other.right() + 2, chip.top(), width, height)
            taken.append(chip)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._muted if mark.mention.decision is Decision.REJECTED else look.chip)
            painter.drawRoundedRect(chip, 3, 3)
            painter.setPen(QColor(self.theme.page))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_rejected(self, painter: QPainter, mark: Mark) -> None:
        strike = QPen(self._muted, self.theme.line)
        under = QPen(self._muted, self.theme.line + 0.2, Qt.PenStyle.DotLine)
        for box in mark.boxes:
            rect = box.rect
            middle = rect.top() + rect.height() * 0.56
            painter.setPen(strike)
            painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.right(), middle))
            painter.setPen(under)
            painter.drawLine(QPointF(rect.left(), rect.bottom() + 1), QPointF(rect.right(), rect.bottom() + 1))
        painter.setPen(under)
        for link in mark.links:
            painter.drawLine(link)

    def _draw_dot(self, painter: QPainter, mark: Mark) -> None:
        first = mark.boxes[0]
        if not first.begins:
            return
        painter.setPen(QPen(self._look(mark.mention.span.phi_class).chip, self.theme.line + 0.2))
        painter.setBrush(QColor(self.theme.page))
        painter.drawEllipse(_outer(first, mark.level).topLeft() + QPointF(1.0, 1.0), 2.8, 2.8)

    def _draw_note(self, painter: QPainter, mark: Mark) -> None:
        last = mark.boxes[-1]
        if not last.ends:
            return
        corner = _outer(last, mark.level).topRight()
        size = 7.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.accent))
        painter.drawPolygon([corner, corner - QPointF(size, 0), corner + QPointF(0, size)])

    def _look(self, name: str) -> _ClassLook:
        look = self._looks.get(name)
        if look is None:
            look = self._looks[name] = self._made_look(name)
        return look

    def _made_look(self, name: str) -> _ClassLook:
        known = self._tagset is not None and name in self._tagset
        phi_class = self._tagset[name] if self._tagset is not None and known else PhiClass(name, {}, colour=_NEUTRAL)
        theme = self.theme
        edge = QColor(theme.edge(phi_class.colour))
        dashed = QPen(edge, theme.line + 0.1)
        dashed.setDashPattern([3.0, 2.2])
        under = QPen(edge, theme.line + 0.3)
        under.setCapStyle(Qt.PenCapStyle.FlatCap)
        under.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        strong = QColor(theme.accepted_fill(phi_class.colour))
        return _ClassLook(
            title=re.split(r"[(,]", phi_class.title_in(self._language))[0].strip() or name,  # the details have it whole
            code=self._codes.get(name, name),
            solid=QBrush(strong),
            light=QBrush(QColor(theme.pending_fill(phi_class.colour))),
            hatch=QBrush(QColor(theme.hatching(phi_class.colour)), Qt.BrushStyle.BDiagPattern),
            edge=QPen(edge, theme.line),
            dashed=dashed,
            under=under,
            form=self._forms.get(name, FamilyLine.SOLID),
            chip=QColor(theme.chip(phi_class.colour)),
        )


def class_codes(tagset: TagSet) -> dict[str, str]:
    """A short code for each class, different for all: initials of its name's words, or its first four letters."""
    codes: dict[str, str] = {}
    for phi_class in tagset:
        words = [word for word in phi_class.name.replace("-", "_").split("_") if word]
        code = "".join(word[0] for word in words) if len(words) > 1 else phi_class.name[:4]
        length = 1
        while code in codes.values() and length < len(phi_class.name):
            length += 1
            code = "".join(word[:length] for word in words)
        codes[phi_class.name] = (code if code not in codes.values() else phi_class.name).upper()
    return codes


def grips(mark: Mark) -> tuple[QPointF | None, QPointF | None]:
    """Where the current mention can be gripped to move its start and its end; None for an end that is not shown."""
    first, last = mark.boxes[0], mark.boxes[-1]
    start = _outer(first, mark.level).bottomLeft() + QPointF(-1.0, 1.0) if first.begins else None
    end = _outer(last, mark.level).bottomRight() + QPointF(1.0, 1.0) if last.ends else None
    return start, end


def box_path(box: Box, level: int, outset: float = 0.0) -> QPainterPath:
    """The outline of a box, `outset` pixels wider: round where its fragment ends, straight where a line was broken."""
    rect = _outer(box, level).adjusted(-outset, -outset, outset, outset)
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
    rect = _outer(box, level)
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


def _outer(box: Box, level: int) -> QRectF:
    """The outline around a stretch of text; one inside another is lower, so that both borders are seen.

    Where lines stand close it keeps within its line: what is below belongs to the next.
    """
    above = min(_ABOVE, max(box.room / 2 - _BETWEEN, -_LEAST_ROOM)) - _LEVEL_INSET * min(level, 4)
    return box.rect.adjusted(-_SIDE, -above, _SIDE, above).normalized()
