"""Models: the versions that there are, which is used in the open folder and everywhere else, and the way back."""

from __future__ import annotations

from deid_studio.gui.features.models.choosing_models import ChoosingModels
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> ChoosingModels:
    """Bring in the action; a folder that is opened has the model that was chosen for it."""
    choosing = ChoosingModels(workbench)
    workbench.controller.model_of = choosing.model_of
    title = QT_TRANSLATE_NOOP("actions", "&Models…")
    workbench.actions.add(ActionSpec("models", Menu.FILE, 205, title, choosing.show))
    return choosing
