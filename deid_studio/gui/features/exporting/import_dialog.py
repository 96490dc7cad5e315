"""ImportDialog: which reports of another program to read, in which form, and into which folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.exporting.export_dialog import FORMS
from deid_studio.gui.widgets.parts import level_labels, row_button, told_label


class ImportDialog(QDialog):
    """Asks what is to be imported; nothing is read before it is accepted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import"))
        self.source, self.folder = QLineEdit(), QLineEdit()
        self.source.setPlaceholderText(self.tr("A file or a folder of annotated reports"))
        self.folder.setPlaceholderText(self.tr("A new or empty folder"))
        self.form = QComboBox()
        self.form.addItem(self.tr("As its files say"), "")
        for name, title in FORMS.items():
            self.form.addItem(title, name)
        from_row, to_row = QHBoxLayout(), QHBoxLayout()
        from_row.addWidget(self.source, 1)
        row_button(from_row, self.tr("F&ile…"), self._choose_file)
        row_button(from_row, self.tr("F&older…"), lambda: self._choose_folder(self.source))
        to_row.addWidget(self.folder, 1)
        row_button(to_row, self.tr("&Choose…"), lambda: self._choose_folder(self.folder))
        form = QFormLayout()
        form.setSpacing(10)
        for title, row, field in (
            (self.tr("&From:"), from_row, self.source),
            (self.tr("For&m:"), self.form, self.form),
            (self.tr("&To:"), to_row, self.folder),
        ):
            form.addRow(title, row)
            form.labelForField(row).setBuddy(field)  # type: ignore[attr-defined]
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.buttons.button(standard.Ok).setText(self.tr("Import"))
        self.buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addLayout(form)
        column.addWidget(
            told_label(self.tr("The reports are written as text with their annotations beside them, and opened."))
        )
        column.addStretch(1)
        column.addWidget(self.buttons)
        level_labels(form)
        self.setMinimumWidth(600)
        for entered in (self.source, self.folder):
            entered.textChanged.connect(self._allow)
        self._allow()

    def _allow(self) -> None:
        there = Path(self.source.text()).is_absolute() and Path(self.folder.text()).is_absolute()
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(there)

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a file of annotated reports"))
        if name:
            self.source.setText(name)

    def _choose_folder(self, field: QLineEdit) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder"))
        if name:
            field.setText(name)
