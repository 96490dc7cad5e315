"""ManualWindow: the pages of the manual beside each other, to read, to search and to print."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import QWidget

from deid_studio.gui.features.manual.manual_document import paper_document
from deid_studio.gui.features.manual.manual_pages import ManualPage
from deid_studio.gui.features.manual.manual_text import ManualText
from deid_studio.gui.widgets.lookup_window import LookupWindow
from deid_studio.gui.widgets.parts import row_button


class ManualWindow(LookupWindow):
    """Closing it forgets nothing but where one was."""

    text: ManualText

    def __init__(self, pages: tuple[ManualPage, ...], parent: QWidget) -> None:
        super().__init__(self.tr("Manual"), self.tr("Find in the manual"), ManualText(), parent)
        self._pages = pages
        self._been: list[tuple[int, int]] = []  # page and place, each left by a link
        self.list.setAccessibleName(self.tr("Pages"))
        for page in pages:
            self.add(page.name, page.title, page.text).setToolTip(page.title)
        self.text.setAccessibleName(self.tr("The page"))
        self.back = row_button(self.own_buttons, self.tr("&Back"), self._go_back)
        self.back.setEnabled(False)
        self.list.currentRowChanged.connect(self._show)
        self.narrowed.connect(lambda typed: self.text.mark(typed.split()))
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
        self.choose(name)
        if heading:
            self.text.go_to(self.page.anchors[heading])
        else:
            self.text.verticalScrollBar().setValue(0)

    def repaint_page(self) -> None:
        """Take the colours of another theme."""
        place = self.text.verticalScrollBar().value()
        self._show()
        self.text.verticalScrollBar().setValue(place)

    def document(self) -> QTextDocument:
        return paper_document(self.page)

    def _show(self) -> None:
        if self.list.currentRow() >= 0:
            self.text.show_page(self.page)
            self.text.mark(self.field.text().split())

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
