"""Learning from reports: what a person signed teaches the model, tried before it is adopted, with a way back."""

from __future__ import annotations

from deid_studio.gui.features.learning_from_reports.learning import LearningFromReports
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> LearningFromReports:
    """Bring in what offers it, and its action."""
    learning = LearningFromReports(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&Learn from my reports…")
    workbench.actions.add(
        ActionSpec("learn", Menu.REPORT, 560, title, learning.learn, needs=Needs.FOLDER, possible=lambda: learning.can)
    )
    return learning
