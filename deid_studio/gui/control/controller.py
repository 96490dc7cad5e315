"""ReviewController: how folders and reports come onto the screen, are signed off and leave it; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Slot

from deid_studio.batch.gate_reading import ReadingProcess
from deid_studio.batch.preannotation import Preannotator
from deid_studio.errors import ChangedOnDiskError, DeidError, SecondReaderError
from deid_studio.formats.text import SIZE_LIMIT_MB
from deid_studio.gui.control.deciding import Deciding
from deid_studio.gui.control.folder_loading import (
    FolderRequest,
    LoadedFolder,
    ReportRequest,
    count_accepted,
    load_folder,
    load_report,
)
from deid_studio.gui.control.garbage import search_everything
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.control.last_sign_off import LastSignOff
from deid_studio.gui.control.open_folder import MakePreannotator, OpenFolder, offered
from deid_studio.gui.control.report_order import ReportOrder
from deid_studio.gui.control.sensitivity import Sensitivity
from deid_studio.gui.control.signed_watch import SignedWatch
from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.review.alike.following import prepare_following
from deid_studio.review.alike.house import House
from deid_studio.review.alike.house_folder import read_house
from deid_studio.review.elsewhere.report_files import OnDisk
from deid_studio.review.folder_lock import Access
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import ReviewSession
from deid_studio.review.signing.formerly import Formerly

if TYPE_CHECKING:
    from deid_studio.release.gate.sightings import Reader

MakeGateReader = Callable[[Path, frozenset[str]], "Reader"]  # of a model, without these rules
_HOUSE, _COUNT = "house", "count"


class ReviewController(Deciding):
    """What the window does, without the window: its own verbs, and those of `Deciding`."""

    def __init__(
        self,
        tagset: TagSet,
        model: Path,
        reviewer: str = "",
        limit_mb: float = SIZE_LIMIT_MB,
        make_preannotator: MakePreannotator = Preannotator,
        make_gate_reader: MakeGateReader = ReadingProcess,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(tagset, reviewer, parent)
        self.model = model
        self.formerly: Formerly | None = None
        self.limit_mb = limit_mb
        self.saving.overtaken.connect(self._overtaken)
        self.saving.conflict_changed.connect(self._conflict_changed)
        self._signed_watch = SignedWatch(self)
        self.left_at: Callable[[OpenFolder], str] = lambda _folder: ""  # the report that was on the screen last
        self.model_of: Callable[[Path], Path] = lambda _folder: model  # the model for a folder
        self.rules_everywhere: frozenset[str] = frozenset()  # the ids of rules that are turned off in every folder
        self.checked: dict[str, Any] | None = None  # for the journal, if there was a final check
        self.read_share: float | None = None  # for the journal: the share of words that were read, if that is watched
        self._make_preannotator = make_preannotator
        self.make_gate_reader = make_gate_reader  # what reads for the gate of a release
        self._others_to_read = False  # until the first report of a folder is shown
        self._painted = QTimer(self, singleShot=True, interval=0)  # what is painted comes first
        self._painted.timeout.connect(self._read_others)
        self.follows_folder = True  # whether suggestions follow what is decided in other reports
        self._first = ""
        self._to_tell: DeidError | None = None  # once the report is on the screen
        self._before: tuple[str, frozenset[Span]] | None = None  # what was pending in a report that is read anew
        self.sensitivity = Sensitivity(self, self.offer)
        self.report_order = ReportOrder(self, self.sensitivity)
        self.last_sign_off = LastSignOff(self, self.open_report, self.withdraw_sign_off)

    # --- folders and reports ---------------------------------------------------------------------------------

    def open_folder(self, folder: Path, first: str = "") -> None:
        """Open a folder and its report of the name `first`, else its first one that is not signed off."""
        self._first = first
        lock = None if self.folder is None else self.folder.project.lock
        if lock is not None and lock.access is not Access.OURS:
            lock = None
        request = FolderRequest(folder, self.default_tagset, self.reviewer, self.limit_mb, lock)
        self.folder_opening.emit()
        for topic in (_HOUSE, _COUNT):  # what is open now is not held up for it
            if self.jobs.running(topic):
                self.jobs.cancel(topic)
                self._others_to_read = True
        done, failed = self._folder_loaded, self._folder_failed
        self.jobs.run("folder", load_folder, request, done=done, failed=failed, scope=Scope.WINDOW)

    def _folder_failed(self, error: DeidError) -> None:
        self.folder_failed.emit(error)
        self._read_others()

    def _folder_loaded(self, loaded: LoadedFolder) -> None:
        again = self.folder is not None and self.folder.project.folder == loaded.project.folder
        is_another = self.folder is not None
        self.close_folder()
        if is_another:
            search_everything()  # a little is left of each report that was reviewed
        self.model = self.model_of(loaded.project.folder)
        self.folder = OpenFolder(loaded, self.model, self._make_preannotator, self, self.rules_everywhere)
        self.folder.house.follows = self.follows_folder
        self.folder.suggestions_came.connect(self.offer)
        self.sensitivity.begin(loaded.sensitivity, again)
        self.folder_opened.emit()
        if loaded.finished:
            self.saves_completed.emit(len(loaded.finished))
        # What another program changed is told when that report is opened.
        hindered = [error for error in loaded.hindered if not isinstance(error, ChangedOnDiskError)]
        if loaded.told or hindered:
            self.folder_told.emit(loaded.told, tuple(hindered))
        asked = self._first if self._first in self.folder.names else self.left_at(self.folder)
        planned = self.report_order.planned.is_there
        first = asked or (self.report_order.next_open() if planned else self.folder.next_unsigned())
        first = first or next(iter(self.folder.names), None)
        self._others_to_read = True
        self.folder.start()
        if first is not None:
            self.open_report(first)
        else:
            self._read_others()
        self.jobs.prepare(prepare_following)

    def _read_others(self) -> None:
        """Read what was decided in the folder's reports, and have all pre-annotated, once its first one is shown: that
        waits for none of them."""
        wanted, self._others_to_read = self._others_to_read, False
        if self.folder is None or not wanted:
            return
        self.folder.go_on()
        project = self.folder.project
        if self.follows_folder and self.folder.begun:
            # A journal that cannot be read is told elsewhere.
            self.jobs.run(_HOUSE, read_house, project, done=self._house_read, failed=lambda _error: None)
        paths = tuple(entry.path for entry in project.entries)
        self.jobs.run(_COUNT, count_accepted, paths, done=self.folder.note_accepted, failed=self.failed.emit)
        self._signed_watch.look(self.limit_mb)

    def _house_read(self, house: House) -> None:
        if self.folder is not None:
            self.folder.house.take(house, House(house.tagset))
            self.offer(self.shown)

    def follow_folder(self, follows: bool) -> None:
        """Have suggestions follow what is decided in other reports, or no longer; from the next report on."""
        self.follows_folder = follows
        if self.folder is not None:
            self.folder.house.follows = follows

    def refresh_folder(self) -> None:
        """Read the open folder anew, with the reports that came since, and show the same report."""
        if self.folder is not None:
            self.open_folder(self.folder.project.folder, self.shown)

    def refresh_report(self) -> None:
        """Read the report on the screen anew, and have its suggestions made anew; decisions stay."""
        if self.folder is not None and self.shown:
            self._before = self.shown, frozenset(m.span for m in self.desk.pending)
            self.leave_report()
            self.folder.again(self.shown)
            self.open_report(self.shown)

    def _tell_anew(self) -> None:
        """Tell what reading the report anew has brought, once its suggestions are there."""
        session, folder, before = self.session, self.folder, self._before
        if before is None or session is None or folder is None or session.name not in folder.results:
            return
        self._before = None
        if session.name == before[0]:
            self.suggested_anew.emit(sum(m.span not in before[1] for m in self.desk.pending))

    def restart_detector(self) -> None:
        """Start the detector anew, with the report on the screen first."""
        if self.folder is not None:
            self.folder.restart()
            if self.shown:
                self.folder.want(self.shown)

    def close_folder(self) -> None:
        """Save and close everything."""
        self.leave_report()
        self.shown = ""
        self.jobs.end(Scope.FOLDER)
        self.sensitivity.keep()
        self.report_order.keep()
        self.earning.forget()
        if self.folder is not None:
            self.folder.close()
            self.folder.deleteLater()
            self.folder = None

    def close(self) -> None:
        """Save and close everything, and wait for all threads."""
        self.jobs.stop()
        self.close_folder()

    def open_report(self, name: str) -> None:
        """Show a report of the folder."""
        if self.folder is None:
            return
        if self.session is not None and self.session.name == name:
            if self.shown != name:  # another one was on its way
                self.jobs.cancel("report")
                self.shown = name
                self.report_opening.emit(name)
            return
        self.shown = name
        self.report_opening.emit(name)
        self.folder.want(name)
        house = self.folder.house
        request = ReportRequest(self.folder.project, name, house.house, house.left(self.session))
        unreadable = partial(self._report_unreadable, name)
        done = partial(self._report_loaded, request.house)
        self.jobs.run("report", load_report, request, done=done, failed=unreadable)

    def retry_report(self) -> None:
        """Read the report that could not be read once more."""
        if self.folder is not None and self.session is None and self.shown:
            self.folder.again(self.shown)
            self.open_report(self.shown)

    def _report_loaded(self, before: House, loaded: tuple[ReviewSession, OnDisk, House]) -> None:
        session, on_disk, house = loaded
        self.leave_report()
        assert self.folder is not None
        self.folder.house.take(house, before)
        refused = self.folder.offer_to(session, self.least)
        self.session = session
        self.edges = TokenEdges(session.text)
        self.undo_mirror.show(session.history)
        self._signed = session.signed
        self.said = session.statements
        self.saving.watch(session, self.folder.project)
        self.folder.note_session(session)
        self.folder.note_changed(session.name, bool(on_disk))
        stays = self.begin((session.name, session.text_sha256))
        self.report_opened.emit()
        self.current_changed.emit(self.current, not stays)
        overtaken, self._to_tell = self._to_tell, None
        for error in (refused, overtaken):
            if error is not None:
                self.failed.emit(error)
        if on_disk and not session.read_only:
            self.saving.conflict_found(on_disk)
        self._tell_anew()
        if self._others_to_read:
            self._painted.start()

    def look_at_disk(self) -> None:
        """Look whether another program has changed the report on the screen, or any that is signed."""
        self.saving.check_disk()
        self._signed_watch.look(self.limit_mb)

    @Slot(object)
    def _conflict_changed(self, found: OnDisk) -> None:
        session = self.session
        if self.folder is not None and session is not None and session.signed and self.saving.watches(session):
            self.folder.note_changed(session.name, bool(found))

    def _report_unreadable(self, name: str, error: DeidError) -> None:
        self.leave_report()
        if self.folder is not None:
            self.folder.note_failure(name, error)
        self.report_failed.emit(name, error)
        self._read_others()
        if self.folder is not None and self.folder.signed_off and self.folder.next_unsigned() is None:
            self.folder_finished.emit()

    def leave_report(self, save: bool = True) -> None:
        """Put the report on the screen away, saved unless another window has taken it over."""
        if self.session is not None:
            self.report_leaving.emit()
            self.jobs.end(Scope.REPORT)
            self.remember((self.session.name, self.session.text_sha256))
            self.saving.leave() if save else self.saving.drop()
            self.session = None
            self.current = None
            self.undo_mirror.clear()

    @Slot(object)
    def _overtaken(self, error: DeidError) -> None:
        """Read the report anew with what another window decided on it; what this one decided is in the journal."""
        self.leave_report(save=False)
        project = None if self.folder is None else self.folder.project
        if project is not None and project.lock is not None:
            project.lock.look()
        # Where another window decides, its decisions are what is to be seen.
        self._to_tell = None if project is not None and project.read_only else error
        self.open_report(self.shown)

    def step_report(self, step: int) -> None:
        """Open the report `step` places further in the list."""
        if self.folder is not None and self.shown:
            name = self.report_order.neighbour(self.shown, step)
            if name is not None:
                self.open_report(name)

    @Slot(str)
    def offer(self, name: str) -> None:
        """Put the suggestions for a report, and the doubts that are shown, on its desk if it is on the screen."""
        session, folder = self.session, self.folder
        if session is None or folder is None or session.name != name:
            return
        result = folder.suggested(session)
        if result is None:
            return
        if result.error is not None:
            self.failed.emit(result.error)
        elif result.text_sha256 == session.text_sha256:
            was = self.mention
            self._attempt(lambda s: s.offer(offered(result, self.least), folder.suggester, folder.rules_off))
            if was is not None and self.mention != was:
                # Before the first decision suggestions are numbered anew.
                again = self._like(was)
                self.select(None if again is None else again.id, place=was.span.start)
            self.suggestions_came()
            self._tell_anew()

    def know_patients(self, patients: Mapping[str, PatientFields]) -> bool:
        """Keep what is known of these reports' patients, and have their suggestions made anew; decisions stay.

        False when it cannot be kept.
        """
        if self.folder is None:
            return False
        try:
            self.folder.know(patients)
        except DeidError as error:
            self.failed.emit(error)
            return False
        if self.shown:
            self.folder.want(self.shown)
        self.patients_changed.emit()
        return True

    @property
    def adjudicating(self) -> bool:
        """Whether the folder is a corpus's gold: others have read its reports, and what they have is decided on."""
        return self.folder is not None and self.folder.layer is not None and self.folder.layer.layer.is_gold

    @property
    def searching(self) -> bool:
        """Whether the report on the screen has no suggestion yet because they are still being looked for."""
        return self.awaiting and not self.desk.pending

    @property
    def awaiting(self) -> bool:
        """Whether suggestions or doubts for the report on the screen are still to come."""
        session, folder = self.session, self.folder
        return session is not None and folder is not None and not session.signed and folder.awaits(session.name)

    # --- sign-off --------------------------------------------------------------------------------------------

    def sign_off(self) -> bool:
        """Sign the report off and open the next one; there must be no pending suggestion left. False if refused."""
        session, folder = self.session, self.folder
        if session is None or folder is None:
            return False
        role = folder.second.role(session.name, self.reviewer)
        if session.signed and role in (Role.FIRST, Role.UNNAMED):
            self.failed.emit(SecondReaderError(who=folder.standing(session.name).signed_by or "–"))
            return False
        if not session.signed or role is Role.SECOND:
            if self.saving.check_disk():
                return False
            session.reviewer = folder.project.reviewer = self.reviewer
            session.formerly = self.formerly
            choice = folder.second.policy.choice if role is Role.SECOND else None
            told = self.checked, self.least, self.read_share, choice
            signatures = session.signatures
            if not self._attempt(lambda s: s.sign_off(*told)) and session.signatures == signatures:
                return False
            self.saving.told_by_session()
            if choice is not None:
                self.signed_changed.emit(True)  # it may have been signed off before, but by one reader alone
        following = self.report_order.next_second(session.name) if role is Role.SECOND else None
        following = following or self.report_order.next_open(session.name)
        if role is not Role.SECOND:
            self.last_sign_off.note(session, following)
        if following is None:
            self.folder_finished.emit()
        else:
            self.open_report(following)
        return True

    def sign_again(self) -> bool:
        """Sign the report on the screen off once more, after something was added to it; False if refused."""
        session, folder = self.session, self.folder
        if session is None or folder is None or session.signed or self.saving.check_disk():
            return False
        session.reviewer = folder.project.reviewer = self.reviewer
        session.formerly = self.formerly
        done = self._attempt(lambda s: s.sign_off(None, self.least, self.read_share))
        self.saving.told_by_session()
        return done

    def undo(self) -> None:
        """Undo what was done last: a decision, or the sign-off of the report that was on the screen before."""
        if not self.last_sign_off.take_back():
            super().undo()

    def withdraw_sign_off(self) -> None:
        """Take the report's sign-off back."""
        if self.session is not None and self.session.signed:
            self._attempt(lambda session: session.withdraw_sign_off())
