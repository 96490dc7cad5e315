"""RuleDialog: which rule is turned off, where, and what that changes in the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.features.rules.changes_model import CLASS, FATE, REPORT, ROW, TEXT, ChangesModel
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.context_delegate import ContextDelegate
from deid_studio.gui.words.wording import time_left, what_happened, what_to_do
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding.rule_preview import Fate, ReportChanges, totals

_NAME_WIDTH, _CLASS_WIDTH = 180, 120


class _Table(QTableView):
    """A table whose rows are opened by Return, which does not reach the dialog's button."""

    opened = Signal(object)  # Row

    def __init__(self) -> None:
        super().__init__()
        self.doubleClicked.connect(self._open)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            event.accept()
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(ROW))


class _Name(QStyledItemDelegate):
    """Cuts names in the middle: reports of one folder often begin alike."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class RuleDialog(QDialog):
    """Stays beside the window, so that reports can be looked at meanwhile; nothing is turned off before a yes.

    `rules` are what can be turned off, in words, by their ids.
    """

    rule_changed = Signal(str)
    stop_wanted = Signal()
    place_wanted = Signal(str, object)  # name of a report, Span
    confirmed = Signal(str, bool)  # id of the rule, in every folder

    def __init__(self, rules: Mapping[str, str], first: str, tagset: TagSet, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Turn off a rule"))
        self._fates: Counter[Fate] = Counter()
        self._reports = 0
        self._done = self._total = 0
        self.rules = QComboBox()
        self.rules.setAccessibleName(self.tr("What is turned off"))
        for rule, words in rules.items():
            self.rules.addItem(f"{words[:1].upper()}{words[1:]}", rule)
        self.rules.setCurrentIndex(max(self.rules.findData(first), 0))
        font = self.rules.font()
        font.setBold(True)
        self.rules.setFont(font)
        self.only = QLabel(self.rules.currentText())
        self.only.setTextFormat(Qt.TextFormat.PlainText)
        self.only.setWordWrap(True)
        self.only.setFont(font)
        self.rules.setVisible(len(rules) > 1)
        self.only.setVisible(len(rules) == 1)
        self.here = QRadioButton(self.tr("In &this folder only"))
        self.everywhere = QRadioButton(self.tr("In &every folder"))
        self.here.setChecked(True)
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.model = ChangesModel(tagset, self)
        self.table = _Table()
        self.table.setModel(self.model)
        self._context = ContextDelegate(theme, self.table, ROW)
        self.table.setItemDelegateForColumn(TEXT, self._context)
        self.table.setItemDelegateForColumn(REPORT, _Name(self.table))
        self.table.setAccessibleName(self.tr("What changes"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        columns = self.table.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (TEXT, FATE):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in ((REPORT, _NAME_WIDTH), (CLASS, _CLASS_WIDTH)):
            self.table.setColumnWidth(column, width)
        self.hint = QLabel(self.tr("A double click, or Return, opens a report at that place."))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(8)
        self.progress.setAccessibleName(self.tr("Progress of the preview"))
        self.left = QLabel()
        self.stop = QPushButton(self.tr("&Stop looking"))
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.stop_wanted)
        self.kept = QLabel(
            self.tr("What has been decided stays as it is, and reports that are signed off are left alone.")
        )
        self.kept.setWordWrap(True)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.buttons.button(standard.Ok).setText(self.tr("Turn &off"))
        self.buttons.button(standard.Ok).setDefault(True)
        self.buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self._confirm)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.table.opened.connect(lambda row: self.place_wanted.emit(row.report, row.span))
        self.rules.currentIndexChanged.connect(lambda _: self.rule_changed.emit(self.rule))
        self.begin()
        self.here.setFocus()

    def _lay_out(self) -> None:
        scope = QHBoxLayout()
        scope.setSpacing(18)
        scope.addWidget(self.here)
        scope.addWidget(self.everywhere)
        scope.addStretch(1)
        work = QHBoxLayout()
        work.setSpacing(10)
        work.addWidget(self.progress, 1)
        work.addWidget(self.left)
        work.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        for widget in (self.rules, self.only):
            column.addWidget(widget)
        column.addLayout(scope)
        column.addWidget(self.summary)
        column.addWidget(self.table, 1)
        column.addLayout(work)
        column.addWidget(self.hint)
        column.addWidget(self.kept)
        column.addWidget(self.buttons)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(1040, 560)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._context.theme = theme
        self.table.viewport().update()

    @property
    def rule(self) -> str:
        """The id of the rule that is chosen."""
        return str(self.rules.currentData())

    @property
    def looking(self) -> bool:
        """Whether reports are still being looked at."""
        return self.stop.isVisibleTo(self)

    def begin(self) -> None:
        """Nothing is known yet of what changes."""
        self.model.clear()
        self._fates, self._reports = Counter(), 0
        self._done = self._total = 0
        self.progress.setRange(0, 0)
        self.left.setText(self.tr("Loading the detector…"))
        for widget in (self.progress, self.left, self.stop):
            widget.show()
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(False)
        self._summarise()

    def show_progress(self, step: int, total: int, seconds: float | None) -> None:
        """Tell how many reports have been looked at, of how many, and how long the rest takes if that is known."""
        if not total:
            return
        self._done, self._total = step, total
        self.progress.setRange(0, total)
        self.progress.setValue(step)
        words = self.tr("{done} of {total} reports").format(done=step, total=total)
        rest = time_left(seconds)
        self.left.setText(f"{words} · {rest}" if rest else words)

    def add(self, report: ReportChanges) -> None:
        """Show the changes of one more report."""
        found = totals([report])
        self._fates += found.fates
        self._reports += found.reports
        first = not self.model.rows
        self.model.add(report)
        if first and self.model.rows:
            self.table.selectRow(0)
        self._summarise()

    def end(self, unread: int = 0, error: DeidError | None = None) -> None:
        """All reports have been looked at, but for so many that could not be read; or it could not be done."""
        for widget in (self.progress, self.left, self.stop):
            widget.hide()
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(True)
        self._summarise()
        told = [self.summary.text()] if error is None else [what_happened(error), what_to_do(error)]
        if self._done < self._total and error is None:
            told.append(self.tr("Only {done} of {total} reports were looked at.").format(
                done=self._done, total=self._total
            ))  # fmt: skip
        if unread:
            told.append(self.tr("%n reports could not be read.", "", unread))
        self.summary.setText(" ".join(told))

    def _summarise(self) -> None:
        fates = self._fates
        going = fates[Fate.GOES] + fates[Fate.CHANGES] + fates[Fate.COMES]
        told = []
        if going:
            counts = (
                self.tr("%n suggestions go", "", fates[Fate.GOES]),
                self.tr("%n change", "", fates[Fate.CHANGES]),
                self.tr("%n come instead", "", fates[Fate.COMES]),
            )
            where = self.tr("in %n reports", "", self._reports)
            words = ", ".join((*counts, where))
            told.append(f"{words[:1].upper()}{words[1:]}.")
        elif self.looking:
            told.append(self.tr("Looking what it changes in this folder…"))
        else:
            told.append(self.tr("It changes no suggestion in this folder."))
        if fates[Fate.STAYS]:
            told.append(self.tr("%n stay: they are found in another way too.", "", fates[Fate.STAYS]))
        if fates[Fate.DECIDED]:
            told.append(self.tr("%n are decided, and stay.", "", fates[Fate.DECIDED]))
        self.summary.setText(" ".join(told))
        self.hint.setVisible(bool(self.model.rows))

    def _confirm(self) -> None:
        self.confirmed.emit(self.rule, self.everywhere.isChecked())
        self.accept()
