"""Recovering: the page on which a folder is recovered whose journal is not whole, and what is chosen there done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.formats.folder import named_reports
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.recovering.recover_dialog import RecoverDialog, summary_of
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.journal.snapshots import Snapshot
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.recovery.recovery import begin_anew, recover
from deid_studio.review.recovery.survey import Plan, survey

_TOPIC = "recovery"


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A folder to look through, and the snapshot that is to be gone back to, if any."""

    folder: Path
    only: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be done in a folder: a plan to carry out, or, without one, to begin anew."""

    folder: Path
    plan: Plan | None
    findings: tuple[Finding, ...]
    reviewer: str


def look(wanted: Surveyed, progress: Progress) -> Plan:
    """Look what can be recovered; writes nothing."""
    reports = dict(named_reports(wanted.folder))
    return survey(wanted.folder, reports, progress, wanted.only)


def carry_out(chosen: Chosen, _progress: Progress) -> Path:
    """Recover or begin anew, under the folder's lock; where what was there is now."""
    lock = FolderLock(chosen.folder, PRIVATE, chosen.reviewer)
    lock.join(lock)
    try:
        lock.claim()
        if chosen.plan is None:
            return begin_anew(chosen.folder)
        adopted = any(one.harm is Harm.FOREIGN for one in chosen.findings)
        return recover(chosen.plan, chosen.findings, chosen.reviewer, adopted)
    finally:
        lock.leave(lock)


class Recovering(QObject):
    """One page at a time; the folder is opened again when it has been recovered."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self.shown: RecoverDialog | None = None
        self._recovered: Path | None = None  # the folder of which the banner tells
        workbench.controller.folder_failed.connect(self._failed)
        workbench.controller.folder_opened.connect(self._opened)

    def _opened(self) -> None:
        folder = self._workbench.controller.folder
        if folder is not None and folder.project.folder.resolve() != self._recovered:
            self._recovered = None
            self._workbench.messages.clear(_TOPIC)

    def _failed(self, error: DeidError) -> None:
        findings = error.params.get("findings")
        path = error.params.get("path")
        if not isinstance(findings, tuple) or not isinstance(path, Path):
            return
        if self.shown is not None:
            self.shown.close()
        folder = path.parent.parent
        dialog = self.shown = RecoverDialog(error, findings, self._workbench.window)
        dialog.plan_wanted.connect(lambda only: self._look(Surveyed(folder, only)))
        dialog.recover_wanted.connect(lambda plan: self._do(folder, plan, findings))
        dialog.anew_wanted.connect(lambda: self._do(folder, None, findings))
        dialog.finished.connect(self._closed)
        dialog.open()
        self._look(Surveyed(folder))

    def _look(self, wanted: Surveyed) -> None:
        dialog, jobs = self.shown, self._workbench.controller.jobs
        if dialog is not None:
            jobs.run(_TOPIC, look, wanted, done=dialog.fill, failed=dialog.fail, scope=Scope.WINDOW)

    def _do(self, folder: Path, plan: Plan | None, findings: tuple[Finding, ...]) -> None:
        controller, dialog = self._workbench.controller, self.shown
        if dialog is None:
            return
        opened = controller.folder
        if opened is not None and opened.project.folder.resolve() == folder.resolve():
            controller.close_folder()
        chosen = Chosen(folder, plan, findings, controller.reviewer)
        controller.jobs.run(
            _TOPIC,
            carry_out,
            chosen,
            done=lambda aside: self._done(folder, plan, aside),
            failed=dialog.fail,
            scope=Scope.WINDOW,
        )

    def _done(self, folder: Path, plan: Plan | None, aside: Path) -> None:
        if self.shown is not None:
            self.shown.accept()
        told = self.tr("The folder is begun anew.") if plan is None else self.tr("The decisions were recovered.")
        where = self.tr("What was there before is in {place}.").format(place=aside.relative_to(folder).as_posix())
        detail = where if plan is None else f"{summary_of(plan)} {where}"
        self._recovered = folder.resolve()
        self._workbench.messages.tell(_TOPIC, told, detail)
        self._workbench.controller.open_folder(folder)

    def _closed(self) -> None:
        self._workbench.controller.jobs.cancel(_TOPIC)
        self.shown = None
