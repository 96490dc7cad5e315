"""ReportsModel: the reports of a folder that are listed, in the order that was chosen, with their state and counts."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt, QTimer

from deid_studio.gui.control.open_folder import OpenFolder
from deid_studio.gui.control.report_order import ReportOrder
from deid_studio.gui.control.standing import Standing
from deid_studio.gui.words.dates import relative_date
from deid_studio.gui.words.wording import Counts, about, decimal, state_word, translate, what_happened
from deid_studio.review.deciding.benefit import Benefit
from deid_studio.review.project import ReportState
from deid_studio.review.report_order import SortBy

Index = QModelIndex | QPersistentModelIndex

_TOLD_EVERY_MS = 80

STANDING = Qt.ItemDataRole.UserRole + 1
BENEFIT = Qt.ItemDataRole.UserRole + 2  # None where it is not known


class ReportsModel(QStringListModel):
    """One row a report, as `ReportOrder` lists them; the role `STANDING` gives its `Standing`.

    Names are kept by Qt: a list view asks for the number of rows once for each row, which Python is too slow for.
    """

    def __init__(self, order: ReportOrder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order = order
        self._folder: OpenFolder | None = None
        self._names: list[str] = []
        self._rows: dict[str, int] | None = None  # made when it is asked for: a letter typed makes new rows
        self._changed_rows: set[str] = set()
        # A list is laid out anew at each change, and pre-annotation brings many in a second.
        self._told = QTimer(self)
        self._told.setSingleShot(True)
        self._told.setInterval(_TOLD_EVERY_MS)
        self._told.timeout.connect(self._tell_changed)

    def show(self, folder: OpenFolder | None) -> None:
        """Show what is listed of a folder now."""
        if folder is not self._folder:
            if folder is not None:
                folder.standing_changed.connect(self._changed)
            self._changed_rows.clear()
        self._folder = folder
        self._names = [] if folder is None else self._order.shown
        self._rows = None
        self.setStringList(self._names)

    @property
    def by(self) -> SortBy:
        """By what the reports are sorted."""
        return self._order.by

    def row_of(self, name: str) -> int:
        """The row of a report; -1 when it is not listed."""
        if self._rows is not None:
            return self._rows.get(name, -1)
        return self._names.index(name) if name in self._names else -1

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._folder is None:
            return None
        name = self._names[index.row()]
        standing = self._folder.standing(name)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join((name, *self._lines(standing)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join((name, *self._lines(standing)))
            case _ if role == STANDING:
                return standing
            case _ if role == BENEFIT:
                return self._order.facts.benefit_of(name)
        return None

    def _lines(self, standing: Standing) -> list[str]:
        lines = [standing_text(standing), people_text(standing, self._order.facts.decided_at(standing.name))]
        benefit = self._order.facts.benefit_of(standing.name)
        if benefit is not None and not standing.state.is_signed:
            lines.append(benefit_text(benefit))
        return [line for line in lines if line]

    def _changed(self, name: str) -> None:
        self._changed_rows.add(name)
        if not self._told.isActive():
            self._told.start()

    def _tell_changed(self) -> None:
        names, self._changed_rows = self._changed_rows, set()
        if self._rows is None:
            self._rows = {listed: row for row, listed in enumerate(self._names)}
        rows = [row for row in map(self.row_of, names) if row >= 0]
        if rows:
            self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)))


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


def people_text(standing: Standing, decided_at: str | None) -> str:
    """By whom a report was signed or decided on last, and when; empty where nobody did."""
    if standing.signed_by:
        words = translate("ReportsPanel", "Signed off by {who}, {when}")
        return words.format(who=standing.signed_by, when=relative_date(standing.signed_at))
    if standing.reviewer and decided_at:
        words = translate("ReportsPanel", "Last decision by {who}, {when}")
        return words.format(who=standing.reviewer, when=relative_date(decided_at))
    return ""


def benefit_text(benefit: Benefit) -> str:
    """What a report is worth looking at, in words."""
    leak = translate("ReportsPanel", "Mentions of PHI expected to be left in it if it were released now: {leak}")
    bits = translate("ReportsPanel", "Uncertainty: {bits} bits, as many as decisions by tossing a coin")
    return f"{leak.format(leak=about(benefit.leak))}\n{bits.format(bits=decimal(benefit.uncertainty))}"
