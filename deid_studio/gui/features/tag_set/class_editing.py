"""ClassEditing: the dialog of the classes, what a change would do, and the folder opened anew when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.tag_set.tag_set_dialog import TagSetDialog
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import TagSet
from deid_studio.model.tagset_change import TagSetChange
from deid_studio.progress import Progress
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.tag_set.tag_set_changing import ChangePlan, carry_out, mentions_by_class, planned

_TOPIC, _COUNT = "tag_set", "tag_set_count"


@dataclass(frozen=True, slots=True)
class Asked:
    """A change that is asked for, in a folder."""

    project: Project
    change: TagSetChange


@dataclass(frozen=True, slots=True)
class Agreed:
    """A change that a person agreed to, in a folder that is closed."""

    folder: Path
    tagset: TagSet
    reviewer: str
    limit_mb: float
    plan: ChangePlan


def look(asked: Asked, progress: Progress) -> ChangePlan:
    """Look what a change would do; writes nothing."""
    return planned(asked.project, asked.change, progress)


def change_folder(agreed: Agreed, progress: Progress) -> int:
    """Do a change under the folder's lock; how many reports changed."""
    lock = FolderLock(agreed.folder, PRIVATE, agreed.reviewer)
    project = Project(agreed.folder, agreed.tagset, agreed.reviewer, agreed.limit_mb, lock, progress)
    try:
        return carry_out(project, agreed.plan, progress)
    finally:
        project.close()


def count(project: Project, progress: Progress) -> Mapping[str, int]:
    """How many mentions of each class there are."""
    return mentions_by_class(project, progress)


class ClassEditing(QObject):
    """One dialog at a time; a change that concerns reports is done when the person has agreed to it."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self.shown: TagSetDialog | None = None
        self._told, self._failed_to = "", False
        workbench.controller.folder_opened.connect(self._opened)
        workbench.controller.folder_failed.connect(self._not_opened)
        workbench.long_work.show_topic(_TOPIC, self.tr("Changing the classes"), keep=True)

    def show(self) -> None:
        """Show the classes of the folder."""
        if self._controller.folder is None or self._workbench.refuses():
            return
        if self.shown is None:
            dialog = self.shown = TagSetDialog(self._workbench.theme, self._workbench.window)
            dialog.wanted.connect(self.want)
            dialog.finished.connect(self._closed)
        self._fill()
        self.shown.open()

    def want(self, change: TagSetChange) -> None:
        """Look what a change would do, and ask whether it is to be done."""
        folder = self._controller.folder
        if folder is None or self._workbench.refuses():
            return
        self._workbench.typing_ended.emit()
        if self._controller.session is not None and not self._controller.saving.now():
            return
        if self.shown is not None:
            self.shown.set_busy(True)
        asked = Asked(folder.project, change)
        self._controller.jobs.run(_TOPIC, look, asked, done=self._agree, failed=self._failed)

    def _agree(self, plan: ChangePlan) -> None:
        if not plan.effects and not plan.to_sign_again:
            self._do(plan)
            return
        told = []
        if plan.effects:
            told.append(self.tr("Mentions that change: {count}.").format(count=plan.mentions))
            told.append(self.tr("Reports in which they change: {count}.").format(count=len(plan.effects)))
        if plan.to_sign_again:
            words = self.tr("Signed-off reports that have to be signed again: {count}.")
            told.append(words.format(count=plan.to_sign_again))
        if plan.change.inverse(plan.before) is None:
            told.append(self.tr("Two classes become one: this cannot be told apart again."))
        elif plan.effects:
            told.append(self.tr("To undo it, rename the class again; what was decided before can be undone as ever."))
        box = ask(
            self.shown or self._workbench.window,
            self.tr("Change the classes"),
            self.tr("Change the classes of this folder?"),
            "\n".join(told),
            [(self.tr("Change"), lambda: self._do(plan))],
        )
        box.finished.connect(self._answered)

    def _do(self, plan: ChangePlan) -> None:
        controller = self._controller
        folder = controller.folder
        if folder is None:
            return
        report, project = controller.shown, folder.project
        agreed = Agreed(project.folder, controller.default_tagset, controller.reviewer, controller.limit_mb, plan)
        if self.shown is not None:
            self.shown.set_busy(True)
        # Closed meanwhile: nothing else is to come to a report, as suggestions would.
        controller.close_folder()

        def again(told: str, failed: bool = False) -> None:
            self._told, self._failed_to = told, failed
            controller.open_folder(agreed.folder, report)

        controller.jobs.run(
            _TOPIC,
            change_folder,
            agreed,
            done=lambda reports: again(self._done(reports)),
            failed=lambda error: again(_words(error), failed=True),
            scope=Scope.WINDOW,
            lasting=True,
        )

    def _done(self, reports: int) -> str:
        if not reports:
            return self.tr("Changed.")
        return self.tr("Changed, and in the reports: {count}.").format(count=reports)

    def _failed(self, error: DeidError) -> None:
        if self.shown is not None:
            self.shown.set_busy(False)
            self.shown.say(_words(error))
        else:
            self._workbench.messages.tell_error(_TOPIC, error)

    def _opened(self) -> None:
        told, self._told = self._told, ""
        if self.shown is not None:
            self._fill(told)
        elif told and self._failed_to:
            self._workbench.messages.tell(_TOPIC, told)
        elif told:  # the window was closed meanwhile: what went well is no reason to cover the report
            self._workbench.status.tell(told)

    def _not_opened(self, _error: DeidError) -> None:
        if self.shown is not None and self._controller.folder is None:
            self.shown.close()  # why is told in the window

    def _fill(self, told: str = "") -> None:
        folder = self._controller.folder
        if self.shown is None or folder is None:
            return
        self.shown.fill(folder.project.tagset, told)
        self._controller.jobs.run(_COUNT, count, folder.project, done=self._counted, failed=self._failed)

    def _counted(self, counts: Mapping[str, int]) -> None:
        if self.shown is not None:
            self.shown.set_counts(counts)

    def _answered(self) -> None:
        if self.shown is not None and not self._controller.jobs.running(_TOPIC):
            self.shown.set_busy(False)

    def _closed(self) -> None:
        self.shown = None


def _words(error: DeidError) -> str:
    return f"{error.what(language())} {error.remedy(language())}"
