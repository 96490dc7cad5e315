"""Patient data: what is known of the patient of a report, typed or from a table, and searched in its text."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from deid_studio.gui.features.patient_data.patient_panel import PatientPanel
from deid_studio.gui.features.patient_data.patient_tab import PatientTab
from deid_studio.gui.features.patient_data.patient_tables import PatientTables
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Patient")


@dataclass(frozen=True, slots=True)
class PatientData:
    """The panel, when it is there, and the tables that fill it."""

    panel: PatientPanel
    tab: PatientTab
    tables: PatientTables


def install(workbench: Workbench) -> PatientData:
    """Bring in the panel on the right, which few need: it is hidden until something is known of a patient."""
    panel = PatientPanel(workbench.controller, workbench.theme)
    area = Qt.DockWidgetArea.RightDockWidgetArea
    title = translate("panels", _TITLE)
    workbench.docks.add(Panel("patient", 50, title, panel, area, panel.begin, hidden=True))
    tab = PatientTab(workbench, panel)
    tables = PatientTables(workbench)
    workbench.theme_changed.connect(panel.set_theme)
    workbench.typing_ended.connect(panel.keep)
    panel.table_wanted.connect(tables.choose)
    workbench.actions.add(
        ActionSpec(
            "patient_table",
            Menu.FILE,
            130,
            QT_TRANSLATE_NOOP("actions", "Open &patient data…"),
            lambda: tables.choose(),
            ("Ctrl+Shift+O",),
            needs=Needs.FOLDER,
        ),
        ActionSpec(
            "patient",
            Menu.REPORT,
            155,
            QT_TRANSLATE_NOOP("actions", "Patient &data"),
            tab.go,
            ("Ctrl+Shift+P",),
            needs=Needs.REPORT,
        ),
    )
    return PatientData(panel, tab, tables)
