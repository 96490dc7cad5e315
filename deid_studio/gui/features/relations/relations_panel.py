"""RelationsPanel: what is said of the current mention, and the buttons to add to it, change it and take it out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.relations.statement_rows import Row
from deid_studio.gui.shell.key_table import KeyTable

_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_GOING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RelationsPanel(QWidget):
    """A list; Return or a double click goes to the other mention, Delete removes, F2 changes a value."""

    add_wanted = Signal()
    going = Signal(object)  # Row
    removing = Signal(object)  # Row
    changing = Signal(object)  # Row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self.about = QLabel()
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels([self.tr("What"), self.tr("With or of")])
        self.list.setAccessibleName(self.tr("Relations, events and attributes of the mention"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.add = QPushButton(self.tr("Add…"))
        self.go = QPushButton(self.tr("Go there"))
        self.change = QPushButton(self.tr("Change…"))
        self.remove = QPushButton(self.tr("Remove"))
        buttons = QHBoxLayout()
        for button in (self.add, self.go, self.change, self.remove):
            buttons.addWidget(button)
            button.setMinimumWidth(40)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.about)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        self.list.installEventFilter(self)
        self.list.itemDoubleClicked.connect(lambda: self._tell(self.going))
        self.list.currentItemChanged.connect(self._fit_buttons)
        self.add.clicked.connect(self.add_wanted)
        for button, signal in ((self.go, self.going), (self.change, self.changing), (self.remove, self.removing)):
            button.clicked.connect(lambda _=False, one=signal: self._tell(one))

    def set_keys(self, table: KeyTable) -> None:
        """Say the keys that do the same."""
        self.add.setToolTip(table.with_hint(self.tr("Add a relation or attribute of the current mention"), "relate"))
        self.go.setToolTip(table.with_hint(self.tr("Go to the other mention"), "next_related"))

    def show_rows(self, about: str, rows: Sequence[Row], possible: bool) -> None:
        """Show what is said, under a line that says of what; `possible` tells whether anything can be added."""
        at = self.list.currentIndex().row()
        self.about.setText(about)
        self.add.setEnabled(possible)
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self.list.clear()
            for row in rows:
                item = QTreeWidgetItem(self.list, [row.what, row.other])
                item.setToolTip(0, row.what)
                item.setToolTip(1, row.other)
            self.list.setCurrentIndex(self.list.model().index(min(max(at, 0), len(rows) - 1), 0))
        self._fit_buttons()

    @property
    def row(self) -> Row | None:
        """The row that is chosen."""
        at = self.list.currentIndex().row()
        return self._rows[at] if 0 <= at < len(self._rows) else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            wanted = {**dict.fromkeys(_REMOVING, self.removing), **dict.fromkeys(_GOING, self.going)}
            signal = wanted.get(Qt.Key(event.key()), self.changing if event.key() == Qt.Key.Key_F2 else None)
            if signal is not None:
                self._tell(signal)
                return True
        return super().eventFilter(watched, event)

    def _tell(self, signal: object) -> None:
        if self.row is not None:
            signal.emit(self.row)  # type: ignore[attr-defined]

    def _fit_buttons(self) -> None:
        row = self.row
        self.go.setEnabled(row is not None and row.mention_id is not None)
        self.change.setEnabled(row is not None and row.can_be_changed)
        self.remove.setEnabled(row is not None)
