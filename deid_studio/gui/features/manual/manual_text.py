"""ManualText: a page of the manual on the screen, with its pictures as wide as there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from deid_studio.gui.features.manual.manual_pages import ManualPage, anchor

_MARGIN = 18
_CELL = 6
_LINE_HEIGHT = 125  # per cent
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class ManualText(QTextBrowser):
    """It shows one page; its links are told by `anchorClicked`."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        # As wide with a short page as with a long one: pictures are as wide as there is room.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._page: ManualPage | None = None
        self._width = 0

    def show_page(self, page: ManualPage) -> None:
        """Show a page from its beginning."""
        self._page, self._width = page, self.viewport().width()
        self.setDocument(QTextDocument(self))  # which asks for its pictures anew
        self.document().setDocumentMargin(_MARGIN)
        self.document().setMarkdown(page.text, _FEATURES)
        _dress(self.document(), self.palette())
        self.verticalScrollBar().setValue(0)

    def go_to(self, wanted: str) -> None:
        """Put a heading, by its anchor, on top."""
        block = self.document().begin()
        while block.isValid():
            if _is_heading(block) and anchor(block.text()) == wanted:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top) - _MARGIN // 2)
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

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value or self._page is None:
            return None
        picture = QImage(str(self._page.file.with_name(QUrl(name).fileName())))
        room = self._width - 2 * _MARGIN
        if picture.isNull() or picture.width() <= room:
            return picture
        ratio = self.devicePixelRatioF()
        scaled = picture.scaled(
            QSize(round(room * ratio), round(picture.height() * ratio)),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        scaled.setDevicePixelRatio(ratio)
        return scaled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._page is not None and self.viewport().width() != self._width:
            place = self.verticalScrollBar().value()
            self.show_page(self._page)
            self.verticalScrollBar().setValue(place)


def _is_heading(block: QTextBlock) -> bool:
    return block.blockFormat().headingLevel() > 0


def _dress(document: QTextDocument, palette: QPalette) -> None:
    """Give lines air, tables thin lines, and what is typed a ground of its own, in the colours of the theme."""
    height = QTextBlockFormat()
    height.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block = document.begin()
    while block.isValid():
        if not block.text().startswith("\ufffc"):  # a picture has its own height
            QTextCursor(block).mergeBlockFormat(height)
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().fontFixedPitch():
                cursor = QTextCursor(document)
                cursor.setPosition(piece.position())
                cursor.setPosition(piece.position() + piece.length(), QTextCursor.MoveMode.KeepAnchor)
                ground = QTextCharFormat()
                ground.setBackground(palette.brush(QPalette.ColorRole.AlternateBase))
                cursor.mergeCharFormat(ground)
            pieces += 1
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table = frame.format()
            table.setBorder(1)
            table.setBorderCollapse(True)
            table.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            table.setBorderBrush(palette.brush(QPalette.ColorRole.Mid))
            table.setCellPadding(_CELL)
            table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            table.clearProperty(QTextFormat.Property.TableCellSpacing)
            frame.setFormat(table)
