"""ReviewController: the folder and report on the screen, and every verb by which a person works on them; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from deid_studio.batch.gate_reading import ReadingProcess
from deid_studio.batch.preannotation import Preannotator
from deid_studio.detection.tokens import tokenizer
from deid_studio.errors import ChangedOnDiskError, DeidError, EditError, SecondReaderError
from deid_studio.formats.text import SIZE_LIMIT_MB
from deid_studio.gui.control.earning import Earning
from deid_studio.gui.control.folder_loading import (
    FolderRequest,
    LoadedFolder,
    ReportRequest,
    count_accepted,
    load_folder,
    load_report,
)
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.control.navigation import changed_mentions, without_blanks
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.gui.control.open_folder import MakePreannotator, OpenFolder, offered
from deid_studio.gui.control.report_order import ReportOrder
from deid_studio.gui.control.sensitivity import Sensitivity
from deid_studio.gui.control.token_edges import Edge, TokenEdges
from deid_studio.gui.control.undo_mirror import UndoMirror
from deid_studio.model.edits import Accept, Edit, Note, Relabel, Reopen
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span, toggled
from deid_studio.model.tagset import TagSet
from deid_studio.review.alike.following import followers, following, prepare_following
from deid_studio.review.deciding import growing, intents
from deid_studio.review.folder_lock import Access
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import Formerly, OnDisk, ReviewSession

if TYPE_CHECKING:
    from deid_studio.release.gate.readers import Reader

MakeGateReader = Callable[[Path, frozenset[str]], "Reader"]  # of a model, without these rules


class ReviewController(OnScreen):
    """What the window does, without the window.

    The session is the truth: a verb calls it first, and only what it then holds is told by signals. A verb that is
    not possible changes nothing and emits `failed`.
    """

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
        super().__init__(reviewer, parent)
        self.default_tagset = tagset
        self.model = model
        self.formerly: Formerly | None = None
        self.limit_mb = limit_mb
        self.undo_mirror = UndoMirror(self)
        self.saving.changed_on_disk.connect(self._refresh)
        self.saving.overtaken.connect(self._overtaken)
        self.earning = Earning(self.jobs, self)
        self.earning.failed.connect(self.failed)
        self.left_at: Callable[[OpenFolder], str] = lambda _folder: ""  # the report that was on the screen last
        self.edges = TokenEdges("")
        self.last_class = ""
        self.rules_everywhere: frozenset[str] = frozenset()  # the ids of rules that are turned off in every folder
        self.sweep_counts: dict[str, int] | None = None  # for the journal, if there was a second sweep
        self.read_share: float | None = None  # for the journal: the share of words that were read, if that is watched
        self._make_preannotator = make_preannotator
        self.make_gate_reader = make_gate_reader  # what reads for the gate of a release
        self.follows = True  # whether suggestions follow what is decided
        self.followers = 0  # how many followed what was done last
        self._first = ""
        self._signed = False
        self._warm = False
        self._to_tell: DeidError | None = None  # once the report is on the screen
        self.sensitivity = Sensitivity(self, self.offer)
        self.report_order = ReportOrder(self, self.sensitivity)

    # --- folders and reports ---------------------------------------------------------------------------------

    @property
    def tagset(self) -> TagSet:
        """The classes in use: the folder's, else the default ones."""
        return self.default_tagset if self.folder is None else self.folder.project.tagset

    def open_folder(self, folder: Path, first: str = "") -> None:
        """Open a folder and its report of the name `first`, else its first one that is not signed off."""
        self._first = first
        lock = None if self.folder is None else self.folder.project.lock
        if lock is not None and (lock.access is not Access.OURS or not lock.is_of(folder)):
            lock = None
        request = FolderRequest(folder, self.default_tagset, self.reviewer, self.limit_mb, lock)
        self.folder_opening.emit()
        failed = self.folder_failed.emit
        self.jobs.run("folder", load_folder, request, done=self._folder_loaded, failed=failed, scope=Scope.WINDOW)

    def _folder_loaded(self, loaded: LoadedFolder) -> None:
        again = self.folder is not None and self.folder.project.folder == loaded.project.folder
        self.close_folder()
        self.folder = OpenFolder(loaded, self.model, self._make_preannotator, self, self.rules_everywhere)
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
        first = asked or self.folder.next_unsigned()
        first = first or next(iter(self.folder.names), None)
        if first is not None:
            self.open_report(first)
        self.folder.start()
        if first is not None:
            self.folder.want(first)
        self.jobs.prepare(prepare_following)
        paths = tuple(entry.path for entry in loaded.project.entries)
        self.jobs.run("count", count_accepted, paths, done=self.folder.note_accepted, failed=self.failed.emit)

    def refresh_folder(self) -> None:
        """Read the open folder anew, with the reports that came since, and show the same report."""
        if self.folder is not None:
            self.open_folder(self.folder.project.folder, self.shown)

    def refresh_report(self) -> None:
        """Read the report on the screen anew, and have its suggestions made anew; decisions stay."""
        if self.folder is not None and self.shown:
            self.leave_report()
            self.folder.again(self.shown)
            self.open_report(self.shown)

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
        request = ReportRequest(self.folder.project, name)
        unreadable = partial(self._report_unreadable, name)
        self.jobs.run("report", load_report, request, done=self._report_loaded, failed=unreadable)

    def retry_report(self) -> None:
        """Read the report that could not be read once more."""
        if self.folder is not None and self.session is None and self.shown:
            self.folder.again(self.shown)
            self.open_report(self.shown)

    def _report_loaded(self, loaded: tuple[ReviewSession, OnDisk]) -> None:
        session, on_disk = loaded
        self.leave_report()
        assert self.folder is not None
        refused = self.folder.offer_to(session, self.least)
        self.session = session
        self.edges = TokenEdges(session.text)
        self.undo_mirror.show(session.history)
        self._signed = session.signed
        self.saving.watch(session, self.folder.project)
        self.folder.note_session(session)
        stays = self.begin((session.name, session.text_sha256))
        self.report_opened.emit()
        self.current_changed.emit(self.current, not stays)
        overtaken, self._to_tell = self._to_tell, None
        for error in (refused, overtaken):
            if error is not None:
                self.failed.emit(error)
        if on_disk and not session.read_only:
            self.saving.conflict_found(on_disk)

    def _report_unreadable(self, name: str, error: DeidError) -> None:
        self.leave_report()
        if self.folder is not None:
            self.folder.note_failure(name, error)
        self.report_failed.emit(name, error)
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
        if session is None or folder is None or session.name != name or name not in folder.results:
            return
        result = folder.results[name]
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
    def searching(self) -> bool:
        """Whether the report on the screen has no suggestion yet because they are still being looked for."""
        return self.awaiting and not self.desk.pending

    @property
    def awaiting(self) -> bool:
        """Whether suggestions or doubts for the report on the screen are still to come."""
        session, folder = self.session, self.folder
        return session is not None and folder is not None and not session.signed and folder.awaits(session.name)

    # --- decisions on the current mention --------------------------------------------------------------------

    def accept(self) -> None:
        """Accept the current mention and go to the next pending one."""
        mention = self.mention
        if mention is None:
            self.go_to_pending(1)
        elif mention.decision is Decision.ACCEPTED:
            self._go_on(mention)
        else:
            self.decide_with(mention, Accept(mention.id))

    def discard(self) -> None:
        """Reject the current mention, or take it off if a person added it, and go to the next pending one."""
        mention = self.mention
        if mention is None:
            self.go_to_pending(1)
        elif mention.decision is Decision.REJECTED:
            self._go_on(mention)
        else:
            edit = intents.discarding(mention)
            if self.session is not None:
                edit = growing.letting_go(self.session.ground, mention, edit)
            self.decide_with(mention, edit)

    def _go_on(self, decided: Mention) -> None:
        following = self._following(decided)
        if following is not None:
            self.select(following.id, show=True)
        else:
            self.select(decided.id, show=True)
            if not self.desk.pending:
                self.all_decided.emit()

    def _following(self, decided: Mention) -> Mention | None:
        return self._beside(self.desk.pending, 1, by_benefit=True, here=decided)

    def decide_with(self, mention: Mention, edit: Edit) -> bool:
        """Do an edit that decides a mention and others, and go to the next pending one; False if it is not possible."""
        done = self._attempt(lambda session: self._decide(session, edit), decided=mention)
        if done:
            self._go_on(mention)
        return done

    def reopen(self) -> None:
        """Make the current mention pending again."""
        mention = self.mention
        if mention is not None and mention.decision is not Decision.PENDING:
            self.perform(Reopen(mention.id))

    def relabel(self, phi_class: str) -> None:
        """Give the current mention another class, and with it accept it."""
        mention = self.mention
        if mention is None:
            return
        self.last_class = phi_class
        if mention.span.phi_class == phi_class and mention.decision is Decision.ACCEPTED:
            return
        changed = mention.span.phi_class != phi_class
        if self.perform(Relabel(mention.id, phi_class)):
            self.reveal_class(phi_class)
            self.select(mention.id, show=True)
            if changed:
                self.class_changed.emit(phi_class)

    def add(self, start: int, end: int, phi_class: str) -> None:
        """Mark a stretch of the text (code points); blanks at its ends are left out."""
        if self.session is None:
            return
        start, end = without_blanks(self.session.text, start, end)
        if start >= end:
            self.failed.emit(EditError(detail="a span needs at least one character"))
            return
        self.last_class = phi_class
        self._grow(lambda ground: growing.marking(ground, Span(start, end, phi_class)))

    def resize(self, mention_id: int, start: int, end: int) -> None:
        """Move the outer ends of a mention (code points); gaps between them stay."""
        mention = self.desk.get(mention_id)
        if mention is not None and start < end:
            self._reshape(mention, mention.span.stretched(start, end))

    def move_edge(self, edge: Edge, direction: int, by_word: bool = True, caret: int = -1) -> None:
        """Move an edge of the current mention forwards (1) or back (-1) by a word or a character.

        Of one in several fragments it is that of the fragment within which the caret is, else the outer one.
        """
        mention = self.mention
        if mention is not None:
            self._reshape(mention, self.edges.reshaped(mention.span, edge, direction, by_word, caret))

    def toggle_fragment(self, mention_id: int, start: int, end: int) -> None:
        """Make a stretch of the text (code points) a further fragment of a mention, or take it out if it is a part."""
        mention, text = self.desk.get(mention_id), self.edges.text
        if mention is not None:
            self._reshape(mention, toggled(mention.span, *without_blanks(text, start, end), text))

    def _reshape(self, mention: Mention, span: Span | None) -> None:
        if span is not None and span != mention.span:
            self._grow(lambda ground: growing.resizing(ground, mention, span))

    def _grow(self, growth_on: Callable[[growing.Ground], growing.Growth]) -> None:
        before = self.desk
        found: list[int] = []

        def grow(session: ReviewSession) -> None:
            growth = growth_on(session.ground)
            self._decide(session, growth.edit)
            found.append(growth.mention_id)

        if self._attempt(grow):
            grown = growing.grown(before, self.desk, found[0])
            self.reveal_class(grown.mention.span.phi_class)
            self.select(grown.mention.id, show=True)
            self.grown.emit(grown)

    def note(self, text: str) -> None:
        """Write a note on the current mention; an empty one removes it."""
        mention = self.mention
        if mention is not None and text.strip() != mention.note:
            self.perform(Note(mention.id, text.strip()))

    # --- decisions on many mentions --------------------------------------------------------------------------

    def accept_class(self, phi_class: str) -> None:
        """Accept all pending suggestions of a class, as one step, where that is earned (see `Earning`).

        Of a hidden one none: nobody sees them.
        """
        self._accept_together(m for m in self.acceptable if m.span.phi_class == phi_class)

    def accept_all(self) -> None:
        """Accept all pending suggestions that are shown, of classes for which that is earned, as one step."""
        self._accept_together(self.acceptable)

    def _accept_together(self, mentions: Iterable[Mention]) -> None:
        # By their spans: before the first decision suggestions that come are numbered anew.
        session, spans = self.session, frozenset(m.span for m in mentions)
        if session is None or self.folder is None or not spans:
            return

        def accept(earned: frozenset[str]) -> None:
            if session is self.session:
                asked = (m for m in self.acceptable if m.span in spans and m.span.phi_class in earned)
                self._perform_if_any(intents.accepting(asked))

        self.earning.sift(self.folder.project, self.reviewer, {span.phi_class for span in spans}, accept)

    def reject_all(self) -> bool:
        """Reject all pending suggestions that are shown, as one step; False when that was not possible."""
        return self._perform_if_any(intents.rejecting(self.shown_pending))

    def _perform_if_any(self, edit: Edit | None) -> bool:
        if edit is None:
            return True
        done = self.perform(edit)
        if done and not self.desk.pending:
            self.all_decided.emit()
        return done

    def perform(self, edit: Edit) -> bool:
        """Do an edit on the report; False when it was not possible."""
        return self._attempt(lambda session: self._decide(session, edit))

    def _decide(self, session: ReviewSession, edit: Edit) -> None:
        whole = following(session.desk, session.text, edit, self.tagset) if self.follows else edit
        session.perform(whole)
        self.followers = 0 if whole is edit else followers(whole)

    def undo(self) -> None:
        """Undo the last step and show where it was."""
        if self.session is not None and self.session.history.done:
            self._attempt(lambda session: session.undo(), show=True)

    def redo(self) -> None:
        """Redo the step undone last and show where it is."""
        if self.session is not None and self.session.history.undone:
            self._attempt(lambda session: session.redo(), show=True)

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
            told = self.sweep_counts, self.least, self.read_share, choice
            signatures = session.signatures
            if not self._attempt(lambda s: s.sign_off(*told)) and session.signatures == signatures:
                return False
            self.saving.told_by_session()
            if choice is not None:
                self.signed_changed.emit(True)  # it may have been signed off before, but by one reader alone
        following = self.report_order.next_second(session.name) if role is Role.SECOND else None
        following = following or self.report_order.next_open(session.name)
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

    def withdraw_sign_off(self) -> None:
        """Take the report's sign-off back."""
        if self.session is not None and self.session.signed:
            self._attempt(lambda session: session.withdraw_sign_off())

    # --- the session and what is told of it ------------------------------------------------------------------

    def _attempt(
        self, verb: Callable[[ReviewSession], object], show: bool = False, decided: Mention | None = None
    ) -> bool:
        session = self.session
        if session is None:
            return False
        if self.saving.text_conflict:
            self.saving.ask_again()
            return False
        before = session.desk
        error: DeidError | None = None
        self.followers = 0
        try:
            verb(session)
        except DeidError as refused:
            error = refused
        self._refresh(before, show, decided if error is None else None)
        if error is None:
            self.saving.later()
            if self.followers:
                self.followed.emit(self.followers)
            if not self._warm:
                # A sign-off writes tokens; the tokenizer takes a second to load, which nobody should have to watch.
                self._warm = True
                self.jobs.prepare(tokenizer)
        elif not self.saving.takes(error):
            self.failed.emit(error)
        return error is None

    def _refresh(self, before: Desk, show: bool = False, decided: Mention | None = None) -> None:
        """Tell what changed since `before`; even a verb that failed may have got half way.

        Whoever is told finds as the current mention already what changed (`show`), or what follows one `decided`.
        """
        session = self.session
        if session is None or self.folder is None:
            return
        if session.text != self.edges.text:
            self.edges = TokenEdges(session.text)
            self.undo_mirror.show(session.history)
            self.current = self.current if self.current in session.desk else None
            self.report_opened.emit()
            self.current_changed.emit(self.current, True)
            self.folder.again(session.name)
        self.undo_mirror.follow(session.history)
        changed = changed_mentions(before, session.desk)
        if session.signed != self._signed:
            self._signed = session.signed
            self.earning.note(session)
            self.signed_changed.emit(self._signed)
        self.folder.note_session(session)
        if not changed:
            return
        touched = next((m.id for m in session.desk if m.id in changed), None) if show else None
        following = None if decided is None else self._following(decided)
        if touched is not None:
            self.current = touched
        elif following is not None:
            self.current = following.id
        elif self.current is not None and self.current not in session.desk:
            self.current = None
        self.desk_changed.emit(changed)
        if show:
            # What was added and is undone is there no more; its place is.
            place = -1 if touched is not None else min(m.span.start for m in before if m.id in changed)
            self.select(touched, show=True, place=place)
        elif self.current is None:
            self.current_changed.emit(None, False)
