"""ExportDialog: which reports to copy, where, and whether suggestions that nobody decided go along."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


class Which(Enum):
    """Which reports are copied."""

    ALL = "all"
    SIGNED = "signed"
    CURRENT = "current"


class ExportDialog(QDialog):
    """Asks for a BRAT copy's folder and content."""

    def __init__(self, counts: dict[Which, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export BRAT copy"))
        self.which = QComboBox()
        titles = {
            Which.ALL: self.tr("All reports ({count})"),
            Which.SIGNED: self.tr("Signed-off reports ({count})"),
            Which.CURRENT: self.tr("The report on the screen"),
        }
        for which, title in titles.items():
            if counts[which]:
                self.which.addItem(title.format(count=counts[which]), which)
        self.folder = QLineEdit()
        self.folder.setPlaceholderText(self.tr("An empty folder outside this one"))
        choose = QPushButton(self.tr("Choose…"))
        choose.clicked.connect(self._choose)
        self.pending = QCheckBox(self.tr("Include pending suggestions"))
        self.warning = QLabel(
            self.tr("Nobody has checked these suggestions: the copy will look finished, and it is not.")
        )
        self.warning.setWordWrap(True)
        self.warning.hide()
        self.pending.toggled.connect(self.warning.setVisible)
        self.config = QCheckBox(self.tr("Write brat's configuration (annotation.conf, visual.conf)"))
        self.config.setChecked(True)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow(self.tr("&Reports:"), self.which)
        form.addRow(self.tr("&Folder:"), row)
        form.labelForField(row).setBuddy(self.folder)  # type: ignore[attr-defined]
        form.addRow("", self.pending)
        form.addRow("", self.warning)
        form.addRow("", self.config)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.buttons.button(standard.Ok).setText(self.tr("Export"))
        self.buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(standard.Ok).setEnabled(False)
        self.folder.textChanged.connect(
            lambda text: self.buttons.button(standard.Ok).setEnabled(Path(text).is_absolute())
        )
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.setMinimumWidth(520)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder for the copy"))
        if folder:
            self.folder.setText(folder)
