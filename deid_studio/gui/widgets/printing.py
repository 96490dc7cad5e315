"""Printing: the desktop's dialog for a page, and the page as a PDF."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

_DPI = 150


def ask_to_print(title: str, put: Callable[[QPagedPaintDevice], object], parent: QWidget) -> None:
    """Ask for a printer, and `put` the page on it when the person agrees; returns at once."""
    printer = QPrinter()
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(lambda: put(printer))
    QDialog.open(dialog)


def pdf_of(document: QTextDocument, title: str) -> bytes:
    """A document as a PDF on A4."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(_DPI)
    writer.setTitle(title)
    document.print_(writer)
    del writer  # the file ends with it
    return bytes(buffer.data().data())
