"""Updating: whether a file of another version comes from the publisher of the program; nothing is fetched."""

from __future__ import annotations

from deid_studio.gui.features.updating.update_check import UpdateCheck
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> UpdateCheck:
    """Bring in the action that asks for a file."""
    feature = UpdateCheck(workbench)
    title = QT_TRANSLATE_NOOP("actions", "Check an &update…")
    workbench.actions.add(ActionSpec("check_update", Menu.HELP, 115, title, feature.ask_for_file))
    return feature
