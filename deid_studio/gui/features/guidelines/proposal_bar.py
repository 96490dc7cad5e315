"""ProposalBar: a line that would settle what people decide otherwise again and again, to be added or not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language
from deid_studio.model.guidelines_markdown import part_title
from deid_studio.model.tagset import TagSet
from deid_studio.review.figures.differences import Difference
from deid_studio.review.figures.proposed_lines import part_of, proposed_line


class ProposalBar(QFrame):
    """`answered` gives the difference, and whether its line is to be added."""

    answered = Signal(object, bool)  # Difference

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._shown: Difference | None = None
        self.line = told_label()
        font = self.line.font()
        font.setBold(True)
        self.line.setFont(font)
        self.why = told_label()
        self.add = QPushButton(self.tr("&Add the line"))
        self.refuse = QPushButton(self.tr("&Not this line"))
        row = QHBoxLayout()
        row.addStretch(1)
        for button, taken in ((self.refuse, False), (self.add, True)):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, one=taken: self.answered.emit(self._shown, one))
            row.addWidget(button)
        column = QVBoxLayout(self)
        for widget in (self.why, self.line):
            column.addWidget(widget)
        column.addLayout(row)
        self.hide()

    def propose(self, difference: Difference | None, tagset: TagSet, possible: bool) -> None:
        """Show a difference with its line, which it is `possible` to add or not; None shows none."""
        self._shown = difference
        self.setVisible(difference is not None)
        if difference is None:
            return
        words = self.tr("Decided otherwise {count} of {of} times, in {reports} reports.").format(
            count=difference.count, of=difference.of, reports=difference.reports
        )
        if difference.against_readers:
            by_readers = self.tr("Against another reader: {count}.").format(count=difference.against_readers)
            words = f"{words} {by_readers}"
        part = self.tr("A line is proposed for “{part}”:").format(part=part_title(part_of(difference.sort), language()))
        self.why.setText(f"{words} {part}")
        self.line.setText(proposed_line(difference.sort, tagset)[language()])
        self.line.setAccessibleName(f"{self.why.text()} {self.line.text()}")
        for button in (self.add, self.refuse):
            button.setEnabled(possible)
