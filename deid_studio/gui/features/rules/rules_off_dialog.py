"""RulesOffDialog: the rules that are turned off, and where; each is turned on again by one key."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.words.rule_wording import rule_id_words

_RULE, _WHERE = range(2)
_ID = Qt.ItemDataRole.UserRole
_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace)

Off = tuple[str, bool]  # the id of a rule, and whether it is turned off in every folder


class _List(QTreeWidget):
    chosen = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS:
            self.chosen.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


class RulesOffDialog(QDialog):
    """Turning one on is asked for by `on_wanted`; `fill` then shows what is left."""

    on_wanted = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Rules that are off"))
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.list = _List()
        self.list.setColumnCount(2)
        self.list.setHeaderLabels([self.tr("Rule"), self.tr("Where")])
        self.list.setAccessibleName(self.tr("Rules that are off"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setStyleSheet("QTreeWidget::item { padding: 4px 2px; }")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        columns = self.list.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(_RULE, QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(_WHERE, QHeaderView.ResizeMode.ResizeToContents)
        self.on = QPushButton(self.tr("Turn &on again"))
        self.on.setAutoDefault(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.on, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(self.told)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.resize(780, 360)
        self.on.clicked.connect(self._turn_on)
        self.list.chosen.connect(self._turn_on)
        self.list.itemDoubleClicked.connect(lambda *_: self._turn_on())
        self.list.setFocus()

    def fill(self, off: Iterable[Off], unknown: Collection[str]) -> None:
        """Show these rules; `unknown` are those that the detector does not have."""
        place = max(self.list.currentIndex().row(), 0)
        items: list[QTreeWidgetItem] = []
        self.list.clear()
        for rule, everywhere in off:
            where = self.tr("in every folder") if everywhere else self.tr("in this folder")
            if rule in unknown:
                where = self.tr("{where}; there is no such rule any more").format(where=where)
            words = rule_id_words(rule)
            item = QTreeWidgetItem([f"{words[:1].upper()}{words[1:]}", where])
            item.setData(_RULE, _ID, (rule, everywhere))
            item.setToolTip(_RULE, rule)
            items.append(item)
        self.list.addTopLevelItems(items)
        if items:
            self.list.setCurrentItem(items[min(place, len(items) - 1)])
        self.on.setEnabled(bool(items))
        self.list.setVisible(bool(items))
        self.told.setText(
            self.tr("These are left out when suggestions are made. Return turns the chosen one on again.")
            if items
            else self.tr("No rule is off: every rule makes suggestions.")
        )

    def _turn_on(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.on_wanted.emit(*item.data(_RULE, _ID))
