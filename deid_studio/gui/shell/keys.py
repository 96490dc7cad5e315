"""Keys: gives the window's actions and classes their keys, a person's own first, and tells those who show them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.actions import Actions, Where
from deid_studio.gui.shell.key_table import CLASS, KeyTable, native, portable, resolved
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.words.wording import language

# What a class's key may not be, since it does something else in the report.
RESERVED_KEYS = frozenset(".,+ <>()='")
_FIXED = frozenset({"back_to_report"})
_LEADING = frozenset({"Esc", "Tab", "Shift+Tab", "Backtab", "Shift+Backtab", "Ctrl+Tab", "Ctrl+Shift+Tab"})
_DESKTOP = frozenset({"Alt+F4", "Alt+Tab", "Alt+Space", "Ctrl+Esc", "Print"})
# What fields and buttons answer to themselves, where a key of the whole window would take it from them.
_OF_FIELDS = frozenset({"Return", "Enter", "Space", "Backspace", "Del", "Ins"})


@dataclass(frozen=True, slots=True)
class Command:
    """What a key can lead to; `everywhere`, also while a field has the keyboard; `fixed`, by the same key always."""

    id: str
    title: str
    topic: str
    everywhere: bool = False
    fixed: bool = False


class Keys(QObject):
    """The one place where keys are given; a change is kept in the settings and holds at once."""

    changed = Signal(object)  # KeyTable

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        controller: ReviewController,
        preferences: Preferences,
        of_text: Callable[[], Collection[str]],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._action_table = actions
        self._controller = controller
        self._preferences = preferences
        self._of_text = of_text  # the keys by which the text itself moves, selects and copies
        self.table = KeyTable()
        self.commands: dict[str, Command] = {}
        preferences.changed.connect(self._settings_changed)

    # --- what holds ------------------------------------------------------------------------------------------

    def apply(self) -> None:
        """Give every action and class of the window its keys."""
        self.commands = {command.id: command for command in self._commands()}
        names = {f"{CLASS}{one.name}": one.name for one in self._controller.tagset}
        self.table = resolved(self.defaults(), self._own(), names)
        for command, action in self._actions().items():
            action.setShortcuts(self.shortcuts(command))
            self.hint(action)
        self.changed.emit(self.table)

    def hint(self, action: QAction) -> None:
        """Have an action's tool tip say its key."""
        shown = next((keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()), "")
        text = plain(action.text())
        action.setToolTip(f"{text} ({shown})" if shown else text)

    def shortcuts(self, command: str) -> list[QKeySequence]:
        """The keys of an action, as they are pressed."""
        form = QKeySequence.SequenceFormat.PortableText  # else Qt asks for each key in the words of the language first
        return [QKeySequence(key, form) for key in self.table.of(command)]

    def defaults(self) -> dict[str, tuple[str, ...]]:
        """The keys that commands have as long as nobody changes them."""
        given = {spec.id: spec.keys for spec in self._action_table.specs}
        for one in self._controller.tagset:
            key = one.shortcut if one.shortcut and one.shortcut not in RESERVED_KEYS else ""
            given[f"{CLASS}{one.name}"] = (key.upper(),) if key else ()
        return given

    def is_own(self, command: str) -> bool:
        """Whether the person gave this command keys of their own."""
        return command in self._own()

    def _commands(self) -> Iterator[Command]:
        for spec in self._action_table.specs:
            title = plain(spec.title)
            yield Command(spec.id, title, plain(spec.menu.top.title), spec.where is Where.WINDOW, spec.id in _FIXED)
        for one in self._controller.tagset:
            yield Command(f"{CLASS}{one.name}", one.title_in(language()), self.tr("Classes"))

    def _actions(self) -> dict[str, QAction]:
        of_classes = {f"{CLASS}{name}": action for name, action in self._action_table.of_classes.items()}
        return {**self._action_table.by_id, **of_classes}

    def _own(self) -> dict[str, tuple[str, ...]]:
        settings, tagset = self._preferences.settings, self._controller.tagset.name
        prefix = f"{tagset}/"
        own = {name: keys for name, keys in settings.keys.items() if name not in _FIXED}
        for name, keys in settings.class_keys.items():
            if name.startswith(prefix):
                own[f"{CLASS}{name.removeprefix(prefix)}"] = keys
        return own

    def _settings_changed(self, before: object) -> None:
        settings = self._preferences.settings
        was = (getattr(before, "keys", None), getattr(before, "class_keys", None))
        if was != (settings.keys, settings.class_keys):
            self.apply()

    # --- changing it -----------------------------------------------------------------------------------------

    def refusal(self, command: str, key: str) -> str:
        """Why a key cannot be given to a command, in words; empty when it can."""
        about = self.commands[command]
        shown = native(key)
        if about.fixed:
            return self.tr("The key of «{title}» is always the same.").format(title=about.title)
        if key in _LEADING:
            return self.tr("{key} leads from one place of the window to another.").format(key=shown)
        if key in _DESKTOP or "Meta+" in key:
            return self.tr("{key} belongs to the desktop.").format(key=shown)
        if key in self._of_text():
            return self.tr("{key} moves the caret, selects or copies text in the report.").format(key=shown)
        menu = self._menu_of(key)
        if menu:
            return self.tr("{key} opens the menu «{menu}».").format(key=shown, menu=menu)
        if about.everywhere and (key in _OF_FIELDS or _is_letter(key)):
            return self.tr(
                "{key} alone is needed for typing, and «{title}» acts in fields too: take a key with Ctrl or Alt, or F1"
                " to F12."
            ).format(key=shown, title=about.title)
        return ""

    def conflict(self, command: str, key: str) -> Command | None:
        """The other command that has a key."""
        owner = self.table.owner(key)
        return None if owner is None or owner == command else self.commands[owner]

    def give(self, command: str, key: str) -> None:
        """Give a command this key alone; a command that had it, and could take it, has the first key of this one."""
        old = self.table.of(command)
        other = self.conflict(command, key)
        given: dict[str, tuple[str, ...]] = {command: (key,)}
        if other is not None:
            spare = next((one for one in old if one != key and not self.refusal(other.id, one)), "")
            kept = tuple(spare if one == key else one for one in self.table.of(other.id))
            given[other.id] = tuple(one for one in kept if one)
        self._keep(given)

    def give_also(self, command: str, key: str) -> None:
        """Give a command one more key; who had it has it no more."""
        other = self.conflict(command, key)
        given = {command: (*(one for one in self.table.of(command) if one != key), key)}
        if other is not None:
            given[other.id] = tuple(one for one in self.table.of(other.id) if one != key)
        self._keep(given)

    def reset(self, command: str) -> None:
        """Take back what the person changed of a command."""
        self._keep({}, (command,))

    def reset_all(self) -> None:
        """Take back what the person changed of all commands, for the classes of this tag set too."""
        self._keep({}, tuple(self._own()))

    def _keep(self, given: Mapping[str, tuple[str, ...]], dropped: Sequence[str] = ()) -> None:
        settings, tagset = self._preferences.settings, self._controller.tagset.name
        defaults = self.defaults()
        keys, class_keys = dict(settings.keys), dict(settings.class_keys)
        for command, new in (*given.items(), *((one, None) for one in dropped)):
            of_class = command.startswith(CLASS)
            place, name = (class_keys, f"{tagset}/{command.removeprefix(CLASS)}") if of_class else (keys, command)
            if new is None or new == tuple(map(portable, defaults.get(command, ()))):
                place.pop(name, None)
            else:
                place[name] = new
        self._preferences.change(keys=keys, class_keys=class_keys)

    def _menu_of(self, key: str) -> str:
        for action in self._window.menuBar().actions():
            mnemonic = QKeySequence.mnemonic(action.text())
            if not mnemonic.isEmpty() and mnemonic.toString(QKeySequence.SequenceFormat.PortableText) == key:
                return plain(action.text())
        return ""


def plain(text: str) -> str:
    """A menu's text without its mnemonic and dots."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").replace("…", "")


def _is_letter(key: str) -> bool:
    return len(key.removeprefix("Shift+")) == 1
