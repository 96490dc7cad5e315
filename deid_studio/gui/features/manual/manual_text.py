"""ManualText: a page of the manual on the screen, with its pictures as wide as there is room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent, QTextBlock
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from deid_studio.gui.features.manual.manual_document import page_document
from deid_studio.gui.features.manual.manual_pages import ManualPage, anchor

_MARGIN = 18


class ManualText(QTextBrowser):
    """It shows one page; its links are told by `anchorClicked`."""

    def __init__(self) -> None:
        super().__init__()
        # As wide with a short page as with a long one: pictures are as wide as there is room.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._page: ManualPage | None = None
        self._width = 0

    def show_page(self, page: ManualPage) -> None:
        """Show a page from its beginning."""
        self._page, self._width = page, self.viewport().width()
        document = page_document(page, self._width - 2 * _MARGIN, self.devicePixelRatioF(), self.palette())
        document.setDocumentMargin(_MARGIN)
        self.setDocument(document)
        self._document = document  # the one before it goes when nobody shows it any more
        self.verticalScrollBar().setValue(0)

    def go_to(self, wanted: str) -> None:
        """Put a heading, by its anchor, on top."""
        block = self.document().begin()
        while block.isValid():
            if _is_heading(block) and anchor(block.text()) == wanted:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                first = block == self.document().begin()
                self.verticalScrollBar().setValue(0 if first else round(top) - _MARGIN // 2)
                return
            block = block.next()

    def mark(self, words: list[str]) -> None:
        """Mark words wherever they stand, and bring the first into sight if none is."""
        marks = []
        for word in words:
            found = self.document().find(word)
            while not found.isNull():
                one = QTextEdit.ExtraSelection()
                one.cursor = found
                one.format.setBackground(self.palette().brush(QPalette.ColorRole.Highlight))
                one.format.setForeground(self.palette().brush(QPalette.ColorRole.HighlightedText))
                marks.append(one)
                found = self.document().find(word, found)
        self.setExtraSelections(marks)
        if marks and not any(self.rect().intersects(self.cursorRect(one.cursor)) for one in marks):
            first = min(marks, key=lambda one: one.cursor.position()).cursor
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + self.cursorRect(first).top() - _MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._page is not None and self.viewport().width() != self._width:
            place = self.verticalScrollBar().value()
            self.show_page(self._page)
            self.verticalScrollBar().setValue(place)


def _is_heading(block: QTextBlock) -> bool:
    return block.blockFormat().headingLevel() > 0
