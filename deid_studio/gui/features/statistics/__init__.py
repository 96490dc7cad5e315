"""Statistics: how far the folder is, and how right the detector was."""

from __future__ import annotations

from deid_studio.gui.features.statistics.statistics_dialog import StatisticsDialog
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> None:
    """Bring in the action that opens them."""
    controller = workbench.controller

    def show() -> None:
        if controller.folder is not None:
            StatisticsDialog(controller, workbench.theme, workbench.window).open()

    title = QT_TRANSLATE_NOOP("actions", "Stat&istics…")
    workbench.actions.add(ActionSpec("statistics", Menu.VIEW, 230, title, show, ("Ctrl+Shift+S",), needs=Needs.FOLDER))
