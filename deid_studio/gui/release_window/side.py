"""Side: one of the two texts of a preview, to read and to point in; nothing of it is changed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from deid_studio.gui.text import ReportView
from deid_studio.gui.text.grips import GripDrag
from deid_studio.gui.token_edges import TokenEdges
from deid_studio.model.mentions import Desk


class Side(ReportView):
    """A report view whose mentions are looked at only."""

    edit_wanted = Signal()  # the current mention was double-clicked

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.set_note_marks(False)

    def show_text(self, text: str, desk: Desk) -> None:
        """Show a text with its mentions; the same text stays where it is scrolled to, with the same current mention."""
        if text == self.text:
            self.set_desk(desk)
        else:
            self.set_report(text, desk, TokenEdges(text))

    def top(self) -> int:
        """The code point at the top of what is in sight."""
        return self.visible_range()[0]

    def scroll_to(self, offset: int) -> None:
        """Have the line of a code point be the first that is in sight, as far as there is text below."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._offsets.to_shown(offset))
        block = cursor.block()
        self._layout.blockBoundingRect(block)
        line = max(block.layout().lineForTextPosition(cursor.positionInBlock()).lineNumber(), 0)
        self._layout.tell_size()
        self.verticalScrollBar().setValue(block.firstLineNumber() + line)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.mention_under(event.position().toPoint())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(event)
            return
        self.set_current(found, scroll=False)
        self.edit_wanted.emit()

    def _grip_under(self, point: QPoint) -> GripDrag | None:
        return None

    def _hover(self, point: QPoint) -> None:
        over = self.mention_under(point) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor)
