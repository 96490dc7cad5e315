"""Opening: folders, reports and documents that a person chooses, drops or names, opened as a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QFileDialog

from deid_studio.formats.conversion.documents import SUFFIXES, is_document, text_path
from deid_studio.formats.folder import report_id

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow

_OPENED = (".txt", ".ann", *SUFFIXES)


class Opening(QObject):
    """What leads to a folder on the screen; files are the folder that they lie in, with the first of them shown."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def choose_folder(self) -> None:
        """Let the person choose a folder, and open it."""
        dialog = QFileDialog(self._window, self.tr("Open a folder with reports"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        recent = self._window.preferences.settings.recent_folders
        if recent:
            dialog.setDirectory(str(Path(recent[0]).parent))
        dialog.fileSelected.connect(lambda folder: self._window.open_folder(Path(folder)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_files(self) -> None:
        """Let the person choose reports or documents, and open them."""
        dialog = QFileDialog(self._window, self.tr("Open reports or documents"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        kinds = " ".join(f"*{ending}" for ending in _OPENED)
        dialog.setNameFilter(self.tr("Reports and documents ({kinds})").format(kinds=kinds))
        recent = self._window.preferences.settings.recent_folders
        if recent:
            dialog.setDirectory(recent[0])
        dialog.filesSelected.connect(lambda files: self.open([Path(file) for file in files]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open(self, paths: Sequence[Path]) -> None:
        """Open a folder; or files, which is to open the folder that they lie in and show the first of them."""
        window, path = self._window, paths[0]
        if not path.is_file() or path.suffix.lower() not in _OPENED:
            window.open_folder(path)
            return
        if any(one.parent != path.parent for one in paths):
            told = self.tr("Only the files of one folder are opened at a time: {name}.")
            window.messages.tell("elsewhere", told.format(name=path.parent.resolve().name))
        window.documents.want([one for one in paths if is_document(one)])
        report = text_path(path) if is_document(path) else path.with_suffix(".txt")
        opened = window.controller.folder
        if opened is not None:
            folder = opened.project.folder
            if report.is_relative_to(folder) and report_id(report, folder) in opened.names:
                window.controller.open_report(report_id(report, folder))
                return
        window.open_folder(path.parent, report_id(report, path.parent))


def dropped(data: QMimeData) -> list[Path]:
    """What can be opened of what is dropped."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_dir() or path.suffix.lower() in _OPENED]
