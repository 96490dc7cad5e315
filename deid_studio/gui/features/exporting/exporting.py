"""Exporting: a copy of reports and their annotations for other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.control.waiting import WaitingSuggestions
from deid_studio.gui.features.exporting.export_dialog import Chosen, ExportDialog, Which
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.review.export import Exported, ExportRequest, export_copy
from deid_studio.review.project import ReportState


class Exporting(QObject):
    """Every method returns at once; the copies are made beside the window."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        workbench.long_work.show_topic("export", self.tr("Exporting"), self._export_cancelled)

    def export(self) -> None:
        """Ask what to export, and do it."""
        workbench = self._workbench
        folder, session = workbench.controller.folder, workbench.controller.session
        if folder is None:
            return
        # Those that need a second reader stay: what is exported leaves the house, and that reading is to come before.
        signed = tuple(n for n in folder.names if folder.standing(n).state is ReportState.SIGNED_OFF)
        current = () if session is None else (session.name,)
        names = {Which.ALL: folder.names, Which.SIGNED: signed, Which.CURRENT: current}
        done = frozenset(signed)
        chosen = {
            which: Chosen(len(of), sum(n not in done for n in of), sum(map(folder.is_blank, of)))
            for which, of in names.items()
        }
        dialog = ExportDialog(chosen, workbench.window)

        def accepted() -> None:
            if not workbench.controller.saving.now() or folder is not workbench.controller.folder:
                return
            request = ExportRequest(
                folder.project,
                names[dialog.which.currentData()],
                Path(dialog.folder.text()),
                dialog.pending.isChecked(),
                WaitingSuggestions(folder.results, folder.model.name),
                dialog.config.isChecked(),
                language(),
            )
            workbench.controller.jobs.run(
                "export",
                export_copy,
                request,
                done=lambda exported: self._exported(exported, request.folder),
                failed=lambda error: workbench.messages.tell_error("export", error),
                scope=Scope.WINDOW,
                lasting=True,
            )

        dialog.accepted.connect(accepted)
        dialog.open()

    def _export_cancelled(self) -> None:
        self._workbench.messages.tell("export", self.tr("The export was cancelled; the copies made so far are whole."))

    def _exported(self, exported: Exported, folder: Path) -> None:
        text = self.tr("Reports copied to {folder}: {count}.").format(folder=folder, count=exported.copied)
        if exported.hindered:
            left_out = self.tr("Left out because they cannot be read: {count}.").format(count=len(exported.hindered))
            self._workbench.messages.tell("export", text, left_out, kind=Kind.WARNING)
        else:
            self._workbench.messages.tell("export", text)
