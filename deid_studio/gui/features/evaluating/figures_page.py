"""FiguresPage: agreement of a corpus's annotators and what pulls them, in figures with their intervals."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from deid_studio.corpora import agreement_tables, bias_tables
from deid_studio.corpora.corpus_figures import CorpusFigures, FiguresRequest, corpus_figures
from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language, time_left, what_happened, what_to_do

_TOPIC = "corpus_figures"


class FiguresPage(QWidget):
    """It counts when it is shown first. The tables are text: to be read by everybody, chosen and copied."""

    def __init__(self, controller: ReviewController, request: FiguresRequest) -> None:
        super().__init__()
        self._controller = controller
        self._request = request
        self._begun = False
        self.told = told_label()
        self.tables = QPlainTextEdit()
        self.tables.setReadOnly(True)
        self.tables.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.tables.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.tables.setAccessibleName(self.tr("Agreement and bias"))
        column = QVBoxLayout(self)
        column.addWidget(self.told)
        column.addWidget(self.tables, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._begun:
            self._begun = True
            self._controller.jobs.run(
                _TOPIC,
                corpus_figures,
                self._request,
                done=self._take,
                failed=self._failed,
                progress=lambda *_: self.told.setText(time_left(self._controller.jobs.seconds_left(_TOPIC))),
            )

    def stop(self) -> None:
        """Give up counting."""
        self._controller.jobs.cancel(_TOPIC)

    def _take(self, found: CorpusFigures) -> None:
        if self._request.only:
            whose = self.tr("Of what you have signed; nobody sees this but you and who leads the corpus.")
        else:
            whose = self.tr("Of what the annotators have signed. Each of them sees the own figures alone.")
        self.told.setText(whose)
        said = language()
        agreed = agreement_tables.to_text(found.agreement, found.drifts, said)
        self.tables.setPlainText(f"{agreed}\n{bias_tables.to_text(found.bias, said)}")

    def _failed(self, error: DeidError) -> None:
        self._begun = False  # it is tried again when the page is shown again
        self.told.setText(f"{what_happened(error)} {what_to_do(error)}")
