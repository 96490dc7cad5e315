"""Tag set: the classes of the folder, changed together with everything that is annotated in them."""

from __future__ import annotations

from deid_studio.gui.features.tag_set.class_editing import ClassEditing
from deid_studio.gui.features.tag_set.understood import Understood
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> ClassEditing:
    """Bring in the action that shows the classes, and what tells how they were understood."""
    editing = ClassEditing(workbench)
    Understood(workbench, editing)
    title = QT_TRANSLATE_NOOP("actions", "&Classes of the folder…")
    workbench.actions.add(ActionSpec("tag_set", Menu.EDIT, 310, title, editing.show, needs=Needs.FOLDER))
    return editing
