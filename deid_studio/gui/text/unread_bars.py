"""UnreadBars: a bar beside the lines of a report that were not read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from deid_studio.gui.text.boxes import VisibleBlock
from deid_studio.gui.text.page import Page
from deid_studio.gui.text.sight import Sight

_WIDTH, _DISTANCE = 3.0, 10.0  # of a bar, and from its left edge to the text

# What is unread of a stretch of the text, as stretches in code points.
Unread = Callable[[int, int], Sequence[tuple[int, int]]]


class UnreadBars:
    """The bars of one page; `tip` is what is said of them."""

    def __init__(self, viewport: QWidget, page: Page, sight: Sight) -> None:
        self._viewport, self._page, self._sight = viewport, page, sight
        self._unread: Unread | None = None
        self.tip = ""

    def set(self, unread: Unread | None, tip: str = "") -> None:
        """Show a bar beside lines that are unread, with `tip` on it; None for no bars."""
        self._unread, self.tip = unread, tip
        self.update()

    def update(self) -> None:
        """Show that more was read."""
        self._viewport.update(0, 0, round(self._page.layout.left), self._viewport.height())

    def draw(self, painter: QPainter, blocks: Sequence[VisibleBlock], colour: QColor) -> None:
        """Draw the bars beside the blocks."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for bar in self.bars(blocks):
            painter.drawRoundedRect(bar, _WIDTH / 2, _WIDTH / 2)

    def is_under(self, point: QPoint) -> bool:
        """Whether a bar is under a point of the viewport."""
        bars = self.bars(self._sight.blocks(self._sight.area))
        return any(bar.adjusted(-_DISTANCE / 2, 0, _DISTANCE / 2, 0).contains(QPointF(point)) for bar in bars)

    def bars(self, blocks: Sequence[VisibleBlock]) -> list[QRectF]:
        """Where the bars beside the blocks are."""
        bars: list[QRectF] = []
        if self._unread is None:
            return bars
        to_text, half = self._page.offsets.to_text, self._page.layout.extra_height() / 2
        page, left = self._viewport.height(), self._sight.left - _DISTANCE
        for visible in blocks:
            first, last = to_text(visible.start), to_text(visible.end)
            unread = self._unread(first, last)
            if not unread:
                continue
            whole = first < last and any(start <= first and last <= end for start, end in unread)
            for line in visible.lines():
                top = visible.top_left.y() + line.y() - half
                bottom = top + line.height() + 2 * half
                if bottom < 0 or top > page:
                    continue
                if whole or self._is_in(unread, visible.start + line.textStart(), line.textLength()):
                    if bars and bars[-1].bottom() >= top - 1:  # lines that follow one another have one bar
                        bars[-1].setBottom(bottom)
                    else:
                        bars.append(QRectF(left, top, _WIDTH, bottom - top))
        return [bar.adjusted(0, 2, 0, -2) for bar in bars]

    def _is_in(self, unread: Sequence[tuple[int, int]], place: int, length: int) -> bool:
        to_text = self._page.offsets.to_text
        first, last = to_text(place), to_text(place + length)
        return any(start < last and first < end for start, end in unread)
