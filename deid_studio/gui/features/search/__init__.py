"""Search: a text, a class or a decision looked for in all reports of the folder."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.search.search_panel import SearchPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.carried import fields_of
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Search")


def install(workbench: Workbench) -> SearchPanel:
    """Bring in the panel at the bottom, which is hidden until it is wanted."""
    panel = SearchPanel(workbench.controller, workbench.theme)
    area = Qt.DockWidgetArea.BottomDockWidgetArea
    dock = workbench.docks.add(Panel("search", 60, translate("panels", _TITLE), panel, area, hidden=True))

    def search() -> None:
        workbench.docks.front("search")
        panel.open(workbench.selected_text())

    def close() -> bool:
        inside = panel.isAncestorOf(QApplication.focusWidget() or workbench.window)
        if inside:
            dock.hide()
        return inside

    workbench.theme_changed.connect(panel.set_theme)
    panel.left.connect(workbench.focus_report)
    panel.place_opened.connect(workbench.view.setFocus)
    panel.searching.place_chosen.connect(workbench.view.selection.select)
    workbench.add_escape(10, close)
    workbench.carried["search"] = fields_of(panel)
    workbench.actions.add(
        ActionSpec(
            "search_folder",
            Menu.EDIT,
            220,
            QT_TRANSLATE_NOOP("actions", "Find in &all reports"),
            search,
            ("Ctrl+Shift+F",),
            needs=Needs.FOLDER,
        )
    )
    return panel
