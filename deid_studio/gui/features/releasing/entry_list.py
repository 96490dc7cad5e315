"""EntryList: rows that a person goes through by keys or the mouse, and enters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTreeWidget, QWidget

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EntryList(QTreeWidget):
    """A list whose rows all have one height; Return, one of `keys` or a double click enters the current row."""

    entered = Signal()

    def __init__(self, name: str, keys: tuple[Qt.Key, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = (*_RETURN, *keys)
        self.setAccessibleName(name)
        self.setUniformRowHeights(True)
        # Names of reports and classes differ least in their middle.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.itemDoubleClicked.connect(lambda *_: self.entered.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in self._keys and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.entered.emit()
            return
        super().keyPressEvent(event)
