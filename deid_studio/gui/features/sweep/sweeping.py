"""Sweeping: the second sweep through the report on the screen: what was found, where the person is, what they said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Scope
from deid_studio.model.mentions import Desk
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import ReviewSession

# The detectors of a sweep take a moment to load: only where one is wanted.
if TYPE_CHECKING:
    from deid_studio.review.alike.sweep import Finding

_TOPIC = "sweep"


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """What is needed to look for findings: the model's folder, the report's text, its desk and its classes."""

    model: Path
    text: str
    desk: Desk
    tagset: TagSet


def sweep_report(request: SweepRequest, progress: Progress) -> tuple[Finding, ...]:
    """The findings in a report."""
    from deid_studio.review.alike.sweep import load_sweep

    sweep = load_sweep(request.model, request.tagset)
    progress.step(0)
    return tuple(sweep.findings(request.text, request.desk))


class Sweeping(QObject):
    """Findings are looked for beside the window, and anew after each decision once they were wanted; no widgets."""

    changed = Signal()
    place_chosen = Signal(int, int)  # code points of the finding to show
    class_wanted = Signal()  # of the finding that is shown: the tag set does not hold the one proposed
    sign_off_free = Signal()  # a sign-off that waited for findings may go on: there are none

    def __init__(self, controller: ReviewController) -> None:
        super().__init__(controller)
        self._controller = controller
        self.enabled = True  # whether findings are offered before sign-off
        self._forget()
        controller.report_opened.connect(self._begin)
        controller.report_leaving.connect(self._begin)
        controller.report_failed.connect(self._begin)
        controller.desk_changed.connect(self._desk_changed)
        controller.current_changed.connect(self._gone_on)
        controller.all_decided.connect(lambda: self.look() if self.enabled else None)

    def _forget(self) -> None:
        self.findings: tuple[Finding, ...] = ()
        self.current: Finding | None = None
        self.walking = False
        self.ended = False  # walking, but findings are known and none is left to look at
        self.offering = False
        self._desk: Desk | None = None  # what the findings are of
        self._asked: Desk | None = None  # what findings were looked for last
        self._seen: set[Span] = set()
        self._said: set[int] = set()  # where the findings began that were decided in this walk
        self._place = 0
        self._wanted = False
        self._waiting = False

    def _begin(self) -> None:
        self._controller.jobs.cancel(_TOPIC)
        self._controller.sweep_counts = None
        self._forget()
        self.changed.emit()

    # --- looking ---------------------------------------------------------------------------------------------

    @property
    def known(self) -> bool:
        """Whether the findings are those of the desk as it is now."""
        return self._desk is not None and self._desk is self._desk_now

    @property
    def _desk_now(self) -> Desk:
        return self._controller.desk

    @property
    def unseen(self) -> int:
        """How many findings nobody has looked at."""
        return sum(finding.span not in self._seen for finding in self.findings)

    @property
    def number(self) -> int:
        """Which of the findings of this walk is shown, from 1 on; 0 for none."""
        return 0 if self.current is None else sum(start <= self.current.span.start for start in self._starts)

    @property
    def count(self) -> int:
        """How many findings this walk has, with those that were decided in it."""
        return len(self._starts)

    @property
    def _starts(self) -> set[int]:
        return self._said.union(finding.span.start for finding in self.findings)

    def look(self) -> None:
        """Look for findings, unless they are known."""
        session = self._controller.session
        self._wanted = session is not None
        if session is None or self.known:
            return
        if self._asked is session.desk and self._controller.jobs.running(_TOPIC):
            return
        self._asked = session.desk
        request = SweepRequest(self._controller.model, session.text, session.desk, self._controller.tagset)
        self._controller.jobs.run(
            _TOPIC,
            sweep_report,
            request,
            done=partial(self._found, session, session.desk),
            failed=lambda error: self._found(session, session.desk, ()),
            scope=Scope.REPORT,
        )

    def _found(self, session: ReviewSession, desk: Desk, findings: tuple[Finding, ...]) -> None:
        if self._controller.session is not session:
            return
        if session.desk is not desk:
            self.look()
            return
        self._desk = desk
        self._take(findings)
        if self._waiting:
            self._waiting = False
            if not self._offer():
                self.sign_off_free.emit()
                return
        if self.walking:
            self._settle()
        self.changed.emit()

    def _take(self, findings: tuple[Finding, ...]) -> None:
        from deid_studio.review.alike.sweep import is_looked_at

        self.findings = findings
        said = sum(map(is_looked_at, self._desk_now))
        left = self.unseen
        self._controller.sweep_counts = {"looked_at": said + len(findings) - left, "left": left}

    def _desk_changed(self) -> None:
        self.offering = False
        if self.ended:
            self.walking = self.ended = False
        if self._wanted:
            self.look()
        self.changed.emit()

    def _gone_on(self, mention_id: int | None) -> None:
        # That nothing is left was read by whoever goes on to a mention.
        if mention_id is not None and self.ended:
            self.stop()

    # --- walking ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go to the first finding that nobody has looked at, once findings are known."""
        self.walking, self.ended, self.offering = True, False, False
        self._place = 0
        self._said.clear()
        if self.known:
            self._settle()
        else:
            self.look()
        self.changed.emit()

    def stop(self) -> None:
        """Leave the sweep; what was seen stays seen."""
        self.walking = self.ended = self.offering = self._waiting = False
        self.current = None
        self.changed.emit()

    def step(self, direction: int) -> None:
        """Go to the next finding (1) or the one before (-1); after the last to what was passed over, if anything."""
        if self.current is None:
            return
        at = self.findings.index(self.current) + direction
        self._look_away()
        if 0 <= at < len(self.findings):
            self._show(self.findings[at])
        elif direction > 0:
            self._place = 0
            self.current = None
            self._settle()
        self.changed.emit()

    def mark(self) -> None:
        """Say that the finding shown is PHI of the class proposed, and go on."""
        if self.current is not None and self.current.span.phi_class not in self._controller.tagset:
            self.class_wanted.emit()
        else:
            self._say(True)

    def mark_as(self, phi_class: str) -> None:
        """Say that the finding shown is PHI of this class, and go on."""
        self._say(True, phi_class)

    def dismiss(self) -> None:
        """Say that the finding shown is not PHI, and go on; it does not come back."""
        self._say(False)

    def _say(self, is_phi: bool, phi_class: str = "") -> None:
        from deid_studio.review.alike.sweep import dismissing, marking

        finding = self.current
        if finding is None or any(m.span.overlaps(finding.span) and m.id != finding.mention_id for m in self._desk_now):
            return  # it was decided otherwise, and new findings are under way
        rest = tuple(one for one in self.findings if one is not finding)
        desk = self._desk_now
        if self._controller.perform(marking(desk, finding, phi_class) if is_phi else dismissing(desk, finding)):
            if is_phi:
                self._controller.reveal_class(phi_class or finding.span.phi_class)
            self.current = None
            self._said.add(finding.span.start)
            self._take(rest)
            self._settle()
            self.changed.emit()

    def _look_away(self) -> None:
        if self.current is not None:
            self._seen.add(self.current.span)
            self._take(self.findings)

    def _settle(self) -> None:
        """Stay at the finding that was shown, else go to the next one that nobody has looked at, round the end."""
        was = self.current
        same = next((one for one in self.findings if was is not None and one.span == was.span), None)
        if same is not None:
            self.current = same
            return
        if was is not None:  # decided with another class
            self._said.add(was.span.start)
        unseen = [one for one in self.findings if one.span not in self._seen]
        self._show(next((one for one in unseen if one.span.start >= self._place), unseen[0] if unseen else None))

    def _show(self, finding: Finding | None) -> None:
        self.current = finding
        self.ended = finding is None and self.known
        if finding is not None:
            self._place = finding.span.start
            self.place_chosen.emit(finding.span.start, finding.span.end)

    # --- before sign-off -------------------------------------------------------------------------------------

    def holds_back(self) -> bool:
        """Whether a sign-off is to wait: findings that nobody looked at are offered first, or looked for."""
        controller = self._controller
        session, folder = controller.session, controller.folder
        self._waiting = False
        if not self.enabled or session is None or folder is None:
            return False
        signed = session.signed and folder.second.role(session.name, controller.reviewer) is not Role.SECOND
        if signed or controller.desk.pending or (folder.awaits(session.name) and not session.signed):
            return False
        if self.known:
            self._offer()
            self.changed.emit()
            return self.offering
        self._waiting = True
        self.look()
        return True

    def pass_over(self) -> bool:
        """Leave the findings that are offered before sign-off, or are looked for; False if none are."""
        if not self.offering and not self._waiting:
            return False
        self.stop()
        return True

    def _offer(self) -> bool:
        """Ask whether findings are to be looked at first, if there are any; the walk ends, for the keys answer that."""
        self.offering = bool(self.unseen)
        if self.offering:
            self.walking, self.ended, self.current = False, False, None
        return self.offering
