"""FindingsModel: what is left to look at, a row each, in the order in which it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.review.checking.finding import Finding
from deid_studio.review.checking.questions import is_likely

_Role = Qt.ItemDataRole


class FindingsModel(QAbstractListModel):
    """`row` words a finding, `why` says why it is one, `is_seen` whether a person has passed it over."""

    def __init__(
        self,
        row: Callable[[Finding], str],
        why: Callable[[Finding], str],
        is_seen: Callable[[Finding], bool],
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._why, self._is_seen = row, why, is_seen
        self._theme = theme
        self.findings: list[Finding] = []

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._theme = theme
        self.layoutChanged.emit()

    def show(self, findings: Sequence[Finding]) -> None:
        """Show these findings."""
        if list(findings) != self.findings:
            self.beginResetModel()
            self.findings = list(findings)
            self.endResetModel()
        elif self.findings:
            self.dataChanged.emit(self.index(0), self.index(len(self.findings) - 1))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self.findings)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self.findings[index.row()]
        if role == _Role.DisplayRole:
            return self._row(finding)
        if role in (_Role.ToolTipRole, _Role.AccessibleDescriptionRole):
            return self._why(finding)
        if role == _Role.DecorationRole and self._is_seen(finding):
            return themes.icon("next", self._theme)
        if role == _Role.ForegroundRole and (self._is_seen(finding) or not is_likely(finding)):
            return QColor(self._theme.muted)
        return None
