"""HeatMap: a matrix of counts as a table whose cells are tinted, to be walked by the arrows; and as a picture.

Nothing is told by colour alone: each cell has its count, its share of its row makes the tint, and the cells where both
sides are the same have a frame. It is a table for who does not see it, too, and each cell says its row and column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPaintDevice, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from deid_studio.formats.files import write_file
from deid_studio.gui.shell import colours
from deid_studio.gui.shell.theme import LIGHT, Theme

_GAP, _LEAST, _LONGEST = 6, 34, 160  # pixels: around texts, of a cell, of a label
_WEAKEST, _STRONGEST = 0.12, 0.7
_SCALE = 2  # pixels of a picture for one of the screen
_SHARE, _GOOD = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Matrix:
    """Counts by row and column (keys that stand in `rows` and `columns`, each with its title).

    A cell without a count is empty. What tints it, 0 to 1, is in `shares`, and is good throughout; else the part of its
    row that it is, which is good where both sides are the same.
    """

    rows: Mapping[str, str]
    columns: Mapping[str, str]
    counts: Mapping[tuple[str, str], int]
    shares: Mapping[tuple[str, str], float] | None = None

    def words(self, row: str, column: str) -> str:
        """What stands in a cell."""
        return str(self.counts.get((row, column), ""))

    def is_good(self, row: str, column: str) -> bool:
        """Whether a cell has the colour of what is right."""
        return self.shares is not None or row == column

    def share(self, row: str, column: str) -> float:
        """How far a cell is tinted, 0 to 1."""
        if self.shares is not None:
            return self.shares.get((row, column), 0.0)
        total = sum(self.counts.get((row, one), 0) for one in self.columns)
        return self.counts.get((row, column), 0) / total if total else 0.0


class HeatMap(QTableWidget):
    """`wanted` tells the keys of a cell that is clicked, or at which Return is pressed."""

    wanted = Signal(str, str)

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self.matrix = Matrix({}, {}, {})
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(_Cells(theme, self))
        self.setHorizontalHeader(_Labels(Qt.Orientation.Horizontal, theme, self))
        self.setVerticalHeader(_Labels(Qt.Orientation.Vertical, theme, self))
        self.itemActivated.connect(self._want)
        self.itemClicked.connect(self._want)

    def show_matrix(self, matrix: Matrix, saying: str) -> None:
        """Show counts; `saying` puts a cell into words, of {row}, {column} and {count}."""
        self.matrix = matrix
        self.clear()
        self.setRowCount(len(matrix.rows))
        self.setColumnCount(len(matrix.columns))
        self.setVerticalHeaderLabels(list(matrix.rows.values()))
        self.setHorizontalHeaderLabels(list(matrix.columns.values()))
        for row, (gold, row_title) in enumerate(matrix.rows.items()):
            for column, (own, column_title) in enumerate(matrix.columns.items()):
                count = matrix.counts.get((gold, own), 0)
                item = QTableWidgetItem(matrix.words(gold, own))
                item.setData(_SHARE, matrix.share(gold, own))
                item.setData(_GOOD, matrix.is_good(gold, own))
                words = saying.format(row=row_title, column=column_title, count=count)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
                item.setToolTip(words)
                self.setItem(row, column, item)
        self.setCurrentCell(0, 0)

    def write_picture(self, path: Path, title: str) -> None:
        """Write the whole matrix as a picture on white, `.svg` or `.png`; raises `WriteError`."""
        write_file(path, (self._svg if path.suffix.lower() == ".svg" else self._png)(title))

    def _want(self, item: QTableWidgetItem) -> None:
        self.wanted.emit(list(self.matrix.rows)[item.row()], list(self.matrix.columns)[item.column()])

    # --- picture ---------------------------------------------------------------------------------------------

    def _png(self, title: str) -> bytes:
        image = QImage(self._picture_size(title) * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        self._draw(image, title)
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # by its stubs, the format is bytes
        return bytes(data.data())

    def _svg(self, title: str) -> bytes:
        data = QByteArray()
        buffer = QBuffer(data)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setTitle(title)
        size = self._picture_size(title)
        generator.setSize(size)
        generator.setViewBox(QRect(0, 0, size.width(), size.height()))
        self._draw(generator, title)
        return bytes(data.data())

    def _picture_size(self, title: str) -> QSize:
        left, top, line = self._margins()
        wide = max(left + len(self.matrix.columns) * _LEAST, self.fontMetrics().horizontalAdvance(title)) + 2 * _GAP
        return QSize(wide, line + top + len(self.matrix.rows) * line + 2 * _GAP)

    def _margins(self) -> tuple[int, int, int]:
        metrics = self.fontMetrics()
        return _longest(metrics, self.matrix.rows), _longest(metrics, self.matrix.columns), metrics.height() + _GAP

    def _draw(self, device: QPaintDevice, title: str) -> None:
        left, top, line = self._margins()
        size = self._picture_size(title)
        painter = QPainter(device)
        painter.setFont(self.font())
        painter.fillRect(QRect(0, 0, size.width(), size.height()), QColor(LIGHT.raised))
        painter.translate(_GAP, _GAP)
        _label(painter, QRect(0, 0, size.width(), line), title, LIGHT, turned=False)
        for column, words in enumerate(self.matrix.columns.values()):
            _label(painter, QRect(left + column * _LEAST, line, _LEAST, top), words, LIGHT, turned=True)
        for row, (gold, words) in enumerate(self.matrix.rows.items()):
            at = line + top + row * line
            _label(painter, QRect(0, at, left, line), words, LIGHT, turned=False)
            for column, own in enumerate(self.matrix.columns):
                place = QRect(left + column * _LEAST, at, _LEAST, line)
                _cell(
                    painter,
                    place,
                    self.matrix.words(gold, own),
                    self.matrix.share(gold, own),
                    self.matrix.is_good(gold, own),
                    LIGHT,
                )
        painter.end()


class _Cells(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setFont(option.font)
        place = QRect(option.rect)
        _cell(painter, place, index.data() or "", index.data(_SHARE) or 0.0, bool(index.data(_GOOD)), self._theme)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(QColor(self._theme.focus), self._theme.ring))
            painter.drawRect(place.adjusted(1, 1, -2, -2))
        painter.restore()


class _Labels(QHeaderView):
    """Labels in as much room as the longest needs, those of columns turned."""

    def __init__(self, orientation: Qt.Orientation, theme: Theme, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._theme = theme
        self._turned = orientation is Qt.Orientation.Horizontal
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        line = self.fontMetrics().height() + _GAP
        self.setDefaultSectionSize(_LEAST if self._turned else line)

    def sizeHint(self) -> QSize:
        titles = {str(at): str(self.model().headerData(at, self.orientation()) or "") for at in range(self.count())}
        room = _longest(self.fontMetrics(), titles)
        return QSize(_LEAST, room) if self._turned else QSize(room, _LEAST)

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        words = str(self.model().headerData(index, self.orientation()) or "")
        painter.save()
        painter.setFont(self.font())
        painter.fillRect(rect, QColor(self._theme.window))
        _label(painter, rect, words, self._theme, self._turned)
        painter.restore()


def _longest(metrics: QFontMetrics, titles: Mapping[str, str]) -> int:
    room = max(map(metrics.horizontalAdvance, titles.values()), default=0) + 1  # what it rounds off
    return min(room, _LONGEST) + 2 * _GAP


def _label(painter: QPainter, rect: QRect, words: str, theme: Theme, turned: bool) -> None:
    painter.save()
    painter.setPen(QColor(theme.text))
    if turned:
        painter.translate(rect.left(), rect.bottom())
        painter.rotate(-90)
        rect = QRect(0, 0, rect.height(), rect.width())
    room = rect.adjusted(_GAP, 0, -_GAP, 0)
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
    painter.restore()


def _cell(painter: QPainter, rect: QRect, words: str, share: float, good: bool, theme: Theme) -> None:
    colour = theme.accepted if good else theme.pending
    # Its root, so that what is rare is told apart, too.
    strength = _WEAKEST + (_STRONGEST - _WEAKEST) * sqrt(share) if share else 0.0
    tint = colours.fill(colour, theme.page, theme.text, strength, theme.text_contrast)
    painter.fillRect(rect, QColor(tint))
    painter.setPen(QPen(QColor(theme.control_border if good else theme.border), 1))
    painter.drawRect(rect.adjusted(0, 0, -1, -1))
    painter.setPen(QColor(theme.text))
    font = QFont(painter.font())
    font.setBold(good)
    painter.setFont(font)
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), words)
