"""DestinationPage: where a release goes, in which forms and under which names, and the vault that brings it back."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError, WeakPassphraseError, reason
from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.features.releasing.work.release_work import Destination, ReleaseWork
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language, what_happened, what_to_do
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.passphrases import Strength, strength_of
from deid_studio.review.certificate.release_certificate import is_release
from deid_studio.review.releasing.release_vault import default_vault
from deid_studio.review.releasing.release_writing import refuse_places
from deid_studio.texts import languages, name_of


class DestinationPage(QWidget):
    """The third step. `problem` says what is still missing."""

    changed = Signal()

    def __init__(self, work: ReleaseWork, formats: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._own_vault = False  # its place was chosen by the person
        self.folder = QLineEdit()
        self.folder.setPlaceholderText(self.tr("A new or empty folder"))
        self.folder_told = told_label("")
        self._written: Path | None = None  # the folder that was just released into
        self.numbered = QCheckBox(self.tr("&Number the reports instead of their names"))
        self.numbers_told = told_label(
            self.tr("A name can tell whose a report is. With numbers they are called report-0001 and so on, mixed.")
        )
        self.numbered.setAccessibleDescription(self.numbers_told.text())
        self.telling = told_label("")
        self.language = QComboBox()
        for code in languages():
            self.language.addItem(name_of(code), code)
        self.language.setCurrentIndex(self.language.findData(language()))
        column = QVBoxLayout(self)
        column.setSpacing(8)
        label = QLabel(self.tr("F&older of the release:"))
        label.setBuddy(self.folder)
        column.addWidget(label)
        column.addLayout(self._with_button(self.folder, self.tr("Choose the folder…"), self._choose_folder))
        column.addWidget(self.folder_told)
        column.addLayout(self._build_formats(formats))
        column.addWidget(self.numbered)
        column.addWidget(self.numbers_told)
        column.addWidget(self.telling)
        self._build_vault()
        column.addWidget(self.vault)
        column.addWidget(self.vault_part)
        label = QLabel(self.tr("&Language of the certificate:"))
        label.setBuddy(self.language)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.language, 1)
        column.addLayout(row)
        column.addStretch(1)
        for signal in (
            self.folder.textChanged, self.vault.toggled, self.vault_path.textChanged, self.people.currentIndexChanged,
            *(field.textChanged for pair in self.fields for field in pair),
            *(box.toggled for box in (*self.formats.values(), self.layout_kept)),
        ):  # fmt: skip
            signal.connect(self._tell)
        for box in (self.formats[OutputFormat.DOCX], self.layout_kept, self.pictures_kept):
            box.toggled.connect(self._documents_chosen)
        self._documents_chosen()
        self.vault_path.textEdited.connect(self._vault_chosen)
        self.numbered.toggled.connect(work.set_numbered)
        for signal in (work.check_changed, work.policy_changed, work.gathered_changed):
            signal.connect(self._tell)
        self._tell()

    @property
    def first_field(self) -> QWidget:
        """Where a person begins."""
        return self.folder

    def _with_button(self, field: QLineEdit, words: str, choose: object) -> QHBoxLayout:
        button = QPushButton(self.tr("Choose…"))
        button.setAccessibleName(words)
        button.setAutoDefault(False)
        button.clicked.connect(choose)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(field, 1)
        row.addWidget(button)
        return row

    def _build_formats(self, chosen: tuple[str, ...]) -> QGridLayout:
        self.formats: dict[OutputFormat, QCheckBox] = {}
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        grid.addWidget(QLabel(self.tr("Forms:")), 0, 0, 1, 2)
        for form in OutputFormat:
            box = self.formats[form] = QCheckBox(words_for(form))
            box.setChecked(form.value in chosen)
            number = len(self.formats) - 1
            grid.addWidget(box, 1 + number // 2, number % 2)
        if not any(box.isChecked() for box in self.formats.values()):
            self.formats[OutputFormat.BRAT].setChecked(True)
        self.layout_kept = QCheckBox(self.tr("Word: in t&he layout of the originals"))
        self.layout_kept.setChecked(True)
        self.layout_kept.setToolTip(self.tr("Of reports that were converted from Word documents"))
        self.pictures_kept = QCheckBox(self.tr("with their pictures, which nobody has checked"))
        rows = grid.rowCount()
        grid.addWidget(self.layout_kept, rows, 0, 1, 2)
        indented = QHBoxLayout()
        indented.setContentsMargins(22, 0, 0, 0)
        indented.addWidget(self.pictures_kept)
        grid.addLayout(indented, rows + 1, 0, 1, 2)
        return grid

    def _build_vault(self) -> None:
        self.vault = QCheckBox(self.tr("Make a &vault"))
        self.vault_part = QWidget()
        self.vault_path = QLineEdit()
        self.people = QComboBox()
        self.people.addItem(self.tr("one person opens it"), 1)
        self.people.addItem(self.tr("two people open it together"), 2)
        self.fields = tuple((_secret_field(), _secret_field()) for _ in range(2))
        self.vault_told = told_label(
            self.tr(
                "It brings the originals back, and is encrypted. Nobody can recover a lost passphrase, nor can this"
                " program: without it the originals are only in the folder under review."
            )
        )
        self.hints = (told_label(""), told_label(""))
        column = QVBoxLayout(self.vault_part)
        column.setContentsMargins(22, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.vault_told)
        label = QLabel(self.tr("File of the va&ult:"))
        label.setBuddy(self.vault_path)
        column.addWidget(label)
        choose = self.tr("Choose the file of the vault…")
        column.addLayout(self._with_button(self.vault_path, choose, self._choose_vault))
        self.people.setAccessibleName(self.tr("How many people open the vault"))
        column.addWidget(self.people)
        self._people: list[QWidget] = []
        names = (
            (self.tr("Passphrase of the first person"), self.tr("The same again, first person")),
            (self.tr("Passphrase of the second person"), self.tr("The same again, second person")),
        )
        for pair, hint, (name, again) in zip(self.fields, self.hints, names, strict=True):
            part = QWidget()
            rows = QVBoxLayout(part)
            rows.setContentsMargins(0, 0, 0, 0)
            rows.setSpacing(4)
            row = QHBoxLayout()
            for field, words in zip(pair, (name, again), strict=True):
                field.setAccessibleName(words)
                row.addWidget(field, 1)
            number = len(self._people) + 1
            pair[0].setPlaceholderText(self.tr("Passphrase, person {number}").format(number=number))
            pair[1].setPlaceholderText(self.tr("Again"))
            rows.addLayout(row)
            rows.addWidget(hint)
            column.addWidget(part)
            self._people.append(part)

    # --- what is chosen --------------------------------------------------------------------------------------

    @property
    def chosen_formats(self) -> tuple[OutputFormat, ...]:
        """The forms that are ticked."""
        return tuple(form for form, box in self.formats.items() if box.isChecked())

    @property
    def destination(self) -> Destination:
        """What is chosen; only without a `problem`."""
        with_vault = self._with_vault
        return Destination(
            Path(self.folder.text()).expanduser(),
            self.chosen_formats,
            self.numbered.isChecked(),
            Path(self.vault_path.text()).expanduser() if with_vault else None,
            tuple(pair[0].text() for pair in self._asked) if with_vault else (),
            self.language.currentData(),
            self.layout_kept.isChecked(),
            self.layout_kept.isChecked() and self.pictures_kept.isChecked(),
        )

    @property
    def _with_vault(self) -> bool:
        """Whether a vault is made: with what nobody reviewed there is none."""
        return self.vault.isChecked() and not self._work.unreviewed

    @property
    def problem(self) -> str:
        """What is still missing or cannot be, in words; empty for nothing."""
        if not self.folder.text().strip():
            return self.tr("Choose the folder of the release.")
        if hindrance := self._hindrance():
            return hindrance
        if not self.chosen_formats:
            return self.tr("Choose at least one form.")
        return self._vault_problem() if self._with_vault else ""

    def _hindrance(self) -> str:
        """Why nothing can be released into the folder that was given, in words; empty when it can."""
        folder = Path(self.folder.text()).expanduser()
        if not folder.is_absolute():
            return self.tr("Give the whole path of the folder.")
        try:
            refuse_places(self._work.project, folder)
            there = next(one for one in (folder, *folder.parents) if one.exists())
            # A release takes the place of its folder, so it is the one around it that is written in.
            there = there.parent if there == folder else there
            if not there.is_dir():
                return self.tr("{path} is a file: no folder can be made in it.").format(path=there)
            if not os.access(there, os.W_OK | os.X_OK):
                return self.tr("You may not write in {path}. Choose another folder.").format(path=there)
        except DeidError as error:
            return f"{what_happened(error)} {what_to_do(error)}"
        except OSError as error:
            return reason(error).said(language())
        return ""

    @property
    def _missing(self) -> Path | None:
        """The first folder on the way to that of the release which is not there: it may be mistyped."""
        folder = Path(self.folder.text()).expanduser()
        way = [one for one in reversed(folder.parents) if not one.exists()]
        return way[0] if way else None

    @property
    def replaces(self) -> bool:
        """Whether an earlier release is in the folder, which would be replaced."""
        folder = Path(self.folder.text()).expanduser()
        return folder.is_absolute() and is_release(folder)

    @property
    def lacks_vault(self) -> bool:
        """Whether there would be reversible codes that nothing can undo."""
        return self._needs_vault() and not self._with_vault

    def _vault_problem(self) -> str:
        path = Path(self.vault_path.text()).expanduser()
        if not self.vault_path.text().strip() or not path.is_absolute():
            return self.tr("Choose the file of the vault.")
        if path.exists():
            return self.tr("There is a vault of that name already; without it an earlier release cannot come back.")
        try:
            refuse_places(self._work.project, Path(self.folder.text()).expanduser(), path)
        except DeidError as error:
            return f"{what_happened(error)} {what_to_do(error)}"
        for first, again in self._asked:
            if not first.text():
                return self.tr("Type the passphrase of the vault.")
            if strength_of(first.text()) is Strength.WEAK:
                weak = WeakPassphraseError()
                return f"{what_happened(weak)} {what_to_do(weak)}"
            if first.text() != again.text():
                return self.tr("Type the same passphrase twice.")
        return ""

    @property
    def _asked(self) -> tuple[tuple[QLineEdit, QLineEdit], ...]:
        return self.fields[: self.people.currentData()]

    @property
    def has_passphrases(self) -> bool:
        """Whether a passphrase was typed, which is kept nowhere."""
        return any(field.text() for pair in self.fields for field in pair)

    def note_written(self, folder: Path) -> None:
        """Empty the fields of the passphrases, and propose a new file for another vault."""
        self._written = folder
        for pair in self.fields:
            for field in pair:
                field.clear()
        self._own_vault = False
        self._tell()

    # --- what is told ----------------------------------------------------------------------------------------

    def _tell(self) -> None:
        shown = self._with_vault
        self.vault.setVisible(not self._work.unreviewed)
        word = self.formats[OutputFormat.DOCX].isChecked()
        originals = word and self._work.has_documents
        self.layout_kept.setVisible(originals)
        self.pictures_kept.setVisible(originals)
        self.pictures_kept.setEnabled(self.layout_kept.isChecked())
        self._tell_folder()
        self.vault_part.setVisible(shown)
        self._people[1].setVisible(self.people.currentData() == 2)
        if shown and not self._own_vault:
            path = str(default_vault(self._work.project, self._work.policy, date.today()))
            if path != self.vault_path.text():
                self.vault_path.setText(path)
        self.vault_path.setToolTip(self.vault_path.text())
        for (first, again), hint in zip(self.fields, self.hints, strict=True):
            hint.setText(self._strength(first.text(), again.text()))
            first.setAccessibleDescription(hint.text())
        prepared = self._work.prepared
        telling = 0 if prepared is None else len(prepared.telling_names)
        if telling:
            self.telling.setText(
                self.tr("⚠ Reports whose names hold personal data: {count}. Number them.").format(count=telling)
            )
        elif self.lacks_vault:
            self.telling.setText(self.tr("⚠ Reversible codes can only be undone by a vault."))
        else:
            self.telling.clear()
        self.telling.setVisible(bool(self.telling.text()))
        self.changed.emit()

    def _tell_folder(self) -> None:
        words = ""
        if self.folder.text().strip():
            words = self._hindrance()
            if words:
                words = f"⚠ {words}"
            elif self.replaces and Path(self.folder.text()).expanduser() != self._written:
                words = self.tr("⚠ An earlier release is there. It is replaced as a whole.")
            elif missing := self._missing:
                words = self.tr("⚠ There is no folder {path} yet: it is made as well. See that it is what you mean.")
                words = words.format(path=missing)
        self.folder_told.setText(words)
        self.folder_told.setVisible(bool(words))
        self.folder.setAccessibleDescription(words)
        self.folder.setToolTip(self.folder.text())

    def _needs_vault(self) -> bool:
        return self._work.policy.codes(self._work.tagset)

    def _strength(self, typed: str, again: str) -> str:
        if not typed:
            return self.tr("Several words that nobody expects are the best.")
        strength = strength_of(typed)
        if strength is Strength.WEAK:
            return self.tr("Weak: it can be guessed. Four words that have nothing to do with each other are better.")
        if again and typed != again:
            return self.tr("The two are not the same yet.")
        if strength is Strength.GOOD:
            return self.tr(
                "Good: a graphics card would take more than a hundred years to guess it. One word more makes it strong."
            )
        return self.tr("Strong.")

    # --- choosing --------------------------------------------------------------------------------------------

    def _documents_chosen(self) -> None:
        in_layout = self.formats[OutputFormat.DOCX].isChecked() and self.layout_kept.isChecked()
        self._work.set_documents(in_layout, in_layout and self.pictures_kept.isChecked())

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the folder of the release"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(str(self._work.project.folder.parent))
        dialog.fileSelected.connect(self.folder.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _choose_vault(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the file of the vault"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("vault")
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(Path(self.vault_path.text()).name)
        dialog.fileSelected.connect(self._take_vault)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_vault(self, path: str) -> None:
        self._vault_chosen()
        self.vault_path.setText(path)

    def _vault_chosen(self) -> None:
        self._own_vault = True


def _secret_field() -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    hints = Qt.InputMethodHint
    field.setInputMethodHints(hints.ImhSensitiveData | hints.ImhNoPredictiveText | hints.ImhNoAutoUppercase)
    return field
