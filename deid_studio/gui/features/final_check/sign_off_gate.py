"""SignOffGate: holds a sign-off back while something is left to look at, and lets it go on all the same if asked to."""

from __future__ import annotations

from collections.abc import Callable

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.final_check.checking import Checking
from deid_studio.gui.features.final_check.reading import Reading
from deid_studio.review.checking.finding import Finding
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import ReviewSession


class SignOffGate:
    """Offers what nobody has looked at first; where findings are not known, a sign-off waits until they are."""

    def __init__(self, controller: ReviewController, checking: Checking, reading: Reading) -> None:
        self._controller = controller
        self._checking = checking
        self._reading = reading
        self.enabled = True  # whether findings are offered; passages that were not read always are
        self._go_on: Callable[[], object] | None = None  # goes on with the sign-off that waits
        self._over = False  # a person signs off all the same
        checking.found.connect(self._found)
        checking.stopped.connect(self._give_up)
        for signal in (controller.report_opened, controller.report_leaving, controller.report_failed):
            signal.connect(self._give_up)
        controller.desk_changed.connect(self._hold_again)
        controller.all_decided.connect(lambda: checking.search.look_later() if self.enabled else None)

    @property
    def asked(self) -> list[Finding]:
        """What a sign-off is held back for."""
        remaining = self._checking.remaining
        return remaining.asked if self.enabled else remaining.unread

    @property
    def may_pass_over(self) -> bool:
        """Whether a report may be signed off without looking; not by the settings where something was not read."""
        return not (self._reading.blocks and self._checking.remaining.unread)

    def holds_back(self, go_on: Callable[[], object]) -> bool:
        """Whether a sign-off is to wait: what nobody has looked at is offered first, or looked for."""
        session, folder = self._controller.session, self._controller.folder
        self._go_on = None
        if session is None or folder is None or self._over or self._is_settled(session):
            return False
        if self._controller.desk.pending or (folder.awaits(session.name) and not session.signed):
            return False
        self._reading.look()
        if self._checking.known or not self.enabled:
            return self._offer_now()
        self._go_on = go_on
        self._checking.search.look()
        return True

    def holds_back_unread(self, go_on: Callable[[], object]) -> bool:
        """Whether a sign-off that nothing else held back is to wait for what was not read."""
        session, over = self._controller.session, self._over
        self._over = False
        self._reading.look()
        if session is None or over or self._is_settled(session) or not self._reading.findings():
            return False
        return self._offer_now()

    def pass_over(self) -> bool:
        """Let a sign-off that is held back go on without looking, where that may be; False if none is."""
        held = self._checking.offering or self._go_on is not None
        if held and self.may_pass_over:
            self._checking.stop()
            self._over = True
        return held

    def _found(self) -> None:
        go_on, self._go_on = self._go_on, None
        if go_on is not None and not self._offer():
            go_on()

    def _give_up(self) -> None:
        self._go_on = None
        self._hold_again()

    def _hold_again(self) -> None:
        self._over = False

    def _is_settled(self, session: ReviewSession) -> bool:
        """Whether nobody is to look again: it is signed, or others have read what is adjudicated."""
        return self._controller.adjudicating or (session.signed and self._controller.role is not Role.SECOND)

    def _offer_now(self) -> bool:
        self._checking.list_now()
        return self._offer()

    def _offer(self) -> bool:
        """Ask whether findings are to be looked at first, if there are any."""
        asked = bool(self.asked)
        if asked:
            self._checking.offer()
        return asked
