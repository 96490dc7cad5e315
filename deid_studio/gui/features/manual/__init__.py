"""Manual: the program explained in pages, opened at the one that fits what is being done."""

from __future__ import annotations

from PySide6.QtCore import Qt

from deid_studio.gui.features.manual.manual_feature import ManualFeature
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> ManualFeature:
    """Bring in the manual."""
    feature = ManualFeature(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&Manual")
    workbench.actions.add(ActionSpec("manual", Menu.HELP, 101, title, feature.show, ("Ctrl+F1",), "help"))
    workbench.actions["manual"].setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)  # windows beside it as well
    return feature
