"""ClassButton: a button with the title of a class, in that class's colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from deid_studio.gui.shell.theme import Theme

_BESIDE, _ABOVE = 11, 3  # from its edge to its title
_RADIUS = 9.0


class ClassButton(QPushButton):
    """Drawn by itself: a style sheet for each class would be read, and all laid out anew, at each key."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._colour = theme, theme.border
        strong = QFont()
        strong.setWeight(QFont.Weight.DemiBold)
        self.setFont(strong)  # of which nothing but the weight counts

    def show_class(self, title: str, colour: str, theme: Theme) -> None:
        """Show a title (all of it, or what there is room for) in the colours that a class of this colour has."""
        if (colour, theme) != (self._colour, self._theme):
            self._theme, self._colour = theme, colour
            self.update()
        if self.title != title:
            self.setText(title.replace("&", "&&"))

    @property
    def title(self) -> str:
        """What can be read on it."""
        return self.text().replace("&&", "&")

    def room(self, width: int) -> int:
        """The pixels that the title has in a button of this width."""
        return width - 2 * _BESIDE

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.title) + 2 * _BESIDE + 2, metrics.height() + 2 * _ABOVE)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, focus = self._theme, self.hasFocus()
        width = float(theme.ring) if focus else 1.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.focus if focus else theme.edge(self._colour)), width))
        painter.setBrush(QColor(theme.accepted_fill(self._colour)))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(*(width / 2,) * 2, *(-width / 2,) * 2), _RADIUS, _RADIUS)
        painter.setPen(QColor(theme.text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.title)
        painter.end()
