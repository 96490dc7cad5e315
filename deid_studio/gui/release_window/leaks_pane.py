"""LeaksPane: what the check found, and what to read over, beside the original; it leads to a hit, or allows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.context_delegate import ContextDelegate
from deid_studio.gui.models.search_model import HIT
from deid_studio.gui.release_window.entry_list import EntryList
from deid_studio.gui.release_window.preview import original_stretch
from deid_studio.gui.release_window.words import excuse_words, leak_words, remark_words
from deid_studio.gui.release_window.work import CHECK, GATHER, ReleaseWork
from deid_studio.gui.theme import Theme
from deid_studio.gui.wording import few_words, one_line, short_class_title, time_left, what_happened, what_to_do
from deid_studio.release.leak_check import Excuse, Leak
from deid_studio.release.released import Remark
from deid_studio.review.releasing import Checked

_REPORT, _WHAT, _RELEASED, _ORIGINAL = range(4)
_ROW = Qt.ItemDataRole.UserRole
_AROUND = 40
_LONGEST = 80
_LEAST_HEIGHT = 130  # a heading and some hits
_MOST = 500  # hits in the list; when these are dealt with, the next come


@dataclass(frozen=True, slots=True)
class Context:
    """A stretch of a text with what is around it."""

    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Row:
    """A hit, what to read over, or why a document cannot leave, with its report; else the report's name tells."""

    report: str
    checked: Checked
    leak: Leak | Remark | DeidError | None


