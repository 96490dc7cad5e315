"""Alike: shows where else the same thing stands, and decides it in all places that are ticked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.control.waiting import WaitingSuggestions
from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import Counts, what_happened
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.alike import alike
from deid_studio.review.alike.alike import Hit, Ruling
from deid_studio.review.alike.alike_folder import (
    Decided,
    DecideRequest,
    ReportHits,
    SearchRequest,
    Undone,
    UndoRequest,
    decide_folder,
    is_last_step,
    search_folder,
    undo_folder,
)
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.review.waiting import Waiting

_REPORT, _FOLDER, _DECIDE, _UNDO = "alike", "alike_folder", "alike_decide", "alike_undo"
_NAMED = 5


Step = tuple[str, int]  # a report's name and the number of the event in its journal


@dataclass(frozen=True, slots=True)
class ReportSearch:
    """What is needed to look for the same thing in the report on the screen."""

    text: str
    desk: Desk
    ruling: Ruling
    tagset: TagSet
    own: int


def search_report(request: ReportSearch, progress: Progress) -> list[Hit]:
    """The places in the report on the screen."""
    progress.step(0)
    return alike.hits(request.text, request.desk, request.ruling, request.tagset, request.own)


class Alike(QObject):
    """Every method returns at once; what is searched is searched beside the window."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._dialog: AlikeDialog | None = None
        workbench.long_work.show_topic(_FOLDER, self.tr("Looking in the other reports"))
        workbench.long_work.show_topic(_DECIDE, self.tr("Deciding in other reports"), keep=True)
        workbench.long_work.show_topic(_UNDO, self.tr("Undoing in other reports"), keep=True)
        workbench.controller.report_opening.connect(self._another_report)
        workbench.controller.report_opened.connect(self._another_text)

    def decide(self, in_folder: bool = False) -> None:
        """Look where the current mention stands elsewhere, and ask where to decide alike; nowhere, decide it alone."""
        mention, session = self._controller.mention, self._controller.session
        if self._workbench.refuses():
            return
        if mention is not None and self._controller.laid_over.holds(mention):
            self._controller.accept()  # it is not the report's, and stands nowhere else
        elif mention is not None and session is not None and self._dialog is None:
            ruling = alike.ruling_on(mention, session.text)
            self._search(session, mention, ruling, partial(self._found, session, mention, ruling, in_folder))

    def _search(
        self, session: ReviewSession, mention: Mention, ruling: Ruling, done: Callable[[list[Hit]], None]
    ) -> None:
        request = ReportSearch(session.text, self._controller.desk, ruling, self._controller.tagset, mention.id)
        jobs, failed = self._controller.jobs, self._controller.failed.emit
        jobs.run(_REPORT, search_report, request, done=done, failed=failed, scope=Scope.REPORT)

    def _found(
        self, session: ReviewSession, mention: Mention, ruling: Ruling, in_folder: bool, hits: list[Hit]
    ) -> None:
        controller, folder = self._controller, self._controller.folder
        if controller.session is not session or folder is None or controller.desk.get(mention.id) != mention:
            return
        others = self._others()
        if not hits and in_folder and others:
            # A window with nothing in it would be asked in vain.
            request = SearchRequest(folder.project, others, ruling, self._waiting())
            found = partial(self._found_in_folder, session, mention, ruling)
            controller.jobs.run(_FOLDER, search_folder, request, done=found, failed=controller.failed.emit)
            return
        if not hits:
            self._alone(mention, self.tr("It stands nowhere else in the report"))
            return
        self._ask(session, mention, ruling, in_folder, hits)

    def _found_in_folder(
        self, session: ReviewSession, mention: Mention, ruling: Ruling, found: Sequence[ReportHits]
    ) -> None:
        controller = self._controller
        if controller.session is not session or controller.desk.get(mention.id) != mention or self._dialog is not None:
            return
        if found:
            self._ask(session, mention, ruling, True, [])
        else:
            self._alone(mention, self.tr("It stands nowhere else in the folder"))

    def _alone(self, mention: Mention, told: str) -> None:
        self._workbench.status.tell(told)
        if mention in self._controller.desk.pending:
            self._controller.accept()

    def _ask(self, session: ReviewSession, mention: Mention, ruling: Ruling, in_folder: bool, hits: list[Hit]) -> None:
        controller, others = self._controller, self._others()
        dialog = self._dialog = AlikeDialog(ruling, controller.tagset, len(others), self._workbench.window)
        shown = partial(self._show, dialog, session)
        dialog.ruling_changed.connect(lambda: self._search(session, mention, dialog.ruling, shown))
        dialog.ruling_changed.connect(lambda: self._look_in_folder(dialog, dialog.folder.isChecked()))
        dialog.folder_wanted.connect(partial(self._look_in_folder, dialog))
        dialog.accepted.connect(lambda: self._decide(dialog, session, mention))
        dialog.finished.connect(self._closed)
        shown(hits)
        dialog.folder.setChecked(in_folder)
        dialog.open()

    def _show(self, dialog: AlikeDialog, session: ReviewSession, hits: list[Hit]) -> None:
        if dialog is self._dialog:
            dialog.show_report(ReportHits(session.name, session.text, session.text_sha256, tuple(hits)))

    def _closed(self) -> None:
        self._dialog = None
        for topic in (_REPORT, _FOLDER):
            self._controller.jobs.cancel(topic)

    def _others(self) -> tuple[str, ...]:
        folder = self._controller.folder
        if folder is None or self._controller.laid_over.on_others() is not None:
            return ()  # what is laid over another report is not seen, so that nobody decides on it
        shown = self._controller.shown
        return tuple(name for name in folder.names if name != shown and not folder.standing(name).state.is_signed)

    def _waiting(self) -> Mapping[str, Waiting]:
        folder = self._controller.folder
        return {} if folder is None else WaitingSuggestions(folder.results, folder.model.name)

    def _look_in_folder(self, dialog: AlikeDialog, wanted: bool) -> None:
        folder = self._controller.folder
        if not wanted or folder is None:
            self._controller.jobs.cancel(_FOLDER)
            dialog.show_folder(())
            return
        request = SearchRequest(folder.project, self._others(), dialog.ruling, self._waiting())
        self._controller.jobs.run(
            _FOLDER,
            search_folder,
            request,
            done=lambda found: dialog.show_folder(found) if dialog is self._dialog else None,
            failed=self._controller.failed.emit,
            progress=lambda step, total, _what: self._show_progress(dialog, step, total),
        )

    def _show_progress(self, dialog: AlikeDialog, step: int, total: int) -> None:
        if dialog is self._dialog:
            dialog.show_progress(step, total, self._controller.jobs.seconds_left(_FOLDER))

    def _decide(self, dialog: AlikeDialog, session: ReviewSession, mention: Mention) -> None:
        controller, folder = self._controller, self._controller.folder
        if controller.session is not session or folder is None:
            return
        here = [hit for report in dialog.chosen(False) for hit in report.hits]
        elsewhere, ruling = dialog.chosen(True), dialog.ruling
        # Before the first decision suggestions that come are numbered anew.
        own = mention.id if controller.desk.get(mention.id) == mention else None
        edit = alike.deciding(controller.desk, session.text, ruling, own, here)
        if edit is not None and not controller.decide_with(mention, edit):
            return
        decides_own = own is not None and not alike.is_decided(mention, ruling)
        places = 0 if edit is None else len(here) + decides_own
        if places and not elsewhere:
            self._workbench.status.tell_change(self.tr("Decided alike, places: {count}").format(count=places))
        if elsewhere:
            own_step = None if edit is None else (session.name, session.last_seq)
            request = DecideRequest(folder.project, ruling, elsewhere, self._waiting(), controller.follows)
            controller.jobs.run(
                _DECIDE,
                decide_folder,
                request,
                done=partial(self._decided, folder.project, own_step, places),
                failed=controller.failed.emit,
                lasting=True,
            )

    def _decided(self, project: Project, own_step: Step | None, places: int, decided: Decided) -> None:
        folder = self._controller.folder
        if folder is None or folder.project is not project:
            return
        self._note(decided.sessions)
        words = self.tr("Decided alike in other reports: {count}; places in all: {places}.")
        words = words.format(count=len(decided.sessions), places=places + decided.places)
        stopped = self.tr("Stopped; reports left as they were: {count}.").format(count=decided.left)
        lines = [stopped] if decided.left else []
        told = "\n".join([*lines, *(what_happened(error) for error in decided.hindered)])
        kind = Kind.WARNING if told else Kind.INFO
        steps = tuple((session.name, session.last_seq) for session in decided.sessions)
        undo = partial(self._undo, project, (own_step, *steps) if own_step is not None else steps)
        actions = [(self.tr("Undo in all"), undo)] if steps else []
        self._workbench.messages.tell(_DECIDE, words, told, kind=kind, actions=actions)

    def _note(self, sessions: Iterable[ReviewSession]) -> None:
        controller, folder = self._controller, self._controller.folder
        for session in sessions:
            if session.name == controller.shown:
                controller.refresh_report()  # it was opened meanwhile
            elif folder is not None:
                folder.note_session(session)

    def _another_text(self) -> None:
        # Another program changed the report that is on the screen: what was found stands elsewhere now.
        if self._dialog is not None:
            self._dialog.reject()
        for topic in (_REPORT, _FOLDER):
            self._controller.jobs.cancel(topic)

    def _another_report(self) -> None:
        if not self._controller.jobs.running(_DECIDE):
            self._workbench.messages.clear(_DECIDE)

    # --- undoing ---------------------------------------------------------------------------------------------

    def _undo(self, project: Project, steps: tuple[Step, ...]) -> None:
        controller, folder = self._controller, self._controller.folder
        if folder is None or folder.project is not project or self._workbench.refuses():
            return
        self._workbench.messages.clear(_DECIDE)
        session, undone, gone_on = controller.session, 0, []
        for name, seq in steps:
            # In sight it is undone as any step is.
            if session is not None and session.name == name:
                try:
                    last = is_last_step(project.journal().events(name), seq)
                except DeidError as error:
                    controller.failed.emit(error)
                    return
                if last:
                    controller.undo()
                    undone += session.last_seq != seq
                else:
                    gone_on.append(name)
        elsewhere = tuple(step for step in steps if session is None or step[0] != session.name)
        controller.jobs.run(
            _UNDO,
            undo_folder,
            UndoRequest(project, elsewhere),
            done=partial(self._undone, project, undone, gone_on),
            failed=controller.failed.emit,
            lasting=True,
        )

    def _undone(self, project: Project, here: int, gone_on: list[str], undone: Undone) -> None:
        folder = self._controller.folder
        if folder is None or folder.project is not project:
            return
        self._note(undone.sessions)
        words = self.tr("Undone in reports: {count}.").format(count=here + len(undone.sessions))
        lines = []
        names = [*gone_on, *undone.gone_on]
        if names:
            more = [Counts().more(len(names) - _NAMED)] if len(names) > _NAMED else []
            left = self.tr("Not undone where more was done since: {names}.")
            lines.append(left.format(names=", ".join([*names[:_NAMED], *more])))
        if undone.left:
            lines.append(self.tr("Stopped; reports left as they were: {count}.").format(count=undone.left))
        told = "\n".join([*lines, *(what_happened(error) for error in undone.hindered)])
        self._workbench.messages.tell(_DECIDE, words, told, kind=Kind.WARNING if told else Kind.INFO)
