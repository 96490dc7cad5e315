"""SettingsDialog: what a person can set about the window and the detector."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.choice_box import ChoiceBox
from deid_studio.gui.dialogs.checks_dialog import which_reports_get_checks
from deid_studio.gui.wording import theme_word
from deid_studio.settings import Settings, table

MONOSPACE = "monospace"


class SettingsDialog(QDialog):
    """Looks, review and detection, a tab each. `values()` is what was chosen, by name of the setting.

    A further setting is a widget here, a row of the tab's form (`looks`, `review`, `detection`) and an entry of
    `values()`.
    """

    def __init__(self, settings: Settings, own_models: list[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.looks = self._tab(self.tr("Looks"))
        self.review = self._tab(self.tr("Review"))
        self.detection = self._tab(self.tr("Detection"))

        self.language = _choice(
            [("", self.tr("As the system")), ("es", "Español"), ("en", "English")], settings.language
        )
        themes = next(row.choices for row in table() if row.name == "theme")
        self.theme = _choice([(name, theme_word(name)) for name in themes], settings.theme)
        self.font_family = _choice(self._families(settings.font_family), settings.font_family)
        self.font_size = QSpinBox()
        self.font_size.setRange(6, 72)
        self.font_size.setSuffix(" pt")
        self.font_size.setValue(settings.font_size)
        self.line_spacing = QDoubleSpinBox()
        self.line_spacing.setRange(1.0, 4.0)
        self.line_spacing.setSingleStep(0.1)
        self.line_spacing.setValue(settings.line_spacing)
        self.wrap_lines = _check(self.tr("Wrap long lines"), settings.wrap_lines)
        self.line_numbers = _check(self.tr("Show line numbers"), settings.show_line_numbers)
        self.sections = _check(self.tr("Show the report's sections at the margin"), settings.show_sections)
        self.class_tags = _check(self.tr("Show the class tag over every mention"), settings.show_class_tags)
        add_row(self.looks, self.tr("&Language:"), self.language)
        add_row(self.looks, self.tr("&Theme:"), self.theme)
        add_row(self.looks, self.tr("Type&face:"), self.font_family)
        add_row(self.looks, self.tr("F&ont size:"), self.font_size)
        add_row(self.looks, self.tr("Line &spacing:"), self.line_spacing)
        for box in (self.wrap_lines, self.line_numbers, self.sections, self.class_tags):
            self.looks.addRow("", box)

        self.reviewer = QLineEdit(settings.reviewer)
        self.second_sweep = _check(self.tr("Before signing off, offer the second sweep"), settings.second_sweep)
        self.read_coverage = _choice(
            [
                ("off", self.tr("Do not watch it")),
                ("warn", self.tr("Ask before signing off")),
                ("block", self.tr("Do not sign off")),
            ],
            settings.read_coverage,
        )
        self.read_coverage.setToolTip(
            self.tr("Text is read when it was on the screen for as long as reading it takes: 300 words a minute")
        )
        self.bulk_accept = QDoubleSpinBox()
        self.bulk_accept.setRange(0, 99.9)
        self.bulk_accept.setDecimals(1)
        self.bulk_accept.setSuffix(" %")
        self.bulk_accept.setSpecialValueText(self.tr("always"))
        self.bulk_accept.setValue(settings.bulk_accept_precision * 100)
        self.bulk_accept.setToolTip(
            self.tr("What must be sure, from your own signed-off reports, of the suggestions of a class being right")
        )
        add_row(self.review, self.tr("&Reviewer:"), self.reviewer)
        add_row(self.review, self.tr("&Accept all of a class from:"), self.bulk_accept)
        add_row(self.review, self.tr("Te&xt not read at sign-off:"), self.read_coverage)
        self.planted_checks = QSpinBox()
        self.planted_checks.setRange(0, 100)
        self.planted_checks.setSingleStep(5)
        self.planted_checks.setSuffix(" %")
        self.planted_checks.setSpecialValueText(self.tr("off"))
        self.planted_checks.setValue(settings.planted_checks)
        checks_note = QLabel(
            self.tr(
                "In this share of the reports, invented data are shown in the text as if they belonged to it, to"
                " measure how much of what is unmarked you see. They are on the screen only: never saved, signed,"
                " exported or learnt from. The results are yours alone: View, Your checks."
            )
            + f" {which_reports_get_checks()}"
        )
        checks_note.setWordWrap(True)
        add_row(self.review, self.tr("C&hecks in reports:"), self.planted_checks)
        self.review.addRow("", checks_note)
        self.review.addRow("", self.second_sweep)
        notes = QLabel(
            self.tr(
                "Every decision is stored at once and can be undone after a restart; the .ann beside the report"
                " follows within a second."
            )
        )
        notes.setWordWrap(True)
        self.review.addRow(notes)

        models = [("default", self.tr("The model that comes with the program")), *((n, n) for n in own_models)]
        if settings.model not in dict(models):
            models.append((settings.model, settings.model))
        self.model = _choice(models, settings.model)
        other = QPushButton(self.tr("Another model…"))
        other.clicked.connect(self._choose_model)
        other_row = QHBoxLayout()  # as wide as its words
        other_row.addWidget(other)
        other_row.addStretch(1)
        add_row(self.detection, self.tr("&Model:"), self.model)
        self.detection.addRow("", other_row)

        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.button(standard.Ok).setText(self.tr("Apply"))
        buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self.tabs, 1)
        column.addWidget(buttons)
        self.resize(660, 540)

    def _tab(self, title: str) -> QFormLayout:
        page = QWidget()
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 14, 12, 8)
        column.addLayout(form)
        column.addStretch(1)
        scrolled = QScrollArea()  # on a small screen
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setWidget(page)
        self.tabs.addTab(scrolled, title)
        return form

    def _families(self, chosen: str) -> list[tuple[str, str]]:
        known = [("", self.tr("Proportional, the system's")), (MONOSPACE, self.tr("Of fixed width"))]
        families = [f for f in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(f)]
        if chosen and chosen != MONOSPACE and chosen not in families:
            families.append(chosen)
        return [*known, *((family, family) for family in families)]

    def values(self) -> dict[str, Any]:
        """The settings as chosen here."""
        return {
            "language": self.language.currentData(),
            "theme": self.theme.currentData(),
            "font_family": self.font_family.currentData(),
            "font_size": self.font_size.value(),
            "line_spacing": round(self.line_spacing.value(), 2),
            "wrap_lines": self.wrap_lines.isChecked(),
            "show_line_numbers": self.line_numbers.isChecked(),
            "show_sections": self.sections.isChecked(),
            "show_class_tags": self.class_tags.isChecked(),
            "second_sweep": self.second_sweep.isChecked(),
            "planted_checks": self.planted_checks.value(),
            "read_coverage": self.read_coverage.currentData(),
            "bulk_accept_precision": round(self.bulk_accept.value() / 100, 4),
            "reviewer": self.reviewer.text().strip(),
            "model": self.model.currentData(),
        }

    def _choose_model(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose a model's folder"))
        if folder:
            self.model.addItem(Path(folder).name, folder)
            self.model.setCurrentIndex(self.model.count() - 1)


def add_row(form: QFormLayout, text: str, field: QWidget) -> None:
    """A row whose label stands in the middle of its field's height."""
    label = QLabel(text)
    label.setBuddy(field)
    # A form's own label keeps to the top of a field that is higher than it.
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    form.addRow(label, field)
    line = field.findChild(QLineEdit) if isinstance(field, QAbstractSpinBox) else None
    if line is not None:
        line.setTextMargins(6, 0, 0, 0)  # level with the texts of the other fields


def _check(text: str, checked: bool) -> QCheckBox:
    box = QCheckBox(text)
    box.setChecked(checked)
    return box


def _choice(choices: list[tuple[str, str]], chosen: str) -> QComboBox:
    box = ChoiceBox(16)  # a font's name of a hand's length is not to widen the dialog
    for value, title in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(box.findData(chosen), 0))
    return box
