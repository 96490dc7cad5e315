"""Planted suggestions: wrong ones that a corpus's plan shows among the others, to measure how far suggestions pull."""

from __future__ import annotations

from deid_studio.gui.features.planted_suggestions.suggestion_planting import SuggestionPlanting
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> SuggestionPlanting:
    """Bring in what lays them over the desk, and has them gone before a report is signed off."""
    planting = SuggestionPlanting(workbench)
    workbench.controller.laid_over = planting
    workbench.gates.append(Gate(Stage.BEFORE_PENDING, 5, planting.before_sign_off))
    return planting
