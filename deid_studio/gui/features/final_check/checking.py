"""Checking: the final check of the report on the screen: what is left, where the person is, what they said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.model.edits import Edit, Reject
from deid_studio.model.mentions import Desk
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.checking.finding import CONTRADICTIONS, Finding, Sort, dismissing, is_looked_at, marking
from deid_studio.review.checking.questions import (
    by_leak,
    expected,
    hidden_findings,
    is_likely,
    is_worth_asking,
)
from deid_studio.review.deciding.history import Step
from deid_studio.review.deciding.sensitivity import is_faint
from deid_studio.review.figures.track_record import decided_together
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import ReviewSession

if TYPE_CHECKING:
    from deid_studio.gui.features.final_check.reading import Reading

_TOPIC = "final_check"
Place = tuple[Sort, int, int]


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is needed to look for findings: the model's folder, the report's text, its desk and steps, its classes."""

    model: Path
    text: str
    desk: Desk
    steps: tuple[Step, ...]
    tagset: TagSet


def check_report(request: CheckRequest, progress: Progress) -> tuple[Finding, ...]:
    """The findings in a report."""
    # Its detectors take a moment to load: only where one is wanted.
    from deid_studio.review.checking.final_check import load_final_check

    check = load_final_check(request.model, request.tagset)
    progress.step(0)
    return check.findings(request.text, request.desk, decided_together(request.steps, Reject))


