"""FiguresPage: agreement of a corpus's annotators and what pulls them, in figures with their intervals."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.corpora import agreement_tables, bias_tables
from deid_studio.corpora.corpus_figures import CorpusFigures, FiguresRequest, corpus_figures
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.evaluating.counted_page import CountedPage
from deid_studio.gui.widgets.parts import framed
from deid_studio.gui.words.wording import language


class FiguresPage(CountedPage):
    """The tables are text: to be read by everybody, chosen and copied."""

    def __init__(self, controller: ReviewController, request: FiguresRequest) -> None:
        super().__init__(controller, "corpus_figures", corpus_figures, request)
        self._of_one = bool(request.only)
        self.tables = framed(QPlainTextEdit())
        self.tables.setReadOnly(True)
        self.tables.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.tables.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.tables.setAccessibleName(self.tr("Agreement and bias"))
        self._column.addWidget(self.tables, 1)

    def take(self, found: CorpusFigures) -> None:
        if self._of_one:
            whose = self.tr("Of what you have signed; nobody sees this but you and who leads the corpus.")
        else:
            whose = self.tr("Of what the annotators have signed. Each of them sees the own figures alone.")
        self.told.setText(whose)
        said = language()
        agreed = agreement_tables.to_text(found.agreement, found.drifts, said)
        self.tables.setPlainText(f"{agreed}\n{bias_tables.to_text(found.bias, said)}")
