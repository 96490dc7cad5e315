"""ContextDelegate: draws a stretch of a text within its context."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import few_words, one_line

HIT = Qt.ItemDataRole.UserRole + 1  # the role that gives a cell's stretch, unless another is said
_MARGIN = 4
_LONGEST = 200  # characters of a hit: a row has no room for more


class InContext(Protocol):
    """A stretch of a text, and what stands before and after it."""

    @property
    def before(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def after(self) -> str: ...


class ContextDelegate(QStyledItemDelegate):
    """Draws what a role of its cells gives in bold within its context, never cut off itself if it fits at all."""

    def __init__(self, theme: Theme, parent: QWidget, role: int = HIT) -> None:
        super().__init__(parent)
        self.theme = theme
        self._role = role

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        hit: InContext = index.data(self._role)
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        bold = QFont(option.font)
        bold.setBold(True)
        plain_metrics, bold_metrics = QFontMetrics(option.font), QFontMetrics(bold)
        room = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        text = bold_metrics.elidedText(few_words(hit.text, _LONGEST), Qt.TextElideMode.ElideRight, room.width())
        left = room.width() - bold_metrics.horizontalAdvance(text)
        before = plain_metrics.elidedText(one_line(hit.before), Qt.TextElideMode.ElideLeft, left // 2)
        left -= plain_metrics.horizontalAdvance(before)
        after = plain_metrics.elidedText(one_line(hit.after), Qt.TextElideMode.ElideRight, left)
        painter.save()
        at = room.left()
        for font, metrics, part, colour in (
            (option.font, plain_metrics, before, self.theme.muted),
            (bold, bold_metrics, text, self.theme.text),
            (option.font, plain_metrics, after, self.theme.muted),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            width = metrics.horizontalAdvance(part)
            painter.drawText(at, room.top(), width + 1, room.height(), Qt.AlignmentFlag.AlignVCenter, part)
            at += width
        painter.restore()
