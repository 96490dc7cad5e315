"""UpdateCheck: asks for a file, reads it beside the window, and says whose it is and what to do."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from deid_studio import __version__
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.words.wording import language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress

_TOPIC = "update"


class UpdateCheck(QObject):
    """Nothing is installed here, and nothing fetched."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        workbench.long_work.show_topic(_TOPIC, self.tr("Checking the update"))

    def ask_for_file(self) -> None:
        """Ask which file is to be checked."""
        dialog = QFileDialog(self._workbench.window, self.tr("Check an update: a file of the new version"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.check(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def check(self, path: Path) -> None:
        """Check a file, and say what came of it."""
        self._workbench.controller.jobs.run(
            _TOPIC,
            _checked,
            path,
            done=lambda words: self._tell(*words),
            failed=lambda error: self._tell(what_happened(error), what_to_do(error)),
            scope=Scope.WINDOW,
        )

    def _tell(self, what: str, remedy: str) -> None:
        ask(self._workbench.window, self.tr("Check an update"), what, remedy, [], self.tr("Close"))


def _checked(path: Path, progress: Progress) -> tuple[str, str]:
    from deid_studio.formats.update_file import check_update, shipped_keys
    from deid_studio.formats.update_words import update_words

    what, remedy = update_words(check_update(path, shipped_keys(), __version__, progress))
    return what.said(language()), remedy.said(language())
