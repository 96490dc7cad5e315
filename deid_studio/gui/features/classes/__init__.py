"""Classes: the classes of the folder, which of them are shown, and how a class is given."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from deid_studio.gui.features.classes.class_menu import ClassMenu
from deid_studio.gui.features.classes.classes_panel import ClassesPanel
from deid_studio.gui.features.classes.giving import ClassGiving
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs, Where
from deid_studio.gui.shell.carried import fields_of
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Classes")


@dataclass(frozen=True, slots=True)
class Classes:
    """The panel, the menu, and what gives a class."""

    panel: ClassesPanel
    menu: ClassMenu
    giving: ClassGiving


def install(workbench: Workbench) -> Classes:
    """Bring in the panel on the right and the menu of classes."""
    panel = ClassesPanel(workbench.controller, workbench.guidelines, workbench.theme)
    giving = ClassGiving(workbench)
    menu = ClassMenu(workbench, giving.give)

    def begin() -> None:
        panel.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    area = Qt.DockWidgetArea.RightDockWidgetArea
    workbench.docks.add(Panel("classes", 40, translate("panels", _TITLE), panel, area, begin))
    workbench.theme_changed.connect(panel.set_theme)
    workbench.keys.changed.connect(panel.set_keys)
    panel.class_wanted.connect(giving.give)
    workbench.carried["classes"] = fields_of(panel)
    workbench.actions.add_part(Menu.SPAN, 335, menu.fill)
    workbench.actions.add(
        ActionSpec(
            "add",
            Menu.SPAN,
            310,
            QT_TRANSLATE_NOOP("actions", "Add the &selected text…"),
            lambda: giving.choose(adding=True),
            ("Ins", "+"),
            "add",
            Where.REVIEW,
            Needs.REPORT,
            in_toolbar=430,
        ),
        ActionSpec(
            "choose_class",
            Menu.SPAN,
            330,
            QT_TRANSLATE_NOOP("actions", "&Choose the class…"),
            giving.choose,
            ("Space",),
            "",
            Where.REVIEW,
            Needs.REPORT,
            in_text_menu=110,
        ),
        ActionSpec(
            "pane_classes",
            Menu.PANELS,
            160,
            QT_TRANSLATE_NOOP("actions", "To the classes"),
            lambda: workbench.panes.go("classes"),
            ("Alt+4",),
        ),
    )
    return Classes(panel, menu, giving)
