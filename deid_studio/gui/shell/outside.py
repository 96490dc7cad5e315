"""Outside: files and folders shown by the programs that the system has for them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from deid_studio.gui.words.wording import translate


def show_outside(path: Path) -> str:
    """Open a file or folder by the system's program for it; why it did not open, in words, or nothing."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return ""
    return translate("outside", "The system has no program that opens {path}.").format(path=path)
