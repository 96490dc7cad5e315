"""TextMenu: what a right click in the report offers."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from deid_studio.gui.shell.actions import WITHOUT_MENTION
from deid_studio.gui.workbench import Workbench


class TextMenu(QMenu):
    """Decide on the mention under the pointer, give a class to the selected text, or copy it."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        for spec in workbench.actions.in_text_menu():
            if spec.in_text_menu >= WITHOUT_MENTION or workbench.controller.mention is not None:
                self.addAction(workbench.actions[spec.id])
        self.addSeparator()
        copy = self.addAction(self.tr("&Copy"))
        copy.triggered.connect(workbench.view.copy)
        copy.setEnabled(workbench.view.selection.range() is not None)
        self.aboutToHide.connect(self.deleteLater)


def open_text_menu(workbench: Workbench, place: QPoint) -> None:
    """Show the menu at a point of the screen."""
    if workbench.controller.session is not None:
        TextMenu(workbench).popup(place)
