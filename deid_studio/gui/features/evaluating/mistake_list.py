"""MistakeList: the errors of an evaluation, all or those of a cell, class, section or report."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableWidgetItem, QVBoxLayout, QWidget

from deid_studio.corpora.side_evaluation import PlacedMistake
from deid_studio.gui.widgets.parts import counts_table, row_button, told_label
from deid_studio.gui.words.wording import few_words, short_class_title, translate
from deid_studio.learning.mistakes import MistakeKind
from deid_studio.model.tagset import TagSet

_MOST = 1000  # rows that are shown
_MISTAKE = Qt.ItemDataRole.UserRole
_AROUND = 20  # characters


class MistakeList(QWidget):
    """`wanted` brings the `Mistake` of a row that is to be shown in its report."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._all: Sequence[PlacedMistake] = ()
        self._tagset: TagSet | None = None
        self.about = told_label()
        self.table = counts_table(
            [
                (self.tr("Report"), ""),
                (self.tr("Error"), ""),
                (self.tr("In gold"), ""),
                (self.tr("Measured"), ""),
                (self.tr("Section"), ""),
                (self.tr("Mention"), self.tr("Enter or a double click shows it in its report")),
            ],
            self.tr("Errors"),
        )
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.horizontalHeader().setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        self.table.itemActivated.connect(lambda item: self.wanted.emit(item.data(_MISTAKE)))
        row = QHBoxLayout()
        row.addWidget(self.about, 1)
        self.every = row_button(row, self.tr("&All errors"), self._show_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.table, 1)

    def show_mistakes(self, found: Sequence[PlacedMistake], tagset: TagSet) -> None:
        """Show these errors, of a tag set's classes, in place of the ones before."""
        self._all, self._tagset = found, tagset
        self._show_all()

    def show_only(self, title: str, wanted: Callable[[PlacedMistake], bool]) -> None:
        """Show of all errors only the wanted ones, under a title."""
        self._show(title, [one for one in self._all if wanted(one)])

    def _show_all(self) -> None:
        self._show(self.tr("All errors"), self._all)

    def _show(self, title: str, found: Sequence[PlacedMistake]) -> None:
        words = self.tr("{title}: {count}")
        if len(found) > _MOST:
            words = self.tr("{title}: the first {most} of {count}")
        self.about.setText(words.format(title=title, count=len(found), most=_MOST))
        self.table.setRowCount(0)
        self.table.setRowCount(min(len(found), _MOST))
        for row, one in enumerate(found[:_MOST]):
            self._fill(row, one)

    def _fill(self, row: int, one: PlacedMistake) -> None:
        mistake = one.mistake
        around = f"{mistake.before[-_AROUND:]}[{few_words(mistake.text)}]{mistake.after[:_AROUND]}"
        around = " ".join(around.split())  # blanks that set columns apart, or stand around line ends
        gold, own = (self._class(name) for name in (mistake.gold, mistake.system))
        cells = (mistake.report, self._kind(mistake.kind), gold, own, section_title(one.section), around)
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setData(_MISTAKE, mistake)
            self.table.setItem(row, column, item)

    def _class(self, name: str) -> str:
        return short_class_title(self._tagset, name) if name and self._tagset is not None else "–"

    def _kind(self, kind: MistakeKind) -> str:
        return {
            MistakeKind.MISSED: self.tr("not found"),
            MistakeKind.SPURIOUS: self.tr("not PHI"),
            MistakeKind.CLASS: self.tr("another class"),
            MistakeKind.BOUNDARY: self.tr("other ends"),
        }[kind]


def section_title(section: str) -> str:
    """A section of a report in the window's language."""
    return {
        "header": translate("evaluating", "Header"),
        "body": translate("evaluating", "Body"),
        "footer": translate("evaluating", "Footer"),
    }[section]
