"""Parts that dialogs have alike: labels that tell something, buttons in a row, and tables of counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
)


def told_label(text: str = "") -> QLabel:
    """A label of plain text on as many lines as it needs."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def row_button(row: QHBoxLayout, title: str, do: Callable[[], object]) -> QPushButton:
    """A button at the end of a row that does something when it is clicked, and not at Enter elsewhere."""
    button = QPushButton(title)
    button.setAutoDefault(False)
    button.clicked.connect(lambda: do())
    row.addWidget(button)
    return button


def counts_table(columns: Sequence[tuple[str, str]], name: str) -> QTableWidget:
    """An empty table of these columns, each with its title and tool tip; `name` is for who hears it."""
    table = QTableWidget(0, len(columns))
    for place, (title, tip) in enumerate(columns):
        heading = QTableWidgetItem(title)
        heading.setToolTip(tip)
        table.setHorizontalHeaderItem(place, heading)
    table.setAccessibleName(name)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return table
