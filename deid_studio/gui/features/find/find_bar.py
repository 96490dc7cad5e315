"""FindBar: finds a text in the report."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.review.folder_search import Finder, Query

_MOST = 10_000


class FindBar(QWidget):
    """A field, a count of matches, and the way to the next; neither case nor accents count, as in a folder."""

    match_chosen = Signal(int, int)  # code points of the match to show
    nothing_found = Signal()  # a match of less was shown, and of what is looked for now there is none
    left = Signal()

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._matches: list[tuple[int, int]] = []
        self._at = -1
        self._led = False  # whether a match is shown
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in the report"))
        self.field.setAccessibleName(self.tr("Find in the report"))
        self.field.setMaximumWidth(360)
        self.count = QLabel()
        self.previous = QToolButton()
        self.previous.setToolTip(self.tr("Previous match (Shift+Return)"))
        self.previous.setAccessibleName(self.tr("Previous match"))
        self.next = QToolButton()
        self.next.setToolTip(self.tr("Next match (Return)"))
        self.next.setAccessibleName(self.tr("Next match"))
        self.close_button = QToolButton()
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.setAccessibleName(self.tr("Close the find bar"))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 12, 4)
        for widget in (self.field, self.previous, self.next, self.count):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        self.close_button.clicked.connect(self.leave)
        controller.report_opened.connect(self._search_again)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take the icons of a theme."""
        self.previous.setIcon(themes.icon("previous", theme))
        self.next.setIcon(themes.icon("next", theme))
        self.close_button.setIcon(themes.icon("reject", theme))

    def open(self, text: str = "") -> None:
        """Show the bar, with a text to find if there is one."""
        self.show()
        self._led = False
        if text:
            self.field.setText(text)
        self.field.setFocus()
        self.field.selectAll()
        self._search()

    def leave(self) -> None:
        """Hide the bar and go back to the report."""
        self.hide()
        self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
        return super().eventFilter(watched, event)

    def _search_again(self) -> None:
        if self.isVisible():
            self._search(show=False)

    def _search(self, _text: str = "", show: bool = True) -> None:
        wanted, session = self.field.text(), self._controller.session
        self._matches = []
        self._at = -1
        if session is not None:
            self._matches.extend(islice(Finder(Query(wanted)).places(session.text), _MOST))
        if self._matches and show:
            self._step(1)
            return
        if self._led and show:
            self.nothing_found.emit()
        self._led = False
        self._tell()

    def _step(self, direction: int) -> None:
        if self._matches:
            self._at = (self._at + direction) % len(self._matches)
            self._led = True
            self.match_chosen.emit(*self._matches[self._at])
        self._tell()

    def _tell(self) -> None:
        if not self.field.text():
            self.count.setText("")
        elif not self._matches:
            self.count.setText(self.tr("Not found"))
        else:
            self.count.setText(self.tr("{at} of {count}").format(at=self._at + 1, count=len(self._matches)))
        for button in (self.previous, self.next):
            button.setEnabled(len(self._matches) > 1)
