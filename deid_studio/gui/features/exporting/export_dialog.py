"""ExportDialog: which reports to copy, where, in which form, and whether suggestions that nobody decided go too."""

from __future__ import annotations

from dataclasses import dataclass
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

from deid_studio.gui.widgets.parts import level_labels

BRAT = "brat"
# By the names of `exchange/known_formats`; these are names of programs, the same in every language.
FORMS = {
    BRAT: "BRAT (.txt, .ann)",
    "jsonl": "JSON Lines",
    "csv": "CSV",
    "conll": "CoNLL-2003",
    "bio": "BIO",
    "bioes": "BIOES",
    "docbin": "spaCy DocBin",
    "spacy": "spaCy JSON Lines",
    "i2b2": "i2b2 2014 XML",
    "xmi": "UIMA XMI (INCEpTION)",
    "doccano": "doccano JSON Lines",
    "labelstudio": "Label Studio JSON",
    "prodigy": "Prodigy JSON Lines",
    "parquet": "Parquet (Hugging Face datasets)",
}


class Which(Enum):
    """Which reports are copied."""

    ALL = "all"
    SIGNED = "signed"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a choice copies: how many reports, how many of them not signed off, and how many without any mention."""

    reports: int
    unsigned: int
    blank: int


class ExportDialog(QDialog):
    """Asks for a copy's form, folder and content; pending suggestions go into a BRAT copy alone, which notes them."""

    def __init__(self, chosen: dict[Which, Chosen], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export copy"))
        self._chosen = chosen
        total = chosen[Which.ALL].reports
        self.which = QComboBox()
        titles = {
            Which.SIGNED: self.tr("Signed-off reports ({count} of {total})"),
            Which.CURRENT: self.tr("The report on the screen"),
            Which.ALL: self.tr("All reports ({count})"),
        }
        for which, title in titles.items():
            if chosen[which].reports:
                self.which.addItem(title.format(count=chosen[which].reports, total=total), which)
        self.unchecked = QLabel()
        self.unchecked.setWordWrap(True)
        self.which.currentIndexChanged.connect(self._tell_unchecked)
        self.names_stay = QLabel(
            self.tr("The copy keeps the names in the text: it is annotation, not yet a redacted report.")
        )
        self.names_stay.setWordWrap(True)
        self.form = QComboBox()
        for name, title in FORMS.items():
            self.form.addItem(title, name)
        self.form.currentIndexChanged.connect(self._offer_what_fits)
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
        form.addRow("", self.unchecked)
        form.addRow(self.tr("For&m:"), self.form)
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
        column.addWidget(self.names_stay)
        column.addStretch(1)
        column.addWidget(self.buttons)
        level_labels(form)
        self.setMinimumWidth(520)
        self._tell_unchecked()

    def _offer_what_fits(self) -> None:
        brat = self.form.currentData() == BRAT
        self.pending.setChecked(self.pending.isChecked() and brat)
        for box in (self.pending, self.config):
            box.setVisible(brat)

    def _tell_unchecked(self) -> None:
        chosen = self._chosen[Which(self.which.currentData())]
        told = [self.tr("Not signed off: {count}.").format(count=chosen.unsigned)] if chosen.unsigned else []
        if chosen.blank:
            told.append(
                self.tr("Not reviewed and without suggestions: {count}; their .ann will be empty.").format(
                    count=chosen.blank
                )
            )
        self.unchecked.setText(" ".join(told))
        self.unchecked.setVisible(bool(told))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder for the copy"))
        if folder:
            self.folder.setText(folder)
