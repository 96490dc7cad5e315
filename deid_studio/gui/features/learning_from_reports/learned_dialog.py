"""LearnedDialog: what learning would change, by class, by report and span by span, to be adopted or refused."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from deid_studio.batch.learning_apart import Learned
from deid_studio.gui.widgets.parts import counts_table, row_button, told_label
from deid_studio.gui.words.wording import language, round_percent, short_class_title
from deid_studio.learning.evaluate import Share
from deid_studio.learning.rehearsal import Change, Compared, Verdict
from deid_studio.learning.rehearsal_tables import VERDICTS
from deid_studio.learning.scores import Counts
from deid_studio.learning.two_systems import TITLES
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.texts import figures

_PLACE = Qt.ItemDataRole.UserRole
_SHOWN = ("characters_recall", "characters_precision", "ner")


class LearnedDialog(QDialog):
    """Beside the window, which goes on working; `adopted` brings the person's note, closing refuses."""

    adopted = Signal(str)
    place_wanted = Signal(str, object)  # a report's name, a span in it

    def __init__(self, learned: Learned, tagset: TagSet, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What was learned from your reports"))
        self.resize(860, 700)
        self._learned = learned
        self._tagset = tagset
        rehearsal = learned.rehearsal
        self.verdict = told_label(VERDICTS[rehearsal.verdict].said(language()))
        self.verdict.setObjectName("title")
        self.measures = self._measures()
        self.classes = self._classes(rehearsal.own)
        self.reports = self._reports(rehearsal.own)
        self.changes = self._changes()
        tabs = QTabWidget()
        for title, table in (
            (self.tr("Changes"), self.changes),
            (self.tr("By class"), self.classes),
            (self.tr("By report"), self.reports),
        ):
            tabs.addTab(table, title)
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("Note for its card: why it is adopted"))
        self.note.setAccessibleName(self.note.placeholderText())
        buttons = QHBoxLayout()
        buttons.addWidget(self.note, 1)
        self.adopt = row_button(buttons, self.tr("Adopt"), self._adopt)
        self.adopt.setEnabled(rehearsal.verdict is not Verdict.WORSE)
        self.refuse = row_button(buttons, self.tr("Refuse"), self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.verdict)
        home = rehearsal.home.before.reports
        words = self.tr(
            "Each of your reports was read by what the others taught. In brackets: where 95 of 100 such differences "
            "lie."
        )
        if home:
            words = self.tr(
                "Each of your reports was read by what the others taught, and so were {home} invented reports, for "
                "you to see what is forgotten. In brackets: where 95 of 100 such differences lie."
            )
        column.addWidget(told_label(words.format(home=home)))
        column.addWidget(self.measures)
        column.addWidget(tabs, 1)
        column.addLayout(buttons)

    def _adopt(self) -> None:
        self.adopted.emit(self.note.text().strip())
        self.accept()

    # --- tables ----------------------------------------------------------------------------------------------

    def _measures(self) -> QTableWidget:
        table = counts_table(
            [
                (self.tr("On"), ""),
                (self.tr("Measure"), ""),
                (self.tr("Before"), ""),
                (self.tr("After"), ""),
                (self.tr("Difference"), self.tr("With 95 % intervals over reports")),
            ],
            self.tr("Before and after"),
        )
        rehearsal = self._learned.rehearsal
        for title, compared in ((self.tr("Your reports"), rehearsal.own), (self.tr("Reports of home"), rehearsal.home)):
            if not compared.before.reports:  # of classes that no invented report has: nothing was measured
                continue
            for measure in _SHOWN:
                one = compared.differences[measure]
                more, low, high = (_figure(value, "+") for value in (one.more, one.low, one.high))
                shown = [_figure(one.first), _figure(one.second), f"{more} ({low} … {high})"]
                _add(table, [title, TITLES[measure].said(language()), *shown])
        rows = sum(map(table.rowHeight, range(table.rowCount())))
        table.setFixedHeight(table.horizontalHeader().sizeHint().height() + rows + 2 * table.frameWidth() + 4)
        return table

    def _classes(self, compared: Compared) -> QTableWidget:
        table = counts_table(
            [
                (self.tr("Class"), ""),
                (self.tr("Mentions"), ""),
                (self.tr("Found"), self.tr("With the same class and ends, before → after")),
                (self.tr("Then, of all"), self.tr("The share found after, with the 95 % interval")),
                (self.tr("Not PHI, or otherwise"), self.tr("Suggested wrongly, before → after")),
            ],
            self.tr("By class"),
        )
        for name in sorted({*compared.before.per_class, *compared.after.per_class}):
            old, new = (side.per_class.get(name, Counts()) for side in (compared.before, compared.after))
            _add(table, [short_class_title(self._tagset, name), *_cells(old, new)])
        return table

    def _reports(self, compared: Compared) -> QTableWidget:
        table = counts_table(
            [
                (self.tr("Report"), ""),
                (self.tr("Mentions"), ""),
                (self.tr("Found"), self.tr("With the same class and ends, before → after")),
                (self.tr("Then, of all"), self.tr("The share found after, with the 95 % interval")),
                (self.tr("Not PHI, or otherwise"), self.tr("Suggested wrongly, before → after")),
            ],
            self.tr("By report"),
        )
        for before, after in zip(compared.before.per_report, compared.after.per_report, strict=True):
            _add(table, [before.id, *_cells(before.ner, after.ner)])
        return table

    def _changes(self) -> QTableWidget:
        table = counts_table(
            [
                (self.tr("Report"), ""),
                (self.tr("Mention"), self.tr("Enter or a double click shows it in its report")),
                (self.tr("Class"), ""),
                (self.tr("What changes"), ""),
            ],
            self.tr("Changes"),
        )
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for doc in self._learned.reports:
            for change in self._learned.rehearsal.own.changes.get(doc.id, ()):
                span = change.span
                text = " ".join(span.text(doc.text).split())
                title = short_class_title(self._tagset, span.phi_class)
                _add(table, [doc.id, text, title, self._what(change)], (doc.id, span))
        table.itemActivated.connect(self._show)
        return table

    def _what(self, change: Change) -> str:
        if change.appears:
            return self.tr("newly found") if change.right else self.tr("newly wrong")
        return self.tr("no longer found") if change.right else self.tr("no longer wrong")

    def _show(self, item: QTableWidgetItem) -> None:
        name, span = item.data(_PLACE)
        assert isinstance(span, Span)
        self.place_wanted.emit(name, span)


def _figure(value: float, sign: str = "") -> str:
    return figures(f"{value:{sign}.3f}").said(language()).replace("-", "−")  # as wide as the plus beside it


def _cells(old: Counts, new: Counts) -> list[str]:
    found = Share(new.tp, new.tp + new.fn)
    value, low, high = (round_percent(one) for one in (found.value, *found.interval))
    share = f"{value} ({low} … {high})" if found.of else "–"
    return [str(old.tp + old.fn), f"{old.tp} → {new.tp}", share, f"{old.fp} → {new.fp}"]


def _add(table: QTableWidget, cells: list[str], place: object = None) -> None:
    row = table.rowCount()
    table.insertRow(row)
    for column, text in enumerate(cells):
        item = QTableWidgetItem(text)
        item.setData(_PLACE, place)
        table.setItem(row, column, item)
