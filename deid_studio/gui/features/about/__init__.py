"""About: what this program is, and which model it uses."""

from __future__ import annotations

from deid_studio.gui.features.about.about_dialog import AboutDialog
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> None:
    """Bring in the action that tells it."""

    def show() -> None:
        AboutDialog(workbench.preferences.model, workbench.theme, workbench.window).open()

    title = QT_TRANSLATE_NOOP("actions", "&About Deid Studio")
    workbench.actions.add(ActionSpec("about", Menu.HELP, 120, title, show, icon="info"))
