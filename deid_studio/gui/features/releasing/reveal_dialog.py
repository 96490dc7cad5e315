"""RevealDialog: brings the originals of a release back by its vault."""

from __future__ import annotations

import getpass
from pathlib import Path

from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError, NoReleaseError, NotRestoredError, OriginalsFolderError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.outside import show_outside
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import time_left, what_happened, what_to_do
from deid_studio.progress import Progress
from deid_studio.release.vault import people_of
from deid_studio.review.project import PRIVATE
from deid_studio.review.releasing.release_vault import vault_of
from deid_studio.review.releasing.revealing import Revealed, RevealRequest, reveal_reports

TOPIC = "reveal"
_LISTED = 8


class RevealDialog(QDialog):
    """Stays open until it has worked, with what went wrong in words."""

    def __init__(self, controller: ReviewController, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Bring originals back"))
        self._controller = controller
        self._out: Path | None = None
        told = told_label(
            self.tr(
                "With its vault, a released folder gives the original reports again. It has to be as it was released."
                " Each opening, a failed one as well, is noted beside the vault: who and when."
            )
        )
        self.folder, self.vault, self.out = QLineEdit(), QLineEdit(), QLineEdit()
        self.out.setPlaceholderText(self.tr("A new or empty folder"))
        self.passphrases = (QLineEdit(), QLineEdit())
        for field in self.passphrases:
            field.setEchoMode(QLineEdit.EchoMode.Password)
        form = QGridLayout()
        form.setVerticalSpacing(8)
        form.setColumnStretch(1, 1)
        rows = (
            (self.tr("&Released folder:"), self.folder, self.tr("Choose the released folder…"), True),
            (self.tr("&Vault:"), self.vault, self.tr("Choose the vault…"), False),
            (self.tr("&Originals go to:"), self.out, self.tr("Choose the folder for the originals…"), True),
        )
        for row, (words, field, choose, is_folder) in enumerate(rows):
            label = QLabel(words)
            label.setBuddy(field)
            form.addWidget(label, row, 0)
            form.addLayout(self._with_button(field, choose, is_folder), row, 1)
        self.first = QLabel(self.tr("&Passphrase:"))
        self.first.setBuddy(self.passphrases[0])
        self.second = QLabel(self.tr("Passphrase of the &second person:"))
        self.second.setBuddy(self.passphrases[1])
        for row, (label, field) in enumerate(zip((self.first, self.second), self.passphrases, strict=True), len(rows)):
            form.addWidget(label, row, 0)
            form.addWidget(field, row, 1)
        self.told = told_label("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(6)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.reveal = QPushButton(self.tr("&Bring them back"))
        self.reveal.setDefault(True)
        self.open_folder = QPushButton(self.tr("Open folder"))
        self.open_folder.clicked.connect(self._open_folder)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.reject)
        self.reveal.clicked.connect(self._reveal)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.open_folder, self.close_button, self.reveal):
            buttons.addWidget(button)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(told)
        column.addLayout(form)
        column.addWidget(self.told)
        column.addWidget(self.progress)
        column.addStretch(1)
        column.addLayout(buttons)
        self.setMinimumWidth(640)
        for field in (self.folder, self.vault, self.out, *self.passphrases):
            field.textChanged.connect(self._tell)
        self.vault.textChanged.connect(self._look_at_vault)
        self.vault.textEdited.connect(self._vault_named)
        self.folder.textChanged.connect(self._find_vault)
        controller.jobs.stepped.connect(self._stepped)
        self.finished.connect(lambda: controller.jobs.cancel(TOPIC))
        self.open_folder.hide()
        self._people = 1
        self._found: Path | None = None  # the vault that was found, as long as the person names no other
        self._tell()
        self._look_at_vault()

    def _with_button(self, field: QLineEdit, words: str, is_folder: bool) -> QHBoxLayout:
        button = QPushButton(self.tr("Choose…"))
        button.setAccessibleName(words)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._choose(field, words, is_folder))
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(field, 1)
        row.addWidget(button)
        return row

    def _choose(self, field: QLineEdit, words: str, is_folder: bool) -> None:
        dialog = QFileDialog(self, words.removesuffix("…"))
        if is_folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilters([self.tr("Vaults ({kinds})").format(kinds="*.vault"), self.tr("All files (*)")])
            dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)  # vaults lie with what never leaves
        dialog.setDirectory(str(self._begins_in(field)))
        dialog.fileSelected.connect(field.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _begins_in(self, field: QLineEdit) -> Path:
        """Where a person looks first for what goes into a field."""
        given = Path(field.text()).expanduser()
        if given.is_absolute() and given.parent.is_dir():
            return given.parent
        folder = self._controller.folder
        if folder is None:
            return Path.home()
        return self._vaults[0] if field is self.vault else folder.project.folder.parent

    @property
    def _vaults(self) -> list[Path]:
        """Folders in which the vault of the release may lie: the private one of the open project, and around it."""
        project = self._controller.folder
        own = [] if project is None else [project.project.folder / PRIVATE]
        release = Path(self.folder.text()).expanduser()
        around = [release.parent] if release.is_absolute() else []
        return [one for one in (*own, *around) if one.is_dir()] or [Path.home()]

    def _find_vault(self) -> None:
        """Name the vault of the release, where it lies in a place that is known."""
        if self.vault.text().strip() and Path(self.vault.text()) != self._found:
            return
        release = Path(self.folder.text()).expanduser()
        self._found = vault_of(release, self._vaults) if release.is_absolute() else None
        self.vault.setText("" if self._found is None else str(self._found))

    def _vault_named(self) -> None:
        self._found = None

    def _grow(self) -> None:
        """Be as high as what is told needs."""
        self._column.activate()
        self.resize(self.width(), max(self.height(), self._column.totalHeightForWidth(self.width())))

    def _look_at_vault(self) -> None:
        """How many passphrases the vault needs; a file that is none is told at once."""
        self._people = 1
        self.told.clear()
        if self.vault.text().strip():
            path = Path(self.vault.text()).expanduser()
            if path.is_file():
                try:
                    self._people = people_of(path)
                except DeidError as error:
                    self._tell_error(error)
        for widget in (self.second, self.passphrases[1]):
            widget.setVisible(self._people == 2)
        self.vault.setToolTip(self.vault.text())
        self._tell()

    def _tell(self) -> None:
        running = self._controller.jobs.running(TOPIC)
        fields = (self.folder, self.vault, self.out)
        paths_given = all(Path(field.text()).expanduser().is_absolute() for field in fields)
        given = all(field.text() for field in self.passphrases[: self._people])
        self.reveal.setEnabled(paths_given and given and not running)
        self.close_button.setText(self.tr("Cancel") if running else self.tr("Close"))
        self.progress.setVisible(running)
        self._grow()

    def _reveal(self) -> None:
        self._out = Path(self.out.text()).expanduser()
        request = RevealRequest(
            Path(self.folder.text()).expanduser(),
            Path(self.vault.text()).expanduser(),
            self._out,
            tuple(field.text() for field in self.passphrases[: self._people]),
            self._controller.reviewer or getpass.getuser(),
        )
        self.told.setText(self.tr("Opening the vault…"))
        self.open_folder.hide()
        self._controller.jobs.run(
            TOPIC, _run, request, done=self._done, failed=self._failed, scope=Scope.WINDOW, lasting=True
        )
        self._tell()

    def _stepped(self, topic: str, step: int, total: int) -> None:
        if topic == TOPIC:
            self.progress.setMaximum(max(total, 1))
            self.progress.setValue(step)
            words = self.tr("Bringing back: {step} of {total}").format(step=step, total=total)
            left = time_left(self._controller.jobs.seconds_left(TOPIC))
            self.told.setText(f"{words} · {left}" if left else words)

    def _done(self, revealed: Revealed) -> None:
        for field in self.passphrases:
            field.clear()
        lines = [
            self.tr("Originals brought back to {folder}: {count}.").format(
                folder=self._out, count=len(revealed.restored)
            ),
            self.tr("The vault is of an earlier version, which did not keep annotations (.ann).")
            if revealed.annotations is None
            else self.tr("With their annotations (.ann): {count}.").format(count=revealed.annotations),
        ]
        if revealed.failed:
            error = NotRestoredError(path=self.folder.text(), count=len(revealed.failed))
            lines.append(f"{what_happened(error)} {what_to_do(error)}")
            lines += [f"• {name}" for name in revealed.failed[:_LISTED]]
            if len(revealed.failed) > _LISTED:
                lines.append(f"… + {len(revealed.failed) - _LISTED}")
        lines.append(self.tr("They hold personal data again: keep them like the reports."))
        self.told.setText("\n".join(lines))
        self._tell()
        self.open_folder.setVisible(bool(revealed.restored))
        (self.open_folder if revealed.restored else self.close_button).setFocus()

    def _failed(self, error: DeidError) -> None:
        self._tell()
        self._tell_error(error)
        wrong = {NoReleaseError: self.folder, OriginalsFolderError: self.out}.get(type(error), self.passphrases[0])
        wrong.setFocus()
        wrong.selectAll()

    def _tell_error(self, error: DeidError) -> None:
        self.told.setText(f"⚠ {what_happened(error)} {what_to_do(error)}")
        self._grow()

    def _open_folder(self) -> None:
        words = "" if self._out is None else show_outside(self._out)
        if words:
            self.told.setText(words)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._controller.jobs.cancel(TOPIC)
        super().closeEvent(event)


def _run(request: RevealRequest, progress: Progress) -> Revealed:
    return reveal_reports(request, progress)
