"""PageLayout: a plain text document with generous lines, set in a column of a readable width."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, QTimer
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

# Its mean letter is that of running Spanish text, blanks included.
_SAMPLE = "el paciente ingresa en el servicio de urgencias con dolor y refiere "

FOOT = 72.0  # pixels below the last line, over which notices may lie


class PageLayout(QPlainTextDocumentLayout):
    """Lays out a block when it is first needed, as its base does, but with line spacing and a centred column.

    `line_spacing` is a factor of the font's own line height, `measure` the greatest line length in letters, `least` the
    one that it has even where the page is narrower and is scrolled sideways, `gutter` the room kept at the left, in
    pixels; `wrapped` tells whether lines are broken. The width to fill is told by `set_page_width`.
    """

    MARGIN = 28.0

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.line_spacing = 1.65
        self.measure = 95
        self.least = 0
        self.gutter = 0.0
        self._foot = FOOT
        self.wrapped = True
        self.lines_of_blocks: Sequence[int] = ()  # of the report, where blocks hold several (`OffsetMap.joins_lines`)
        self.laid_out = 0  # how often anything was laid out: what was measured before may lie elsewhere now
        self._widest = 0.0  # of the lines laid out so far, when they are not broken
        self._page_width = 0.0
        self._left = self.MARGIN
        self._column = 100.0
        self._extra = 0.0
        self._rects: dict[int, QRectF] = {}  # of the blocks that were asked for, by where they begin
        self._changing = False
        self.update.connect(lambda: self._rects.clear())  # told wherever layouts are cleared
        # Told once for many blocks: each telling makes the view measure its last page again.
        self._grown = QTimer(self, singleShot=True, interval=0)
        self._grown.timeout.connect(self.tell_size)

    @property
    def left(self) -> float:
        """Where the column begins, in pixels."""
        return self._left

    def set_page_width(self, width: float) -> None:
        """Fit the column into a page `width` pixels wide."""
        self._page_width = width
        metrics = QFontMetricsF(self.document().defaultFont())
        self._extra = (self.line_spacing - 1) * metrics.height()
        letter = metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        room = max(width - 2 * self.MARGIN - self.gutter, 60.0)
        self._column = max(min(room, letter * self.measure), letter * (self.least + 1) if self.least else 0.0)
        left = self.MARGIN + self.gutter + (max(room - self._column, 0.0) / 2 if self.wrapped else 0.0)
        self._left = float(round(left))  # borders are sharp on whole pixels
        self._widest = self._left + self._column + self.MARGIN if self._column > room else 0.0
        self._forget()

    def set_foot(self, height: float) -> None:
        """Leave so many pixels free below the last line."""
        self._foot = height
        self._rects.clear()

    def refresh(self) -> None:
        """Lay out anew after a change of font, spacing, measure or gutter."""
        self.set_page_width(self._page_width)

    def tell_size(self) -> None:
        """Tell the view now what blocks laid out meanwhile changed about the document's size."""
        self._grown.stop()
        self.documentSizeChanged.emit(self.documentSize())

    def extra_height(self) -> float:
        """The pixels that the spacing adds to each line."""
        return self._extra

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if self._changing or not block.isValid():
            return self._measured(block)
        # At each key Qt asks for those on the screen again and again.
        found = self._rects.get(block.position())
        if found is None:
            found = self._rects[block.position()] = self._measured(block)
        return QRectF(found)

    def _measured(self, block: QTextBlock) -> QRectF:
        if block.isValid() and not block.layout().lineCount():
            self._lay_out(block)
        rect = super().blockBoundingRect(block)
        # The base measures to the last line's own end; its share of the spacing is missing.
        rect.adjust(0.0, 0.0, 0.0, self._extra / 2 if block.next().isValid() else self._extra / 2 + self._foot)
        return rect

    def documentSize(self) -> QSizeF:
        size = super().documentSize()
        return QSizeF(max(size.width(), self._widest), size.height())

    def documentChanged(self, start: int, removed: int, added: int) -> None:
        self.laid_out += 1
        self._changing = True  # the base lays a block out in its own way, to see whether it is as high as before
        super().documentChanged(start, removed, added)
        self._changing = False
        self._rects.clear()
        if self.document().blockCount() == 1:
            # The base has laid out the one block in its own way.
            self.document().firstBlock().clearLayout()

    def _forget(self) -> None:
        self.laid_out += 1
        self.document().markContentsDirty(0, self.document().characterCount())
        block = self.document().firstBlock()
        for lines in self.lines_of_blocks:
            block.setLineCount(lines)  # the base counts a block as one line until it is laid out
            block = block.next()
        if self.lines_of_blocks:
            self._grown.start()

    def _lay_out(self, block: QTextBlock) -> None:
        self.laid_out += 1
        layout = block.layout()
        layout.setTextOption(self.document().defaultTextOption())
        extra = self._extra
        y = extra / 2
        widest = self._widest
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLeadingIncluded(True)
            line.setLineWidth(self._column)
            line.setPosition(QPointF(self._left, y))
            y += line.height() + extra
            if not self.wrapped:
                widest = max(widest, self._left + line.naturalTextWidth() + self.MARGIN)
        layout.endLayout()
        if widest > self._widest:
            self._widest = widest
            self._grown.start()
        before = self.document().lineCount()
        block.setLineCount(layout.lineCount())
        if self.document().lineCount() != before:
            self._grown.start()
