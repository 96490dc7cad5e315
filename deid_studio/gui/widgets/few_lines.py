"""FewLines: a label that shows its text on few lines and ends in … where it is longer."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class FewLines(QLabel):
    """Plain text on at most `lines` lines, in the middle of its height; it takes whatever width it is given."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        # Whatever its width is, layouts ignore it; to measure a long text at each key takes a while.
        return QSize(0, self._lines * self.fontMetrics().lineSpacing() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def make_room(self, texts: Iterable[str], width: int, most: int) -> None:
        """Have as many lines as the longest of these texts takes at a width in pixels, `most` of them at most."""
        self._lines = max((len(self._broken(text, width, most)) for text in texts), default=1)
        self.updateGeometry()

    def shown_lines(self) -> list[str]:
        """What is on the screen, line by line."""
        return self._broken(self.text(), self.width(), self._lines)

    def _broken(self, text: str, width: int, most: int) -> list[str]:
        text = text.replace("\n", "\u2028")  # where a layout begins a new line
        # A layout counts UTF-16 units.
        units = text.encode("utf-16-le", "surrogatepass")
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        shown: list[str] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            start, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            last = len(shown) == most - 1
            text = units[start : None if last else end].decode("utf-16-le", "replace")
            if last:
                text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
            shown.append(text)
            if last:
                break
        layout.endLayout()
        return shown

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics, lines = self.fontMetrics(), self.shown_lines()
        above = self.height() - len(lines) * metrics.lineSpacing()
        top = 0.0 if self.alignment() & Qt.AlignmentFlag.AlignTop else max(above / 2, 0.0)
        for number, line in enumerate(lines):
            painter.drawText(QPointF(0, top + number * metrics.lineSpacing() + metrics.ascent()), line.rstrip())
        painter.end()
