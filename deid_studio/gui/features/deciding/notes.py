"""Notes: a line of a person's own on a mention."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QInputDialog

from deid_studio.gui.words.wording import one_line
from deid_studio.gui.workbench import Workbench


class Notes(QObject):
    """The note of the current mention."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench

    def edit(self) -> None:
        """Edit the note of the current mention; returns at once."""
        mention = self._workbench.controller.mention
        if mention is None or self._workbench.refuses():
            return
        dialog = QInputDialog(self._workbench.window)
        dialog.setWindowTitle(self.tr("Note"))
        dialog.setLabelText(self.tr("Note on this mention; an empty one removes it:"))
        # One line, as in the .ann: Return keeps it, Tab leads to the buttons.
        dialog.setTextValue(one_line(mention.note).replace("⏎", " "))
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), dialog, dialog.accept)
        dialog.resize(460, dialog.sizeHint().height())
        dialog.setOkButtonText(self.tr("Keep"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.textValueSelected.connect(self._workbench.controller.note)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
