"""SettingsDialog: what a person can set about the window and the detector."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from deid_studio.settings import Settings


class SettingsDialog(QDialog):
    """Language, look, reviewer and model. `values()` is what was chosen, by name of the setting."""

    def __init__(self, settings: Settings, own_models: list[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.language = _choice(
            [("", self.tr("As the system")), ("es", "Español"), ("en", "English")], settings.language
        )
        self.theme = _choice(
            [("system", self.tr("As the system")), ("light", self.tr("Light")), ("dark", self.tr("Dark"))],
            settings.theme,
        )
        self.font_size = QSpinBox()
        self.font_size.setRange(6, 72)
        self.font_size.setSuffix(" pt")
        self.font_size.setValue(settings.font_size)
        self.line_spacing = QDoubleSpinBox()
        self.line_spacing.setRange(1.0, 4.0)
        self.line_spacing.setSingleStep(0.1)
        self.line_spacing.setValue(settings.line_spacing)
        self.line_numbers = QCheckBox(self.tr("Show line numbers"))
        self.line_numbers.setChecked(settings.show_line_numbers)
        self.second_sweep = QCheckBox(self.tr("Before signing off, offer the second sweep"))
        self.second_sweep.setChecked(settings.second_sweep)
        self.bulk_accept = QDoubleSpinBox()
        self.bulk_accept.setRange(0, 99.9)
        self.bulk_accept.setDecimals(1)
        self.bulk_accept.setSuffix(" %")
        self.bulk_accept.setSpecialValueText(self.tr("always"))
        self.bulk_accept.setValue(settings.bulk_accept_precision * 100)
        self.bulk_accept.setToolTip(
            self.tr("What must be sure, from your own signed-off reports, of the suggestions of a class being right")
        )
        self.reviewer = QLineEdit(settings.reviewer)
        models = [("default", self.tr("The model that comes with the program")), *((n, n) for n in own_models)]
        if settings.model not in dict(models):
            models.append((settings.model, settings.model))
        self.model = _choice(models, settings.model)
        other = QPushButton(self.tr("Another model…"))
        other.clicked.connect(self._choose_model)
        notes = QLabel(
            self.tr(
                "Every decision is stored at once and can be undone after a restart; the .ann beside the report"
                " follows within a second. The language changes when the program is started again."
            )
        )
        notes.setWordWrap(True)

        form = QFormLayout()
        form.setSpacing(10)
        form.addRow(self.tr("&Language:"), self.language)
        form.addRow(self.tr("&Theme:"), self.theme)
        form.addRow(self.tr("&Font size:"), self.font_size)
        form.addRow(self.tr("Line &spacing:"), self.line_spacing)
        form.addRow("", self.line_numbers)
        form.addRow("", self.second_sweep)
        form.addRow(self.tr("&Accept all of a class from:"), self.bulk_accept)
        form.addRow(self.tr("&Reviewer:"), self.reviewer)
        form.addRow(self.tr("&Model:"), self.model)
        form.addRow("", other)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.button(standard.Ok).setText(self.tr("Apply"))
        buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addLayout(form)
        column.addWidget(notes)
        column.addStretch(1)
        column.addWidget(buttons)
        self.setMinimumWidth(460)

    def values(self) -> dict[str, Any]:
        """The settings as chosen here."""
        return {
            "language": self.language.currentData(),
            "theme": self.theme.currentData(),
            "font_size": self.font_size.value(),
            "line_spacing": round(self.line_spacing.value(), 2),
            "show_line_numbers": self.line_numbers.isChecked(),
            "second_sweep": self.second_sweep.isChecked(),
            "bulk_accept_precision": round(self.bulk_accept.value() / 100, 4),
            "reviewer": self.reviewer.text().strip(),
            "model": self.model.currentData(),
        }

    def _choose_model(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose a model's folder"))
        if folder:
            self.model.addItem(Path(folder).name, folder)
            self.model.setCurrentIndex(self.model.count() - 1)


def _choice(choices: list[tuple[str, str]], chosen: str) -> QComboBox:
    box = QComboBox()
    for value, title in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(box.findData(chosen), 0))
    return box
