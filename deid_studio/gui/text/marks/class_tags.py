"""The tags with the names of classes, over the boxes of mentions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.text.marks.box_shapes import SIDE, outer
from deid_studio.gui.text.marks.class_looks import ClassLooks
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.model.mentions import Decision

_INTO_LINE_ABOVE = 3.0  # what a tag may reach into the line above, where no letter is
_AFTER_LINE = 6.0


def draw_tags(
    painter: QPainter, marks: Iterable[Mark], current: int | None, font: QFont, looks: ClassLooks, theme: Theme
) -> None:
    """Draw the class tags over the mentions' first boxes: the whole title for the `current` one or where it fits, else
    the code. A tag gives way, to the right, to those drawn before it; the current one's comes first."""
    metrics = QFontMetricsF(font)
    page = painter.window().width()
    taken: list[QRectF] = []
    painter.setFont(font)
    for mark in sorted(marks, key=lambda m: m.mention.id != current):
        first = mark.boxes[0]
        if not first.begins:
            continue
        look = looks[mark.mention.span.phi_class]
        box = outer(first, mark.level)
        whole = mark.mention.id == current or metrics.horizontalAdvance(look.title) + 8 <= box.width()
        text = look.title if whole else look.code
        width = metrics.horizontalAdvance(text) + 8
        # No higher than its capitals need, and on the box's own border: above is the line before.
        height = metrics.capHeight() + 4
        left = max(min(box.left() - 0.5, page - width - 2), 2.0)
        chip = QRectF(left, max(box.top() - height + 1.5, 0.0), width, height)
        if first.rect.top() - chip.top() > first.room + _INTO_LINE_ABOVE:
            # It would cover letters there: after the line's own text, if there is room.
            chip.moveTo(first.line_end + 2 * SIDE + _AFTER_LINE, first.rect.center().y() - height / 2)
            if chip.right() > page - 2:
                continue
        for other in taken:
            if other.intersects(chip):
                chip = QRectF(other.right() + 2, chip.top(), width, height)
        taken.append(chip)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.muted) if mark.mention.decision is Decision.REJECTED else look.chip)
        painter.drawRoundedRect(chip, 3, 3)
        painter.setPen(QColor(theme.page))
        above = (height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()
        painter.drawText(QPointF(chip.left() + 4, chip.top() + above), text)
