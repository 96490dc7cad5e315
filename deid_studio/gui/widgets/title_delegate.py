"""TitleDelegate: says a class in a cell in fewer letters where its title has no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget


class TitleDelegate(QStyledItemDelegate):
    """Draws the first of a cell's titles that fits, `titles` giving them, the longest first; none leaves its text."""

    def __init__(self, titles: Callable[[QModelIndex | QPersistentModelIndex], Sequence[str]], parent: QWidget) -> None:
        super().__init__(parent)
        self._titles = titles

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        titles = self._titles(index)
        if not titles or option.rect.width() <= 0 or option.widget is None:
            return
        style = option.widget.style()
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        room = place.width() - 2 * margin
        metrics = option.fontMetrics
        option.text = next((title for title in titles if metrics.horizontalAdvance(title) <= room), titles[-1])
