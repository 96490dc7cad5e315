"""Printing: the desktop's dialogs for a page on paper or in a PDF, and that PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

_DPI = 150


def ask_to_print(title: str, put: Callable[[QPagedPaintDevice], object], parent: QWidget) -> None:
    """Ask for a printer, and `put` the page on it when the person agrees; returns at once."""
    printer = QPrinter()
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(lambda: put(printer))
    QDialog.open(dialog)


def ask_for_pdf(save: Callable[[Path], object], parent: QWidget) -> None:
    """Ask where a PDF is to lie, and `save` it there when the person agrees; returns at once."""
    dialog = QFileDialog(parent, QCoreApplication.translate("printing", "Save as PDF"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("pdf")
    dialog.setNameFilter("PDF (*.pdf)")
    dialog.fileSelected.connect(lambda name: save(Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


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
