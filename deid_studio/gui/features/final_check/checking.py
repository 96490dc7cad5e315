"""Checking: the walk through what is left to look at in a report: where the person is, and what they say of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.final_check.finding_search import Search
from deid_studio.gui.features.final_check.remaining import Place, Remaining, place_of
from deid_studio.model.edits import Edit
from deid_studio.model.mentions import Desk
from deid_studio.review.checking.finding import CONTRADICTIONS, Finding, Sort, dismissing, is_looked_at, marking
from deid_studio.review.checking.questions import hidden_findings, is_likely
from deid_studio.review.deciding.sensitivity import is_faint

if TYPE_CHECKING:
    from deid_studio.gui.features.final_check.reading import Reading


class Checking(QObject):
    """The walk goes through what is asked about one by one, then asks once about all the others, where that is worth a
    question; who wants to see those goes through them one by one too, to the last. Findings are looked for anew after
    each decision once they were wanted; no widgets.
    """

    changed = Signal()
    stopped = Signal()
    found = Signal()  # the findings of the desk as it is now are known
    place_chosen = Signal(int, int)  # code points of the finding to show
    passage_chosen = Signal(int)  # where a passage begins that is to be read
    class_wanted = Signal()  # of the finding that is shown: no class of the tag set is proposed

    def __init__(self, controller: ReviewController, reading: Reading) -> None:
        super().__init__(controller)
        self._controller = controller
        self._reading = reading
        self.search = Search(controller, self)
        self._forget()
        for signal in (controller.report_opened, controller.report_leaving, controller.report_failed):
            signal.connect(self._begin)
        controller.desk_changed.connect(self._desk_changed)
        controller.current_changed.connect(self._gone_on)
        controller.least_changed.connect(self._shown_changed)
        controller.hidden_changed.connect(self._shown_changed)
        reading.read.connect(self._read)
        self.search.done.connect(self._take_found)

    def _forget(self) -> None:
        self.remaining = Remaining()
        self.current: Finding | None = None
        self.walking = False
        self.together = False  # walking, and asked about all that is not asked about one by one
        self._each = False  # walking, and those are gone through one by one as well
        self.ended = False  # walking, but findings are known and none is left to look at
        self.offering = False  # a sign-off asks whether they are to be looked at first
        self._said: set[Place] = set()  # of what was decided in this walk
        self._offered = False  # from then on the list follows what is read and decided, though nothing is looked for

    def _begin(self) -> None:
        self.search.forget()
        self._controller.checked = None
        self._forget()
        self.changed.emit()

    # --- what is left ----------------------------------------------------------------------------------------

    @property
    def known(self) -> bool:
        """Whether the findings are those of the desk as it is now."""
        return self.search.known

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is left to look at, in the order in which it is asked about."""
        return self.remaining.findings

    @property
    def number(self) -> int:
        """Which of the findings of this walk is shown, from 1 on; 0 for none."""
        likely = self.remaining.likely
        return len(self._said) + likely.index(self.current) + 1 if self.current in likely else 0

    @property
    def count(self) -> int:
        """How many findings this walk has, with those that were decided in it."""
        return len(self._said) + len(self.remaining.likely)

    @property
    def _listing(self) -> bool:
        """Whether the list follows what is read and decided."""
        return self._offered or self.search.wanted

    def gather(self) -> None:
        """Put together what was found, what is not shown and what was not read."""
        controller, found = self._controller, self.search.found
        hidden = hidden_findings(
            controller.desk, lambda m: m.span.phi_class not in controller.hidden and not is_faint(m, controller.least)
        )
        self.remaining.take((*found, *hidden, *self._reading.findings()))
        if self.known:
            left = sum(
                one.sort not in (Sort.UNREAD, Sort.HIDDEN) and not self.remaining.is_seen(one) for one in self.findings
            )
            said = sum(map(is_looked_at, controller.desk))
            none = self.remaining.passed_over
            controller.checked = {"looked_at": said + len(found) - left, "left": left}
            controller.checked |= {"none": none} if none else {}

    def _take_found(self) -> None:
        self.gather()
        self.found.emit()
        if self.walking:
            self._settle()
        self.changed.emit()

    def _desk_changed(self) -> None:
        self.offering = False
        if self.ended:
            self.walking = self.ended = False
        if self._listing:
            self.gather()
        if self.search.wanted:
            self.search.look_later()
        self.changed.emit()

    def _shown_changed(self) -> None:
        if self._listing:
            self.gather()
            self.changed.emit()

    def _read(self) -> None:
        """Something was read: the passage that is being read stays until the person goes on."""
        if self._listing:
            self.gather()
            was = self.current
            if was is not None and was.sort is Sort.UNREAD:
                self.current = next((one for one in self.remaining.unread if one.span.overlaps(was.span)), was)
            self.changed.emit()

    def _gone_on(self, mention_id: int | None) -> None:
        # That nothing is left was read by whoever goes on to a mention.
        if mention_id is not None and self.ended:
            self.stop()

    # --- walking ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go to the first finding that nobody has looked at, once findings are known."""
        known = self.known or self.offering
        self.walking, self.ended, self.offering = True, False, False
        self._each = False
        self._said.clear()
        self.remaining.see_unread_anew()
        if known:
            self.gather()
            self._settle()
        else:
            self.search.look()
        self.changed.emit()

    def stop(self) -> None:
        """Leave the walk; what was seen stays seen."""
        self.walking = self.together = self.ended = self.offering = self._each = False
        self.current = None
        self.stopped.emit()
        self.changed.emit()

    def list_now(self) -> None:
        """List what is known by now; from then on the list follows what is read and decided."""
        self._offered = True
        self.gather()
        self.changed.emit()

    def offer(self) -> None:
        """Ask whether findings are to be looked at before a sign-off; the walk ends, for the keys answer that."""
        self.walking = self.together = self.ended = self._each = False
        self.current, self.offering = None, True
        self.changed.emit()

    def go_to(self, finding: Finding) -> None:
        """Go to a finding, one that was passed over or is asked about together too."""
        self._look_away()
        self.walking, self.ended, self.offering = True, False, False
        self._show(finding)
        self.changed.emit()

    def step(self, direction: int) -> None:
        """Go to the next finding (1) or the one before (-1); after the last one to what was passed over, if anything,
        then to the question about the others; past that question, that none of them is PHI."""
        if self.together:
            self.none_of_them() if direction > 0 else self._back_to_likely()
            return
        if self.current is None:
            return
        alone = is_likely(self.current)
        around = [one for one in self.findings if is_likely(one) == alone]
        at = around.index(self.current) + direction if self.current in around else len(around)
        self._look_away()
        if 0 <= at < len(around):
            self._show(around[at])
        elif direction > 0:
            self.current = None
            self._settle()
        self.changed.emit()

    def _back_to_likely(self) -> None:
        if self.remaining.likely:
            self._show(self.remaining.likely[-1])
            self.changed.emit()

    def none_of_them(self) -> None:
        """Say of what is asked about together that none of it is PHI; it stays in the list."""
        self.remaining.pass_over()
        self.together = False
        self.gather()
        self._settle()
        self.changed.emit()

    def mark(self) -> None:
        """Say that the finding shown is PHI of the class proposed, or that its passage was read, and go on."""
        finding = self.current
        if self.together:
            self._each = True
            self.go_to(self.remaining.unlikely[0])
        elif finding is not None and finding.sort is Sort.UNREAD:
            self.step(1)
        elif finding is not None and (finding.asks_class or finding.span.phi_class not in self._controller.tagset):
            self.class_wanted.emit()
        else:
            self._say(marking)

    @property
    def takes_class(self) -> bool:
        """Whether a place is shown that can be given a class."""
        return self.current is not None and self.current.sort is not Sort.UNREAD

    def mark_as(self, phi_class: str) -> None:
        """Say that the finding shown is PHI of this class, and go on."""
        if self.takes_class:
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
        self.search.drop(finding)
        if self._controller.perform(what(desk, finding)):
            if what is not dismissing:
                self._controller.reveal_class(phi_class or finding.span.phi_class)
            self.current = None
            if is_likely(finding):
                self._said.add(place_of(finding))
            made = next(iter(self._controller.desk.overlapping(finding.span)), None)
            if made is not None:  # else what was chosen would be offered to be marked
                self._controller.select(made.id)
            self.gather()
            self._settle()
            self.changed.emit()

    def _is_taken(self, finding: Finding, desk: Desk) -> bool:
        return any(m.id != finding.mention_id for m in desk.overlapping(finding.span))

    def _look_away(self) -> None:
        if self.current is not None:
            self.remaining.see(self.current)
            self.gather()

    def _settle(self) -> None:
        """Stay at the finding that was shown, else go to the next one that nobody has looked at."""
        was = self.current
        self.together = False
        same = next((one for one in self.findings if was is not None and place_of(one) == place_of(was)), None)
        if same is not None:
            self.current = same
            return
        if was is not None and is_likely(was):  # decided with another class
            self._said.add(place_of(was))
        coming = self.remaining.unseen
        if self._each:
            # What is to be read comes behind the list: nobody is to be taken out of it by what has come into sight.
            coming = sorted([*coming, *self.remaining.unlikely], key=lambda one: one.sort is Sort.UNREAD)
        self._show(next(iter(coming), None))

    def _show(self, finding: Finding | None) -> None:
        self.current = finding
        self.together = finding is None and self.known and bool(self.remaining.together)
        self.ended = finding is None and not self.together and not self.search.running
        if self.together:
            self.remaining.ask_together()
        if finding is None:
            return
        if finding.sort is Sort.UNREAD:
            self.passage_chosen.emit(finding.span.start)
        elif finding.sort in CONTRADICTIONS:
            self._controller.select(finding.mention_id, show=True)
        else:
            self.place_chosen.emit(finding.span.start, finding.span.end)
