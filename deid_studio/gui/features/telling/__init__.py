"""Telling: what the controller and the files have to say, as messages, and the choices between two versions."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.gui.features.telling.other_programs import OtherPrograms
from deid_studio.gui.features.telling.teller import Teller
from deid_studio.gui.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Telling:
    """What tells, and what asks where another program has written."""

    teller: Teller
    others: OtherPrograms


def install(workbench: Workbench) -> Telling:
    """Bring in the messages."""
    return Telling(Teller(workbench), OtherPrograms(workbench))
