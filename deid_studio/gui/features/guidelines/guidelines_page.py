"""GuidelinesPage: all classes with what each holds, to look up beside the report, to search and to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPagedPaintDevice, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
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
from deid_studio.gui.features.guidelines.proposal_bar import ProposalBar
from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import row_button, told_label
from deid_studio.gui.widgets.printing import ask_to_print, pdf_of
from deid_studio.gui.words.wording import class_title, folded, language, what_happened, what_to_do
from deid_studio.model.guidelines import Guidelines
from deid_studio.model.guidelines_markdown import class_markdown, guidelines_markdown
from deid_studio.review.figures.differences import Difference

_NAME = Qt.ItemDataRole.UserRole
_FOUND_BY = _NAME + 1
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_MARGIN = 14
_FEATURES = QTextDocument.MarkdownFeature.MarkdownNoHTML


class GuidelinesPage(QDialog):
    """It stands beside the window. What is to be changed is asked for by signals; `fill` shows it then."""

    change_wanted = Signal(str)  # a class
    reset_wanted = Signal(str)
    undo_wanted = Signal()
    line_answered = Signal(object, bool)  # a Difference, and whether its line is to be added

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setWindowTitle(self.tr("Annotation guidelines"))
        self._theme = theme
        self._guidelines: Guidelines | None = None
        self._in_folder = False
        self._proposed: dict[str, Difference] = {}  # the first one of each class
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in the guidelines"))
        self.field.setAccessibleName(self.tr("Find in the guidelines"))
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Classes"))
        self.list.setIconSize(CHIP)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.none = QLabel(self.tr("Nothing matches"))
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none.hide()
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("What the class holds"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(_MARGIN)
        self.told = told_label()
        self.told.hide()
        left = QWidget()
        narrow = QVBoxLayout(left)
        narrow.setContentsMargins(0, 0, 0, 0)
        for widget in (self.field, self.list, self.none):
            narrow.addWidget(widget)
        split = QSplitter()
        split.addWidget(left)
        self.proposal = ProposalBar()
        self.proposal.answered.connect(self.line_answered)
        right = QWidget()
        wide = QVBoxLayout(right)
        wide.setContentsMargins(0, 0, 0, 0)
        wide.addWidget(self.text, 1)
        wide.addWidget(self.proposal)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([300, 580])
        split.setChildrenCollapsible(False)
        row = QHBoxLayout()
        self.change = row_button(row, self.tr("&Change…"), lambda: self.change_wanted.emit(self.chosen))
        self.reset = row_button(row, self.tr("As it ca&me"), lambda: self.reset_wanted.emit(self.chosen))
        self.reset.setToolTip(self.tr("Show the text that comes with the program again"))
        self.undo = row_button(row, self.tr("&Undo"), self.undo_wanted.emit)
        row.addStretch(1)
        self.pdf = row_button(row, self.tr("Save as PD&F…"), self._choose_file)
        self.print = row_button(row, self.tr("&Print…"), self._print)
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
        self.resize(QSize(900, 620).boundedTo(self.screen().availableGeometry().size() * 0.9))
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self.list.currentItemChanged.connect(self._show)
        self.field.setFocus()

    @property
    def chosen(self) -> str:
        """The name of the class that is shown; empty where none matches."""
        item = self.list.currentItem()
        return "" if item is None or item.isHidden() else item.data(_NAME)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self._paint()

    def fill(self, guidelines: Guidelines, in_folder: bool, can_undo: bool) -> None:
        """Show these guidelines, which can be changed in a folder; the class that is shown stays if it is there."""
        chosen = self.chosen
        self._guidelines, self._in_folder = guidelines, in_folder
        self.undo.setEnabled(can_undo)
        self.list.clear()
        for one in guidelines.tagset:
            item = QListWidgetItem()
            item.setData(_NAME, one.name)
            text = class_markdown(one, guidelines, language()).replace("\\", "")  # of signs that are but signs
            item.setData(_FOUND_BY, folded(f"{one.name} {text}"))
            item.setToolTip(one.name)
            self.list.addItem(item)
        self._mark()
        self._paint()
        self.choose(chosen or guidelines.tagset.classes[0].name)
        self._narrow(self.field.text())

    def propose(self, differences: Sequence[Difference]) -> None:
        """Show the lines that are proposed, at their classes, of each class the first."""
        self._proposed = {one.sort.phi_class: one for one in reversed(differences)}
        self._mark()
        self._show()

    def _mark(self) -> None:
        for item in map(self.list.item, range(self.list.count())):
            title = class_title(self._guidelines.tagset, item.data(_NAME)) if self._guidelines is not None else ""
            item.setText(f"{title}  ✎" if item.data(_NAME) in self._proposed else title)

    def _paint(self) -> None:
        if self._guidelines is None:
            return
        tagset = self._guidelines.tagset
        for row, one in enumerate(tagset):
            self.list.item(row).setIcon(QIcon(class_chip(self._theme, tagset, one)))

    def choose(self, name: str) -> None:
        """Show a class, whatever is looked for."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_NAME) == name:
                if self.list.item(row).isHidden():
                    self.field.clear()
                self.list.setCurrentRow(row)

    def tell(self, words: str) -> None:
        """Say what became of what was asked for."""
        self.told.setText(words)
        self.told.setVisible(bool(words))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The keys that walk through the list do so while something is typed.
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _narrow(self, text: str) -> None:
        wanted = folded(text).split()
        rows = range(self.list.count())
        fitting = [row for row in rows if all(word in self.list.item(row).data(_FOUND_BY) for word in wanted)]
        for row in rows:
            self.list.item(row).setHidden(row not in fitting)
        if fitting and self.list.currentRow() not in fitting:
            self.list.setCurrentRow(fitting[0])
        self.list.setHidden(not fitting)
        self.none.setHidden(bool(fitting))
        self._show()

    def _show(self) -> None:
        guidelines, name = self._guidelines, self.chosen
        self.change.setEnabled(bool(name) and self._in_folder)
        self.reset.setEnabled(self.change.isEnabled() and guidelines is not None and name in guidelines.own)
        if guidelines is None or not name:
            self.text.clear()
            self.proposal.hide()
            return
        self.proposal.propose(self._proposed.get(name), guidelines.tagset, self._in_folder)
        document = self.text.document()
        document.setMarkdown(class_markdown(guidelines.tagset[name], guidelines, language()), _FEATURES)
        self.text.verticalScrollBar().setValue(0)

    # --- printing --------------------------------------------------------------------------------------------

    def _document(self) -> QTextDocument:
        document = QTextDocument()
        if self._guidelines is not None:
            document.setMarkdown(guidelines_markdown(self._guidelines, language()), _FEATURES)
        return document

    def _print(self) -> None:
        ask_to_print(self.windowTitle(), self.print_to, self)

    def print_to(self, printer: QPagedPaintDevice) -> None:
        """Print all classes."""
        self._document().print_(printer)

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Save as PDF"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.setNameFilter("PDF (*.pdf)")
        dialog.fileSelected.connect(lambda name: self.save_pdf(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_pdf(self, path: Path) -> None:
        """Write all classes as a PDF, and tell whether that was possible."""
        try:
            write_file(path, pdf_of(self._document(), self.windowTitle()))
        except DeidError as error:
            self.tell(f"{what_happened(error)} {what_to_do(error)}")
        else:
            self.tell(self.tr("Saved as {name}.").format(name=path))
