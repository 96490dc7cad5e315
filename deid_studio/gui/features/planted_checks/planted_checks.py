"""PlantedChecks: invented PHI shown in some reports, to measure how much of what is unmarked the reviewer sees.

It is shown and nothing else: the session, the journal, searches and exports never have it. What is kept is the
reviewer's alone (`review/reading/check_results.py`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QToolButton

from deid_studio import paths
from deid_studio.errors import DeidError
from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.gui.features.planted_checks.checks_dialog import ChecksDialog, which_reports_get_checks
from deid_studio.gui.shell.messages import Action
from deid_studio.gui.words.wording import class_title
from deid_studio.gui.workbench import Workbench
from deid_studio.model.lines import line_number
from deid_studio.review.reading.check_results import (
    CheckResult,
    CheckResults,
    Planted,
    delete_results,
    file_of,
    read_results,
    write_results,
)
from deid_studio.review.reading.planting import Plant, default_planter, is_chosen, report_key
from deid_studio.review.session import ReviewSession
from deid_studio.settings import Settings

_SEEN, _MISSED, _PROBLEM = "check_seen", "checks_missed", "checks"


class _Why(Enum):
    """Why a report that was opened was given nothing."""

    BEGUN = auto()
    WITHOUT_SUGGESTIONS = auto()
    NO_ROOM = auto()
    NOT_DRAWN = auto()


@dataclass(slots=True)
class _Given:
    """What a report was given: its plants, the offsets of those that are seen, and of those that could not be."""

    plants: tuple[Plant, ...] = ()
    seen: set[int] = field(default_factory=set)
    void: set[int] = field(default_factory=set)
    seconds: float = 0.0  # on the screen, before it was shown last
    kept: bool = False

    @property
    def left(self) -> tuple[Plant, ...]:
        return tuple(p for p in self.plants if p.offset not in self.seen and p.offset not in self.void)


class PlantedChecks(QObject):
    """Plants, takes away what was seen, and tells at sign-off what was not. `clock` gives seconds."""

    def __init__(self, workbench: Workbench, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._view = workbench.view
        self.clock = clock
        self._given: dict[str, _Given] = {}  # by the report's key; empty where a report was shown without
        self._passed: dict[tuple[str, str], _Why | None] = {}  # by folder and report; None: it was given something
        self._results: CheckResults | None = None
        self._shown: tuple[Plant, ...] = ()
        self._here: _Given | None = None
        self._since = 0.0
        self._to_show: tuple[str, Plant] | None = None
        self._again = False  # what is shown was missed, and is shown once more
        self.hint = QToolButton()
        self.hint.setText(self.tr("Checks on"))
        self.hint.setToolTip(
            self.tr(
                "The text on the screen may contain invented text, planted to measure what you see. It is never saved"
                " or exported. Click to see your results."
            )
            + f"\n{which_reports_get_checks()}"
        )
        self.hint.clicked.connect(self.show_results)
        workbench.add_to_status(self.hint)
        controller = workbench.controller
        controller.folder_opened.connect(lambda: workbench.messages.clear(_MISSED))
        controller.report_opened.connect(self._begin)
        controller.report_leaving.connect(self._leave)
        controller.report_failed.connect(lambda: workbench.messages.clear(_SEEN))
        controller.desk_changed.connect(self._desk_changed)
        controller.signed_changed.connect(self._signed)
        controller.saving.conflict_changed.connect(self._refresh)
        workbench.preferences.changed.connect(self._settings_changed)
        self._settings_changed(workbench.preferences.settings)

    # --- which plants ----------------------------------------------------------------------------------------

    @property
    def _share(self) -> int:
        return self._workbench.preferences.settings.planted_checks

    @property
    def _reviewer(self) -> str:
        return self._workbench.preferences.settings.reviewer

    def _settings_changed(self, before: Settings) -> None:
        self.hint.setVisible(self._share > 0)
        session = self._controller.session
        if before.reviewer != self._reviewer:
            self._given.clear()
            self._results = None
            results = self._read() if self._here is not None else None
            if session is not None and self._here is not None and results is not None:
                # Who is asked for a name at their first sign-off is the one who has read so far.
                self._given[report_key(results.secret, session.text)] = self._here
        if session is not None and not before.planted_checks and self._share:
            results = self._read()
            if results is not None:  # it may have been read already, as it is
                self._given.setdefault(report_key(results.secret, session.text), _Given())
                self._pass(session, _Why.BEGUN)
        if not self._again:  # what was missed is looked at until the report is left
            self._refresh()

    def _read(self) -> CheckResults | None:
        """The reviewer's results; None when they cannot be read, which is told."""
        if self._results is None:
            try:
                self._results = read_results(file_of(paths.user_checks(), self._reviewer)) or CheckResults()
            except DeidError as error:
                self._workbench.messages.tell_error(_PROBLEM, error)
        return self._results

    def _begin(self) -> None:
        self._workbench.messages.clear(_SEEN)
        self._again = False
        self._refresh()
        session = self._controller.session
        if self._to_show is not None and session is not None and self._to_show[0] == session.name:
            # Once the window has shown where the review goes on.
            QTimer.singleShot(0, self, self._show_missed)

    def _leave(self) -> None:
        if self._here is not None:
            self._here.seconds += self.clock() - self._since
        self._here, self._shown = None, ()

    def _refresh(self) -> None:
        """Show the plants of the report on the screen, as they are now."""
        session = self._controller.session
        if session is None or session.text != self._view.page.text:
            return
        given = self._given_to(session)
        if given is not self._here:
            self._here, self._since = given, self.clock()
        self._show(() if given is None else given.left)

    def _show(self, plants: Sequence[Plant]) -> None:
        self._shown = tuple(plants)
        self._view.insertions.set([(plant.offset, plant.text) for plant in plants], TokenEdges)

    def _given_to(self, session: ReviewSession) -> _Given | None:
        """What the report is given; None where nothing may be."""
        folder = self._controller.folder
        if not self._share or folder is None:
            return None
        if session.signed or session.read_only:
            self._pass(session, _Why.BEGUN)
            return None
        if self._controller.saving.text_conflict:
            return None
        results = self._read()
        if results is None:
            return None
        key = report_key(results.secret, session.text)
        if key in results.done:
            return None
        if key not in self._given:
            tagset = self._controller.tagset
            before = results.planted.get(key)
            planter = default_planter()
            if before is not None:
                plants = planter.again(session.text, before.plants, tagset, results.secret)
                self._given[key] = _Given(plants, set(before.seen), set(before.void), kept=True)
            elif session.begun or folder.awaits(session.name):
                # Half read already; or the detector has not said yet what it sees.
                self._given[key] = _Given()
                self._pass(session, _Why.BEGUN if session.begun else _Why.WITHOUT_SUGGESTIONS)
            elif is_chosen(results.secret, session.text, self._share):
                plants = planter.plan(session.text, session.desk, tagset, results.secret)
                self._given[key] = _Given(plants)
                self._pass(session, None if plants else _Why.NO_ROOM)
            else:
                self._given[key] = _Given()
                self._pass(session, _Why.NOT_DRAWN)
        return self._given[key]

    def _pass(self, session: ReviewSession, why: _Why | None) -> None:
        folder = self._controller.folder
        if folder is not None:
            self._passed.setdefault((str(folder.project.folder), session.name), why)

    def _why_none(self) -> str:
        """Why no report that was opened could be given anything; empty where one was."""
        if not self._share:
            return self.tr("Checks are off. They are turned on in the settings.")
        counts = Counter(self._passed.values())
        if None in counts or any(given.plants for given in self._given.values()):
            return ""
        reasons = (
            (_Why.BEGUN, self.tr("begun or signed before, or open already when checks were turned on: {count}")),
            (_Why.WITHOUT_SUGGESTIONS, self.tr("opened before their suggestions had come: {count}")),
            (_Why.NO_ROOM, self.tr("too short, too long or without a place for one: {count}")),
            (_Why.NOT_DRAWN, self.tr("not drawn by lot: {count}")),
        )
        told = "; ".join(words.format(count=counts[why]) for why, words in reasons if counts[why])
        if not told:
            return self.tr("No report has been opened since the program was started.")
        return self.tr("None of the reports opened since the program was started could get one: {reasons}.").format(
            reasons=told
        )

    # --- seen ------------------------------------------------------------------------------------------------

    @property
    def is_here(self) -> bool:
        """Whether planted text is selected, or the caret is in it and no mention is current."""
        if not self._shown or not self._view.insertions.here():
            return False
        return self._view.textCursor().hasSelection() or self._controller.mention is None

    def take(self, phi_class: str) -> bool:
        """Take it that a class was given to what is selected; False when that is no planted text."""
        session = self._controller.session
        if not self.is_here or session is None:
            return False
        here = set(self._view.insertions.here())
        beside = self._view.selection.range() is not None
        seen = [plant for plant in self._shown if plant.offset in here]
        wrong = [plant for plant in seen if phi_class not in plant.classes]
        given = self._here
        self._view.selection.clear()
        if given is not None and not self._again:
            given.seen.update(plant.offset for plant in seen)
            seconds = round(given.seconds + self.clock() - self._since)
            made = [CheckResult(date.today(), p.classes[0], True, phi_class in p.classes, seconds) for p in seen]
            self._keep(session, given, made)
        self._show([plant for plant in self._shown if plant.offset not in here])
        details = []
        if wrong:
            title = class_title(self._controller.tagset, wrong[0].classes[0])
            details.append(self.tr("Its class would have been: {title}.").format(title=title))
        if beside:
            details.append(self.tr("If you meant to mark text of the report as well, please mark it again."))
        text = self.tr("That was a check: planted text, well seen. It is not part of the report.")
        self._workbench.messages.tell(_SEEN, text, " ".join(details))
        return True

    def _desk_changed(self) -> None:
        self._workbench.messages.clear(_SEEN)
        session, given = self._controller.session, self._here
        if session is None or given is None or self._again:
            return
        # What is marked across a plant says nothing of whether it was seen.
        covered = {
            plant.offset
            for plant in self._shown
            for mention in session.desk
            if any(start < plant.offset < end for start, end in mention.span.fragments)
        }
        if covered:
            given.void |= covered
            self._show(given.left)
        if given.plants and session.begun and (covered or not given.kept):
            self._keep(session, given, [])

    def _keep(self, session: ReviewSession, given: _Given, made: Sequence[CheckResult], done: bool = False) -> None:
        """Keep what is new in the reviewer's file; what another window put there meanwhile stays."""
        path = file_of(paths.user_checks(), self._reviewer)
        results = self._results
        if results is None:
            return
        try:
            results = read_results(path) or CheckResults(results.secret)
            key = report_key(results.secret, session.text)
            for result in made:
                results = results.with_result(result)
            kinds = tuple((plant.offset, plant.kind) for plant in given.plants)
            planted = Planted(kinds, frozenset(given.seen), frozenset(given.void))
            results = results.with_done(key) if done else results.with_planted(key, planted)
            write_results(path, results)
        except DeidError as error:
            self._workbench.messages.tell_error(_PROBLEM, error)
        else:
            given.kept = True
            self._results = results

    # --- missed ----------------------------------------------------------------------------------------------

    def _signed(self, signed: bool) -> None:
        session, given = self._controller.session, self._here
        if self._again:
            self._again = False
            self._show(())
        if session is None or given is None or not signed:
            return
        missed = given.left
        self._here = None
        self._show(())
        if not given.plants:
            return
        made = [CheckResult(date.today(), plant.classes[0], False) for plant in missed]
        self._keep(session, given, made, done=True)
        if missed:
            self._tell_missed(session, missed, len(missed) + len(given.seen))

    def _tell_missed(self, session: ReviewSession, missed: Sequence[Plant], count: int) -> None:
        text = self.tr("Checks not seen: {missed} of {count}.").format(missed=len(missed), count=count)
        place = self.tr("In line {line}: «{text}»")
        lines = [line_number(session.text, plant.offset) for plant in missed]
        where = [
            place.format(line=line, text=plant.text.strip(" .")) for line, plant in zip(lines, missed, strict=True)
        ]
        about = self.tr("This was never part of the report.")
        name = session.name
        one = self.tr("Show where")
        several = self.tr("Show line {line}")
        actions: list[Action] = [
            (one if len(missed) == 1 else several.format(line=line), partial(self.show_where, name, plant))
            for line, plant in zip(lines, missed, strict=True)
        ]
        self._workbench.messages.tell(_MISSED, text, f"{'; '.join(where)}. {about}", actions=actions)

    def show_where(self, name: str, plant: Plant) -> None:
        """Open a report where a plant was missed, and show it there once more, selected."""
        self._to_show = name, plant
        session = self._controller.session
        self._controller.open_report(name)
        if session is not None and session.name == name:
            self._show_missed()

    def _show_missed(self) -> None:
        session, wanted = self._controller.session, self._to_show
        self._to_show = None
        if session is None or wanted is None or wanted[0] != session.name or not wanted[1].offset <= len(session.text):
            return
        if self._here is not None and self._here.left:
            return  # it is under review again, with checks of its own
        self._controller.select(None)
        self._again = True
        self._show([wanted[1]])
        self._view.insertions.select(wanted[1].offset)
        self._view.setFocus()

    # --- the private summary ---------------------------------------------------------------------------------

    def show_results(self) -> None:
        """Show the reviewer their own results."""
        path = file_of(paths.user_checks(), self._reviewer)
        try:
            results, problem = read_results(path), None
        except DeidError as error:
            results, problem = None, error
        workbench = self._workbench
        dialog = ChecksDialog(
            results, problem, path, self._controller.tagset, workbench.theme, workbench.window, self._why_none()
        )
        dialog.delete_wanted.connect(self.delete_results)
        dialog.open()

    def delete_results(self) -> None:
        """Delete all results; what is shown at this moment is measured on."""
        try:
            delete_results(file_of(paths.user_checks(), self._reviewer))
        except DeidError as error:
            self._workbench.messages.tell_error(_PROBLEM, error)
            return
        self._workbench.messages.clear(_PROBLEM)
        if self._results is not None:
            self._results = CheckResults(self._results.secret)
