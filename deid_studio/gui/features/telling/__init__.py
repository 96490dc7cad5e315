"""Telling: what the controller and the files have to say, as messages, and the choices between two versions."""

from __future__ import annotations

from deid_studio.gui.features.telling.earning_messages import EarningMessages
from deid_studio.gui.features.telling.folder_messages import FolderMessages
from deid_studio.gui.features.telling.other_programs import OtherPrograms
from deid_studio.gui.features.telling.report_messages import ReportMessages
from deid_studio.gui.features.telling.saving_messages import SavingMessages
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> None:
    """Bring in the messages, and what asks where another program has written."""
    for told in (FolderMessages, ReportMessages, EarningMessages, SavingMessages, OtherPrograms):
        told(workbench)
