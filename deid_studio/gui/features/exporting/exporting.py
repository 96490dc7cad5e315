"""Exporting: a copy of reports and their annotations for other programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError, NotCarriedError
from deid_studio.exchange.project_export import FormExport, export_in_form
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.control.waiting import WaitingSuggestions
from deid_studio.gui.features.exporting.export_dialog import BRAT, Chosen, ExportDialog, Which
from deid_studio.gui.shell.messages import Action, Kind
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress
from deid_studio.review.export import Exported, ExportRequest, export_copy
from deid_studio.review.project import ReportState

Request = TypeVar("Request", ExportRequest, FormExport)


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
            chosen, target = names[dialog.which.currentData()], Path(dialog.folder.text())
            if dialog.form.currentData() != BRAT:
                self._write(FormExport(folder.project, chosen, target, dialog.form.currentData(), language=language()))
                return
            request = ExportRequest(
                folder.project,
                chosen,
                target,
                dialog.pending.isChecked(),
                WaitingSuggestions(folder.results, folder.model.name),
                dialog.config.isChecked(),
                language(),
            )
            self._run(export_copy, request, lambda error: workbench.messages.tell_error("export", error))

        dialog.accepted.connect(accepted)
        dialog.open()

    def _write(self, request: FormExport) -> None:
        def failed(error: DeidError) -> None:
            actions: tuple[Action, ...] = ()
            if isinstance(error, NotCarriedError):
                actions = ((self.tr("Export all the same"), lambda: self._write(replace(request, lossy=True))),)
            self._workbench.messages.tell_error("export", error, actions)

        self._run(export_in_form, request, failed)

    def _run(
        self,
        export: Callable[[Request, Progress], Exported],
        request: Request,
        failed: Callable[[DeidError], None],
    ) -> None:
        self._workbench.controller.jobs.run(
            "export",
            export,
            request,
            done=lambda exported: self._exported(exported, request.folder),
            failed=failed,
            scope=Scope.WINDOW,
            lasting=True,
        )

    def _export_cancelled(self) -> None:
        self._workbench.messages.tell("export", self.tr("The export was cancelled; the copies made so far are whole."))

    def _exported(self, exported: Exported, folder: Path) -> None:
        text = self.tr("Reports copied to {folder}: {count}.").format(folder=folder, count=exported.copied)
        if exported.hindered:
            left_out = self.tr("Left out because they cannot be read: {count}.").format(count=len(exported.hindered))
            self._workbench.messages.tell("export", text, left_out, kind=Kind.WARNING)
        else:
            self._workbench.messages.tell("export", text)
