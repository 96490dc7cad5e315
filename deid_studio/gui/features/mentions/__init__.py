"""Mentions: the list of what is marked or suggested in the report, and how sure a suggestion must be to be in it."""

from __future__ import annotations

from PySide6.QtCore import Qt

from deid_studio.gui.features.mentions.mentions_panel import MentionsPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.carried import fields_of
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Mentions")


def install(workbench: Workbench) -> MentionsPanel:
    """Bring in the panel on the right; the keys of the review act in its list too."""
    panel = MentionsPanel(workbench.controller, workbench.theme)
    sensitivity = workbench.controller.sensitivity

    def begin() -> None:
        panel.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    area = Qt.DockWidgetArea.RightDockWidgetArea
    workbench.docks.add(Panel("mentions", 30, translate("panels", _TITLE), panel, area, begin))
    workbench.review_widgets.append(panel.table)
    workbench.theme_changed.connect(panel.set_theme)
    workbench.carried["mentions"] = fields_of(panel)
    workbench.actions.add(
        ActionSpec(
            "more_suggestions",
            Menu.VIEW,
            110,
            QT_TRANSLATE_NOOP("actions", "&More suggestions"),
            lambda: sensitivity.step(1),
            ("F9",),
            needs=Needs.FOLDER,
        ),
        ActionSpec(
            "fewer_suggestions",
            Menu.VIEW,
            120,
            QT_TRANSLATE_NOOP("actions", "&Fewer suggestions"),
            lambda: sensitivity.step(-1),
            ("Shift+F9",),
            needs=Needs.FOLDER,
        ),
        ActionSpec(
            "pane_mentions",
            Menu.PANELS,
            150,
            QT_TRANSLATE_NOOP("actions", "To the mentions"),
            lambda: workbench.panes.go("mentions"),
            ("Alt+3",),
        ),
    )
    return panel
