"""TextMenu: what a right click in the report offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow


class TextMenu(QMenu):
    """Decide on the mention under the pointer, give a class to the selected text, or copy it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        by_id = window.actions_by_id
        if window.controller.mention is not None:
            for name in ("accept", "discard", "decide_alike", "turn_off_rule"):
                self.addAction(by_id[name])
        self.addAction(by_id["choose_class"])
        self.addAction(by_id["note"])
        self.addSeparator()
        copy = self.addAction(self.tr("&Copy"))
        copy.triggered.connect(window.view.copy)
        copy.setEnabled(window.view.selected_range() is not None)
        self.aboutToHide.connect(self.deleteLater)


def open_text_menu(window: MainWindow, place: QPoint) -> None:
    """Show the menu at a point of the screen."""
    if window.controller.session is not None:
        TextMenu(window).popup(place)
