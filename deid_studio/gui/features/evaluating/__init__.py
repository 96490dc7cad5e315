"""Evaluating: suggestions, annotators or files against gold: figures, a matrix, every error."""

from __future__ import annotations

from deid_studio.gui.features.evaluating.evaluating import Evaluating
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Evaluating:
    """Bring in the action that opens the page."""
    evaluating = Evaluating(workbench)
    title = QT_TRANSLATE_NOOP("actions", "E&valuate…")
    workbench.actions.add(ActionSpec("evaluate", Menu.REPORT, 550, title, evaluating.show, needs=Needs.FOLDER))
    return evaluating
