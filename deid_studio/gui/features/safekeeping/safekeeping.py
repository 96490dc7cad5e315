"""Safekeeping: has the journal's file hold everything and makes snapshots, in a job, when nobody waits for it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.progress import Progress
from deid_studio.review.project import Project

_TOPIC = "safekeeping"


def keep_safe(project: Project, _progress: Progress) -> None:
    """See `Project.keep_safe`."""
    project.keep_safe()


class Safekeeping(QObject):
    """Follows each save and each opening of a folder; a key waits for none of it."""

    def __init__(self, controller: ReviewController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        controller.saving.saved.connect(self._keep)
        controller.folder_opened.connect(self._keep)

    def _keep(self, *_: object) -> None:
        folder = self._controller.folder
        if folder is not None and not folder.project.read_only:
            self._controller.jobs.run(
                _TOPIC, keep_safe, folder.project, done=_nothing, failed=_nothing, scope=Scope.WINDOW
            )


def _nothing(_: object) -> None:
    """Nobody waits for it, and what hinders it is made good the next time."""
