"""Titles of classes in cells: the longest that has room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem

from deid_studio.gui.shell import theme as themes
from deid_studio.gui.widgets.title_delegate import TitleDelegate

pytestmark = pytest.mark.dressed
TITLES = ["Localidad, provincia o código postal", "Localidad", "L."]


def _drawn(tree: QTreeWidget, row: int) -> str:
    index = tree.model().index(row, 0)
    option = QStyleOptionViewItem()
    option.widget, option.rect, option.font = tree, tree.visualRect(index), tree.font()
    option.fontMetrics = tree.fontMetrics()
    tree.itemDelegateForColumn(0).initStyleOption(option, index)
    return option.text


def test_the_longest_title_that_has_room_is_drawn_and_the_cell_keeps_the_whole(qtbot):
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.setStyleSheet(themes.style_sheet(themes.LIGHT))
    tree.setHeaderLabels(["Clase", "Qué se hace"])
    tree.setItemDelegateForColumn(
        0, TitleDelegate(lambda index: TITLES if index.data(Qt.ItemDataRole.UserRole) else (), tree)
    )
    for titled in (True, False):
        item = QTreeWidgetItem([TITLES[0], ""])
        item.setData(0, Qt.ItemDataRole.UserRole, titled)
        tree.addTopLevelItem(item)
    tree.resize(700, 200)
    tree.show()
    for width, title in ((500, TITLES[0]), (150, TITLES[1]), (60, TITLES[2])):
        tree.setColumnWidth(0, width)
        assert _drawn(tree, 0) == title, width
        assert tree.topLevelItem(0).text(0) == TITLES[0]
        assert _drawn(tree, 1) == TITLES[0]  # what has no shorter title is left as it is
