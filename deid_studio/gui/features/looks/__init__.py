"""Looks: theme and language, and the typeface, size, lines and tags of the report's text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from deid_studio.gui.features.looks.looks import Looks
from deid_studio.gui.features.looks.setting_menus import TOGGLES, SettingMenus
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench
from deid_studio.settings import Setting


@dataclass(frozen=True, slots=True)
class LooksOfAll:
    """What applies the settings, and the menus that change them."""

    looks: Looks
    menus: SettingMenus


def install(workbench: Workbench) -> LooksOfAll:
    """Bring in the menus that change how the report and the window look."""
    looks, text = Looks(workbench), workbench.view.typesetting
    size, shown = Menu.TEXT_SIZE, Menu.APPEARANCE
    fixed = workbench.preferences.is_fixed
    workbench.actions.add(
        ActionSpec("zoom_in", size, 110, QT_TRANSLATE_NOOP("actions", "Zoom &in"), text.zoom_in, ("Ctrl++", "Ctrl+=")),
        ActionSpec("zoom_out", size, 120, QT_TRANSLATE_NOOP("actions", "Zoom &out"), text.zoom_out, ("Ctrl+-",)),
        ActionSpec("zoom_reset", size, 130, QT_TRANSLATE_NOOP("actions", "Normal &size"), text.zoom_reset, ("Ctrl+0",)),
        *(_toggle(workbench, number, row) for number, row in enumerate(TOGGLES)),
        ActionSpec(
            "dark", shown, 150, QT_TRANSLATE_NOOP("actions", "&Dark or light"),
            looks.toggle_theme, ("Ctrl+D",), "theme", possible=lambda: not fixed("theme")
        ),
    )  # fmt: skip
    menus = SettingMenus(workbench.preferences, workbench.actions.by_id, workbench.window)
    workbench.actions.add_part(shown, 210, menus.fill)
    workbench.built.connect(looks.apply)
    return LooksOfAll(looks, menus)


def _toggle(workbench: Workbench, number: int, row: Setting) -> ActionSpec:
    toggle, fixed = partial(workbench.preferences.toggle, row.name), workbench.preferences.is_fixed
    place, text = 110 + number, str(row.title)
    return ActionSpec(
        row.name, Menu.APPEARANCE, place, text, toggle, row.keys,
        checkable=True, titles=row.title, possible=lambda: not fixed(row.name),
    )  # fmt: skip
