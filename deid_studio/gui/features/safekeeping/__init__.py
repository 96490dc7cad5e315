"""Safekeeping: everything on the disk: saving at once, and snapshots of the journal when nobody waits."""

from __future__ import annotations

from deid_studio.gui.features.safekeeping.safekeeping import Safekeeping
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Safekeeping:
    """Bring in the action that saves, and what follows each save."""
    controller = workbench.controller
    title = QT_TRANSLATE_NOOP("actions", "&Save now")
    workbench.actions.add(
        ActionSpec("save", Menu.FILE, 150, title, controller.saving.now, ("Ctrl+S",), "save", needs=Needs.REPORT)
    )
    return Safekeeping(controller, workbench.window)
