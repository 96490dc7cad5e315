"""Importing: annotated reports of other programs become a folder, which is opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError, NotCarriedError
from deid_studio.exchange.brat_import import BratImport, import_as_brat
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.exporting.import_dialog import ImportDialog
from deid_studio.gui.shell.messages import Action
from deid_studio.gui.workbench import Workbench


class Importing(QObject):
    """Every method returns at once; what cannot be held is told before anything is written."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        workbench.long_work.show_topic("import", self.tr("Importing"))

    def ask(self) -> None:
        """Ask what to import, and do it."""
        dialog = ImportDialog(self._workbench.window)

        def accepted() -> None:
            source, folder = Path(dialog.source.text()), Path(dialog.folder.text())
            tagset = self._workbench.controller.default_tagset
            self._write(BratImport(source, folder, dialog.form.currentData(), tagset))

        dialog.accepted.connect(accepted)
        dialog.open()

    def _write(self, request: BratImport) -> None:
        workbench = self._workbench

        def failed(error: DeidError) -> None:
            actions: tuple[Action, ...] = ()
            if isinstance(error, NotCarriedError):
                actions = ((self.tr("Import all the same"), lambda: self._write(replace(request, lossy=True))),)
            workbench.messages.tell_error("import", error, actions)

        workbench.controller.jobs.run(
            "import",
            import_as_brat,
            request,
            done=lambda folder: workbench.paths_wanted.emit([folder]),
            failed=failed,
            scope=Scope.WINDOW,
            lasting=True,
        )
