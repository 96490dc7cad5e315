"""ClassesPanel: the legend of PHI classes with their keys and counts, to show, hide, visit and give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from deid_studio.gui.control.class_guidelines import ClassGuidelines
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.key_table import CLASS, KeyTable
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.title_delegate import TitleDelegate
from deid_studio.gui.words.wording import class_titles, language
from deid_studio.model.tagset import PhiClass
from deid_studio.texts import in_language

_TITLE, _KEY, _PENDING, _ACCEPTED = range(4)
_NAME = Qt.ItemDataRole.UserRole
_LEAST_WITH_COUNTS = 330  # pixels
_LATER_MS = 100  # after a decision: thousands of mentions are counted


class ClassesPanel(QWidget):
    """Groups and classes as a tree: a check box shows or hides, a click visits the next mention of the class."""

    class_wanted = Signal(str)  # give this class to the selected text or the current mention

    def __init__(
        self,
        controller: ReviewController,
        guidelines: ClassGuidelines,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._guidelines = guidelines
        self._theme = theme
        self._items: dict[str, QTreeWidgetItem] = {}
        self._filling = False
        self._toggled = False  # by the click that is being dealt with
        self._keys = KeyTable()
        self.tree = QTreeWidget()
        self.tree.setColumnCount(4)
        self.tree.setHeaderLabels([self.tr("Class"), self.tr("Key"), "○", "✓"])
        header = self.tree.headerItem()
        for column, told in (
            (_PENDING, self.tr("Pending in this report")),
            (_ACCEPTED, self.tr("Accepted in this report")),
        ):
            header.setToolTip(column, told)
            header.setData(column, Qt.ItemDataRole.AccessibleTextRole, told)
        for column in (_KEY, _PENDING, _ACCEPTED):
            header.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
        self.tree.setAccessibleName(self.tr("Classes"))
        self.tree.setIconSize(CHIP)
        self.tree.setIndentation(14)
        self.tree.setUniformRowHeights(True)
        self.tree.setItemDelegateForColumn(_TITLE, TitleDelegate(self._titles, self.tree))
        columns = self.tree.header()
        columns.setStretchLastSection(False)
        columns.setMinimumSectionSize(24)
        columns.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        for column, width in ((_KEY, 44), (_PENDING, 36), (_ACCEPTED, 36)):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.tree.setColumnWidth(column, width)
        self.give = QPushButton(self.tr("Give this class"))
        self.give.setToolTip(self.tr("Give the class chosen here to the selected text or the current mention"))
        self.accept = QPushButton(self.tr("Accept all of it"))
        self.accept.setToolTip(self.tr("Accept all pending suggestions of the class chosen here"))

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.tree, 1)
        row = QHBoxLayout()
        row.addWidget(self.give)
        row.addWidget(self.accept)
        layout.addLayout(row)

        self.tree.itemChanged.connect(self._checked)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._visit)
        self.tree.currentItemChanged.connect(self._update_buttons)
        self.give.clicked.connect(self._give)
        self.accept.clicked.connect(self._accept)
        guidelines.changed.connect(self.fill)  # a folder was opened, or its texts were changed
        controller.report_opened.connect(self._count)
        controller.report_failed.connect(self._count)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._count)
        controller.desk_changed.connect(lambda: self._later.start())
        controller.hidden_changed.connect(self._show_hidden)
        controller.least_changed.connect(self._count)
        self.fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A class is known by its title; the list of mentions has the counts.
        for column in (_PENDING, _ACCEPTED):
            self.tree.setColumnHidden(column, event.size().width() < _LEAST_WITH_COUNTS)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self._filling = True
        for one, chip in self._chips():
            self._items[one.name].setIcon(_TITLE, chip)
        self._filling = False

    def set_keys(self, table: KeyTable) -> None:
        """Show the keys that classes have."""
        self._keys = table
        self._filling = True
        for name, item in self._items.items():
            self._show_key(item, self._controller.tagset[name])
        self._filling = False
        self.accept.setToolTip(
            table.with_hint(self.tr("Accept all pending suggestions of the class chosen here"), "accept_class")
        )

    def _show_key(self, item: QTreeWidgetItem, phi_class: PhiClass) -> None:
        command = f"{CLASS}{phi_class.name}"
        title = self._keys.with_hint(phi_class.title_in(language()), command)
        item.setText(_KEY, self._keys.shown(command))
        for column in (_TITLE, _KEY):
            definition = self._guidelines.definition(phi_class.name)
            item.setToolTip(column, "\n".join(filter(None, (title, phi_class.name, definition))))

    def fill(self) -> None:
        """List the classes of the folder's tag set."""
        tagset = self._controller.tagset
        self._filling = True
        self.tree.clear()
        self._items.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for phi_class, chip in self._chips():
            group = groups.get(phi_class.group)
            if group is None:
                title = in_language(tagset.groups.get(phi_class.group, {}), language())
                title = title or phi_class.group or self.tr("Other")
                group = groups[phi_class.group] = QTreeWidgetItem([title])
                group.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate
                )
                font = group.font(_TITLE)
                font.setBold(True)
                group.setFont(_TITLE, font)
                self.tree.addTopLevelItem(group)
                group.setFirstColumnSpanned(True)
            item = self._item(phi_class)
            item.setIcon(_TITLE, chip)
            group.addChild(item)
        self.tree.expandAll()
        self._filling = False
        self._count()
        self._update_buttons()

    def _item(self, phi_class: PhiClass) -> QTreeWidgetItem:
        item = QTreeWidgetItem([phi_class.title_in(language())])
        item.setData(_TITLE, _NAME, phi_class.name)
        self._show_key(item, phi_class)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        hidden = phi_class.name in self._controller.hidden
        item.setCheckState(_TITLE, Qt.CheckState.Unchecked if hidden else Qt.CheckState.Checked)
        for column in (_KEY, _PENDING, _ACCEPTED):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
        self._items[phi_class.name] = item
        return item

    def _titles(self, index: QModelIndex | QPersistentModelIndex) -> Sequence[str]:
        name = index.data(_NAME)
        return class_titles(self._controller.tagset, name) if name in self._items else ()

    def _chips(self) -> Iterator[tuple[PhiClass, QIcon]]:
        tagset = self._controller.tagset
        for one in tagset:
            yield one, QIcon(class_chip(self._theme, tagset, one))

    def _count(self) -> None:
        pending: Counter[str] = Counter()
        accepted: Counter[str] = Counter()
        pending.update(mention.span.phi_class for mention in self._controller.sure_pending)
        accepted.update(span.phi_class for span in self._controller.desk.decided_spans)
        self._filling = True
        for name, item in self._items.items():
            item.setText(_PENDING, str(pending[name] or ""))
            item.setText(_ACCEPTED, str(accepted[name] or ""))
        self._filling = False
        self._update_buttons()

    def _show_hidden(self, hidden: frozenset[str]) -> None:
        self._filling = True
        for name, item in self._items.items():
            item.setCheckState(_TITLE, Qt.CheckState.Unchecked if name in hidden else Qt.CheckState.Checked)
        self._filling = False
        self._update_buttons()

    def _checked(self) -> None:
        if not self._filling:
            self._toggled = True
            QTimer.singleShot(0, self, self._forget_toggle)
            unchecked = Qt.CheckState.Unchecked
            self._controller.set_hidden(
                frozenset(name for name, item in self._items.items() if item.checkState(_TITLE) is unchecked)
            )

    def chosen(self) -> str | None:
        """The class that is chosen in the legend."""
        item = self.tree.currentItem()
        return None if item is None else item.data(_TITLE, _NAME)

    def _forget_toggle(self) -> None:
        self._toggled = False

    def _clicked(self, item: QTreeWidgetItem) -> None:
        if not self._toggled and item.data(_TITLE, _NAME) not in self._controller.hidden:
            self._visit(item)

    def _visit(self, item: QTreeWidgetItem) -> None:
        name = item.data(_TITLE, _NAME)
        if name is not None:
            self._controller.go_to_span(1, name)

    def _update_buttons(self) -> None:
        name = self.chosen()
        self.give.setEnabled(name is not None)
        item = None if name is None else self._items.get(name)
        shown = name not in self._controller.hidden
        self.accept.setEnabled(item is not None and shown and bool(item.text(_PENDING)))

    def _give(self) -> None:
        name = self.chosen()
        if name is not None:
            self.class_wanted.emit(name)

    def _accept(self) -> None:
        name = self.chosen()
        if name is not None:
            self._controller.accept_class(name)
