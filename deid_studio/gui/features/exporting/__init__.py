"""Exporting: a copy of reports and their annotations for other programs."""

from __future__ import annotations

from deid_studio.gui.features.exporting.exporting import Exporting
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Exporting:
    """Bring in the action."""
    exporting = Exporting(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&Export copy…")
    workbench.actions.add(
        ActionSpec("export", Menu.FILE, 160, title, exporting.export, ("Ctrl+Shift+E",), needs=Needs.FOLDER)
    )
    return exporting
