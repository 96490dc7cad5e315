"""CorpusFindingsModel: what checks of a corpus found, a row each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from deid_studio.corpora.checks.checked_corpus import CorpusFinding, FindingKind
from deid_studio.corpora.checks.checked_project import PlacedFinding
from deid_studio.gui.features.corpus_checks.corpus_checking import Answered, CorpusChecking
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.context_delegate import HIT
from deid_studio.gui.words.wording import one_line, percent, short_class_title, translate
from deid_studio.model.tagset import TagSet

Index = QModelIndex | QPersistentModelIndex


class FindingColumn(Enum):
    """The columns, in order."""

    KIND = 0
    REPORT = 1
    CLASSES = 2
    LIKELY = 3
    CONTEXT = 4


class CorpusFindingsModel(QAbstractTableModel):
    """The findings in the order in which they are worked through; the role `HIT` gives a row's `PlacedFinding`."""

    def __init__(
        self, checking: CorpusChecking, tagset: Callable[[], TagSet], theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._checking, self._tagset = checking, tagset
        self._theme = theme
        self.rows: Sequence[PlacedFinding] = ()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme

    def show(self, rows: Sequence[PlacedFinding]) -> None:
        """Show these findings in place of those before."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(FindingColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            FindingColumn.KIND: translate("corpus_checks", "Finding"),
            FindingColumn.REPORT: translate("corpus_checks", "Report"),
            FindingColumn.CLASSES: translate("corpus_checks", "Marked → proposed"),
            FindingColumn.LIKELY: translate("corpus_checks", "Likely"),
            FindingColumn.CONTEXT: translate("corpus_checks", "Text"),
        }[FindingColumn(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        one, column = self.rows[index.row()], FindingColumn(index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._cell(one, column)
        if role == Qt.ItemDataRole.ForegroundRole and self._checking.answered(one) is not Answered.NOT:
            return QColor(self._theme.muted)
        if role == Qt.ItemDataRole.TextAlignmentRole and column is FindingColumn.LIKELY:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return one if role == HIT else None

    def _cell(self, one: PlacedFinding, column: FindingColumn) -> str:
        match column:
            case FindingColumn.KIND:
                return self._kind(one)
            case FindingColumn.REPORT:
                return one_line(one.finding.report)
            case FindingColumn.CLASSES:
                return classes_of(one.finding, self._tagset())
            case FindingColumn.LIKELY:
                return percent(one.finding.likely)
            case FindingColumn.CONTEXT:
                return one_line(one.before + one.text + one.after)

    def _kind(self, one: PlacedFinding) -> str:
        title = kind_title(one.finding.kind)
        match self._checking.answered(one):
            case Answered.RIGHT:
                return translate("corpus_checks", "Right: {kind}").format(kind=title)
            case Answered.MENDED:
                return translate("corpus_checks", "Mended: {kind}").format(kind=title)
        return title


def classes_of(finding: CorpusFinding, tagset: TagSet) -> str:
    """The class that is marked at a finding's place, and the one that is proposed."""
    marked, proposed = (
        short_class_title(tagset, name) if name else "–" for name in (finding.phi_class, finding.proposed_class)
    )
    if marked == proposed != "–":
        return translate("corpus_checks", "{title}: other ends").format(title=marked)
    return marked if proposed == "–" else f"{marked} → {proposed}"


def kind_title(kind: FindingKind) -> str:
    """What findings of a kind are, in few words."""
    return {
        FindingKind.OVERLAP: translate("corpus_checks", "Overlap"),
        FindingKind.EDGE: translate("corpus_checks", "Sign at an end"),
        FindingKind.CUT: translate("corpus_checks", "Cut word"),
        FindingKind.RULE: translate("corpus_checks", "Against a rule"),
        FindingKind.CLASS: translate("corpus_checks", "Elsewhere of another class"),
        FindingKind.LABEL: translate("corpus_checks", "Unlike others of its label"),
        FindingKind.MISSED: translate("corpus_checks", "Elsewhere marked"),
        FindingKind.LEFTOVER: translate("corpus_checks", "Looks left over"),
        FindingKind.DUPLICATE: translate("corpus_checks", "Copy of another report"),
        FindingKind.MODEL: translate("corpus_checks", "Models differ"),
    }[kind]
