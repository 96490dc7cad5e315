"""LookupWindow: entries to search beside what each of them tells, on the screen, on paper and as a PDF."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPagedPaintDevice, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.widgets.parts import framed, row_button, told_label
from deid_studio.gui.widgets.printing import ask_for_pdf, ask_to_print, pdf_of
from deid_studio.gui.words.wording import folded, what_happened, what_to_do

_NAME = Qt.ItemDataRole.UserRole
_FOUND_BY = _NAME + 1
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LIST_WIDTH = 280


class LookupWindow(QDialog):
    """It stands beside the window. Those made of it `add` entries, show the chosen one, and tell what is on paper."""

    narrowed = Signal(str)  # what is looked for; the entries that do not have all its words are hidden

    def __init__(self, title: str, finding: str, text: QTextBrowser, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setWindowTitle(title)
        self.field = QLineEdit()
        self.field.setPlaceholderText(finding)
        self.field.setAccessibleName(finding)
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.none = told_label(self.tr("Nothing matches"))
        self.none.hide()
        self.text = framed(text)
        self.text.setOpenLinks(False)
        self.told = told_label()
        self.told.hide()
        split = QSplitter()
        left = _column(split, self.field, self.list, self.none)
        left.setStretchFactor(self.list, 1)
        left.addStretch(0)
        self.right = _column(split, self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([_LIST_WIDTH, 1000 - _LIST_WIDTH])
        split.setChildrenCollapsible(False)
        self.own_buttons = QHBoxLayout()
        row = QHBoxLayout()
        row.addLayout(self.own_buttons)
        row.addStretch(1)
        self.pdf = row_button(row, self.tr("Save as PD&F…"), lambda: ask_for_pdf(self.save_pdf, self))
        self.print = row_button(row, self.tr("&Print…"), lambda: ask_to_print(self.windowTitle(), self.print_to, self))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))
        close.setAutoDefault(False)  # Return in the field is no wish to leave
        buttons.rejected.connect(self.reject)
        row.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(split, 1)
        column.addWidget(self.told)
        column.addLayout(row)
        self.resize(QSize(1000, 720).boundedTo(self.screen().availableGeometry().size() * 0.9))
        self.field.textChanged.connect(self.narrow)
        self.field.installEventFilter(self)

    def document(self) -> QTextDocument:
        """What is put on paper."""
        raise NotImplementedError

    # --- entries ---------------------------------------------------------------------------------------------

    def add(self, name: str, title: str, words: str) -> QListWidgetItem:
        """Add an entry, which is found by its words."""
        item = QListWidgetItem(title)
        item.setData(_NAME, name)
        item.setData(_FOUND_BY, folded(words))
        self.list.addItem(item)
        return item

    @property
    def entries(self) -> list[tuple[str, QListWidgetItem]]:
        """All entries, each with its name."""
        items = map(self.list.item, range(self.list.count()))
        return [(item.data(_NAME), item) for item in items]

    @property
    def chosen(self) -> str:
        """The name of the entry that is shown; empty where none matches."""
        item = self.list.currentItem()
        return "" if item is None or item.isHidden() else item.data(_NAME)

    def choose(self, name: str) -> None:
        """Show an entry, whatever is looked for."""
        for one, item in self.entries:
            if one == name:
                if item.isHidden():
                    self.field.clear()
                self.list.setCurrentItem(item)

    def narrow(self) -> None:
        """Hide the entries that do not have all words that are looked for."""
        wanted = folded(self.field.text()).split()
        fitting = []
        for _, item in self.entries:
            item.setHidden(not all(word in item.data(_FOUND_BY) for word in wanted))
            if not item.isHidden():
                fitting.append(item)
        if fitting and self.list.currentItem() not in fitting:
            self.list.setCurrentItem(fitting[0])
        self.list.setHidden(not fitting)
        self.none.setHidden(bool(fitting))
        self.narrowed.emit(self.field.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The keys that walk through the list do so while something is typed.
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    # --- paper -----------------------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """Say what became of what was asked for."""
        self.told.setText(words)
        self.told.setVisible(bool(words))

    def print_to(self, printer: QPagedPaintDevice) -> None:
        """Print it."""
        self.document().print_(printer)

    def save_pdf(self, path: Path) -> None:
        """Write it as a PDF, and tell whether that was possible."""
        try:
            write_file(path, pdf_of(self.document(), self.windowTitle()))
        except DeidError as error:
            self.tell(f"{what_happened(error)} {what_to_do(error)}")
        else:
            self.tell(self.tr("Saved as {name}.").format(name=path))


def _column(split: QSplitter, *widgets: QWidget) -> QVBoxLayout:
    """A new part of a splitter, with these below each other and no margin."""
    column = QVBoxLayout(QWidget(split))
    column.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        column.addWidget(widget)
    return column
