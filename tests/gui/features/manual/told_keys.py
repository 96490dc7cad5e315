"""The keys that a page of the manual names, in the words of the window's language."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QMainWindow

from deid_studio.gui.shell.key_table import native, portable

# Of the text itself, of lists and of windows; of a keyboard reader's walk.
_OTHERS = ("Ctrl+Shift+Right", "Tab", "Up", "Down", "Return", "Backspace", "Space", "Esc", "Alt+Right")
_ARROWS = {"Right": "→", "Left": "←", "Up": "↑", "Down": "↓"}
_SIGNS = {"Return": ("Enter", "⏎"), "Backspace": ("⌫",), "Tab": ("Tab",)}
_LOOKS_LIKE_ONE = re.compile(r"(?:(?:Ctrl|Alt|Shift|Mayús)\+.+|F\d+)")


def told_keys(text: str, window: QMainWindow) -> list[str]:
    """The portable names of the keys that stand in back quotes, in their order; fails for one that does nothing."""
    names = _names(window)
    found = []
    for told in re.findall(r"`([^`\n]+)`", text):
        assert told in names or not _LOOKS_LIKE_ONE.fullmatch(told), told
        if told in names:
            found.append(names[told])
    return found


def _names(window: QMainWindow) -> dict[str, str]:
    """Portable names by what pages call the keys of the window: as it does, but for arrows and signs."""
    known = {portable(key) for spec in window.workbench.actions.specs for key in spec.keys} | set(_OTHERS)
    names = {}
    for key in known:
        if key.endswith("Enter"):
            continue  # that of the number pad, which does what Return does
        names[native(key)] = key
        before, plus, last = key.rpartition("+")
        for sign in (_ARROWS[last],) if last in _ARROWS else _SIGNS.get(last, ()):
            names[(native(f"{before}+A")[:-1] if plus else "") + sign] = key
    return names
