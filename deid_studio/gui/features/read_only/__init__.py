"""Read only: nothing can be decided in a folder that another window holds, and who does is told."""

from __future__ import annotations

from deid_studio.gui.features.read_only.read_only import ReadOnly
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> ReadOnly:
    """Bring in the banner, the words in the status bar, and the answer to verbs that decide."""
    read_only = ReadOnly(workbench)
    workbench.refusals.append(read_only.refuses)
    return read_only
