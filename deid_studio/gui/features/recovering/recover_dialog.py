"""RecoverDialog: what is left of each report of a folder whose journal is not whole, and what a person can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.widgets.parts import level_labels
from deid_studio.gui.words.dates import relative_date
from deid_studio.gui.words.wording import language, translate, what_happened, what_to_do
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.recovery.survey import Fate, Plan

_ORDER = (Fate.LOST, Fate.UNKNOWN, Fate.PARTLY, Fate.UNSIGNED, Fate.WHOLE)  # the worst first


class RecoverDialog(QDialog):
    """Asks for a plan by `plan_wanted`, and to carry one out by `recover_wanted` or `anew_wanted`."""

    plan_wanted = Signal(object)  # the Snapshot to go back to, None for all that can be read
    recover_wanted = Signal(object)  # Plan
    anew_wanted = Signal()

    def __init__(self, error: DeidError, findings: Sequence[Finding], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Recover the decisions of this folder"))
        self._plan: Plan | None = None
        self._foreign = any(one.harm is Harm.FOREIGN for one in findings)
        self.told = QLabel(what_happened(error))
        told_of = list(dict.fromkeys(one.text(language()) for one in findings))
        self.findings = QLabel("\n".join(f"• {words[:1].upper()}{words[1:]}." for words in told_of))
        self.findings.setVisible(len(told_of) > 1)  # one alone is in what happened already
        self.summary = QLabel(self.tr("Looking what can be read…"))
        self.lacks = QLabel()
        self.problem = QLabel()
        self.safe = QLabel(
            self.tr(
                "Nothing is deleted: what is there now is put aside in .deid-studio/put-aside. Reports and .ann files"
                " stay where they are."
            )
        )
        for label in (self.told, self.findings, self.summary, self.lacks, self.problem, self.safe):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        for label in (self.lacks, self.problem):
            label.hide()
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderLabels([self.tr("Report"), self.tr("What is left of it")])
        self.list.setAccessibleName(self.tr("Reports, and what is left of each"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        columns = self.list.header()
        columns.setStretchLastSection(True)
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.source = QComboBox()
        self.source.setAccessibleName(self.tr("Recover from"))
        self.source.addItem(self.tr("Everything that can be read"), None)
        self.source.activated.connect(self._ask_for_plan)
        sources = QFormLayout()
        sources.addRow(self.tr("Recover &from:"), self.source)
        self.recover = QPushButton(self.tr("&Use this journal") if self._foreign else self.tr("&Recover"))
        self.recover.clicked.connect(self._recover)
        self.anew = QPushButton(self.tr("Begin &anew…"))
        self.anew.setAutoDefault(False)
        self.anew.clicked.connect(self._ask_whether_anew)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.recover, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.anew, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        for widget in (self.told, self.findings, self.summary):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.lacks)
        column.addLayout(sources)
        column.addWidget(self.safe)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        level_labels(sources)
        self.resize(860, 620)
        self.recover.setDefault(True)
        self._set_busy(True)

    def fill(self, plan: Plan) -> None:
        """Show what a plan leaves of each report."""
        self._plan = plan
        self.list.clear()
        remains = sorted(plan.remains, key=lambda one: (_ORDER.index(one.fate), one.report))
        items = [QTreeWidgetItem([one.report, one.fate.text(language())]) for one in remains]
        for item in items:
            item.setToolTip(1, item.text(1))
        self.list.addTopLevelItems(items)
        self.summary.setText(summary_of(plan))
        lacks = [lack.text(language()) for lack in plan.lacks]
        self.lacks.setText(self.tr("Of the folder cannot be brought back: {what}.").format(what="; ".join(lacks)))
        self.lacks.setVisible(bool(lacks))
        if self.source.count() == 1:
            for snapshot in plan.snapshots:
                when = relative_date(snapshot.at.isoformat())
                self.source.addItem(self.tr("Only the snapshot of {when}").format(when=when), snapshot)
        self.source.setEnabled(self.source.count() > 1)
        self._set_busy(False)

    def fail(self, error: DeidError) -> None:
        """Tell why something was not possible."""
        self.problem.setText(f"{what_happened(error)} {what_to_do(error)}")
        self.problem.show()
        self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        self.recover.setEnabled(not busy and self._plan is not None)
        self.anew.setEnabled(not busy)
        self.source.setEnabled(not busy and self.source.count() > 1)

    def _ask_for_plan(self) -> None:
        self._set_busy(True)
        self.plan_wanted.emit(self.source.currentData())

    def _recover(self) -> None:
        if self._plan is not None:
            self._set_busy(True)
            self.problem.hide()
            self.recover_wanted.emit(self._plan)

    def _ask_whether_anew(self) -> None:
        question = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Begin anew"),
            self.tr("Begin this folder anew, as if nobody had reviewed it?"),
            QMessageBox.StandardButton.NoButton,
            self,
        )
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setInformativeText(
            self.tr(
                "Its reports and .ann files stay. The journal, the sign-offs and the retraining data are put aside in"
                " .deid-studio/put-aside; nothing is deleted."
            )
        )
        yes = question.addButton(self.tr("Begin anew"), QMessageBox.ButtonRole.AcceptRole)
        no = question.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(no)
        question.setEscapeButton(no)
        yes.clicked.connect(self._begin_anew)
        question.open()

    def _begin_anew(self) -> None:
        self._set_busy(True)
        self.anew_wanted.emit()


def summary_of(plan: Plan) -> str:
    """How many reports are left in which state, in the window's language."""
    counts = Counter(one.fate for one in plan.remains)
    again = counts[Fate.UNSIGNED]
    gone = sum(counts[fate] for fate in (Fate.PARTLY, Fate.LOST, Fate.UNKNOWN))
    words = translate("recovery", "Safe: {safe}. To be signed off again: {again}. With decisions lost: {gone}.")
    return words.format(safe=counts[Fate.WHOLE], again=again, gone=gone)
