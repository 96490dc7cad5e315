"""MentionDelegate: draws the cells of the list of mentions."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from deid_studio.gui.features.mentions.mentions_model import CENTRED, Column, MentionsModel
from deid_studio.gui.shell.family_lines import CHIP
from deid_studio.gui.shell.theme import Theme

_MARGIN, _AFTER_CHIP = 9, 6  # pixels
# As numbers: flags of Qt are slow to combine.
_SELECTED, _UNDER_MOUSE = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_MouseOver.value
_COLUMNS = tuple(Column)


class MentionDelegate(QStyledItemDelegate):
    """Draws a cell as the style sheet has it in lists.

    Rows are drawn at each key: for a cell, Qt's own asks the model seven questions and the style sheet many more.
    """

    def __init__(self, model: MentionsModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._text, self._selection, self._hover = map(QColor, (theme.text, theme.selection, theme.hover))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        mention, column = self._model.mention(index.row()), _COLUMNS[index.column()]
        rect, state = option.rect, option.state.value
        ink = self._model.ink(mention, column)
        if state & _SELECTED:
            painter.fillRect(rect, self._selection)
            ink = None
        elif state & _UNDER_MOUSE:
            painter.fillRect(rect, self._hover)
        painter.setPen(ink or self._text)
        words, metrics, left = self._model.words(mention, column), option.fontMetrics, rect.left() + _MARGIN
        if column in CENTRED:
            left = rect.left() + (rect.width() - metrics.horizontalAdvance(words)) // 2
        else:
            if column is Column.CLASS:
                chip = self._model.chip(mention.span.phi_class)
                painter.drawPixmap(left, rect.top() + (rect.height() - CHIP.height()) // 2, chip)
                left += CHIP.width() + _AFTER_CHIP
            # Classes such as those of names differ at their ends.
            words = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, rect.right() - _MARGIN - left)
        painter.drawText(left, rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2, words)
