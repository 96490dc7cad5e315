"""Recovering: a folder whose journal is not whole, recovered or begun anew."""

from __future__ import annotations

from deid_studio.gui.features.recovering.recovering import Recovering
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Recovering:
    """Bring in the page that opens where such a folder is opened."""
    return Recovering(workbench)
