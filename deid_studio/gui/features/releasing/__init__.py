"""Releasing: the window in which reports are released, what was released before, and bringing originals back."""

from __future__ import annotations

from deid_studio.gui.features.releasing.releasing import Releasing
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Releasing:
    """Bring in the actions that open them."""
    releasing = Releasing(workbench)
    workbench.actions.add(
        ActionSpec(
            "release", Menu.FILE, 170, QT_TRANSLATE_NOOP("actions", "Re&lease reports…"),
            releasing.show, ("Ctrl+Shift+L",), needs=Needs.FOLDER
        ),
        ActionSpec(
            "ledger", Menu.FILE, 180, QT_TRANSLATE_NOOP("actions", "Past rele&ases…"),
            releasing.ledger, needs=Needs.FOLDER
        ),
        ActionSpec("reveal", Menu.FILE, 190, QT_TRANSLATE_NOOP("actions", "&Bring originals back…"), releasing.reveal),
    )  # fmt: skip
    return releasing
