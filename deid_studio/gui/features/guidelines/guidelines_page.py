"""GuidelinesPage: all classes with what each holds, to look up beside the report, to search and to print."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from deid_studio.gui.features.guidelines.proposal_bar import ProposalBar
from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.lookup_window import LookupWindow
from deid_studio.gui.widgets.parts import row_button
from deid_studio.gui.words.wording import class_title, language
from deid_studio.model.guidelines import Guidelines
from deid_studio.model.guidelines_markdown import class_markdown, guidelines_markdown
from deid_studio.review.figures.differences import Difference

_MARGIN = 14
_FEATURES = QTextDocument.MarkdownFeature.MarkdownNoHTML


class GuidelinesPage(LookupWindow):
    """What is to be changed is asked for by signals; `fill` shows it then."""

    change_wanted = Signal(str)  # a class
    reset_wanted = Signal(str)
    undo_wanted = Signal()
    line_answered = Signal(object, bool)  # a Difference, and whether its line is to be added

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(self.tr("Annotation guidelines"), self.tr("Find in the guidelines"), QTextBrowser(), parent)
        self._theme = theme
        self._guidelines: Guidelines | None = None
        self._in_folder = False
        self._proposed: dict[str, Difference] = {}  # the first one of each class
        self.list.setAccessibleName(self.tr("Classes"))
        self.list.setIconSize(CHIP)
        self.text.setAccessibleName(self.tr("What the class holds"))
        self.text.document().setDocumentMargin(_MARGIN)
        self.proposal = ProposalBar()
        self.proposal.answered.connect(self.line_answered)
        self.right.addWidget(self.proposal)
        row = self.own_buttons
        self.change = row_button(row, self.tr("&Change…"), lambda: self.change_wanted.emit(self.chosen))
        self.reset = row_button(row, self.tr("As it ca&me"), lambda: self.reset_wanted.emit(self.chosen))
        self.reset.setToolTip(self.tr("Show the text that comes with the program again"))
        self.undo = row_button(row, self.tr("&Undo"), self.undo_wanted.emit)
        self.list.currentItemChanged.connect(self._show)
        self.narrowed.connect(self._show)
        self.field.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self._paint()

    def fill(self, guidelines: Guidelines, in_folder: bool, can_undo: bool) -> None:
        """Show these guidelines, which can be changed in a folder; the class that is shown stays if it is there."""
        self.undo.setEnabled(can_undo)
        if guidelines is self._guidelines and in_folder == self._in_folder:
            return
        chosen = self.chosen
        self._guidelines, self._in_folder = guidelines, in_folder
        self.list.clear()
        for one in guidelines.tagset:
            text = class_markdown(one, guidelines, language()).replace("\\", "")  # of signs that are but signs
            self.add(one.name, "", f"{one.name} {text}").setToolTip(one.name)
        self._mark()
        self._paint()
        self.choose(chosen or guidelines.tagset.classes[0].name)
        self.narrow()

    def propose(self, differences: Sequence[Difference]) -> None:
        """Show the lines that are proposed, at their classes, of each class the first."""
        self._proposed = {one.sort.phi_class: one for one in reversed(differences)}
        self._mark()
        self._show()

    def document(self) -> QTextDocument:
        document = QTextDocument()
        if self._guidelines is not None:
            document.setMarkdown(guidelines_markdown(self._guidelines, language()), _FEATURES)
        return document

    def _mark(self) -> None:
        for name, item in self.entries:
            title = class_title(self._guidelines.tagset, name) if self._guidelines is not None else ""
            item.setText(f"{title}  ✎" if name in self._proposed else title)

    def _paint(self) -> None:
        if self._guidelines is None:
            return
        tagset = self._guidelines.tagset
        for name, item in self.entries:
            item.setIcon(QIcon(class_chip(self._theme, tagset, tagset[name])))

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
