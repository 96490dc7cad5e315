"""PatientTab: when the panel of the patient's data is there, and how the keyboard goes to it and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow


class PatientTab(QObject):
    """Hidden until something is known of a patient of the folder, or a person asks for it; who closes it has it so."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._closed = False
        self._dock = window.layout_of_docks.named("patient")
        self._dock.toggleViewAction().triggered.connect(self._toggled)
        for signal in (window.controller.folder_opened, window.controller.patients_changed):
            signal.connect(self._show)

    def go(self) -> None:
        """Go to the patient's data; there already, go back to the report."""
        window = self._window
        if window.patient.isAncestorOf(QApplication.focusWidget() or window):
            window.focus_report()
            return
        self._closed = False
        self._dock.show()
        self._dock.raise_()
        window.patient.begin()

    def _show(self) -> None:
        """Show the tab where something is known, without turning to it."""
        folder = self._window.controller.folder
        known = folder is not None and any(fields.values for fields in folder.patients.values())
        if known and self._dock.isHidden() and not self._closed:
            self._dock.show()

    def _toggled(self, shown: bool) -> None:
        self._closed = not shown
