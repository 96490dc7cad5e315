"""AnnRepairing: `.ann` files examined, what is wrong shown, and what a person chose written and undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.formats.ann_doctor.ann_repair import examine, put_back, repair
from deid_studio.formats.ann_doctor.diagnosis import Diagnosis
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.ann_repairing.ann_repair_dialog import AnnRepairDialog, Chosen
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress

S = TypeVar("S")
T = TypeVar("T")

_NAMED = 3
_TOPIC, _WRITING = "ann-repair", "ann-repair-writing"  # what is written is finished, whatever is closed meanwhile


@dataclass(frozen=True, slots=True)
class Wanted:
    """The reports whose annotations are to be examined, and the limit for their size."""

    reports: tuple[Path, ...]
    limit_mb: float


@dataclass(frozen=True, slots=True)
class Examined:
    """The files in which something is wrong, and why others could not be examined."""

    found: tuple[Diagnosis, ...]
    errors: tuple[DeidError, ...]


@dataclass(frozen=True, slots=True)
class Repaired:
    """The files that were repaired, each with where its original is, and why it went no further, if so."""

    done: tuple[tuple[Diagnosis, Path], ...]
    leave_out: bool
    error: DeidError | None = None


def look(wanted: Wanted, progress: Progress) -> Examined:
    """Examine the annotations of reports; writes nothing."""
    found: list[Diagnosis] = []
    errors: list[DeidError] = []
    total = len(wanted.reports)
    for number, report in enumerate(progress.each(wanted.reports, total)):
        try:
            # Within one file there is nothing to count, but it can be stopped.
            found.append(examine(report, wanted.limit_mb, Progress(partial(_step, progress, number, total))))
        except DeidError as error:
            errors.append(error)
    return Examined(tuple(one for one in found if one.findings), tuple(errors))


def _step(progress: Progress, done: int, total: int, *_: object) -> None:
    progress.step(done, total)


def carry_out(chosen: Chosen, _progress: Progress) -> Repaired:
    """Repair files, as far as that goes."""
    done: list[tuple[Diagnosis, Path]] = []
    for one in chosen.files:
        try:
            original = repair(one, chosen.leave_out)
        except DeidError as error:
            return Repaired(tuple(done), chosen.leave_out, error)
        done.append((one, original))
    return Repaired(tuple(done), chosen.leave_out)


def take_back(repaired: Repaired, _progress: Progress) -> None:
    """Put the originals back."""
    for one, original in repaired.done:
        put_back(one, original, repaired.leave_out)


class AnnRepairing(QObject):
    """One page at a time."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self.shown: AnnRepairDialog | None = None
        self._repaired_in: Path | None = None  # the folder of which the message tells
        workbench.controller.folder_opened.connect(self._folder_opened)

    def examine_shown(self) -> None:
        """Examine the annotations of the report that is on the screen, or cannot be."""
        controller = self._workbench.controller
        if controller.folder is not None:
            entries = controller.folder.project.entries
            self._examine(tuple(one.path for one in entries if one.name == controller.shown))

    def examine_folder(self) -> None:
        """Examine the annotations of all reports of the folder."""
        controller = self._workbench.controller
        if controller.folder is not None:
            self._examine(tuple(one.path for one in controller.folder.project.entries))

    def _examine(self, reports: tuple[Path, ...]) -> None:
        if self.shown is not None:
            self.shown.close()
        controller = self._workbench.controller
        dialog = self.shown = AnnRepairDialog(self._workbench.window)
        dialog.repair_wanted.connect(self._repair)
        dialog.finished.connect(self._closed)
        dialog.open()
        wanted = Wanted(reports, controller.limit_mb)
        controller.jobs.run(
            _TOPIC,
            look,
            wanted,
            done=lambda examined: dialog.fill(examined.found, examined.errors),
            failed=dialog.fail,
            scope=Scope.FOLDER,
        )

    def _repair(self, chosen: Chosen) -> None:
        if self.shown is not None and not self._workbench.refuses():
            self.shown.set_busy(True)
            self._write(carry_out, chosen, self._done)

    def _write(self, work: Callable[[S, Progress], T], what: S, done: Callable[[T], None]) -> None:
        jobs = self._workbench.controller.jobs
        jobs.run(_WRITING, work, what, done=done, failed=self._failed, scope=Scope.WINDOW, lasting=True)

    def _failed(self, error: DeidError) -> None:
        if self.shown is not None:
            self.shown.fail(error)
        else:
            self._workbench.messages.tell_error(_TOPIC, error)

    def _done(self, repaired: Repaired) -> None:
        if repaired.done:
            text = self.tr("Annotations repaired: {count}.").format(count=len(repaired.done))
            names = [original.name for _, original in repaired.done]
            told = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
            detail = self.tr("The originals are beside them: {names}.").format(names=told)
            undo = (self.tr("Undo"), partial(self._take_back, repaired))
            self._told_in_this_folder()
            self._workbench.messages.tell(_TOPIC, text, detail, actions=[undo])
            self._workbench.controller.refresh_folder()
        if repaired.error is not None:
            self._failed(repaired.error)
        elif self.shown is not None:
            self.shown.accept()

    def _take_back(self, repaired: Repaired) -> None:
        if not self._workbench.refuses():
            self._workbench.messages.clear(_TOPIC)
            self._write(take_back, repaired, lambda _: self._workbench.controller.refresh_folder())

    def _told_in_this_folder(self) -> None:
        folder = self._workbench.controller.folder
        self._repaired_in = None if folder is None else folder.project.folder

    def _folder_opened(self) -> None:
        folder = self._workbench.controller.folder
        if folder is not None and folder.project.folder != self._repaired_in:
            self._workbench.messages.clear(_TOPIC)

    def _closed(self) -> None:
        self._workbench.controller.jobs.cancel(_TOPIC)
        self.shown = None