class LeaksPane(QWidget):
    """The place of the chosen hit is seen in the preview; Return goes there."""

    place_wanted = Signal(str, object)  # report, Leak or Remark: to be seen
    preview_wanted = Signal()  # the person goes on where it is seen
    review_wanted = Signal(str, int, int)  # report, and the stretch of its original (code points)
    numbers_wanted = Signal()  # the reports should be called by numbers
    anew_wanted = Signal()  # Word documents should be made anew, without their layout
    said = Signal(str)  # what a check has come to

    def __init__(self, work: ReleaseWork, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._said = ""
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(140, 6)
        self.progress.setAccessibleName(self.tr("Progress of the check"))
        self.excused = QCheckBox(self.tr("Show what is no lea&k as well"))
        self.excused.toggled.connect(self._fill)
        self.list = EntryList(self.tr("What the check found"))
        self.list.setColumnCount(4)
        self.list.setHeaderLabels(
            [self.tr("Report"), self.tr("What"), self.tr("As it leaves"), self.tr("Original")]
        )
        self.list.setRootIsDecorated(False)
        self.list.setMinimumHeight(_LEAST_HEIGHT)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._delegate = ContextDelegate(theme, self.list)
        columns = self.list.header()
        for narrow, width in ((_REPORT, 160), (_WHAT, 230)):
            columns.resizeSection(narrow, width)
        for wide in (_RELEASED, _ORIGINAL):
            self.list.setItemDelegateForColumn(wide, self._delegate)
            columns.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(self._current_changed)
        self.list.currentItemChanged.connect(lambda *_: self._go())
        self.list.itemClicked.connect(lambda *_: self._go())
        self.list.entered.connect(self._enter)
        self.open = QPushButton(self.tr("Open in the review &window"))
        self.open.setToolTip(self.tr("There it can be marked; the release takes it up when you come back"))
        self.allow = QPushButton(self.tr("It is no &personal data"))
        self.open.clicked.connect(self._open)
        self.allow.clicked.connect(self._allow)
        for button in (self.open, self.allow):
            button.setAutoDefault(False)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.told, 1)
        top.addWidget(self.progress)
        top.addWidget(self.excused)
        self.buttons = QWidget()
        below = QHBoxLayout(self.buttons)
        below.setContentsMargins(0, 0, 0, 0)
        below.addStretch(1)
        below.addWidget(self.open)
        below.addWidget(self.allow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addWidget(self.buttons)
        work.check_changed.connect(self._fill)
        work.gathered_changed.connect(self._fill)
        work.jobs.stepped.connect(self._stepped)
        self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._delegate.theme = theme
        self.list.viewport().update()

    # --- what is told ----------------------------------------------------------------------------------------

    def _stepped(self, topic: str, step: int, total: int) -> None:
        if topic not in (GATHER, CHECK):
            return
        self.progress.setMaximum(max(total, 1))
        self.progress.setValue(step)
        if self._work.checking:
            self._tell_progress(step, total)

    def _tell_progress(self, step: int = 0, total: int = 0) -> None:
        words = self.tr("Check: looking for what may still be there…")
        if total:
            words = self.tr("Check: {step} of {total} reports").format(step=step, total=total)
        left = time_left(self._work.jobs.seconds_left(CHECK))
        self.told.setText(f"{words} · {left}" if left else words)

    def _fill(self) -> None:
        work, prepared = self._work, self._work.prepared
        self.progress.setVisible(work.checking and prepared is None)
        rows: list[Row] = []
        if prepared is not None:
            known = {one.source.doc.id: one for one in prepared.reports}
            rows += [Row(name, known[name], None) for name in prepared.telling_names]
            rows += [Row(name, known[name], refused) for name, refused in prepared.refused.items()]
            others = len(rows)
            rows += [Row(one.source.doc.id, one, leak) for one in prepared.reports for leak in one.holding]
            holding = len(rows)
            rows += [Row(one.source.doc.id, one, remark) for one in prepared.reports for remark in one.released.remarks]
            remarks = len(rows) - holding
            excused = sum(len(one.leaks) for one in prepared.reports) - holding + others
            self.excused.setVisible(excused > 0)
            self.excused.setToolTip(self.tr("Found, but no leak: {count}").format(count=excused))
            if self.excused.isChecked():
                rows += [
                    Row(one.source.doc.id, one, leak)
                    for one in prepared.reports
                    for leak in one.leaks
                    if leak.excuse is not None
                ]
            holding_reports = len({row.report for row in rows[:holding]})
            self._tell(holding, holding_reports, len(prepared.reports), len(rows), remarks)
        else:
            self.excused.hide()
            if work.checking:
                self._tell_progress()
            else:
                self.told.setText(self.tr("Check: nothing to look through."))
        self._show_rows(rows[:_MOST])

    def _tell(self, holding: int, reports: int, total: int, listed: int, remarks: int) -> None:
        if holding:
            words = self.tr("Check: places that hold the release back: {count} (reports: {reports} of {total}).")
            words = words.format(count=holding, reports=reports, total=total)
            if listed > _MOST:
                words += " " + self.tr("The first {count} are listed.").format(count=_MOST)
        else:
            words = self.tr("Check: nothing is left of what was replaced. Reports looked through: {total}.")
            words = words.format(total=total)
        if remarks:
            words += " " + self.tr("To read over: {count}.").format(count=remarks)
        self.told.setText(words)
        if words != self._said:
            self._said = words
            self.said.emit(words)

    def _show_rows(self, rows: list[Row]) -> None:
        current = self.list.currentItem()
        at = 0 if current is None else max(self.list.indexOfTopLevelItem(current), 0)
        focus = self.list.hasFocus()
        self.list.blockSignals(True)
        self.list.clear()
        items = [self._item(row) for row in rows]
        self.list.addTopLevelItems(items)
        for item, row in zip(items, rows, strict=True):
            item.setFirstColumnSpanned(isinstance(row.leak, DeidError))
        if items:
            self.list.setCurrentItem(items[min(at, len(items) - 1)])
        self.list.blockSignals(False)
        for part in (self.list, self.buttons):
            part.setVisible(bool(items))
        if focus and items:
            self.list.setFocus()
        self._current_changed()

    def _item(self, row: Row) -> QTreeWidgetItem:
        item = QTreeWidgetItem([one_line(row.report), self._what(row)])
        item.setData(_REPORT, _ROW, row)
        item.setToolTip(_REPORT, row.report)
        item.setToolTip(_WHAT, item.text(_WHAT))
        leak = row.leak
        if leak is None:
            texts = [Context("", row.report, ""), Context("", row.report, "")]
        elif isinstance(leak, DeidError):
            # The reason is what a person needs to read; it has the whole row.
            item.setText(_REPORT, _reason(leak))
            item.setToolTip(_REPORT, f"{what_happened(leak)}\n{what_to_do(leak)}")
            texts = [Context("", "", "")] * 2
        else:
            texts = [
                _context(row.checked.released.text, leak.start, leak.end),
                _context(row.checked.source.doc.text, *original_stretch(leak, row.checked)),
            ]
        for column, context in zip((_RELEASED, _ORIGINAL), texts, strict=True):
            item.setData(column, HIT, context)
            whole = f"{context.before}{context.text}{context.after}"
            item.setText(column, whole)
            item.setToolTip(column, whole)
        return item

    def _what(self, row: Row) -> str:
        leak = row.leak
        if leak is None:
            return self.tr("The report's name tells whose it is")
        if isinstance(leak, DeidError):
            return self.tr("Word document that cannot leave as it is")
        words = remark_words(leak.kind) if isinstance(leak, Remark) else leak_words(leak.kind)
        if leak.phi_class:
            words = f"{words}: {short_class_title(self._work.tagset, leak.phi_class)}"
        excuse = _excuse(leak)
        return words if excuse is None else f"{words} ({excuse_words(excuse)})"

    # --- what is done about it -------------------------------------------------------------------------------

    @property
    def row(self) -> Row | None:
        """The hit that is chosen."""
        item = self.list.currentItem()
        found = None if item is None else item.data(_REPORT, _ROW)
        return found if isinstance(found, Row) else None

    def _current_changed(self, *_: object) -> None:
        row = self.row
        leak = None if row is None else row.leak
        self.open.setEnabled(row is not None)
        excuse = _excuse(leak)
        self.allow.setEnabled(isinstance(leak, Leak) and excuse in (None, Excuse.ALLOWED))
        if row is not None and leak is None:
            self.allow.setText(self.tr("Number the repor&ts"))
            self.allow.setEnabled(True)
        elif isinstance(leak, DeidError):
            self.allow.setText(self.tr("Wi&thout the layout of Word"))
            self.allow.setEnabled(True)
        elif excuse is Excuse.ALLOWED:
            self.allow.setText(self.tr("It is &personal data after all"))
        else:
            self.allow.setText(self.tr("It is no &personal data"))

    def _go(self) -> None:
        row = self.row
        if row is not None and isinstance(row.leak, Leak | Remark):
            self.place_wanted.emit(row.report, row.leak)

    def _enter(self) -> None:
        self._go()
        if self.row is not None:
            self.preview_wanted.emit()

    def _open(self) -> None:
        row = self.row
        if row is None:
            return
        stretch = original_stretch(row.leak, row.checked) if isinstance(row.leak, Leak | Remark) else (0, 0)
        self.review_wanted.emit(row.report, *stretch)

    def _allow(self) -> None:
        row = self.row
        if row is None:
            return
        if row.leak is None:
            self.numbers_wanted.emit()
            return
        if isinstance(row.leak, DeidError):
            self.anew_wanted.emit()
            return
        if isinstance(row.leak, Remark):
            return
        text = row.checked.released.text[row.leak.start : row.leak.end]
        self._work.allow(text, row.leak.excuse is not Excuse.ALLOWED)


def _reason(error: DeidError) -> str:
    """What happened, with the file's name alone: there is room for a line."""
    return what_happened(type(error)(**error.params | {"path": Path(str(error.params["path"])).name}))


def _excuse(found: Leak | Remark | DeidError | None) -> Excuse | None:
    return found.excuse if isinstance(found, Leak) else None


def _context(text: str, start: int, end: int) -> Context:
    own = text[start:end]
    return Context(
        one_line(text[max(start - _AROUND, 0) : start]),
        few_words(own, _LONGEST),
        one_line(text[end : end + _AROUND]),
    )
