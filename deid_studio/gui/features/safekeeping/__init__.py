"""Safekeeping: everything on the disk: saving at once, and snapshots of the journal when nobody waits."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress
from deid_studio.review.project import Project

_TOPIC = "safekeeping"


def install(workbench: Workbench) -> Safekeeping:
    """Bring in the action that saves, and what follows each save."""
    controller = workbench.controller
    title = QT_TRANSLATE_NOOP("actions", "&Save now")
    workbench.actions.add(
        ActionSpec("save", Menu.FILE, 150, title, controller.saving.now, ("Ctrl+S",), "save", needs=Needs.REPORT)
    )
    return Safekeeping(controller, workbench.window)


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
