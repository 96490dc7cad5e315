"""ManualWindow: the pages of the manual beside each other, to read, to search and to print."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QKeySequence, QPagedPaintDevice, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.manual.manual_pages import ManualPage
from deid_studio.gui.features.manual.manual_text import ManualText
from deid_studio.gui.widgets.parts import row_button, told_label
from deid_studio.gui.widgets.printing import ask_to_print
from deid_studio.gui.words.wording import folded

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ManualWindow(QDialog):
    """It stands beside the window, and closing it forgets nothing but where one was."""

    def __init__(self, pages: tuple[ManualPage, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setWindowTitle(self.tr("Manual"))
        self._pages = pages
        self._been: list[tuple[int, int]] = []  # page and place, each left by a link
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in the manual"))
        self.field.setAccessibleName(self.tr("Find in the manual"))
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for page in pages:
            item = QListWidgetItem(page.title)
            item.setToolTip(page.title)
            self.list.addItem(item)
        self.none = told_label(self.tr("Nothing matches"))
        self.none.hide()
        self.text = ManualText()
        self.text.setAccessibleName(self.tr("The page"))
        left = QWidget()
        narrow = QVBoxLayout(left)
        narrow.setContentsMargins(0, 0, 0, 0)
        narrow.addWidget(self.field)
        narrow.addWidget(self.list, 1)
        narrow.addWidget(self.none)
        narrow.addStretch(0)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([260, 700])
        split.setChildrenCollapsible(False)
        row = QHBoxLayout()
        self.back = row_button(row, self.tr("&Back"), self._go_back)
        self.back.setEnabled(False)
        row.addStretch(1)
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
        column.addLayout(row)
        self.resize(QSize(1000, 720).boundedTo(self.screen().availableGeometry().size() * 0.9))
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self.list.currentRowChanged.connect(self._show)
        self.text.anchorClicked.connect(self._follow)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Back), self, self._go_back)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.field.setFocus)
        self.text.setFocus()

    @property
    def page(self) -> ManualPage:
        """The page that is shown."""
        return self._pages[self.list.currentRow()]

    def open_at(self, name: str, heading: int = 0) -> None:
        """Show a page, at the heading of this number; 0 is its title."""
        self.field.clear()
        self.list.setCurrentRow(next(row for row, page in enumerate(self._pages) if page.name == name))
        if heading:
            self.text.go_to(self.page.anchors[heading])
        else:
            self.text.verticalScrollBar().setValue(0)

    def repaint_page(self) -> None:
        """Take the colours of another theme."""
        place = self.text.verticalScrollBar().value()
        self._show()
        self.text.verticalScrollBar().setValue(place)

    def print_to(self, printer: QPagedPaintDevice) -> None:
        """Print the page that is shown."""
        document = QTextDocument()
        document.setMarkdown(self.page.text)
        document.print_(printer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The keys that walk through the list do so while something is typed.
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        if self.list.currentRow() >= 0:
            self.text.show_page(self.page)
            self.text.mark(self.field.text().split())

    def _narrow(self, typed: str) -> None:
        wanted = folded(typed).split()
        fitting = [row for row, page in enumerate(self._pages) if all(word in folded(page.text) for word in wanted)]
        for row in range(len(self._pages)):
            self.list.item(row).setHidden(row not in fitting)
        self.list.setHidden(not fitting)
        self.none.setHidden(bool(fitting))
        if fitting and self.list.currentRow() not in fitting:
            self.list.setCurrentRow(fitting[0])
        else:
            self.text.mark(typed.split())

    def _follow(self, link: QUrl) -> None:
        self._been.append((self.list.currentRow(), self.text.verticalScrollBar().value()))
        self.back.setEnabled(True)
        if link.fileName():
            self.open_at(link.fileName().removesuffix(".md"))
        if link.hasFragment():
            self.text.go_to(link.fragment())

    def _go_back(self) -> None:
        if self._been:
            row, place = self._been.pop()
            self.back.setEnabled(bool(self._been))
            self.list.setCurrentRow(row)
            self.text.verticalScrollBar().setValue(place)
