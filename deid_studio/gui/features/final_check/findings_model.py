"""FindingsModel: what is left to look at, a row each, below headings that tell how it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.final_check.remaining import Asking
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.review.checking.finding import Finding

_Role = Qt.ItemDataRole


class FindingsModel(QAbstractListModel):
    """`row` words a finding, `why` says why it is one, `is_seen` whether a person has passed it over; `heading` says of
    some findings, by their number, how they are asked about."""

    def __init__(
        self,
        row: Callable[[Finding], str],
        why: Callable[[Finding], str],
        is_seen: Callable[[Finding], bool],
        heading: Callable[[Asking, int], str],
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._why, self._is_seen, self._heading = row, why, is_seen, heading
        self._theme = theme
        self._rows: list[Finding | str] = []
        self._not_asked: list[Finding] = []

    @property
    def findings(self) -> list[Finding]:
        """The findings, in the order in which they are shown."""
        return [one for one in self._rows if isinstance(one, Finding)]

    def finding(self, index: QModelIndex) -> Finding | None:
        """What a row shows; nothing for a heading."""
        row = self._rows[index.row()]
        return row if isinstance(row, Finding) else None

    def place(self, finding: Finding | None) -> QModelIndex:
        """The row of a finding; no row where it is not shown."""
        return self.index(self._rows.index(finding)) if finding in self._rows else QModelIndex()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._theme = theme
        self.layoutChanged.emit()

    def show(self, groups: Mapping[Asking, Sequence[Finding]]) -> None:
        """Show these findings."""
        rows: list[Finding | str] = []
        for kind, findings in groups.items():
            rows += self._heading(kind, len(findings)), *findings
        self._not_asked = [*groups.get(Asking.NOT, ()), *groups.get(Asking.ANSWERED, ())]
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        is_heading = index.isValid() and isinstance(self._rows[index.row()], str)
        return Qt.ItemFlag.ItemIsEnabled if is_heading else super().flags(index)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if isinstance(row, str):
            return self._of_heading(row, role)
        if role == _Role.DisplayRole:
            return self._row(row)
        if role in (_Role.ToolTipRole, _Role.AccessibleDescriptionRole):
            return self._why(row)
        if role == _Role.DecorationRole and self._is_seen(row):
            return themes.icon("next", self._theme)
        if role == _Role.ForegroundRole and (self._is_seen(row) or row in self._not_asked):
            return QColor(self._theme.muted)
        return None

    def _of_heading(self, title: str, role: int) -> Any:
        if role in (_Role.DisplayRole, _Role.ToolTipRole):
            return title
        if role == _Role.FontRole:
            font = QFont(QApplication.font())
            font.setBold(True)
            return font
        return None
