"""Panes: the ways of the keyboard from one part of the window to another, and how panels are arranged."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from deid_studio.gui.features.panes.away_button import AwayButton
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_MOVE = QT_TRANSLATE_NOOP("panels", "Mo&ve panels")


def install(workbench: Workbench) -> None:
    """Bring in the ways between panels that no panel brings itself."""

    def fill(menu: QMenu) -> None:
        for dock in workbench.docks.docks:
            menu.addAction(dock.toggleViewAction())
        workbench.docks.fill(menu.addMenu(translate("panels", _MOVE)))

    workbench.add_to_status(AwayButton(workbench))
    go, panels = workbench.panes, Menu.PANELS
    workbench.actions.add_part(panels, 210, fill)
    workbench.actions.add(
        ActionSpec(
            "back_to_report", Menu.EDIT, 240, QT_TRANSLATE_NOOP("actions", "&Back to the report"),
            workbench.focus_report, ("Esc",)
        ),
        ActionSpec(
            "next_pane", panels, 110, QT_TRANSLATE_NOOP("actions", "To the next panel"), partial(go.step, 1), ("F6",)
        ),
        ActionSpec(
            "previous_pane", panels, 120, QT_TRANSLATE_NOOP("actions", "To the previous panel"),
            partial(go.step, -1), ("Shift+F6",)
        ),
        ActionSpec(
            "pane_text", panels, 140, QT_TRANSLATE_NOOP("actions", "To the report's text"),
            partial(go.go, "text"), ("Alt+2",)
        ),
    )  # fmt: skip
