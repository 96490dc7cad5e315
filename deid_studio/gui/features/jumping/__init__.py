"""Jumping: letters at the unmarked words in sight; typing them selects a word, or marks what may be PHI there."""

from __future__ import annotations

from deid_studio.gui.features.jumping.going_on import GoingOn
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs, Where
from deid_studio.gui.text.hint_mode import HintMode
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> HintMode:
    """Bring in the mode of the report's text."""
    controller = workbench.controller
    mode = HintMode(workbench.view, workbench.theme, workbench.window)
    mode.possible = lambda: [one.span for one in controller.sensitivity.doubts]
    mode.taken.connect(controller.take)
    GoingOn(workbench, mode)
    workbench.theme_changed.connect(mode.set_theme)
    mode.helped.connect(workbench.status.tell)
    mode.told.connect(workbench.announcer.announce)
    controller.saving.saved.connect(mode.remind)
    workbench.actions.add(
        ActionSpec(
            "jump", Menu.SPAN, 320, QT_TRANSLATE_NOOP("actions", "&Jump to unmarked text…"),
            mode.begin, ("'", "F2"), "", Where.REVIEW, Needs.REPORT
        )
    )  # fmt: skip
    return mode
