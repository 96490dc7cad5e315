"""SearchModel: the hits of a search in the folder, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from deid_studio.gui.widgets.context_delegate import HIT
from deid_studio.gui.words.wording import decision_symbol, decision_word, one_line, short_class_title, translate
from deid_studio.model.tagset import TagSet
from deid_studio.review.folder_search import Hit

Index = QModelIndex | QPersistentModelIndex


class HitColumn(Enum):
    """The columns, in order."""

    REPORT = 0
    LINE = 1
    MENTION = 2
    CONTEXT = 3


class SearchModel(QAbstractTableModel):
    """The hits in the order in which they came; the role `HIT` gives a row's `Hit`."""

    def __init__(self, tagset: TagSet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tagset = tagset
        self._hits: list[Hit] = []

    def begin(self, tagset: TagSet) -> None:
        """Begin a search: nothing is found yet."""
        self.beginResetModel()
        self._tagset = tagset
        self._hits = []
        self.endResetModel()

    def add(self, hits: Sequence[Hit]) -> None:
        """Add what was found."""
        if hits:
            first = len(self._hits)
            self.beginInsertRows(QModelIndex(), first, first + len(hits) - 1)
            self._hits += hits
            self.endInsertRows()

    def hit(self, row: int) -> Hit:
        """The hit of a row."""
        return self._hits[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._hits)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HitColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            HitColumn.REPORT: translate("search", "Report"),
            HitColumn.LINE: translate("search", "Line"),
            HitColumn.MENTION: translate("search", "Mention"),
            HitColumn.CONTEXT: translate("search", "Text"),
        }[HitColumn(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit, column = self._hits[index.row()], HitColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return self._cell(hit, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(hit, column)
            case Qt.ItemDataRole.TextAlignmentRole if column is HitColumn.LINE:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case _ if role == HIT:
                return hit
        return None

    def _cell(self, hit: Hit, column: HitColumn) -> str:
        match column:
            case HitColumn.REPORT:
                return hit.report
            case HitColumn.LINE:
                return str(hit.line)
            case HitColumn.MENTION:
                if hit.decision is None:
                    return ""
                return f"{decision_symbol(hit.decision)} {short_class_title(self._tagset, hit.phi_class)}"
            case HitColumn.CONTEXT:
                return one_line(hit.before + hit.text + hit.after)

    def _spoken(self, hit: Hit, column: HitColumn) -> str:
        if column is HitColumn.MENTION and hit.decision is not None:
            return f"{short_class_title(self._tagset, hit.phi_class)}, {decision_word(hit.decision)}"
        return self._cell(hit, column)
