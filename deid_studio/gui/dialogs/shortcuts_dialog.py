"""ShortcutsDialog: every key of the window, as its actions have them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

Section = tuple[str, Sequence[tuple[str, str]]]  # title; what it does and its keys


class ShortcutsDialog(QDialog):
    """The page *Keyboard shortcuts*."""

    def __init__(self, sections: Sequence[Section], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("What it does"), self.tr("Keys")])
        self.tree.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.tree.setRootIsDecorated(False)
        for title, rows in sections:
            section = QTreeWidgetItem([title])
            font = section.font(0)
            font.setBold(True)
            section.setFont(0, font)
            self.tree.addTopLevelItem(section)
            for what, keys in rows:
                section.addChild(QTreeWidgetItem([what, keys]))
        self.tree.expandAll()
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        hint = QLabel(
            self.tr(
                "The keys of mentions and classes act while the report has the focus; Esc leads back to it, Tab leaves"
                " it. A class key adds the selected text, or changes the class of the current mention."
            )
        )
        hint.setWordWrap(True)
        export = QLabel(
            self.tr("A BRAT copy keeps the names in the text: it is annotation, not yet a redacted report.")
        )
        export.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tree, 1)
        column.addWidget(hint)
        column.addWidget(export)
        column.addWidget(buttons)
        self.resize(620, 640)
