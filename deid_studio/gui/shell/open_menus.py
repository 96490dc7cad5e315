"""OpenMenus: while a menu is open, keys are its own, and none leads to what is done in the report behind it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QWidget


class OpenMenus(QObject):
    """Claims the keys for the menu that is open.

    A menu takes the keyboard but not the focus, and of all keys only the arrows, Return and Esc are its own to Qt: any
    other is looked up first among the shortcuts of the widget that still has the focus, where a letter gives a class.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._claiming = False
        app.focusChanged.connect(self._watch)

    def _watch(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None:
            now.installEventFilter(self)
        if self._app.activePopupWidget() is None:
            self._claim(False)  # who had the focus may be gone, and is not told that the menu is closed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.ShortcutOverride and self._claiming and self._focus_is_behind():
            event.accept()
            return True
        if isinstance(event, QFocusEvent) and event.reason() is Qt.FocusReason.PopupFocusReason:
            self._claim(kind is QEvent.Type.FocusOut)
        return False

    def _focus_is_behind(self) -> bool:
        # A list that opens, as that of a choice box, takes the focus as well: nothing gets past it.
        popup, focus = self._app.activePopupWidget(), self._app.focusWidget()
        return popup is not None and focus is not None and focus is not popup and not popup.isAncestorOf(focus)

    def _claim(self, claiming: bool) -> None:
        # Only as long as a menu is open: through a filter of the application every event of the program passes.
        if claiming and not self._claiming:
            self._app.installEventFilter(self)
        elif not claiming and self._claiming:
            self._app.removeEventFilter(self)
        self._claiming = claiming
