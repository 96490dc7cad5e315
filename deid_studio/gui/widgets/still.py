"""Still: holds a widget whose texts change at every key, so that not the whole window is laid out anew each time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Still(QWidget):
    """As large as what it holds; what is around it is laid out anew only where that no longer fits its place.

    A layout asks the one around it after each change, up to the window with its docks, although nothing but a text
    is another one.
    """

    def __init__(self, held: QWidget) -> None:
        super().__init__()
        self._held = held
        held.setParent(self)
        self.setSizePolicy(held.sizePolicy())
        self.setAutoFillBackground(True)  # else all that it lies on is drawn with each of the texts
        self._told = self._hints()

    def sizeHint(self) -> QSize:
        return self._held.sizeHint().expandedTo(self._held.minimumSize())

    def minimumSizeHint(self) -> QSize:
        return self._held.minimumSizeHint().expandedTo(self._held.minimumSize())

    def hasHeightForWidth(self) -> bool:
        return self._held.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self._held.heightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._held.resize(event.size())
        if self._hints() != self._told:  # what changed without being told is to count in the new size
            self._tell()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            now = self._hints()
            if now[0] != self._told[0] or self.minimumSizeHint().width() > self.width():
                self._tell()
        return super().event(event)

    def _tell(self) -> None:
        self._told = self._hints()
        self.updateGeometry()

    def _hints(self) -> tuple[tuple[int, int, int], QSize, QSize]:
        """The heights that it wants, and all that a layout asks for."""
        whole, least = self.sizeHint(), self.minimumSizeHint()
        wanted = self.heightForWidth(self.width()) if self.hasHeightForWidth() else whole.height()
        return (wanted, whole.height(), least.height()), whole, least
