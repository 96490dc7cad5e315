"""Columns: a report with tables in letters of one width, so that its columns stand one below the other."""

from __future__ import annotations

from deid_studio.gui.features.columns.columns import Columns
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Columns:
    """Bring in the view of this report's tables, and its offer in the status bar."""
    columns = Columns(workbench)
    workbench.actions.add(
        ActionSpec(
            "columns", Menu.APPEARANCE, 148, QT_TRANSLATE_NOOP("actions", "Columns of this report's t&ables"),
            columns.toggle, ("Ctrl+Shift+T",), needs=Needs.REPORT, checkable=True
        )
    )  # fmt: skip
    workbench.add_to_status(columns.offer)
    return columns
