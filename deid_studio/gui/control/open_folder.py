"""OpenFolder: the folder under review, where each of its reports stands, and the suggestions that wait for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from deid_studio.batch.preannotated import Preannotated
from deid_studio.batch.preannotation import Preannotator
from deid_studio.batch.results import Results
from deid_studio.corpora.layer_suggestions import PreannotatorLike
from deid_studio.detection.suggester import suggester_of
from deid_studio.errors import DeidError
from deid_studio.gui.control.folder_loading import LoadedFolder
from deid_studio.gui.control.house_suggestions import HouseSuggestions
from deid_studio.gui.control.standing import Standing, first_standing, is_unreadable, standing_of
from deid_studio.model.mentions import Decision
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import ANNOTATORS, Suggestion
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, rank_of
from deid_studio.review.journal import Summary
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import ReportState, state_of
from deid_studio.review.second.second_policy import Role, SecondPolicy, SecondReaders
from deid_studio.review.session import ReviewSession

_TOLD_EVERY_MS = 100


MakePreannotator = Callable[
    [Path, Callable[[DeidError | None], None], Callable[[Preannotated], None]], PreannotatorLike
]


def offered(result: Preannotated, least: float) -> tuple[Suggestion, ...]:
    """What is put on a report's desk: all suggestions, and the doubts that `least` shows."""
    return (*result.suggestions, *(one for one in result.doubts if rank_of(one) >= least))


