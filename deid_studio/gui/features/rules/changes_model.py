"""ChangesModel: what turning a rule off would change, a row for each suggestion, in the order in which it is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from deid_studio.gui.words.evidence_wording import finders
from deid_studio.gui.words.wording import class_title, few_words, one_line, short_class_title
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding.rule_preview import Change, Fate, ReportChanges

REPORT, TEXT, CLASS, FATE = range(4)
ROW = Qt.ItemDataRole.UserRole
_BEFORE, _AFTER, _LONGEST = 26, 34, 80

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Row:
    """A suggestion in its report, with some words before and after it, and what becomes of it."""

    report: str
    span: Span
    before: str
    text: str
    after: str
    title: str
    becomes: str
    fate: Fate


class ChangesModel(QAbstractTableModel):
    """Rows of `Row`; the report's text itself is not kept."""

    def __init__(self, tagset: TagSet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tagset = tagset
        self.rows: list[Row] = []

    def clear(self) -> None:
        """Forget all rows."""
        self.beginResetModel()
        self.rows = []
        self.endResetModel()

    def add(self, report: ReportChanges) -> None:
        """Add the changes of one report."""
        if report.changes:
            first = len(self.rows)
            self.beginInsertRows(QModelIndex(), first, first + len(report.changes) - 1)
            self.rows += [self._row(report, change) for change in report.changes]
            self.endInsertRows()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Report"), self.tr("Text"), self.tr("Class"), self.tr("What happens"))[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        shown = (row.report, f"{row.before}«{row.text}»{row.after}", row.title, row.becomes)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return shown
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return shown
        return None

    def _row(self, report: ReportChanges, change: Change) -> Row:
        text, span = report.text, change.span
        before = _shown(text[max(span.start - _BEFORE, 0) : span.start])
        after = _shown(text[span.end : span.end + _AFTER])
        own = _shown(span.text(text), _LONGEST)
        return Row(
            one_line(report.name),
            span,
            f"…{before}" if span.start > _BEFORE else before,
            own,
            f"{after}…" if span.end + _AFTER < len(text) else after,
            short_class_title(self._tagset, span.phi_class),
            self._becomes(text, change),
            change.fate,
        )

    def _becomes(self, text: str, change: Change) -> str:
        if change.becomes is not None:
            other = _shown(change.becomes.text(text), _LONGEST)
            title = class_title(self._tagset, change.becomes.phi_class)
            if change.becomes.phi_class == change.span.phi_class:
                return self.tr("becomes «{text}»").format(text=other)
            if (change.becomes.start, change.becomes.end) == (change.span.start, change.span.end):
                return self.tr("becomes: {title}").format(title=title)
            return self.tr("becomes «{text}», {title}").format(text=other, title=title)
        if change.fate is Fate.STAYS:
            others = finders(change.left)
            return self.tr("stays: also found by {others}").format(others=others) if others else self.tr("stays")
        return {
            Fate.GOES: self.tr("goes"),
            Fate.COMES: self.tr("comes"),
            Fate.DECIDED: self.tr("stays: it is decided"),
        }.get(change.fate, "")


def _shown(text: str, longest: int = _BEFORE + _AFTER) -> str:
    # A byte order mark has no width, and Qt drops one that comes first.
    return few_words(text.replace("\ufeff", ""), longest)