class Checking(QObject):
    """Findings are looked for beside the window, and anew after each decision once they were wanted; no widgets.

    The walk goes through what is likely, then asks once about all that is less likely, where that is worth a question.
    """

    changed = Signal()
    place_chosen = Signal(int, int)  # code points of the finding to show
    passage_chosen = Signal(int)  # where a passage begins that is to be read
    class_wanted = Signal()  # of the finding that is shown: no class of the tag set is proposed

    def __init__(self, controller: ReviewController, reading: Reading) -> None:
        super().__init__(controller)
        self._controller = controller
        self._reading = reading
        self.enabled = True  # whether findings are offered before sign-off; passages that were not read always are
        self._forget()
        for signal in (controller.report_opened, controller.report_leaving, controller.report_failed):
            signal.connect(self._begin)
        controller.desk_changed.connect(self._desk_changed)
        controller.current_changed.connect(self._gone_on)
        controller.least_changed.connect(self._shown_changed)
        controller.hidden_changed.connect(self._shown_changed)
        controller.all_decided.connect(lambda: self.look() if self.enabled else None)
        reading.read.connect(self._read)

    def _forget(self) -> None:
        self._found: tuple[Finding, ...] = ()
        self.findings: tuple[Finding, ...] = ()  # all of them, in the order in which they are asked about
        self.current: Finding | None = None
        self.walking = False
        self.together = False  # walking, and asked about all that is less likely
        self.ended = False  # walking, but findings are known and none is left to look at
        self.offering = False
        self._desk: Desk | None = None  # what the findings are of
        self._seen: set[Place] = set()
        self._passed: set[Place] = set()  # less likely ones of which a person said that none is PHI
        self._said: set[Place] = set()  # of what was decided in this walk
        self._listing = False  # the list follows what is read and decided
        self._wanted = False  # findings are looked for anew after each decision
        self._waiting = False  # a sign-off waits for findings
        self._go_on: Callable[[], object] | None = None  # goes on with it
        self._over = False  # a person signs off all the same

    def _begin(self) -> None:
        self._controller.jobs.cancel(_TOPIC)
        self._controller.sweep_counts = None
        self._forget()
        self.changed.emit()

    # --- looking ---------------------------------------------------------------------------------------------

    @property
    def known(self) -> bool:
        """Whether the findings are those of the desk as it is now."""
        return self._desk is not None and self._desk is self._controller.desk

    @property
    def searching(self) -> bool:
        """Whether findings are being looked for."""
        return not self.known and self._controller.jobs.running(_TOPIC)

    @property
    def likely(self) -> list[Finding]:
        """What is asked about one by one, those that a person has seen among it."""
        return [one for one in self.findings if is_likely(one)]

    @property
    def unlikely(self) -> list[Finding]:
        """What is less likely, and nobody has looked at."""
        return [one for one in self.findings if not is_likely(one) and not self.is_seen(one)]

    @property
    def unseen(self) -> list[Finding]:
        """What is likely, and nobody has looked at; what was not read stays so, whoever passed it over."""
        return [one for one in self.likely if not self.is_seen(one)]

    @property
    def leak(self) -> float:
        """How many mentions of PHI are expected to leave unmarked as things stand."""
        return expected(one for one in self.findings if _place(one) not in self._passed)

    @property
    def number(self) -> int:
        """Which of the findings of this walk is shown, from 1 on; 0 for none."""
        likely = self.likely
        return len(self._said) + likely.index(self.current) + 1 if self.current in likely else 0

    @property
    def count(self) -> int:
        """How many findings this walk has, with those that were decided in it."""
        return len(self._said) + len(self.likely)

    def is_seen(self, finding: Finding) -> bool:
        """Whether a person has looked at a finding and gone on."""
        return _place(finding) in self._seen

    def look(self) -> None:
        """Look for findings, unless they are known."""
        session = self._controller.session
        self._wanted = self._listing = session is not None
        if session is None or self.known or self._controller.jobs.running(_TOPIC):
            return  # what comes for another desk has it looked again
        steps = tuple(session.history.done)
        request = CheckRequest(self._controller.model, session.text, session.desk, steps, self._controller.tagset)
        self._controller.jobs.run(
            _TOPIC,
            check_report,
            request,
            done=partial(self._take_found, session, session.desk),
            failed=lambda error: self._take_found(session, session.desk, ()),
            scope=Scope.REPORT,
        )

    def _take_found(self, session: ReviewSession, desk: Desk, found: tuple[Finding, ...]) -> None:
        if self._controller.session is not session:
            return
        if session.desk is not desk:
            self.look()
            return
        self._desk, self._found = desk, found
        self._gather()
        if self._waiting:
            self._waiting = False
            if not self._offer():
                go_on, self._go_on = self._go_on, None
                if go_on is not None:
                    go_on()
                return
        if self.walking:
            self._settle()
        self.changed.emit()

    def _gather(self) -> None:
        """Put together what was found, what is not shown and what was not read."""
        controller = self._controller
        hidden = hidden_findings(
            controller.desk, lambda m: m.span.phi_class not in controller.hidden and not is_faint(m, controller.least)
        )
        self.findings = by_leak((*self._found, *hidden, *self._reading.findings()))
        if self.known:
            left = sum(one.sort not in (Sort.UNREAD, Sort.HIDDEN) and not self.is_seen(one) for one in self.findings)
            said = sum(map(is_looked_at, controller.desk))
            controller.sweep_counts = {"looked_at": said + len(self._found) - left, "left": left}

    def _desk_changed(self) -> None:
        self.offering = self._over = False
        if self.ended:
            self.walking = self.ended = False
        if self._listing:
            self._gather()
        if self._wanted:
            self.look()
        self.changed.emit()

    def _shown_changed(self) -> None:
        if self._listing:
            self._gather()
            self.changed.emit()

    def _read(self) -> None:
        """Something was read: the passage that is being read stays until the person goes on."""
        if self._listing:
            self._gather()
            was = self.current
            if was is not None and was.sort is Sort.UNREAD:
                rest = (one for one in self.likely if one.sort is Sort.UNREAD and one.span.overlaps(was.span))
                self.current = next(rest, was)
            self.changed.emit()

    def _gone_on(self, mention_id: int | None) -> None:
        # That nothing is left was read by whoever goes on to a mention.
        if mention_id is not None and self.ended:
            self.stop()

    # --- walking ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go to the first finding that nobody has looked at, once findings are known."""
        known = self.known or self.offering
        self.walking, self.ended, self.offering, self._over = True, False, False, False
        self._said.clear()
        if known:
            self._gather()
            self._settle()
        else:
            self.look()
        self.changed.emit()

    def stop(self) -> None:
        """Leave the walk; what was seen stays seen."""
        self.walking = self.together = self.ended = self.offering = self._waiting = False
        self.current = None
        self.changed.emit()

    def go_to(self, finding: Finding) -> None:
        """Go to a finding, one that was passed over or is less likely too."""
        self._look_away()
        self.walking, self.ended, self.offering = True, False, False
        self._show(finding)
        self.changed.emit()

    def step(self, direction: int) -> None:
        """Go to the next finding (1) or the one before (-1); after the last likely one to what was passed over, if
        anything, then to the question about the others; past that question, that none of them is PHI."""
        if self.together:
            self.none_of_them() if direction > 0 else self._back_to_likely()
            return
        if self.current is None:
            return
        around = self.likely if is_likely(self.current) else [one for one in self.findings if not is_likely(one)]
        at = around.index(self.current) + direction if self.current in around else len(around)
        self._look_away()
        if 0 <= at < len(around):
            self._show(around[at])
        elif direction > 0:
            self.current = None
            self._settle()
        self.changed.emit()

    def _back_to_likely(self) -> None:
        if self.likely:
            self._show(self.likely[-1])
            self.changed.emit()

    def none_of_them(self) -> None:
        """Say of what is less likely that none of it is PHI; it stays in the list."""
        places = set(map(_place, self.unlikely))
        self._seen |= places
        self._passed |= places
        self.together = False
        self._gather()
        self._settle()
        self.changed.emit()

    def mark(self) -> None:
        """Say that the finding shown is PHI of the class proposed, or that its passage was read, and go on."""
        finding = self.current
        if self.together:
            self.go_to(self.unlikely[0])
        elif finding is not None and finding.sort is Sort.UNREAD:
            self.step(1)
        elif finding is not None and (finding.asks_class or finding.span.phi_class not in self._controller.tagset):
            self.class_wanted.emit()
        else:
            self._say(marking)

    def mark_as(self, phi_class: str) -> None:
        """Say that the finding shown is PHI of this class, and go on."""
        if self.current is not None and self.current.sort is not Sort.UNREAD:
            self._say(partial(marking, phi_class=phi_class), phi_class)

    def dismiss(self) -> None:
        """Say that the finding shown is not PHI, or right as it is, and go on; it does not come back."""
        if self.together:
            self.none_of_them()
        elif self.current is not None and self.current.sort is Sort.UNREAD:
            self.step(1)
        else:
            self._say(dismissing)

    def _say(self, what: Callable[[Desk, Finding], Edit], phi_class: str = "") -> None:
        finding, desk = self.current, self._controller.desk
        own = finding is not None and (finding.mention_id is None or finding.mention_id in desk)
        if finding is None or not own or (finding.sort not in CONTRADICTIONS and self._is_taken(finding, desk)):
            return  # it was decided otherwise, and new findings are under way
        likely = is_likely(finding)
        self._found = tuple(one for one in self._found if one is not finding)
        if self._controller.perform(what(desk, finding)):
            if what is not dismissing:
                self._controller.reveal_class(phi_class or finding.span.phi_class)
            self.current = None
            if likely:
                self._said.add(_place(finding))
            self._gather()
            self._settle()
            self.changed.emit()

    def _is_taken(self, finding: Finding, desk: Desk) -> bool:
        return any(m.span.overlaps(finding.span) and m.id != finding.mention_id for m in desk)

    def _look_away(self) -> None:
        if self.current is not None:
            self._seen.add(_place(self.current))
            self._gather()

    def _settle(self) -> None:
        """Stay at the finding that was shown, else go to the next one that nobody has looked at."""
        was = self.current
        self.together = False
        same = next((one for one in self.findings if was is not None and _place(one) == _place(was)), None)
        if same is not None:
            self.current = same
            return
        if was is not None and is_likely(was):  # decided with another class
            self._said.add(_place(was))
        self._show(next(iter(self.unseen), None))

    def _show(self, finding: Finding | None) -> None:
        self.current = finding
        self.together = finding is None and self.known and is_worth_asking(self.unlikely)
        self.ended = finding is None and not self.together and not self.searching
        if finding is None:
            return
        if finding.sort is Sort.UNREAD:
            self.passage_chosen.emit(finding.span.start)
        elif finding.sort in CONTRADICTIONS:
            self._controller.select(finding.mention_id, show=True)
        else:
            self.place_chosen.emit(finding.span.start, finding.span.end)

    # --- before sign-off -------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[Finding]:
        """What a sign-off is held back for: what is likely and unseen, passages that were not read whether or not they
        were passed over, and what is less likely where that is worth a question."""
        unread = [one for one in self.likely if one.sort is Sort.UNREAD]
        if not self.enabled:
            return unread
        others = [one for one in self.unseen if one.sort is not Sort.UNREAD]
        unlikely = self.unlikely
        return [*others, *unread, *(unlikely if is_worth_asking(unlikely) else ())]

    @property
    def may_pass_over(self) -> bool:
        """Whether a report may be signed off without looking; not by the settings where something was not read."""
        return not (self._reading.blocks and any(one.sort is Sort.UNREAD for one in self.findings))

    def holds_back(self, go_on: Callable[[], object]) -> bool:
        """Whether a sign-off is to wait: what nobody has looked at is offered first, or looked for."""
        controller = self._controller
        session, folder = controller.session, controller.folder
        self._waiting = False
        if session is None or folder is None or self._over or self._is_signed(session):
            return False
        if controller.desk.pending or (folder.awaits(session.name) and not session.signed):
            return False
        self._reading.look()
        if self.known or not self.enabled:
            return self._offer_now()
        self._go_on, self._waiting = go_on, True
        self.look()
        return True

    def holds_back_unread(self, go_on: Callable[[], object]) -> bool:
        """Whether a sign-off that nothing else held back is to wait for what was not read."""
        session, over = self._controller.session, self._over
        self._over = False
        self._reading.look()
        if session is None or over or self._is_signed(session) or not self._reading.findings():
            return False
        return self._offer_now()

    def _is_signed(self, session: ReviewSession) -> bool:
        return session.signed and self._controller.role is not Role.SECOND

    def pass_over(self) -> bool:
        """Let a sign-off that is held back go on without looking, where that may be; False if none is."""
        held = self.offering or self._waiting
        if held and self.may_pass_over:
            self.stop()
            self._over = True
        return held

    def _offer_now(self) -> bool:
        """Offer what is known by now; from then on the list follows what is read and decided."""
        self._listing = True
        self._gather()
        self._offer()
        self.changed.emit()
        return self.offering

    def _offer(self) -> bool:
        """Ask whether findings are to be looked at first, if there are any; the walk ends, for the keys answer that."""
        self.offering = bool(self.asked)
        if self.offering:
            self.walking, self.together, self.ended, self.current = False, False, False, None
        return self.offering


def _place(finding: Finding) -> Place:
    return finding.sort, finding.span.start, finding.span.end
