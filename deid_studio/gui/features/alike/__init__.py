"""Alike: the same name or number decided alike, in the whole report or the whole folder."""

from __future__ import annotations

from functools import partial

from deid_studio.gui.features.alike.alike import Alike
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs, Where
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Alike:
    """Bring in both actions."""
    alike = Alike(workbench)
    workbench.actions.add(
        ActionSpec(
            "decide_alike", Menu.SPAN, 130, QT_TRANSLATE_NOOP("actions", "Decide alike in the &whole report…"),
            alike.decide, ("=", "Ctrl+I"), "", Where.REVIEW, Needs.MENTION, in_text_menu=30
        ),
        ActionSpec(
            "decide_alike_folder", Menu.SPAN, 135, QT_TRANSLATE_NOOP("actions", "Decide alike in the whole &folder…"),
            partial(alike.decide, in_folder=True), ("Ctrl+Shift+I",), "", Where.REVIEW, Needs.MENTION
        ),
    )  # fmt: skip
    return alike
