"""Corpus checks: places of an annotated folder that are probably wrong, as a list that one works through."""

from __future__ import annotations

from PySide6.QtCore import Qt

from deid_studio.gui.features.corpus_checks.corpus_checking import TOPIC, CorpusChecking
from deid_studio.gui.features.corpus_checks.corpus_checks_panel import CorpusChecksPanel
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.carried import fields_of
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Corpus checks")


def install(workbench: Workbench) -> CorpusChecksPanel:
    """Bring in the panel at the bottom, which is hidden until it is wanted."""
    checking = CorpusChecking(workbench.controller)
    panel = CorpusChecksPanel(workbench, checking)
    area = Qt.DockWidgetArea.BottomDockWidgetArea
    workbench.docks.add(Panel(TOPIC, 62, translate("panels", _TITLE), panel, area, hidden=True))

    def show() -> None:
        workbench.docks.front(TOPIC)
        panel.begin()

    workbench.walked.append(panel)
    workbench.long_work.show_topic(TOPIC, translate("panels", _TITLE))
    workbench.theme_changed.connect(panel.set_theme)
    workbench.keys.changed.connect(panel.set_keys)
    workbench.carried[TOPIC] = fields_of(panel)
    workbench.other_keys.append((24, lambda: (translate("panels", _TITLE), panel.keys())))
    panel.left.connect(workbench.view.setFocus)
    workbench.actions.add(
        ActionSpec(
            TOPIC, Menu.REPORT, 555, QT_TRANSLATE_NOOP("actions", "Chec&k as a corpus"), show, ("Ctrl+Shift+C",),
            needs=Needs.FOLDER
        ),
    )  # fmt: skip
    return panel
