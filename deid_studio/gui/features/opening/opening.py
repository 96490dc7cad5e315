"""Opening: folders, reports and documents that a person chooses, drops or names, opened as a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMenu

from deid_studio.errors import DeidError, OnlyDocumentsError
from deid_studio.formats.conversion.documents import SUFFIXES, is_document, text_path
from deid_studio.formats.folder import report_id
from deid_studio.gui.features.opening.document_offers import DocumentOffers
from deid_studio.gui.workbench import Workbench

_OPENED = (".txt", ".ann", *SUFFIXES)


class Opening(QObject):
    """What leads to a folder on the screen; files are the folder that they lie in, with the first of them shown."""

    def __init__(self, workbench: Workbench, documents: DocumentOffers) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._documents = documents
        self.recent = QMenu(self.tr("Open &recent"), workbench.window)
        self.recent.aboutToShow.connect(self._fill_recent)
        controller = workbench.controller
        controller.folder_opened.connect(self._folder_opened)
        controller.folder_failed.connect(self._folder_failed)
        controller.folder_opening.connect(self._folder_opening)
        workbench.long_work.show_topic("folder", self.tr("Opening the folder"), self._stopped)
        workbench.long_work.show_topic("new_text", self.tr("Comparing the texts"))
        workbench.page.open_wanted.connect(self.choose_folder)
        workbench.paths_wanted.connect(self.open)
        workbench.opens = lambda path: path.is_dir() or path.suffix.lower() in _OPENED

    def fill(self, menu: QMenu) -> None:
        """Put the folders opened last into a menu."""
        menu.addMenu(self.recent)

    def _fill_recent(self) -> None:
        workbench = self._workbench
        self.recent.clear()
        for name in workbench.preferences.settings.recent_folders:
            action = self.recent.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, folder=name: workbench.controller.open_folder(Path(folder)))
        if self.recent.isEmpty():
            self.recent.addAction(self.tr("None yet")).setEnabled(False)
            return
        self.recent.addSeparator()
        clear = self.recent.addAction(self.tr("&Clear this list"))
        clear.triggered.connect(lambda: workbench.preferences.change(recent_folders=()))

    # --- what becomes of it ----------------------------------------------------------------------------------

    def _folder_opening(self) -> None:
        if self._workbench.controller.folder is None:
            self._workbench.page.loading()

    def _folder_opened(self) -> None:
        folder = self._workbench.controller.folder
        if folder is not None:
            # The folder's name alone: a title is seen in task bars and screen recordings.
            self._workbench.window.setWindowTitle(f"{folder.project.folder.resolve().name} – Deid Studio")
            self._workbench.preferences.opened(folder.project.folder.resolve())

    def _folder_failed(self, error: DeidError) -> None:
        if not self._workbench.page.shows_report:
            self._workbench.page.folder_failed(error)
        elif not isinstance(error, OnlyDocumentsError):  # which are offered
            # The report stays in sight, since it is still the one at work.
            self._workbench.messages.tell_error("folder", error)

    def _stopped(self) -> None:
        if self._workbench.controller.folder is None:
            self._workbench.page.welcome()

    # --- choosing --------------------------------------------------------------------------------------------

    def choose_folder(self) -> None:
        """Let the person choose a folder, and open it."""
        dialog = QFileDialog(self._workbench.window, self.tr("Open a folder with reports"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        recent = self._workbench.preferences.settings.recent_folders
        if recent:
            dialog.setDirectory(str(Path(recent[0]).parent))
        dialog.fileSelected.connect(lambda folder: self._workbench.controller.open_folder(Path(folder)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_files(self) -> None:
        """Let the person choose reports or documents, and open them."""
        dialog = QFileDialog(self._workbench.window, self.tr("Open reports or documents"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        kinds = " ".join(f"*{ending}" for ending in _OPENED)
        dialog.setNameFilter(self.tr("Reports and documents ({kinds})").format(kinds=kinds))
        recent = self._workbench.preferences.settings.recent_folders
        if recent:
            dialog.setDirectory(recent[0])
        dialog.filesSelected.connect(lambda files: self.open([Path(file) for file in files]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open(self, paths: Sequence[Path]) -> None:
        """Open a folder; or files, which is to open the folder that they lie in and show the first of them."""
        workbench, path = self._workbench, paths[0]
        if not path.is_file() or path.suffix.lower() not in _OPENED:
            workbench.controller.open_folder(path)
            return
        if any(one.parent != path.parent for one in paths):
            told = self.tr("Only the files of one folder are opened at a time: {name}.")
            workbench.messages.tell("elsewhere", told.format(name=path.parent.resolve().name))
        self._documents.want([one for one in paths if is_document(one)])
        report = text_path(path) if is_document(path) else path.with_suffix(".txt")
        opened = workbench.controller.folder
        if opened is not None:
            folder = opened.project.folder
            if report.is_relative_to(folder) and report_id(report, folder) in opened.names:
                workbench.controller.open_report(report_id(report, folder))
                return
        workbench.controller.open_folder(path.parent, report_id(report, path.parent))
