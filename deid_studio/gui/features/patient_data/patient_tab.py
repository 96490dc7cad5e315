"""PatientTab: when the panel of the patient's data is there, and how the keyboard goes to it and back."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.patient_data.patient_panel import PatientPanel
from deid_studio.gui.workbench import Workbench


class PatientTab(QObject):
    """Hidden until something is known of a patient of the folder, or a person asks for it; who closes it has it so."""

    def __init__(self, workbench: Workbench, panel: PatientPanel) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._closed = False
        self._panel = panel
        self._dock = workbench.docks.named("patient")
        self._dock.toggleViewAction().triggered.connect(self._toggled)
        for signal in (workbench.controller.folder_opened, workbench.controller.patients_changed):
            signal.connect(self._show)

    def go(self) -> None:
        """Go to the patient's data; there already, go back to the report."""
        workbench = self._workbench
        if self._panel.isAncestorOf(QApplication.focusWidget() or workbench.window):
            workbench.focus_report()
            return
        self._closed = False
        workbench.docks.front("patient")
        self._panel.begin()

    def _show(self) -> None:
        """Show the tab where something is known, without turning to it."""
        folder = self._workbench.controller.folder
        known = folder is not None and any(fields.values for fields in folder.patients.values())
        if known and self._dock.isHidden() and not self._closed:
            self._dock.show()

    def _toggled(self, shown: bool) -> None:
        self._closed = not shown
