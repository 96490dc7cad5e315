"""Before sign-off: one form for every question that comes first, so that a key means the same in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

from deid_studio.gui.shell.key_table import ANYWAY, key_sign
from deid_studio.gui.shell.keys import Keys
from deid_studio.gui.shell.messages import Action, ask


def ask_before_sign_off(
    window: QWidget, keys: Keys, title: str, text: str, detail: str, safe: Action, anyway: Action | None = None
) -> QMessageBox:
    """Ask what is to come first: Return and the key that signs off take the safe way on, `anyway` has a key of its own.

    That one stands last and is not reached by Tab: nobody is to take it who did not read it.
    """
    choices = [safe]
    if anyway is not None:
        choices.append((f"{anyway[0]} {key_sign(keys.table, ANYWAY)}".rstrip(), anyway[1]))
    box = ask(window, title, text, detail, choices)
    by_text = {button.text(): button for button in box.buttons()}
    _press_by(box, by_text[safe[0]], keys.shortcuts("sign_off"))
    if anyway is not None:
        button = by_text[choices[1][0]]
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        _press_by(box, button, keys.shortcuts(ANYWAY))
    return box


def _press_by(box: QMessageBox, button: QAbstractButton, keys: Sequence[QKeySequence]) -> None:
    for one in keys:
        shortcut = QShortcut(one, box)
        shortcut.setAutoRepeat(False)  # the key may still be down that asked
        shortcut.activated.connect(button.click)
