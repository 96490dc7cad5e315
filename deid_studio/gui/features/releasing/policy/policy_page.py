"""PolicyPage: what becomes of each class: a policy is chosen, and changed with a live preview."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.releasing.entry_list import EntryList
from deid_studio.gui.features.releasing.policy.policy_choice import PolicyChoice
from deid_studio.gui.features.releasing.policy.policy_claims import PolicyClaims
from deid_studio.gui.features.releasing.policy.treatment_options import (
    TreatmentOptions,
    dates_are_moved,
    has_surrogates,
    tells_same,
)
from deid_studio.gui.features.releasing.release_words import class_words, words_for
from deid_studio.gui.features.releasing.work.release_work import ReleaseWork
from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.widgets.title_delegate import TitleDelegate
from deid_studio.gui.words.wording import class_title, class_titles, language
from deid_studio.model.tagset import PhiClass
from deid_studio.release.policy import Policy, Scope
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.repeating import Repeat
from deid_studio.texts import in_language

_CLASS, _WAY = range(2)
_NAME = Qt.ItemDataRole.UserRole
_PARTS = ("header", "footer")


class PolicyPage(QWidget):
    """The second step; several classes, or a group, can be changed at once."""

    def __init__(self, work: ReleaseWork, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._theme = theme
        self.choice = PolicyChoice(work)
        self.options = TreatmentOptions(work)
        self.options.changed.connect(self.choice.change)
        self.claims = PolicyClaims()
        self._build_table()
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.choice)
        column.addWidget(self.claims)
        column.addWidget(self.table, 1)
        column.addWidget(self.options)
        column.addSpacing(4)
        column.addLayout(self._build_whole())
        work.policy_changed.connect(self._show)
        self.fill(work.policy.name)

    @property
    def first_field(self) -> QWidget:
        """Where a person begins."""
        return self.choice.policies

    # --- building --------------------------------------------------------------------------------------------

    def _build_table(self) -> None:
        self.table = EntryList(self.tr("What becomes of each class"), (Qt.Key.Key_F2, Qt.Key.Key_Space))
        self.table.setColumnCount(2)
        self.table.setHeaderLabels([self.tr("Class"), self.tr("What becomes of it")])
        self.table.setIndentation(12)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)  # titles begin differently, and end alike
        self.table.setIconSize(CHIP)
        self.table.setStyleSheet("QTreeWidget::item { padding: 2px 2px; min-height: 18px; }")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tagset = self._work.tagset
        self.table.setItemDelegateForColumn(
            _CLASS,
            TitleDelegate(lambda index: class_titles(tagset, name) if (name := index.data(_NAME)) else (), self.table),
        )
        columns = self.table.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(_CLASS, QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(_WAY, QHeaderView.ResizeMode.ResizeToContents)
        grouped: dict[str, list[PhiClass]] = {}
        for phi_class in tagset:
            grouped.setdefault(phi_class.group, []).append(phi_class)
        self._rows: dict[str, QTreeWidgetItem] = {}
        for group, classes in grouped.items():
            title = in_language(tagset.groups.get(group, {}), language())
            top = QTreeWidgetItem([title or group or self.tr("Other classes")])
            font = top.font(_CLASS)
            font.setBold(True)
            top.setFont(_CLASS, font)
            self.table.addTopLevelItem(top)
            top.setFirstColumnSpanned(True)
            for phi_class in classes:
                row = QTreeWidgetItem([class_title(tagset, phi_class.name)])
                row.setData(_CLASS, _NAME, phi_class.name)
                row.setToolTip(_CLASS, f"{class_title(tagset, phi_class.name)} ({phi_class.name})")
                top.addChild(row)
                self._rows[phi_class.name] = row
            top.setExpanded(True)
        self._draw_chips()
        self.table.itemSelectionChanged.connect(self._show_options)
        self.table.entered.connect(self.options.begin)

    def _build_whole(self) -> QGridLayout:
        self.scope, self.repeat, self.dates = ChoiceBox(14), ChoiceBox(14), ChoiceBox(14)
        for scope in Scope:
            self.scope.addItem(words_for(scope), scope)
        for repeat in Repeat:
            self.repeat.addItem(words_for(repeat), repeat)
        for keeping in DateKeeping:
            self.dates.addItem(words_for(keeping), keeping)
        self.trims = {part: QCheckBox(words) for part, words in zip(_PARTS, (
            self.tr("the &header"), self.tr("the &footer")), strict=True)}  # fmt: skip
        trims = QHBoxLayout()
        trims.setSpacing(14)
        for trim in self.trims.values():
            trim.toggled.connect(self._change_whole)
            trims.addWidget(trim)
        trims.addStretch(1)
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self._labels = []
        for row, (words, box) in enumerate((
            (self.tr("Same th&ing, same surrogate:"), self.scope), (self.tr("Mentioned a&gain, it gets:"), self.repeat),
            (self.tr("Moved &dates keep:"), self.dates),
        )):  # fmt: skip
            label = QLabel(words)
            label.setBuddy(box)
            box.activated.connect(self._change_whole)
            self._labels.append(label)
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
        last = grid.rowCount()
        grid.addWidget(QLabel(self.tr("Cut out:")), last, 0)
        grid.addLayout(trims, last, 1)
        return grid

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._draw_chips()

    def _draw_chips(self) -> None:
        tagset = self._work.tagset
        for name, row in self._rows.items():
            row.setIcon(_CLASS, QIcon(class_chip(self._theme, tagset, tagset[name])))

    # --- the policy as it is ---------------------------------------------------------------------------------

    def fill(self, chosen: str) -> None:
        """List the policies that there are, with one of them chosen by its name."""
        self.choice.fill(chosen)
        self._show()

    def take_draft(self, policy: Policy) -> None:
        """Go on with a policy that was changed and not kept."""
        self.choice.take_draft(policy)
        self._show()

    @property
    def is_changed(self) -> bool:
        """Whether the policy was changed since it was chosen."""
        return self.choice.is_changed

    def _show(self) -> None:
        self.choice.show_policies()
        policy, tagset = self._work.policy, self._work.tagset
        self.claims.show_policy(policy)
        for name, row in self._rows.items():
            words = class_words(policy, policy.treatment(name, tagset), tagset[name].kind)
            row.setText(_WAY, words)
            row.setToolTip(_WAY, words)
        with QSignalBlocker(self.scope), QSignalBlocker(self.repeat), QSignalBlocker(self.dates):
            self.scope.setCurrentIndex(self.scope.findData(policy.scope))
            self.repeat.setCurrentIndex(self.repeat.findData(policy.repeat))
            self.dates.setCurrentIndex(self.dates.findData(policy.dates))
        uses = (
            tells_same(policy, self._work),
            has_surrogates(policy, self._work),
            dates_are_moved(policy, self._work),
        )
        idle = self.tr("Without effect: no class of this policy is replaced in a way that needs it.")
        for label, box, used in zip(self._labels, (self.scope, self.repeat, self.dates), uses, strict=True):
            label.setEnabled(used)
            box.setEnabled(used)
            box.setToolTip("" if used else idle)
        for part, trim in self.trims.items():
            with QSignalBlocker(trim):
                trim.setChecked(part in policy.trim)
        if not self.table.selectedItems():
            first = next(iter(self._rows.values()))
            self.table.setCurrentItem(first)
        self._show_options()

    @property
    def classes(self) -> list[str]:
        """The chosen classes, those of chosen groups among them."""
        found: list[str] = []
        for item in self.table.selectedItems():
            rows = [child for row in range(item.childCount()) if (child := item.child(row)) is not None] or [item]
            found += [row.data(_CLASS, _NAME) for row in rows]
        return list(dict.fromkeys(found))

    def _show_options(self) -> None:
        self.options.show_classes(self.classes)

    def _change_whole(self) -> None:
        self.choice.change(
            replace(
                self._work.policy,
                scope=Scope(self.scope.currentData()),
                repeat=Repeat(self.repeat.currentData()),
                dates=DateKeeping(self.dates.currentData()),
                trim=frozenset(part for part, box in self.trims.items() if box.isChecked()),
            )
        )
