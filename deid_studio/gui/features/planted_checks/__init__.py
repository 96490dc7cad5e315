"""Planted checks: invented PHI in some reports, to measure how much of what is unmarked the reviewer sees."""

from __future__ import annotations

from deid_studio.gui.features.planted_checks.planted_checks import PlantedChecks
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> PlantedChecks:
    """Bring in the checks; a class that is given to planted text never becomes an edit."""
    checks = PlantedChecks(workbench)
    workbench.class_takers.append(checks)
    title = QT_TRANSLATE_NOOP("actions", "&Your checks…")
    workbench.actions.add(ActionSpec("your_checks", Menu.VIEW, 210, title, checks.show_results))
    return checks
