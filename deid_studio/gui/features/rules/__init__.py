"""Rules: a rule of the detector turned off where it does harm, and on again."""

from __future__ import annotations

from deid_studio.gui.features.rules.turning_off import TurningOff
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs, Where
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> TurningOff:
    """Bring in both actions, and the count of what is off in the status bar."""
    rules = TurningOff(workbench)
    workbench.actions.add(
        ActionSpec(
            "turn_off_rule", Menu.SPAN, 140, QT_TRANSLATE_NOOP("actions", "Turn off the rule…"),
            rules.turn_off, ("Ctrl+R",), "", Where.REVIEW, Needs.MENTION, in_text_menu=40
        ),
        ActionSpec(
            "rules_off", Menu.VIEW, 220, QT_TRANSLATE_NOOP("actions", "Rules that are off…"),
            rules.show_off, ("Ctrl+Shift+R",)
        ),
    )  # fmt: skip
    return rules
