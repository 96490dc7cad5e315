"""Shortcuts: every key of the window, to look up, to change and to print."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.features.shortcuts.shortcuts_dialog import BETWEEN, ShortcutsDialog
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.shell.key_table import native
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


class Shortcuts(QObject):
    """The page, with the keys of the text and of whoever has keys of their own."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench

    def show(self) -> None:
        """Show all keys."""
        in_text = [
            (self.tr("Go by letter, by word"), _in_words("Left", "Right", "Ctrl+Left", "Ctrl+Right")),
            (self.tr("Go by line, by page"), _in_words("Up", "Down", "PgUp", "PgDown")),
            (self.tr("To the begin or the end of the report"), _in_words("Ctrl+Home", "Ctrl+End")),
            (self.tr("Select a word further or back"), _in_words("Ctrl+Shift+Right", "Ctrl+Shift+Left")),
            (self.tr("Copy what is selected"), _in_words("Ctrl+C")),
        ]
        others = [keys() for _, keys in sorted(self._workbench.other_keys, key=lambda one: one[0])]
        sections = [(self.tr("In the text"), in_text), *others]
        ShortcutsDialog(self._workbench.keys, sections, self._workbench.window).open()


def _in_words(*keys: str) -> str:
    return BETWEEN.join(map(native, keys))


def install(workbench: Workbench) -> Shortcuts:
    """Bring in the page."""
    shortcuts = Shortcuts(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts")
    workbench.actions.add(ActionSpec("keys", Menu.HELP, 110, title, shortcuts.show, ("F1",), "help"))
    return shortcuts
