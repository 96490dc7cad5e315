"""HeldList: the places that the gate holds, each in its context as it leaves and in the original."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidgetItem, QWidget

from deid_studio.errors import DeidError
from deid_studio.gui.features.releasing.entry_list import EntryList
from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.context_delegate import HIT, ContextDelegate
from deid_studio.gui.words.wording import few_words, one_line, short_class_title, what_happened, what_to_do
from deid_studio.model.tagset import TagSet
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.held import HeldPlace
from deid_studio.release.released import Remark
from deid_studio.review.releasing.release_preparation import Checked

_REPORT, _WHAT, _RELEASED, _ORIGINAL = range(4)
_ROW = Qt.ItemDataRole.UserRole
_AROUND = 40
_LONGEST = 80
_WIDE = 700  # pixels
_WIDTHS = {False: (120, 180), True: (160, 270)}  # of the first columns
_LEAST_HEIGHT = 130  # a heading and some places


@dataclass(frozen=True, slots=True)
class Context:
    """A stretch of a text with what is around it."""

    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Row:
    """What is held, answered or to be read over, or why a document cannot leave; None: the report's name tells."""

    report: str
    checked: Checked
    found: HeldPlace | Answer | Remark | DeidError | None

    @property
    def place(self) -> tuple[object, ...]:
        """What it is about, also when it is found anew."""
        stretch = () if isinstance(self.found, DeidError | None) else (self.found.start, self.found.end)
        return self.report, type(self.found), *stretch


class HeldList(EntryList):
    """Its rows are what may hold a release back; the chosen one stays chosen by its place when they change.

    None is chosen while the person looks at something else: the keyboard then comes back to where it was.
    """

    def __init__(self, tagset: TagSet, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._tagset = tagset
        self._left = 0  # the row that was chosen last
        self._is_wide: bool | None = None
        self.setAccessibleName(self.tr("What the check holds"))
        self.setColumnCount(4)
        self.setHeaderLabels([self.tr("Report"), self.tr("What"), self.tr("As it leaves"), self.tr("Original")])
        self.setRootIsDecorated(False)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._delegate = ContextDelegate(theme, self)
        columns = self.header()
        for wide in (_RELEASED, _ORIGINAL):
            self.setItemDelegateForColumn(wide, self._delegate)
            columns.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.viewport().width() >= _WIDE
        if is_wide != self._is_wide:  # else as a person has drawn them
            self._is_wide = is_wide
            for column, width in zip((_REPORT, _WHAT), _WIDTHS[is_wide], strict=True):
                self.header().resizeSection(column, width)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._delegate.theme = theme
        self.viewport().update()

    @property
    def row(self) -> Row | None:
        """What is chosen."""
        item = self.currentItem()
        found = None if item is None else item.data(_REPORT, _ROW)
        return found if isinstance(found, Row) else None

    def show_rows(self, rows: list[Row], go_on: bool) -> None:
        """List what is held, and tell nobody what is chosen; `go_on`: the next, if what was chosen is gone."""
        chosen, first = self.row, not self.topLevelItemCount()
        at = self._at()
        with QSignalBlocker(self):
            self.clear()
            items = [self._item(row) for row in rows]
            self.addTopLevelItems(items)
            for item, row in zip(items, rows, strict=True):
                item.setFirstColumnSpanned(isinstance(row.found, DeidError))
            places = [row.place for row in rows]
            if chosen is not None and chosen.place in places:
                self.setCurrentItem(items[places.index(chosen.place)])
            elif items and (first or (go_on and chosen is not None)):
                self.setCurrentItem(items[min(at, len(items) - 1)])
            self._left = min(at, max(len(items) - 1, 0))

    def point_at(self, report: str, found: object) -> None:
        """Choose the row of what is looked at, or none, and tell nobody."""
        self._left = self._at()
        with QSignalBlocker(self):
            self.setCurrentIndex(QModelIndex())
            for at in range(self.topLevelItemCount() if found is not None else 0):
                item = self.topLevelItem(at)
                row = None if item is None else item.data(_REPORT, _ROW)
                if item is not None and isinstance(row, Row) and (row.report, row.found) == (report, found):
                    self.setCurrentItem(item)
                    break
        self.viewport().update()

    def _at(self) -> int:
        item = self.currentItem()
        return self._left if item is None else max(self.indexOfTopLevelItem(item), 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        item = self.topLevelItem(min(self._left, self.topLevelItemCount() - 1))
        if self.currentItem() is None and item is not None:
            self.setCurrentItem(item)
        super().focusInEvent(event)

    def _item(self, row: Row) -> QTreeWidgetItem:
        item = QTreeWidgetItem([one_line(row.report), self._what(row)])
        item.setData(_REPORT, _ROW, row)
        item.setToolTip(_REPORT, row.report)
        item.setToolTip(_WHAT, item.text(_WHAT))
        found = row.found
        if isinstance(found, DeidError):
            # The reason is what a person needs to read; it has the whole row.
            item.setText(_REPORT, _reason(found))
            item.setToolTip(_REPORT, f"{what_happened(found)}\n{what_to_do(found)}")
        for column, context in zip((_RELEASED, _ORIGINAL), _contexts(row), strict=True):
            item.setData(column, HIT, context)
            whole = f"{context.before}{context.text}{context.after}"
            item.setText(column, whole)
            item.setToolTip(column, whole)
        return item

    def _what(self, row: Row) -> str:
        found = row.found
        if found is None:
            return self.tr("The report's name tells whose it is")
        if isinstance(found, DeidError):
            return self.tr("Word document that cannot leave as it is")
        if isinstance(found, Answer):
            words = self.tr("No personal data, said {who}").format(who=found.who or "–")
            return f"{words}: {found.reason}" if found.reason else words
        words = words_for(found.kind)
        if found.phi_class:
            words = f"{words}: {short_class_title(self._tagset, found.phi_class)}"
        return words


def _reason(error: DeidError) -> str:
    """What happened, with the file's name alone: there is room for a line."""
    return what_happened(type(error)(**error.params | {"path": Path(str(error.params["path"])).name}))


def _contexts(row: Row) -> tuple[Context, Context]:
    """What is found as it leaves, and in the original."""
    found, released, text = row.found, row.checked.released, row.checked.source.doc.text
    if found is None:
        return Context("", row.report, ""), Context("", row.report, "")
    if isinstance(found, DeidError):
        return Context("", "", ""), Context("", "", "")
    if isinstance(found, Remark):
        there, here = (found.start, found.end), released.rewriting.old_stretch(found.start, found.end)
    elif isinstance(found, HeldPlace):
        there, here = found.there, (found.start, found.end)
    else:
        here = found.start, found.end
        start = released.rewriting.new_offset(found.start)
        there = start, start + found.end - found.start
    return _context(released.text, *there), _context(text, *here)


def _context(text: str, start: int, end: int) -> Context:
    own = text[start:end]
    return Context(
        one_line(text[max(start - _AROUND, 0) : start]),
        few_words(own, _LONGEST),
        one_line(text[end : end + _AROUND]),
    )
