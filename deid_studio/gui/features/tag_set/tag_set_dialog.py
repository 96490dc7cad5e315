"""TagSetDialog: the classes of the folder in a list, and what can be changed of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.tag_set.class_form import ClassForm
from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import row_button
from deid_studio.gui.words.kind_titles import kind_title, role_titles
from deid_studio.gui.words.wording import class_title
from deid_studio.model.ontology import meaning_of
from deid_studio.model.tagset import TagSet
from deid_studio.model.tagset_change import MergeClass, MoveClass, RemoveClass, RenameClass

_TITLE, _NAME, _KEY, _KIND, _ROLE, _MENTIONS = range(6)


class TagSetDialog(QDialog):
    """`wanted` gives a change that is asked for; `fill` shows the classes as they are afterwards."""

    wanted = Signal(object)  # TagSetChange

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Classes of the folder"))
        self._theme = theme
        self._tagset: TagSet | None = None
        self._counts: Mapping[str, int] | None = None
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.tr("Classes of the folder"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setIconSize(CHIP)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHeaderLabels(
            [self.tr("Class"), self.tr("Name in files"), self.tr("Key"), self.tr("Kind"), self.tr("Of whom"),
             self.tr("Mentions")]
        )  # fmt: skip
        columns = self.list.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        columns.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        self.told = QLabel()
        self.told.setWordWrap(True)
        row = QHBoxLayout()
        self.add = row_button(row, self.tr("&Add…"), lambda: self._form(True))
        self.alter = row_button(row, self.tr("&Change…"), lambda: self._form(False))
        self.rename = row_button(row, self.tr("&Rename…"), self._rename)
        self.merge = row_button(row, self.tr("&Merge…"), self._merge)
        self.remove = row_button(row, self.tr("R&emove"), lambda: self.wanted.emit(RemoveClass(self.chosen)))
        self.up = row_button(row, self.tr("&Up"), lambda: self._move(-1))
        self.down = row_button(row, self.tr("&Down"), lambda: self._move(1))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(self.list, 1)
        column.addWidget(self.told)
        column.addLayout(row)
        column.addWidget(buttons)
        self.resize(QSize(1060, 600).boundedTo(self.screen().availableGeometry().size() * 0.9))
        self.list.itemActivated.connect(lambda *_: self._form(False))
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        self.list.setFocus()

    @property
    def chosen(self) -> str:
        """The name of the current class."""
        item = self.list.currentItem()
        return "" if item is None else item.text(_NAME)

    def fill(self, tagset: TagSet, told: str = "") -> None:
        """Show the classes; the current one stays so if it is still there."""
        chosen, row = self.chosen, max(self.list.currentIndex().row(), 0)
        self._tagset, self._counts = tagset, None
        roles = role_titles()
        self.list.clear()
        for one in tagset:
            meaning = meaning_of(one)
            title, key = class_title(tagset, one.name), one.shortcut.upper()
            item = QTreeWidgetItem([title, one.name, key, kind_title(meaning), roles[meaning.role], ""])
            item.setIcon(_TITLE, QIcon(class_chip(self._theme, tagset, one)))
            item.setTextAlignment(_MENTIONS, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(item)
        names = [one.name for one in tagset]
        self.choose(chosen if chosen in names else names[min(row, len(names) - 1)])
        self.say(told)
        self.set_busy(False)

    def choose(self, name: str) -> None:
        """Make a class the current one."""
        for item in self.list.findItems(name, Qt.MatchFlag.MatchExactly, _NAME):
            self.list.setCurrentItem(item)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many mentions of each class there are."""
        self._counts = counts
        for item in self.list.findItems("", Qt.MatchFlag.MatchContains, _NAME):
            item.setText(_MENTIONS, str(counts.get(item.text(_NAME), 0)))
        self._enable()

    def say(self, words: str) -> None:
        """Tell what became of a change."""
        self.told.setText(words)
        self.told.setVisible(bool(words))

    def set_busy(self, busy: bool) -> None:
        """Whether a change is under way, and no other can be asked for."""
        for button in (self.add, self.alter, self.rename, self.merge, self.remove, self.up, self.down):
            button.setEnabled(not busy)
        self.list.setEnabled(not busy)
        if not busy:
            self._enable()

    def _enable(self) -> None:
        if self._tagset is None or not self.list.isEnabled():
            return
        row, several = self.list.currentIndex().row(), len(self._tagset.classes) > 1
        used = self._counts is None or self._counts.get(self.chosen, 0) > 0
        self.remove.setEnabled(several and not used)
        self.merge.setEnabled(several)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._tagset.classes) - 1)

    def _form(self, new: bool) -> None:
        if self._tagset is None or not (new or self.chosen):
            return
        form = ClassForm(self._tagset, None if new else self._tagset[self.chosen], self._theme, self)
        form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        form.wanted.connect(self.wanted)
        form.open()

    def _rename(self) -> None:
        name = self.chosen
        asked = self._ask(self.tr("Rename"), self.tr("New name of {name} in all files:").format(name=name))
        asked.setTextValue(name)
        asked.textValueSelected.connect(
            lambda new: self.wanted.emit(RenameClass(name, new.strip())) if new.strip() != name else None
        )
        asked.open()

    def _merge(self) -> None:
        name, tagset = self.chosen, self._tagset
        if tagset is None:
            return
        titles = {f"{class_title(tagset, one.name)} ({one.name})": one.name for one in tagset if one.name != name}
        asked = self._ask(self.tr("Merge"), self.tr("All mentions of {name} become mentions of:").format(name=name))
        asked.setComboBoxItems(list(titles))
        asked.textValueSelected.connect(lambda title: self.wanted.emit(MergeClass(name, titles[title])))
        asked.open()

    def _ask(self, title: str, words: str) -> QInputDialog:
        asked = QInputDialog(self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.setWindowTitle(title)
        asked.setLabelText(words)
        asked.setOkButtonText(self.tr("OK"))
        asked.setCancelButtonText(self.tr("Cancel"))
        return asked

    def _move(self, step: int) -> None:
        self.wanted.emit(MoveClass(self.chosen, self.list.currentIndex().row() + step))
