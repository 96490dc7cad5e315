"""Relations: what the `.ann` says of mentions beside their classes: relations, events, attributes and the like."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from deid_studio.gui.features.relations.relations import Relations
from deid_studio.gui.features.relations.relations_panel import RelationsPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Relations")


@dataclass(frozen=True, slots=True)
class Installed:
    """The panel, and what it does."""

    panel: RelationsPanel
    relations: Relations


def install(workbench: Workbench) -> Installed:
    """Bring in the panel, hidden until it is asked for: few folders have relations."""
    panel = RelationsPanel()
    relations = Relations(workbench, panel)

    def begin() -> None:
        panel.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    area = Qt.DockWidgetArea.RightDockWidgetArea
    dock = workbench.docks.add(Panel("relations", 60, translate("panels", _TITLE), panel, area, begin, hidden=True))
    dock.visibilityChanged.connect(lambda _: relations.show_now())
    workbench.keys.changed.connect(panel.set_keys)
    mention, span = Needs.MENTION, Menu.SPAN
    workbench.actions.add(
        ActionSpec(
            "relate", span, 350, QT_TRANSLATE_NOOP("actions", "Add a relation or attribute…"),
            relations.add, ("Ctrl+B",), needs=mention, in_text_menu=140
        ),
        ActionSpec(
            "next_related", span, 355, QT_TRANSLATE_NOOP("actions", "Go to the related mention"),
            relations.go_on, ("Ctrl+J",), needs=mention, in_text_menu=150
        ),
        ActionSpec(
            "pane_relations", Menu.PANELS, 170, QT_TRANSLATE_NOOP("actions", "To the relations"),
            lambda: workbench.panes.go("relations"), ("Ctrl+Shift+K",)
        ),
    )  # fmt: skip
    return Installed(panel, relations)
