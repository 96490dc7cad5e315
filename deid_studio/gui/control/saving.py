"""Saving: the `.ann` of the report on the screen is written a moment after each decision, never over others' work."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from deid_studio.errors import ChangedOnDiskError, DeidError, OvertakenError, WriteError
from deid_studio.gui.control.jobs import Jobs, Scope
from deid_studio.model.mentions import Desk
from deid_studio.progress import Progress
from deid_studio.review.elsewhere.report_files import OnDisk
from deid_studio.review.elsewhere.text_change import NewText
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession

DELAY_MS = 700
_SETTLE_MS = 200  # another program may write a file in several steps


class Saving(QObject):
    """Saves the session it watches, and tells when another program changed its files."""

    saved = Signal(object)  # datetime
    save_failed = Signal(object)  # DeidError
    conflict_changed = Signal(object)  # OnDisk: what another program changed, until the person has chosen
    choice_wanted = Signal(object)  # OnDisk: the person should choose now
    marks_lost = Signal(object, object)  # without a place in the new text: (Mention, its text)s, lines of the .ann
    overtaken = Signal(object)  # OvertakenError: another window decided on the report
    changed_on_disk = Signal(object)  # the Desk before another program's version was taken

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._session: ReviewSession | None = None
        self._project: Project | None = None
        self._unsaved_elsewhere: dict[str, Project] = {}
        self.conflict = OnDisk(False, False)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.now)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLE_MS)
        self._settled.timeout.connect(self.check_disk)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._settled.start)
        self._watcher.directoryChanged.connect(self._settled.start)

    @property
    def text_conflict(self) -> bool:
        """Whether the report's text was changed by another program and the person has not chosen yet."""
        return self.conflict.text_changed

    def watch(self, session: ReviewSession, project: Project) -> None:
        """Watch and save this session from now on."""
        self._session = session
        self._project = project
        self._set_conflict(OnDisk(False, False))
        self._watch_files()

    def watches(self, session: ReviewSession) -> bool:
        """Whether this session is watched still."""
        return self._session is session

    def leave(self) -> None:
        """Save what is unsaved and watch nothing any more."""
        session, project = self._session, self._project
        if session is None or project is None:
            return
        if session.unsaved and not self.conflict and not self._overtaken() and not self.now():
            self._unsaved_elsewhere[session.name] = project
        self.drop()

    def drop(self) -> None:
        """Watch nothing any more, and save nothing: every decision is in the journal."""
        self._jobs.cancel("new_text")
        self._timer.stop()
        self._settled.stop()
        self._session = None
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._set_conflict(OnDisk(False, False))

    # --- saving ----------------------------------------------------------------------------------------------

    def later(self) -> None:
        """Save a moment from now, so that a burst of decisions is one write."""
        if self._session is not None and self._session.unsaved and not self.conflict:
            self._timer.start()

    @Slot()
    def now(self) -> bool:
        """Save at once; False when that was not possible, which is told."""
        self._timer.stop()
        session = self._session
        if session is None:
            return True
        if self.conflict:
            self.ask_again()
            return False
        try:
            if session.unsaved:
                session.save()
            self._save_elsewhere()
        except DeidError as error:
            if not self.takes(error):
                self.save_failed.emit(error)
            return False
        self.told_by_session()
        return True

    def told_by_session(self) -> None:
        """The session has written its files by itself."""
        if self._session is not None and not self._session.unsaved and self._session.begun:
            self._watch_files()
            self.saved.emit(datetime.now())

    def takes(self, error: DeidError) -> bool:
        """Tell an error of saving; False when the error is of another kind."""
        if isinstance(error, OvertakenError):
            self.overtaken.emit(error)
            return True
        if isinstance(error, ChangedOnDiskError):
            return self.check_disk()
        if isinstance(error, WriteError):
            self.save_failed.emit(error)
            return True
        return False

    def _save_elsewhere(self) -> None:
        hindered: list[DeidError] = []
        for name, project in list(self._unsaved_elsewhere.items()):
            try:
                project.finish(name)
                del self._unsaved_elsewhere[name]
            except DeidError as error:
                hindered.append(error)
        if hindered:
            raise hindered[0]

    # --- other programs --------------------------------------------------------------------------------------

    @Slot()
    def check_disk(self) -> bool:
        """Whether another program has changed the report or its `.ann`; a change that is new is told."""
        session = self._session
        if session is None:
            return False
        if self._overtaken():
            self.overtaken.emit(OvertakenError(path=session.name))
            return True
        if session.read_only:
            return False  # nothing is written here, so that nothing is to be chosen
        try:
            found = session.on_disk()
        except DeidError:
            return False  # a folder that went away for a moment is no change; saving would tell
        self._watch_files()
        if found and found != self.conflict:
            self.conflict_found(found)
        elif not found:
            self._set_conflict(found)
        return bool(found)

    def _overtaken(self) -> bool:
        try:
            return self._session is not None and self._project is not None and self._project.overtook(self._session)
        except DeidError:
            return False  # a journal that cannot be read is told at the next decision

    def conflict_found(self, found: OnDisk) -> None:
        """Another program changed the files: nothing is saved until the person has chosen."""
        self._timer.stop()
        self._set_conflict(found)
        self.choice_wanted.emit(found)

    def ask_again(self) -> None:
        """Let the person choose now, after having put it off."""
        if self.conflict:
            self.choice_wanted.emit(self.conflict)

    def use_theirs(self) -> None:
        """Take the other program's `.ann`."""
        project = self._project
        assert project is not None
        self._resolve(lambda session: session.take_theirs(project.backup_path(session.name)))

    def keep_mine(self) -> None:
        """Write this `.ann` and put the other program's aside."""
        project = self._project
        assert project is not None
        self._resolve(lambda session: session.keep_mine(project.backup_path(session.name)))

    def use_new_text(self) -> None:
        """Go on with the text as the other program wrote it, once it is known where everything went."""
        if self._session is not None:
            self._jobs.run(
                "new_text",
                _new_text,
                self._session,
                done=self._take_new_text,
                failed=self.save_failed.emit,
                scope=Scope.REPORT,
            )

    def _take_new_text(self, new: NewText) -> None:
        session, project = self._session, self._project
        if session is None or project is None:
            return
        old_text = session.text
        backup = project.backup_path(session.name)
        if self._resolve(lambda session: session.take_new_text(new, backup)) and (session.lost or session.lost_lines):
            lost = tuple((mention, mention.span.text(old_text)) for mention in session.lost)
            self.marks_lost.emit(lost, session.lost_lines)

    def _resolve(self, choice: Callable[[ReviewSession], None]) -> bool:
        session = self._session
        if session is None:
            return False
        before: Desk = session.desk
        try:
            choice(session)
        except DeidError as error:
            if not self.takes(error):
                self.save_failed.emit(error)
            return False
        try:
            self._set_conflict(session.on_disk())
        except DeidError as error:
            self.save_failed.emit(error)
        self.changed_on_disk.emit(before)
        if self.conflict:
            self.ask_again()
        else:
            self.told_by_session()
            self.later()
        return True

    def _set_conflict(self, found: OnDisk) -> None:
        if found != self.conflict:
            self.conflict = found
            self.conflict_changed.emit(found)

    def _watch_files(self) -> None:
        # A file that was replaced is no longer watched, so ask for it again.
        if self._session is not None:
            report, ann = self._session.report.path, self._session.ann_path
            # The folder too, for an `.ann` that another program makes.
            paths = [str(p) for p in (report, ann, report.parent) if p.exists()]
            missing = set(paths) - {*self._watcher.files(), *self._watcher.directories()}
            if missing:
                self._watcher.addPaths(sorted(missing))


def _new_text(session: ReviewSession, progress: Progress) -> NewText:
    new = session.new_text()
    progress.step(1)
    return new
