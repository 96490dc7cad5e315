"""The keys that the report's text itself answers to; every other key is the window's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.marks.grips import Grips
from deid_studio.gui.text.selection import Selection

# Where a key stands on the keyboard makes no difference.
_BESIDE = (Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.GroupSwitchModifier).value
_Keys = QKeySequence.StandardKey
_TOKEN_KEYS = (
    (_Keys.MoveToNextWord, 1, False),
    (_Keys.MoveToPreviousWord, -1, False),
    (_Keys.SelectNextWord, 1, True),
    (_Keys.SelectPreviousWord, -1, True),
)
# What the base does well.
_BASE_KEYS = (
    _Keys.MoveToNextChar, _Keys.MoveToPreviousChar, _Keys.SelectNextChar, _Keys.SelectPreviousChar,
    _Keys.MoveToNextLine, _Keys.MoveToPreviousLine, _Keys.SelectNextLine, _Keys.SelectPreviousLine,
    _Keys.MoveToNextPage, _Keys.MoveToPreviousPage, _Keys.SelectNextPage, _Keys.SelectPreviousPage,
    _Keys.MoveToStartOfLine, _Keys.MoveToEndOfLine, _Keys.SelectStartOfLine, _Keys.SelectEndOfLine,
    _Keys.MoveToStartOfDocument, _Keys.MoveToEndOfDocument,
    _Keys.SelectStartOfDocument, _Keys.SelectEndOfDocument,
    _Keys.SelectAll, _Keys.Copy,
)  # fmt: skip


def own_keys() -> frozenset[str]:
    """The keys that the text itself answers to, by their portable names."""
    standard = (*_BASE_KEYS, *(key for key, _, _ in _TOKEN_KEYS))
    return frozenset(keys.toString() for one in standard for keys in QKeySequence.keyBindings(one))


def is_base_key(event: QKeyEvent) -> bool:
    """Whether a text widget does by itself what the key is for."""
    return _pressed(event) in _base_keys()


def _pressed(event: QKeyEvent) -> int:
    return event.keyCombination().toCombined() & ~_BESIDE


# Looked up in one table: to match an event with each of the standard keys takes as long as a decision's own work.
@cache
def _base_keys() -> frozenset[int]:
    return frozenset(keys for one in _BASE_KEYS for keys in _bindings(one))


@cache
def _token_keys() -> dict[int, tuple[int, bool]]:
    """The direction of each key that steps by tokens, and whether it selects."""
    return {keys: (direction, selects) for one, direction, selects in reversed(_TOKEN_KEYS) for keys in _bindings(one)}


def _bindings(key: QKeySequence.StandardKey) -> Iterator[int]:
    for keys in QKeySequence.keyBindings(key):
        if keys.count() == 1:
            yield keys[0].toCombined()  # type: ignore[index]


class TextKeys:
    """What keys do in a report's text: Escape gives up what is under way, others step by tokens."""

    def __init__(self, edit: QPlainTextEdit, selection: Selection, grips: Grips) -> None:
        self._edit, self._selection, self._grips = edit, selection, grips

    def is_own(self, event: QKeyEvent) -> bool:
        """Whether the text answers to a key as things are now."""
        if event.key() == Qt.Key.Key_Escape:
            return self._grips.dragging or self._edit.textCursor().hasSelection()
        return is_base_key(event) or _pressed(event) in _token_keys()

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key is for; False for those of the base and of the window."""
        if event.key() == Qt.Key.Key_Escape and self.is_own(event):
            self._grips.drop() if self._grips.dragging else self._selection.clear()
            return True
        step = _token_keys().get(_pressed(event))
        if step is not None:
            self._selection.step(*step)
        return step is not None
