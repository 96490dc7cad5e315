"""Documents of the manual's pages: the same on the screen and on paper, with pictures and the lines of tables."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QImage,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from deid_studio.gui.features.manual.manual_pages import ManualPage

_CELL = 6
_LINE_HEIGHT = 125  # per cent
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_PAPER_ROOM = 600  # pixels of 1/96 inch between the margins of A4
_PAPER_DOTS = 2.0
_PAPER_COLOURS = {
    QPalette.ColorRole.AlternateBase: "#f0f0f0",
    QPalette.ColorRole.Mid: "#8a8a8a",
    QPalette.ColorRole.Link: "#1a4b8c",
}


def page_document(page: ManualPage, room: int, dots: float, palette: QPalette) -> QTextDocument:
    """A page, its pictures no wider than there is room, each pixel of which has so many dots."""
    document = QTextDocument()
    document.setMarkdown(page.text, _FEATURES)  # which forgets all pictures
    for name in page.pictures:
        picture = _fitted(QImage(str(page.file.with_name(name))), room, dots)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture)
    _dress(document, palette)
    return document


def paper_document(page: ManualPage) -> QTextDocument:
    """A page as it is printed: black on white in any theme."""
    palette = QPalette()
    for role, colour in _PAPER_COLOURS.items():
        palette.setColor(role, QColor(colour))
    return page_document(page, _PAPER_ROOM, _PAPER_DOTS, palette)


def _fitted(picture: QImage, room: int, dots: float) -> QImage:
    if picture.width() <= room:
        return picture
    scaled = picture.scaledToWidth(round(room * dots), Qt.TransformationMode.SmoothTransformation)
    scaled.setDevicePixelRatio(dots)
    return scaled


def _dress(document: QTextDocument, palette: QPalette) -> None:
    """Give lines air, tables thin lines, and what is typed a ground of its own, in the colours of the palette."""
    height = QTextBlockFormat()
    height.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    ground, link = QTextCharFormat(), QTextCharFormat()
    ground.setBackground(palette.brush(QPalette.ColorRole.AlternateBase))
    link.setForeground(palette.brush(QPalette.ColorRole.Link))
    block = document.begin()
    while block.isValid():
        if not block.text().startswith("\ufffc"):  # a picture has its own height
            QTextCursor(block).mergeBlockFormat(height)
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            shape = piece.charFormat()
            if shape.fontFixedPitch() or shape.isAnchor():
                cursor = QTextCursor(document)
                cursor.setPosition(piece.position())
                cursor.setPosition(piece.position() + piece.length(), QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(link if shape.isAnchor() else ground)
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
