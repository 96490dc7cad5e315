"""Safekeeping: everything on the disk: saving at once and before the window closes, and snapshots of the journal."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress
from deid_studio.review.project import Project

_TOPIC = "safekeeping"


def install(workbench: Workbench) -> Safekeeping:
    """Bring in the action that saves, what follows each save, and what keeps a window with unsaved work open."""
    controller = workbench.controller
    title = QT_TRANSLATE_NOOP("actions", "&Save now")
    workbench.actions.add(
        ActionSpec("save", Menu.FILE, 150, title, controller.saving.now, ("Ctrl+S",), "save", needs=Needs.REPORT)
    )
    safekeeping = Safekeeping(controller, workbench.window)
    workbench.keeps_open.append(safekeeping.keeps_open)
    return safekeeping


def keep_safe(project: Project, _progress: Progress) -> None:
    """See `Project.keep_safe`."""
    project.keep_safe()


class Safekeeping(QObject):
    """Follows each save and each opening of a folder, for which no key waits; and saves before the window closes."""

    def __init__(self, controller: ReviewController, window: QMainWindow) -> None:
        super().__init__(window)
        self._controller, self._window = controller, window
        self._closing_anyway = False
        controller.saving.saved.connect(self._keep)
        controller.folder_opened.connect(self._keep)

    def keeps_open(self) -> bool:
        """Whether something is not saved and cannot be: the person is asked whether to close all the same."""
        saving, session = self._controller.saving, self._controller.session
        unsaved = session is not None and session.unsaved and not saving.conflict
        if not unsaved or self._closing_anyway or saving.now():
            return False
        ask(
            self._window,
            self.tr("Not saved"),
            self.tr("The .ann could not be written."),
            self.tr("Your decisions are safe: the .ann is completed when this folder is opened again."),
            [(self.tr("Close anyway"), self._close_anyway)],
            self.tr("Stay"),
        )
        return True

    def _close_anyway(self) -> None:
        self._closing_anyway = True
        self._window.close()

    def _keep(self, *_: object) -> None:
        folder = self._controller.folder
        if folder is not None and not folder.project.read_only:
            self._controller.jobs.run(
                _TOPIC, keep_safe, folder.project, done=_nothing, failed=_nothing, scope=Scope.WINDOW
            )


def _nothing(_: object) -> None:
    """Nobody waits for it, and what hinders it is made good the next time."""
