"""MentionsModel: the mentions of the report on the screen, in the order that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from heapq import nlargest
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPixmap

from deid_studio.gui.control.current_mention import PendingOrder
from deid_studio.gui.control.navigation import place_of
from deid_studio.gui.shell.family_lines import class_chip
from deid_studio.gui.shell.theme import LIGHT, Theme
from deid_studio.gui.words.evidence_wording import description, evidence_kinds
from deid_studio.gui.words.wording import (
    class_of,
    correction,
    decision_symbol,
    decision_word,
    few_words,
    narrow_class_title,
    percent,
    short_class_title,
    translate,
)
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.review.deciding.benefit import leak_of, uncertainty_of
from deid_studio.review.deciding.sensitivity import IsShown

Index = QModelIndex | QPersistentModelIndex

_APART = 20  # so many stretches of rows are told one by one
_SHOWN_CHARACTERS = 200


class Column(Enum):
    """The columns, in order."""

    STATE = 0
    TEXT = 1
    CLASS = 2
    CONFIDENCE = 3
    EVIDENCE = 4


CENTRED = frozenset({Column.STATE, Column.CONFIDENCE})


class Shown(Enum):
    """Which mentions are listed."""

    ALL = "all"
    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"

    def holds(self, mention: Mention) -> bool:
        """Whether a mention is listed."""
        return self is Shown.ALL or mention.decision.value == self.value


class MentionOrder(Enum):
    """By what mentions are sorted. None of it but the decision changes while a person decides, so rows stay."""

    PLACE = "place"
    LEAK = "leak"
    UNCERTAINTY = "uncertainty"
    CLASS = "class"
    TEXT = "text"
    DECISION = "decision"
    EVIDENCE = "evidence"

    @property
    def pending_order(self) -> PendingOrder:
        """In which order one goes from a pending suggestion to the next: as listed in an order by benefit alone."""
        try:
            return PendingOrder(self.value)
        except ValueError:
            return PendingOrder.PLACE


# What a click on a column's title sorts by; more clicks go round.
ORDERS_OF_COLUMNS = {
    Column.STATE: (MentionOrder.DECISION, MentionOrder.PLACE),
    Column.TEXT: (MentionOrder.TEXT, MentionOrder.PLACE),
    Column.CLASS: (MentionOrder.CLASS, MentionOrder.PLACE),
    Column.CONFIDENCE: (MentionOrder.LEAK, MentionOrder.UNCERTAINTY, MentionOrder.PLACE),
    Column.EVIDENCE: (MentionOrder.EVIDENCE, MentionOrder.PLACE),
}
_DECISIONS = (Decision.PENDING, Decision.ACCEPTED, Decision.REJECTED)


_COLUMNS = tuple(Column)
_ROLES = frozenset(
    role.value
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.DecorationRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
)


class MentionsModel(QAbstractTableModel):
    """One row a mention. `set_desk` changes only the rows that differ, so that a selection survives."""

    def __init__(self, tagset: TagSet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tagset = tagset
        self._theme, self._inks = LIGHT, _inks(LIGHT)
        self._text = ""
        self._desk = Desk()
        self._shown = Shown.ALL
        self._least = 0.0
        self._fits: Callable[[str], bool] = lambda _title: True
        self._order = MentionOrder.PLACE
        self._rows: list[Mention] = []
        self._chips: dict[str, QPixmap] = {}  # of this tag set, in this theme

    def set_report(self, text: str, desk: Desk, tagset: TagSet) -> None:
        """List the mentions of another report."""
        self.beginResetModel()
        if tagset is not self._tagset:
            self._chips.clear()
        self._text, self._desk, self._tagset = text, desk, tagset
        self._rows = self._wanted()
        self.endResetModel()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of the classes from this theme."""
        self._theme, self._inks = theme, _inks(theme)
        self._chips.clear()
        self._tell_changed(0, len(self._rows) - 1)

    def set_shown(self, shown: Shown) -> None:
        """List these mentions only."""
        self.beginResetModel()
        self._shown = shown
        self._rows = self._wanted()
        self.endResetModel()

    def set_least(self, least: float) -> None:
        """Leave out pending mentions that are less sure (0 to 1)."""
        self._least = least
        self.set_desk(self._desk)

    def set_room(self, fits: Callable[[str], bool]) -> None:
        """Say classes whose title does not fit their column in fewer letters."""
        self._fits = fits
        self._tell_changed(0, len(self._rows) - 1)

    def _title(self, name: str) -> str:
        title = short_class_title(self._tagset, name)
        return title if self._fits(title) else narrow_class_title(self._tagset, name)

    def set_order(self, order: MentionOrder) -> None:
        """List them in this order."""
        self.beginResetModel()
        self._order = order
        self._rows = self._wanted()
        self.endResetModel()

    def set_desk(self, desk: Desk) -> None:
        """List the mentions as they are after an edit."""
        self._desk = desk
        before, after = self._rows, self._wanted()
        differ = [row for row, (old, new) in enumerate(zip(before, after, strict=False)) if old is not new]
        if len(before) == len(after):
            self._rows = after
            self._tell_apart(differ)
            return
        head = _common(before, after)
        tail = _common(before[head:][::-1], after[head:][::-1])
        old_end, new_end = len(before) - tail, len(after) - tail
        if old_end > head:
            self.beginRemoveRows(QModelIndex(), head, old_end - 1)
            self._rows = before[:head] + before[old_end:]
            self.endRemoveRows()
        if new_end > head:
            self.beginInsertRows(QModelIndex(), head, new_end - 1)
            self._rows = after
            self.endInsertRows()
        self._rows = after
        # What was inserted is new anyway; behind it the rows have moved.
        moved = len(before) - len(after)
        changed = [row for row in range(head) if after[row] is not before[row]]
        changed += [row for row in range(new_end, len(after)) if after[row] is not before[row + moved]]
        self._tell_apart(changed)

    def _wanted(self) -> list[Mention]:
        wanted = [m for m in self._desk.those(IsShown(self._least)) if self._shown.holds(m)]
        if self._order is not MentionOrder.PLACE:
            wanted.sort(key=self._key())  # those that are equal stay in text order
        return wanted

    def _key(self) -> Callable[[Mention], Any]:
        text, tagset = self._text, self._tagset
        return {
            MentionOrder.PLACE: place_of,
            MentionOrder.LEAK: lambda m: -leak_of(m),
            MentionOrder.UNCERTAINTY: lambda m: -uncertainty_of(m),
            MentionOrder.CLASS: lambda m: fold(short_class_title(tagset, m.span.phi_class)),
            MentionOrder.TEXT: lambda m: fold(m.span.text(text)[:_SHOWN_CHARACTERS]),
            MentionOrder.DECISION: lambda m: _DECISIONS.index(m.decision),
            MentionOrder.EVIDENCE: evidence_kinds,
        }[self._order]

    def _tell_apart(self, rows: Sequence[int]) -> None:
        """Tell neighbours together: what follows a decision stands far away, and all between would be drawn anew."""
        begins = [row for before, row in pairwise((-2, *rows)) if row > before + 1]
        ends = [row for row, after in pairwise((*rows, len(self._rows) + 2)) if row < after - 1]
        if len(begins) > _APART:
            begins, ends = begins[:1], ends[-1:]
        for first, last in zip(begins, ends, strict=True):
            self._tell_changed(first, last)

    def _tell_changed(self, first: int, last: int) -> None:
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(_COLUMNS) - 1))

    def mention(self, row: int) -> Mention:
        """The mention of a row."""
        return self._rows[row]

    def class_titles(self) -> set[str]:
        """What stands in the column of the classes."""
        return {short_class_title(self._tagset, name) for name in {m.span.phi_class for m in self._rows}}

    def long_texts(self, count: int) -> list[str]:
        """The longest texts of the rows, as they stand in their column."""
        longest = nlargest(count, self._rows, key=lambda m: m.span.end - m.span.start)
        return [self.words(mention, Column.TEXT) for mention in longest]

    def row_of(self, mention_id: int) -> int:
        """The row of a mention; -1 when it is not listed."""
        return next((row for row, m in enumerate(self._rows) if m.id == mention_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return translate("mentions", "Click to sort")
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Column.STATE:
            return translate("mentions", "Decision")
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.STATE: "",
            Column.TEXT: translate("mentions", "Text"),
            Column.CLASS: translate("mentions", "Class"),
            Column.CONFIDENCE: translate("mentions", "Conf."),
            Column.EVIDENCE: translate("mentions", "Evid."),
        }[column]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        # Asked for some hundred times whenever a page of the list is drawn.
        if role not in _ROLES or not index.isValid():
            return None
        mention, column = self._rows[index.row()], _COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words(mention, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self.ink(mention, column)
        if role == Qt.ItemDataRole.DecorationRole:
            return self.chip(mention.span.phi_class) if column is Column.CLASS else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter if column in CENTRED else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return description(mention, self._tagset, self._text)
        return decision_word(mention.decision) if column is Column.STATE else self.words(mention, column)

    def chip(self, name: str) -> QPixmap:
        """The sign of a class."""
        chip = self._chips.get(name)
        if chip is None:
            chip = self._chips[name] = class_chip(self._theme, self._tagset, class_of(self._tagset, name))
        return chip

    def words(self, mention: Mention, column: Column) -> str:
        """What stands in a column of a mention's row."""
        match column:
            case Column.STATE:
                return decision_symbol(mention.decision)
            case Column.TEXT:
                return few_words(mention.span.text(self._text), _SHOWN_CHARACTERS)
            case Column.CLASS:
                return self._title(mention.span.phi_class)
            case Column.CONFIDENCE:
                if mention.suggestion is None or correction(mention, self._tagset):
                    return ""
                return percent(mention.suggestion.confidence)
            case Column.EVIDENCE:
                return evidence_kinds(mention)

    def ink(self, mention: Mention, column: Column) -> QColor | None:
        """In which colour it stands there; None: in that of texts."""
        decision = mention.decision
        return self._inks[decision] if column is Column.STATE or decision is Decision.REJECTED else None


def _inks(theme: Theme) -> dict[Decision, QColor]:
    names = {Decision.PENDING: theme.pending, Decision.ACCEPTED: theme.accepted, Decision.REJECTED: theme.rejected}
    return {decision: QColor(name) for decision, name in names.items()}


def _common(one: Sequence[Mention], other: Sequence[Mention]) -> int:
    """How many mentions at the begin of both are the same ones, whatever their decision."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a.id != b.id:
            break
        count += 1
    return count
