"""Exporting: copies of reports and their annotations for other programs, and reports of theirs for this one."""

from __future__ import annotations

from deid_studio.gui.features.exporting.exporting import Exporting
from deid_studio.gui.features.exporting.importing import Importing
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Exporting:
    """Bring in the actions."""
    exporting = Exporting(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&Export copy…")
    imported = QT_TRANSLATE_NOOP("actions", "Impo&rt…")
    workbench.actions.add(
        ActionSpec("import", Menu.FILE, 158, imported, Importing(workbench).ask),
        ActionSpec("export", Menu.FILE, 160, title, exporting.export, ("Ctrl+Shift+E",), needs=Needs.FOLDER),
    )
    return exporting
