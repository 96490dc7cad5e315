"""Report list: the reports of the folder, where each stands, and the way from one to another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.report_list.reports_panel import ReportsPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.carried import fields_of
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Reports")


def install(workbench: Workbench) -> ReportsPanel:
    """Bring in the panel on the left."""
    controller = workbench.controller
    panel = ReportsPanel(controller, workbench.theme)

    def begin() -> None:
        panel.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def filter_reports() -> None:
        workbench.docks.named("reports").show()
        panel.filter.setFocus()
        panel.filter.selectAll()

    fresh_folder = False

    def folder_opened() -> None:
        nonlocal fresh_folder
        fresh_folder = True

    def report_opened() -> None:
        nonlocal fresh_folder
        focus = QApplication.focusWidget() or workbench.window
        if fresh_folder or not any(walked.isAncestorOf(focus) for walked in workbench.walked):
            workbench.view.setFocus()
        fresh_folder = False

    area = Qt.DockWidgetArea.LeftDockWidgetArea
    workbench.docks.add(Panel("reports", 10, translate("panels", _TITLE), panel, area, begin))
    workbench.walked.append(panel)
    workbench.theme_changed.connect(panel.set_theme)
    controller.folder_opened.connect(folder_opened)
    controller.report_opened.connect(report_opened)
    panel.left.connect(workbench.focus_report)
    workbench.carried["reports"] = fields_of(panel)
    workbench.actions.add(
        ActionSpec(
            "filter_reports",
            Menu.EDIT,
            230,
            QT_TRANSLATE_NOOP("actions", "Fi&lter reports"),
            filter_reports,
            ("Ctrl+L",),
            "filter",
        ),
        ActionSpec(
            "next_report",
            Menu.REPORT,
            210,
            QT_TRANSLATE_NOOP("actions", "&Next report"),
            lambda: controller.step_report(1),
            ("Ctrl+PgDown",),
            needs=Needs.FOLDER,
        ),
        ActionSpec(
            "previous_report",
            Menu.REPORT,
            220,
            QT_TRANSLATE_NOOP("actions", "&Previous report"),
            lambda: controller.step_report(-1),
            ("Ctrl+PgUp",),
            needs=Needs.FOLDER,
        ),
        ActionSpec(
            "pane_reports",
            Menu.PANELS,
            130,
            QT_TRANSLATE_NOOP("actions", "To the reports"),
            lambda: workbench.panes.go("reports"),
            ("Alt+1",),
        ),
    )
    return panel
