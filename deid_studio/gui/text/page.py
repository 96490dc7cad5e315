"""Page: a report's text as a document that is only looked at, and what of it is shown where."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QTextDocument, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.page_layout import PageLayout
from deid_studio.gui.text.token_steps import Edges
from deid_studio.model.offsets import OffsetMap

BREAK_AFTER = 4000  # code points; a paragraph of a whole report would be shaped and searched as one at every paint


class Page:
    """A text, its tokens and its document in a widget; every position of the widget goes through `offsets`.

    `edges` are those of the text, `filled_edges` those of the text with what is inserted (`OffsetMap.filled`).
    """

    def __init__(self, edit: QPlainTextEdit) -> None:
        self._edit = edit
        self.text = ""
        self.edges: Edges = lambda offset, direction: 0
        self.filled_edges: Edges = self.edges
        self.offsets = OffsetMap("")
        self.document = QTextDocument(edit)
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(20)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document.setDefaultTextOption(option)
        self.layout = PageLayout(self.document)
        self.document.setDocumentLayout(self.layout)
        edit.setDocument(self.document)

    @property
    def filled(self) -> str:
        """The text with what is inserted, which is what a person walks through."""
        return self.offsets.filled

    def show(self, text: str, edges: Edges) -> None:
        """Show another text from its start; for `edges` see `token_steps.Edges`."""
        self.text, self.edges, self.filled_edges = text, edges, edges
        self.offsets = OffsetMap(text, BREAK_AFTER)
        self.layout.lines_of_blocks = ()
        with QSignalBlocker(self._edit):  # until the new text is there, the old cursor is nowhere
            self._edit.setPlainText(self.offsets.shown)
        self.layout.lines_of_blocks = self.offsets.lines_of_paragraphs()
