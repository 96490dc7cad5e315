"""Adjudicating: in a corpus's gold, what its annotators differ in comes one after the other; a key takes a side."""

from __future__ import annotations

from PySide6.QtCore import Qt

from deid_studio.gui.features.adjudicating.adjudicating import Adjudicating
from deid_studio.gui.features.adjudicating.sides_panel import SidesPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Adjudication")


def install(workbench: Workbench) -> Adjudicating:
    """Bring in the panel, which is there while the folder is a corpus's gold."""
    panel = SidesPanel(workbench.theme)
    adjudicating = Adjudicating(workbench, panel)
    area = Qt.DockWidgetArea.RightDockWidgetArea
    dock = workbench.docks.add(
        Panel("adjudication", 57, translate("panels", _TITLE), panel, area, panel.begin, hidden=True)
    )
    workbench.review_widgets.append(panel)
    adjudicating.shown.connect(lambda here: workbench.docks.front("adjudication") if here else dock.hide())
    workbench.theme_changed.connect(panel.set_theme)
    workbench.keys.changed.connect(panel.set_keys)
    workbench.other_keys.append((22, lambda: (translate("panels", _TITLE), panel.keys())))
    workbench.actions.add(
        ActionSpec(
            "pane_adjudication", Menu.PANELS, 175, QT_TRANSLATE_NOOP("actions", "To the adjudi&cation"),
            lambda: workbench.panes.go("adjudication"), ("Ctrl+Shift+Q",)
        ),
    )  # fmt: skip
    return adjudicating