class OpenFolder(QObject):
    """Everything of an open folder that is not the report on the screen; no widgets, no decisions."""

    standing_changed = Signal(str)
    signed_off_changed = Signal()
    preannotation_changed = Signal()
    suggestions_came = Signal(str)
    model_ready = Signal(object)  # None, or the DeidError for which there will be no suggestions

    _ready = Signal(object)
    _result = Signal(object)

    def __init__(
        self,
        loaded: LoadedFolder,
        model: Path,
        make_preannotator: MakePreannotator = Preannotator,
        parent: QObject | None = None,
        rules_off: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(parent)
        self.project = loaded.project
        self.model = model
        self.layer = loaded.layer
        is_gold = self.layer is not None and self.layer.layer.is_gold
        self.suggester = ANNOTATORS if is_gold else str(suggester_of(model))  # as the journal keeps it
        self.patients = dict(loaded.patients)
        self.rules_here = loaded.project.kept(RULES_OFF)
        self.rules_off = self.rules_here | rules_off
        self.unknown_rules: frozenset[str] = frozenset()  # of those that are off, what the detector does not have
        self.results = Results()
        self.house = HouseSuggestions(loaded.project.tagset)
        self._opened: set[str] = set()
        names = {entry.name for entry in loaded.project.entries}
        there = {name: one for name, one in loaded.summaries.items() if name in names}
        self.second = SecondReaders(loaded.second, there, loaded.risks)
        self._standing = {
            entry.name: first_standing(entry.name, there.get(entry.name), self.second)
            for entry in loaded.project.entries
        }
        self._signed = sum(s.state.is_signed for s in self._standing.values())
        self._changed: set[str] = set()  # signed reports of which another program has changed the files since
        self._unreadable: set[str] = set()
        self._decided = {name for name, summary in loaded.summaries.items() if summary.decided}
        self._submitted: set[str] = set()
        self._done = 0
        self._told = QTimer(self)
        self._told.setSingleShot(True)
        self._told.setInterval(_TOLD_EVERY_MS)
        self._told.timeout.connect(self.preannotation_changed)
        self.paused = False
        self.model_problem: DeidError | None = None
        self._make_preannotator = make_preannotator
        self._preannotator = self._made_preannotator()
        self._ready.connect(self._model_loaded)
        self._result.connect(self._take)
        self._running = False
        self._waits = False  # whether all but what is wanted is still to be pre-annotated

    # --- reports ---------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The reports in their order of display."""
        return tuple(self._standing)

    def standing(self, name: str) -> Standing:
        """Where a report stands; raises KeyError for a name that is not in the folder."""
        return self._standing[name]

    @property
    def begun(self) -> bool:
        """Whether somebody had decided something when the folder was opened."""
        return bool(self._decided)

    @property
    def unreadable(self) -> int:
        """How many reports are known to be unreadable."""
        return len(self._unreadable)

    @property
    def signed_off(self) -> int:
        """How many reports are signed off."""
        return self._signed

    def neighbour(self, name: str, step: int) -> str | None:
        """The report `step` places further in the order of display, or None."""
        names = self.names
        index = names.index(name) + step
        return names[index] if 0 <= index < len(names) else None

    def next_unsigned(self, after: str | None = None) -> str | None:
        """The next readable report that is not signed off, after `after`, round to the first; None if none.

        Once none is left, the next one that others signed and the project's reviewer is to read as second reader.
        """
        names = self.names
        begin = names.index(after) + 1 if after is not None else 0
        in_turn = [n for n in (*names[begin:], *names[:begin]) if n not in self._unreadable and n != after]
        own = next((name for name in in_turn if not self._standing[name].state.is_signed), None)
        return own or next((name for name in in_turn if self.is_second_reading(name)), None)

    def is_second_reading(self, name: str) -> bool:
        """Whether others signed a report off and the project's reviewer is to read it as second reader."""
        needed = self._standing[name].state is ReportState.NEEDS_SECOND_READER
        return needed and self.second.role(name, self.project.reviewer) is Role.SECOND

    @property
    def waiting_for_second(self) -> int:
        """How many reports are signed off and need another reader."""
        return sum(standing.state is ReportState.NEEDS_SECOND_READER for standing in self._standing.values())

    def set_second_policy(self, policy: SecondPolicy, risks: Mapping[str, float]) -> None:
        """Choose the reports for a second reader anew, with what is known of their risks (`risks_of`)."""
        self.second = self.second.with_policy(policy, risks)
        self._choose_again(self.names)

    def _choose_again(self, names: Iterable[str]) -> None:
        for name in names:
            standing = self._standing[name]
            if standing.state.is_signed:
                self._put(replace(standing, state=self._state_of_signed(name)))

    def _state_of_signed(self, name: str) -> ReportState:
        if name in self._changed:
            return ReportState.SIGNED_THEN_CHANGED
        return ReportState.NEEDS_SECOND_READER if self.second.needed(name) else ReportState.SIGNED_OFF

    def signed_at(self) -> dict[str, str]:
        """The reports whose sign-off nobody withdrew, each with its time (ISO 8601 in UTC)."""
        return {
            name: standing.signed_at
            for name, standing in self._standing.items()
            if standing.state.is_signed or name in self._changed
        }

    @property
    def changed(self) -> frozenset[str]:
        """The signed reports of which another program has changed the files since."""
        return frozenset(self._changed)

    def note_changed(self, name: str, changed: bool) -> None:
        """Take whether another program has changed the files of a report since it was signed."""
        standing = self._standing[name]
        if changed == (name in self._changed) or not (name in self._changed or standing.state.is_signed):
            return
        self._changed ^= {name}
        self._put(replace(standing, state=self._state_of_signed(name)))

    def is_blank(self, name: str) -> bool:
        """Whether nobody decided anything on the report, and it has neither a mention nor a suggestion as yet."""
        standing = self._standing[name]
        return name not in self._decided and not standing.accepted and not standing.pending

    def note_session(self, session: ReviewSession) -> None:
        """Bring the standing of the report on the screen up to date."""
        self._opened.add(session.name)
        self._unreadable.discard(session.name)
        counts = session.desk.counts
        summary = Summary(
            session.name,
            0,
            counts[Decision.PENDING],
            counts[Decision.ACCEPTED],
            counts[Decision.REJECTED],
            session.begun,
            session.signed,
            session.unsaved,
            None,
            session.signatures,
            session.decided_by,
        )
        if session.begun:
            self._decided.add(session.name)
        others = self.second.note(session.name, session.signatures)
        if not session.signed:
            self._changed.discard(session.name)
        state = state_of(summary, summary.pending, self.second.needed(session.name))
        state = self._state_of_signed(session.name) if session.signed else state
        nothing = self._standing[session.name].found_nothing
        self._put(standing_of(summary, state, nothing))
        self._choose_again(others)

    def note_failure(self, name: str, error: DeidError) -> None:
        """Mark a report that cannot be shown."""
        self._unreadable.add(name)
        self._put(replace(self._standing[name], error=error))

    def note_accepted(self, counts: dict[Path, int]) -> None:
        """Take the counts of spans that other programs left beside reports nobody has opened here."""
        for entry in self.project.entries:
            standing = self._standing[entry.name]
            if standing.accepted is None and counts.get(entry.path):
                self._put(replace(standing, accepted=counts[entry.path]))

    def _put(self, standing: Standing) -> None:
        before = self._standing[standing.name]
        if before == standing:
            return
        self._signed += standing.state.is_signed - before.state.is_signed
        self._standing[standing.name] = standing
        self.standing_changed.emit(standing.name)
        signed, was_signed = (s.state if s.state.is_signed else None for s in (standing, before))
        if (signed, standing.error) != (was_signed, before.error):
            self.signed_off_changed.emit()

    # --- pre-annotation --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start pre-annotating what is wanted; `go_on` adds every report on which nobody has decided anything."""
        self._running = self._waits = True
        self._preannotator.start()

    def go_on(self) -> None:
        """Go on to pre-annotate every report on which nobody has decided anything, unless that is paused."""
        self._waits = False
        if not self.paused:
            self._submit_rest()

    def restart(self) -> None:
        """Start the detector anew, after it could not be loaded or died."""
        if self._running and self.model_problem is not None:
            self._preannotator.stop()
            self.model_problem = None
            self._preannotator = self._made_preannotator()
            self.start()
            self.go_on()

    def _made_preannotator(self) -> PreannotatorLike:
        make, told = partial(self._make_preannotator, self.model), (self._ready.emit, self._result.emit)
        made = make(*told) if self.layer is None else self.layer.preannotator(make, *told)
        made.know(self.patients)
        made.turn_off(self.rules_off)
        made.suggest_in(self.project.tagset)
        return made

    def want(self, name: str) -> None:
        """Pre-annotate this report next, unless it is done."""
        if not self._running or self.model_problem is not None or name in self.results:
            return
        self._submit({name})
        self._preannotator.urgent(name, self.project[name].path)
        self.preannotation_changed.emit()

    def again(self, name: str) -> None:
        """Pre-annotate this report anew: its text has changed."""
        self.results.pop(name, None)
        self._submit(set())
        self.want(name)

    def know(self, patients: Mapping[str, PatientFields]) -> None:
        """Keep what is known of these reports' patients in place of what was, and pre-annotate them anew.

        Raises `JournalError`; nothing has changed then.
        """
        self.project.keep_patient_fields(patients)
        self.patients.update(patients)
        self._preannotator.know(patients)
        for name in patients:
            self.results.pop(name, None)
        self._submitted -= patients.keys()  # those of a review that has begun come when they are opened
        self._submit(set())
        if self._running and self.model_problem is None and not self.paused:
            self._preannotator.cancel()
            self._submit_rest()

    def keep_rules_off(self, rules: frozenset[str]) -> None:
        """Keep which rules are turned off in this folder alone; raises `JournalError` or `FolderReadOnlyError`."""
        self.project.keep(RULES_OFF, rules)
        self.rules_here = rules

    def obey(self, rules_off: frozenset[str]) -> None:
        """Leave these rules out and no others, and pre-annotate all reports anew; decisions stay."""
        if rules_off == self.rules_off:
            return
        self.rules_off = rules_off
        self._preannotator.turn_off(rules_off)
        self.results.clear()
        self._submitted.clear()  # reports of a review that has begun come when they are opened
        self._submit(set())
        if self._running and self.model_problem is None and not self.paused:
            self._preannotator.cancel()
            self._submit_rest()
        self.preannotation_changed.emit()

    def offer_to(self, session: ReviewSession, least: float = ALL_SUGGESTIONS) -> DeidError | None:
        """Put the suggestions that came before a report was opened on its desk; the error that hindered it, if any.

        Those of the doubts that `least` shows are among them.
        """
        result = self.suggested(session)
        if result is None or result.error is not None:
            return None if result is None else result.error
        if result.text_sha256 != session.text_sha256:
            self.again(session.name)
            return None
        try:
            session.offer(offered(result, least), self.suggester, self.rules_off)
        except DeidError as error:
            return error
        return None

    def suggested(self, session: ReviewSession) -> Preannotated | None:
        """What is suggested in a report, with what was decided in others; None while nothing is known."""
        result = self.results.get(session.name)
        if result is None or result.text_sha256 != session.text_sha256:
            return result
        return result if self.is_blind(session.name) else self.house.suggested(result, session.text)

    def is_blind(self, name: str) -> bool:
        """Whether nothing that a detector says may be shown in a report: its layer is to be made without it."""
        return self.layer is not None and self.layer.is_blind(name)

    def awaits(self, name: str) -> bool:
        """Whether suggestions for this report will still come, and may be shown."""
        return not self.is_blind(name) and self.preannotating and name in self._submitted and name not in self.results

    def pause(self) -> None:
        """Stop pre-annotating after the reports under way."""
        self.paused = True
        self._preannotator.cancel()
        self.preannotation_changed.emit()

    def resume(self) -> None:
        """Go on pre-annotating."""
        self.paused = False
        self._submit_rest()

    def _submit_rest(self) -> None:
        rest = [
            (entry.name, entry.path)
            for entry in self.project.entries
            if entry.name not in self.results
            and entry.name not in self._decided
            and not self._standing[entry.name].state.is_signed
        ]
        self._submit({name for name, _ in rest})
        self._preannotator.submit(rest)
        self.preannotation_changed.emit()

    def _submit(self, names: set[str]) -> None:
        self._submitted |= names
        self._done = len(self.results.keys() & self._submitted)

    @property
    def preannotated(self) -> tuple[int, int]:
        """How many reports have been pre-annotated, of how many that shall be."""
        return self._done, len(self._submitted)

    @property
    def preannotating(self) -> bool:
        """Whether reports are waiting for suggestions that will come."""
        done, total = self.preannotated
        return self._running and self.model_problem is None and not self.paused and (self._waits or done < total)

    @Slot(object)
    def _model_loaded(self, error: DeidError | None) -> None:
        self.model_problem = error
        self.model_ready.emit(error)
        self.preannotation_changed.emit()

    @Slot(object)
    def _take(self, result: Preannotated) -> None:
        if result.name not in self._standing or (result.error is None and result.rules_off != self.rules_off):
            return  # it was under way when rules were turned off or on, and comes again
        self._done += result.name in self._submitted and result.name not in self.results
        self.results[result.name] = result
        if result.error is None:
            self.unknown_rules = result.unknown_rules
        nothing = result.error is None and not result.suggestions
        before = replace(self._standing[result.name], found_nothing=nothing)
        if result.error is not None:
            if is_unreadable(result.error) and result.name not in self._opened:
                self._unreadable.add(result.name)
            self._put(replace(before, error=result.error))
        elif before.state in (ReportState.NOT_OPENED, ReportState.SUGGESTIONS_WAITING):
            waiting = len(result.suggestions)
            state = ReportState.SUGGESTIONS_WAITING if waiting else ReportState.NOT_OPENED
            self._put(replace(before, state=state, pending=waiting))
        else:
            self._put(before)
        self.suggestions_came.emit(result.name)
        if self._done == len(self._submitted):
            self.preannotation_changed.emit()
        elif not self._told.isActive():
            self._told.start()

    def take_over(self, results: Mapping[str, Preannotated]) -> None:
        """Take the suggestions that were made while this folder was open in another window."""
        for result in results.values():
            self._take(result)

    def close(self) -> None:
        """End the pre-annotation and close the journal; no signal comes afterwards."""
        self.blockSignals(True)
        if self._running:
            self._running = False
            self._preannotator.stop()
        if self.layer is not None:
            self.layer.close()
        self.project.close()
