"""Parts that dialogs have alike: labels that tell something, buttons in a row, and tables of counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

_Role = QFormLayout.ItemRole
_Text = TypeVar("_Text", bound=QWidget)


def told_label(text: str = "") -> QLabel:
    """A label of plain text on as many lines as it needs."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def level_labels(form: QFormLayout) -> None:
    """Put the labels of a form, filled and in its dialog, in the middle of their fields; Qt puts them higher."""
    for row in range(form.rowCount()):
        label, field = form.itemAt(row, _Role.LabelRole), form.itemAt(row, _Role.FieldRole)
        words = None if label is None else label.widget()
        if words is not None and field is not None and not field.expandingDirections() & Qt.Orientation.Vertical:
            words.setMinimumHeight(field.sizeHint().height())


def framed(text: _Text) -> _Text:
    """A field or page of text that has the border of other fields, and is seen to have the keyboard."""
    text.setProperty("framed", True)
    return text


def takes_keys(panel: QWidget) -> None:
    """Have a panel that takes the keyboard itself, and not by a field in it, show that it has it."""
    panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    panel.setProperty("takesKeys", True)


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
        if not place:  # a title, as those below it
            heading.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.setHorizontalHeaderItem(place, heading)
    table.setAccessibleName(name)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return table
