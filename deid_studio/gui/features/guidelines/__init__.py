"""Guidelines: what each class holds, to look up, to search, to print and to change for the folder."""

from __future__ import annotations

from deid_studio.gui.features.guidelines.guidelines_feature import GuidelinesFeature
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> GuidelinesFeature:
    """Bring in the page, which begins at the class of the current mention."""
    feature = GuidelinesFeature(workbench)
    title = QT_TRANSLATE_NOOP("actions", "Annotation &guidelines")
    workbench.actions.add(
        ActionSpec("guidelines", Menu.HELP, 105, title, feature.show, ("Shift+F1",), in_text_menu=125)
    )
    return feature
