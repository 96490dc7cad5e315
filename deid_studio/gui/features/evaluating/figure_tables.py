"""FigureTables: the figures of an evaluation by class, by section and by report; a row leads to its errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from deid_studio.corpora.side_evaluation import PlacedMistake
from deid_studio.gui.features.evaluating.mistake_list import section_title
from deid_studio.gui.widgets.parts import counts_table
from deid_studio.gui.words.wording import fine_percent, short_class_title
from deid_studio.learning.evaluate import Evaluation
from deid_studio.learning.scores import Counts
from deid_studio.model.tagset import TagSet

_MOST = 1000  # reports that are shown
_NAME = Qt.ItemDataRole.UserRole

_Wanted = Callable[[PlacedMistake], bool]


class FigureTables(QObject):
    """Three tables; `wanted` brings a title and which mistakes (a function of `PlacedMistake`) a row is of."""

    wanted = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.classes = self._table(self.tr("Class"), self.tr("By class"), _of_class)
        self.sections = self._table(self.tr("Section"), self.tr("By section"), _of_section)
        self.reports = self._table(self.tr("Report"), self.tr("By report, the worst first"), _of_report)

    def clear(self) -> None:
        """Show nothing."""
        for table in (self.classes, self.sections, self.reports):
            table.setRowCount(0)

    def show_figures(self, figures: Evaluation, tagset: TagSet) -> None:
        """Show an evaluation; of many reports the worst."""
        self.clear()
        _fill(self.classes, ((one, short_class_title(tagset, one), n) for one, n in figures.per_class.items()))
        _fill(self.sections, ((one, section_title(one), counts) for one, counts in figures.per_section.items()))
        worst = sorted(((one.id, one.id, one.ner) for one in figures.per_report), key=lambda row: _rank(row[2]))
        _fill(self.reports, worst[:_MOST])

    def _table(self, first: str, name: str, of: Callable[[str], _Wanted]) -> QTableWidget:
        table = counts_table(
            [
                (first, ""),
                (self.tr("In gold"), self.tr("Mentions")),
                (self.tr("Found"), self.tr("With the same class and ends")),
                (self.tr("Missed"), self.tr("Missed, or with another class or other ends")),
                (self.tr("Wrongly marked"), self.tr("Not PHI, or with another class or other ends")),
                (self.tr("Precision"), ""),
                (self.tr("Recall"), ""),
                ("F1", ""),
            ],
            name,
        )
        table.itemActivated.connect(lambda item: self._want(table, item, of))
        table.itemClicked.connect(lambda item: self._want(table, item, of))
        return table

    def _want(self, table: QTableWidget, item: QTableWidgetItem, of: Callable[[str], _Wanted]) -> None:
        title = table.model().index(item.row(), 0).data()
        self.wanted.emit(title, of(item.data(_NAME)))


def _fill(table: QTableWidget, rows: Iterable[tuple[str, str, Counts]]) -> None:
    for name, title, counts in rows:
        row = table.rowCount()
        table.insertRow(row)
        shares = (counts.precision, counts.recall, counts.f1)
        cells = (title, counts.tp + counts.fn, counts.tp, counts.fn, counts.fp, *map(fine_percent, shares))
        for column, text in enumerate(cells):
            item = QTableWidgetItem(str(text))
            item.setData(_NAME, name)
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            table.setItem(row, column, item)


def _rank(counts: Counts) -> float:
    return counts.f1 if counts.tp + counts.fp + counts.fn else 1.0


def _of_class(name: str) -> _Wanted:
    return lambda one: name in (one.mistake.gold, one.mistake.system)


def _of_section(name: str) -> _Wanted:
    return lambda one: one.section == name


def _of_report(name: str) -> _Wanted:
    return lambda one: one.mistake.report == name
