"""Plots: bars of counts in a theme's colours, told apart by pattern as well, with every number written beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from deid_studio.gui.shell.theme import Theme

BAR_HEIGHT = 12
_GAP, _LEAST_PART, _LEAST_ROOM, _ROUNDING = 8, 2, 120, 3
_MOST_OF_LABEL = 0.45
_PATTERNS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.NoBrush,
    Qt.BrushStyle.Dense5Pattern,
)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label and its parts; `looks` say which part looks like which (see `draw_part`), else in order."""

    label: str
    parts: tuple[int, ...]
    looks: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """What all parts come to."""
        return sum(self.parts)


class _Plot(QWidget):
    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self.title = title
        self.bars: tuple[Bar, ...] = ()
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show these counts in place of the ones before."""
        self.bars = tuple(bars)
        # A picture says nothing to who does not see it.
        self.setAccessibleName(self.title)
        self.setAccessibleDescription("; ".join(f"{bar.label}: {bar.total}" for bar in bars))
        self.updateGeometry()
        self.update()

    @property
    def _most(self) -> int:
        return max((bar.total for bar in self.bars), default=0)

    def _title_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _begin(self) -> QPainter:
        painter = QPainter(self)
        painter.setFont(self._title_font())
        painter.setPen(QColor(self._theme.text))
        line = self.fontMetrics().height()
        painter.drawText(QRectF(0, 0, self.width(), line), Qt.AlignmentFlag.AlignVCenter, self.title)
        painter.setFont(self.font())
        return painter


class BarPlot(_Plot):
    """Lying bars under one another, each in parts, with its label before and its count behind it."""

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(320, line + _GAP + len(self.bars) * (line + _GAP // 2))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self._begin()
        metrics = self.fontMetrics()
        line = metrics.height()
        labels = max((metrics.horizontalAdvance(bar.label) for bar in self.bars), default=0) + _ROUNDING
        labels = min(labels, int(self.width() * _MOST_OF_LABEL))
        numbers = metrics.horizontalAdvance(f"{self._most}") + _GAP
        room = max(self.width() - labels - _GAP - numbers, 1)
        top = line + _GAP
        for bar in self.bars:
            painter.setPen(QColor(self._theme.text))
            label = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, labels)
            painter.drawText(QRectF(0, top, labels, line), Qt.AlignmentFlag.AlignVCenter, label)
            left = float(labels + _GAP)
            for place, part in enumerate(bar.parts):
                if part:
                    width = max(room * part / self._most, _LEAST_PART)
                    box = QRectF(left, top + (line - BAR_HEIGHT) / 2, width, BAR_HEIGHT)
                    draw_part(painter, box, bar.looks[place] if bar.looks else place, self._theme)
                    left += width
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(QRectF(left + _GAP / 2, top, numbers, line), Qt.AlignmentFlag.AlignVCenter, str(bar.total))
            top += line + _GAP // 2
        painter.end()


class Histogram(_Plot):
    """Standing bars side by side, with the count above each and what it counts below."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__(title, theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(320, 3 * self.fontMetrics().height() + _GAP + _LEAST_ROOM)

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self._begin()
        metrics = self.fontMetrics()
        line = metrics.height()
        count = max(len(self.bars), 1)
        width = self.width() / count
        bottom = self.height() - line - 2
        room = bottom - 2 * line - _GAP
        small = self._fitting(width - 4)
        for place, bar in enumerate(self.bars):
            left = place * width
            height = room * bar.total / self._most if self._most else 0
            if bar.total:
                box = QRectF(left + width * 0.12, bottom - max(height, _LEAST_PART), width * 0.76, height)
                draw_part(painter, box, 0, self._theme)
                painter.setPen(QColor(self._theme.muted))
                above = QRectF(left, bottom - height - line, width, line)
                painter.drawText(above, Qt.AlignmentFlag.AlignCenter, str(bar.total))
            painter.setPen(QColor(self._theme.text))
            painter.setFont(small)
            painter.drawText(QRectF(left, bottom + 2, width, line), Qt.AlignmentFlag.AlignCenter, bar.label)
            painter.setFont(self.font())
        painter.setPen(QPen(QColor(self._theme.border), 1))
        painter.drawLine(0, bottom, self.width(), bottom)
        painter.end()

    def _fitting(self, width: float) -> QFont:
        font = QFont(self.font())
        while font.pointSizeF() > 6 and any(
            QFontMetrics(font).horizontalAdvance(bar.label) > width for bar in self.bars
        ):
            font.setPointSizeF(font.pointSizeF() - 0.5)
        return font


def draw_part(painter: QPainter, box: QRectF, part: int, theme: Theme) -> None:
    """Draw what was accepted (0), changed (1), rejected (2) or added (3), told by pattern as well as by colour."""
    colour = QColor((theme.accepted, theme.pending, theme.rejected, theme.accent)[part])
    painter.save()
    painter.setPen(QPen(colour, 1))
    painter.setBrush(QBrush(colour, _PATTERNS[part]))
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()
