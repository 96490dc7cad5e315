"""Repairing annotations: what is wrong with `.ann` files, shown line by line and put right when a person says so."""

from __future__ import annotations

from deid_studio.gui.features.ann_repairing.ann_repairing import AnnRepairing
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> AnnRepairing:
    """Bring in the action, and what the button of a report does whose `.ann` cannot be read."""
    repairing = AnnRepairing(workbench)
    workbench.page.repair_wanted.connect(repairing.examine_shown)
    title = QT_TRANSLATE_NOOP("actions", "Repair a&nnotations…")
    workbench.actions.add(
        ActionSpec("repair_annotations", Menu.FILE, 165, title, repairing.examine_folder, needs=Needs.FOLDER)
    )
    return repairing
