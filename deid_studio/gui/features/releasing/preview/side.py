"""Side: one of the two texts of a preview, to read and to point in; nothing of it is changed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.scrolling import scroll_to
from deid_studio.model.mentions import Desk


class Side(ReportView):
    """A report view whose mentions are looked at only."""

    edit_wanted = Signal()  # the current mention was double-clicked

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, resizable=False)
        self.setAccessibleName(name)
        self.set_note_marks(False)

    def show_text(self, text: str, desk: Desk) -> None:
        """Show a text with its mentions; the same text stays where it is scrolled to, with the same current mention."""
        if text == self.page.text:
            self.set_desk(desk)
        else:
            self.set_report(text, desk, TokenEdges(text))

    def top(self) -> int:
        """The code point at the top of what is in sight."""
        return self.sight.stretch()[0]

    def scroll_to(self, offset: int) -> None:
        """Have the line of a code point be the first that is in sight, as far as there is text below."""
        scroll_to(self, self.page, offset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.marks.under(event.position().toPoint())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(event)
            return
        self.set_current(found, scroll=False)
        self.edit_wanted.emit()
