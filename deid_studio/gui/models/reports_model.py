"""ReportsModel: the reports of a folder with their state and counts; ReportsFilter: some of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    QTimer,
)

from deid_studio.gui.open_folder import OpenFolder, Standing
from deid_studio.gui.wording import Counts, state_word, translate, what_happened
from deid_studio.review.project import ReportState

Index = QModelIndex | QPersistentModelIndex

_TOLD_EVERY_MS = 80

STANDING = Qt.ItemDataRole.UserRole + 1


class ReportsModel(QAbstractListModel):
    """One row a report in the folder's order; the role `STANDING` gives its `Standing`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder: OpenFolder | None = None
        self._names: tuple[str, ...] = ()
        self._folded: list[str] = []
        self._rows: dict[str, int] = {}
        self._changed_rows: set[int] = set()
        # A list is laid out anew at each change, and pre-annotation brings many in a second.
        self._told = QTimer(self)
        self._told.setSingleShot(True)
        self._told.setInterval(_TOLD_EVERY_MS)
        self._told.timeout.connect(self._tell_changed)

    def set_folder(self, folder: OpenFolder | None) -> None:
        """Show the reports of a folder."""
        self.beginResetModel()
        self._folder = folder
        self._names = () if folder is None else folder.names
        self._folded = [name.casefold() for name in self._names]
        self._rows = {name: row for row, name in enumerate(self._names)}
        self.endResetModel()
        if folder is not None:
            folder.standing_changed.connect(self._changed)

    def row_of(self, name: str) -> int:
        """The row of a report; -1 when it is not there."""
        return self._rows.get(name, -1)

    def holds(self, row: int, text: str, state: ReportState | None) -> bool:
        """Whether a report's name holds `text` (case-folded) and its state is the wanted one (None: any)."""
        if self._folder is None or text not in self._folded[row]:
            return False
        # Qt hands an enumeration of strings back as a string.
        return state is None or self._folder.standing(self._names[row]).state == state

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._folder is None:
            return None
        standing = self._folder.standing(self._names[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return standing.name
            case Qt.ItemDataRole.ToolTipRole:
                return f"{standing.name}\n{standing_text(standing)}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{standing.name}, {standing_text(standing)}"
            case _ if role == STANDING:
                return standing
        return None

    def _changed(self, name: str) -> None:
        row = self.row_of(name)
        if row >= 0:
            self._changed_rows.add(row)
            if not self._told.isActive():
                self._told.start()

    def _tell_changed(self) -> None:
        rows, self._changed_rows = self._changed_rows, set()
        if rows and max(rows) < len(self._names):
            self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)))


class ReportsFilter(QSortFilterProxyModel):
    """The reports whose name holds a text and whose state is the wanted one (None: any)."""

    def __init__(self, reports: ReportsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reports = reports
        self._text = ""
        self._state: ReportState | None = None
        # A report that is signed off while it is on the screen stays where the person last saw it.
        self.setDynamicSortFilter(False)
        self.setSourceModel(reports)

    def set_text(self, text: str) -> None:
        """Keep the reports whose name holds `text`; case does not count."""
        self._text = text.strip().casefold()
        self.invalidate()

    def set_state(self, state: ReportState | None) -> None:
        """Keep the reports in this state."""
        self._state = state
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        # Asked for each of what may be 20,000 reports at each letter: no way round through indexes and roles.
        return self._reports.holds(row, self._text, self._state)


def standing_word(standing: Standing) -> str:
    """State of a report in words; that the detector found nothing in it is none of its states."""
    if standing.found_nothing and standing.state is ReportState.NOT_OPENED:
        return translate("ReportsPanel", "No suggestions")
    return state_word(standing.state)


def standing_text(standing: Standing) -> str:
    """State and counts of a report in words."""
    if standing.error is not None:
        return what_happened(standing.error)
    parts = [standing_word(standing)]
    if standing.pending:
        parts.append(Counts().pending(standing.pending))
    if standing.accepted:
        parts.append(Counts().accepted(standing.accepted))
    return " · ".join(parts)
