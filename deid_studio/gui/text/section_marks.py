"""Section marks: a fine line where a part of the report begins, with its name at the right margin."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.text.boxes import VisibleBlock
from deid_studio.gui.words.report_sections import Band, BandKind
from deid_studio.model.offsets import OffsetMap

_MARGIN = 10.0


class SectionMarks:
    """What is drawn between the lines of a report; the text is not touched by it."""

    def __init__(self, bands: Sequence[Band] = (), word: Callable[[BandKind], str] = lambda kind: kind.value) -> None:
        self.bands = tuple(bands)
        self._starts = [band.start for band in bands]
        self._word = word

    def draw(
        self,
        painter: QPainter,
        blocks: Sequence[VisibleBlock],
        offsets: OffsetMap,
        theme: Theme,
        room: float,
        font: QFont,
    ) -> None:
        """Draw the marks of the blocks; `room` is what lies between two lines, in pixels: names that do not fit are
        left out."""
        metrics = QFontMetricsF(font)
        left, right = _MARGIN, painter.window().width() - _MARGIN
        painter.setFont(font)
        for height, band in self._begun(blocks, offsets, room):
            word = self._word(band.kind) if room >= metrics.height() * 0.75 else ""
            width = metrics.horizontalAdvance(word)
            painter.setPen(QPen(QColor(theme.border), 1.0, Qt.PenStyle.DotLine if not word else Qt.PenStyle.SolidLine))
            painter.drawLine(QPointF(left, height), QPointF(right, height))
            painter.setPen(QColor(theme.muted))
            place = QRectF(right - width - 1, height - metrics.height(), width + 2, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)

    def _begun(self, blocks: Sequence[VisibleBlock], offsets: OffsetMap, room: float) -> Iterator[tuple[float, Band]]:
        """The bands that begin in the blocks, each with its height on the viewport."""
        for block in blocks:
            for start, line in block.begun_lines():
                band = self._at(offsets.to_text(start))
                if band is not None:
                    first = start == block.start
                    yield block.top_left.y() + (0.0 if first else line.y() - room / 2), band

    def _at(self, offset: int) -> Band | None:
        index = bisect_left(self._starts, offset)
        return self.bands[index] if index < len(self.bands) and self._starts[index] == offset else None
