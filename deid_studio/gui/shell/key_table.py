"""KeyTable: which keys lead to which command of the window; keys are portable names such as `Ctrl+Shift+E`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

ANYWAY = "sign_anyway"  # the command that signs off in spite of a question
CLASS = "class/"  # begins the command that gives a class: `class/FECHAS`
_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText
_MODIFIERS = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
    Qt.Key.Key_unknown,
)
_OFFERED = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class KeyTable:
    """The keys of each command; the first is the one that is shown."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, command: str) -> tuple[str, ...]:
        """The keys of a command; none for one that is not known."""
        return self.keys.get(command, ())

    def owner(self, key: str) -> str | None:
        """The command that a key leads to."""
        return next((command for command, keys in self.keys.items() if key in keys), None)

    def command(self, event: QKeyEvent) -> str | None:
        """The command that a key press leads to."""
        key = pressed(event)
        return self.owner(key) if key else None

    def shown(self, command: str) -> str:
        """The first key of a command as this computer's keyboard names it; empty without one."""
        return native(self.of(command)[0]) if self.of(command) else ""

    def with_hint(self, text: str, command: str) -> str:
        """A text with the command's key behind it, as tool tips have it."""
        shown = self.shown(command)
        return f"{text} ({shown})" if shown else text


def resolved(
    defaults: Mapping[str, Iterable[str]], own: Mapping[str, Iterable[str]], names: Mapping[str, str]
) -> KeyTable:
    """The keys of every command of `defaults`: a person's `own` first, which the defaults of other commands give up.

    A class that has none is given a free letter of its name (`names`, by command), else any free letter or digit;
    one whose own keys are none stays without.
    """
    taken: set[str] = set()
    keys: dict[str, tuple[str, ...]] = {}

    def take(command: str, wanted: Iterable[str]) -> None:
        found = dict.fromkeys(one for one in map(portable, wanted) if one and one not in taken)
        keys[command] = tuple(found)
        taken.update(found)

    for command in defaults:
        if command in own:
            take(command, own[command])
    for command, wanted in defaults.items():
        if command not in own:
            take(command, wanted)
    for command, name in names.items():
        if not keys.get(command) and command not in own:
            letters = (letter for letter in (*name.casefold(), *_OFFERED) if letter in _OFFERED)
            take(command, [free for free in map(portable, letters) if free not in taken][:1])
    return KeyTable({command: keys[command] for command in defaults})


@lru_cache(maxsize=1000)  # asked for each key of each command whenever keys are given
def portable(key: str) -> str:
    """A key's portable name in its one spelling; empty for what is no key, or is several in a row."""
    sequence = QKeySequence(key, _PORTABLE)
    if sequence.count() != 1 or sequence in (QKeySequence(Qt.Key.Key_unknown), QKeySequence()):
        return ""
    return sequence.toString(_PORTABLE)


def native(key: str) -> str:
    """A key as this computer's keyboard names it."""
    return QKeySequence(key, _PORTABLE).toString(_NATIVE)


def pressed(event: QKeyEvent) -> str:
    """The portable name of a key press; empty for a modifier alone."""
    if event.key() in _MODIFIERS or not event.key():
        return ""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.GroupSwitchModifier
    # Which signs need Shift is the keyboard's business: what counts is the sign.
    if event.text() and event.text().isprintable() and not event.text().isalpha() and event.text() != " ":
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(modifiers, Qt.Key(event.key()))).toString(_PORTABLE)


def key_sign(table: KeyTable, command: str) -> str:
    """The first key of a command as a button shows it: the sign of Return in place of its word; empty without one."""
    key = next(iter(table.of(command)), "")
    return native(key.replace("Return", "⏎")) if key.endswith("Return") else native(key)
