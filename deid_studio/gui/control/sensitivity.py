"""Sensitivity: how sure a suggestion must be to be shown: kept for the folder, and the doubts that it shows offered."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from deid_studio.batch.preannotated import Preannotated
from deid_studio.errors import DeidError
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.model.mentions import Desk
from deid_studio.model.span import Suggestion
from deid_studio.review.deciding.benefit import beside_desk
from deid_studio.review.deciding.sensitivity import STOPS, is_doubt, rank_of, stop_at
from deid_studio.review.kept_settings import SENSITIVITY

_KEPT_AFTER_MS = 400


class Sensitivity(QObject):
    """Follows `controller.least`, and knows the doubts beside the desk of the report on the screen."""

    def __init__(self, controller: OnScreen, offer: Callable[[str], object]) -> None:
        super().__init__(controller)
        self._controller = controller
        self._offer = offer  # puts the suggestions for a report on its desk
        self._doubts: tuple[tuple[Preannotated | None, Desk], list[Suggestion]] = (None, Desk()), []
        self._kept = self._begun = 0.0
        self.keeping = QTimer(self, singleShot=True, interval=_KEPT_AFTER_MS)  # a slider drawn along is one writing
        self.keeping.timeout.connect(self.keep)
        controller.least_changed.connect(lambda: self.keeping.start())
        controller.least_changed.connect(self._offer_doubts)

    def step(self, step: int) -> None:
        """Show more (1) or fewer (-1) of the pending suggestions."""
        place = stop_at(self._controller.least) + step
        if 0 <= place < len(STOPS):
            self._controller.set_least(STOPS[place])

    def begin(self, least: float, again: bool = False) -> None:
        """Show what was shown when the folder that is opened now was last open.

        `again`: it is the one that was open here until now; then what the person chose meanwhile stays.
        """
        stays = again and self._controller.least != self._begun
        self._kept = least
        if not stays:
            self._begun = least
            self._controller.set_least(least)

    def keep(self) -> None:
        """Keep for the folder what is shown now."""
        self.keeping.stop()
        folder, least = self._controller.folder, self._controller.least
        if folder is not None and least != self._kept:
            self._kept = least
            # A folder that cannot be written shows everything when it is opened again.
            with contextlib.suppress(DeidError):
                folder.project.keep(SENSITIVITY, least)

    @property
    def doubts(self) -> list[Suggestion]:
        """What may be PHI in the report on the screen beside everything that is on its desk, in text order."""
        result, desk = self._result(), self._controller.desk
        of, found = self._doubts
        if of[0] is not result or of[1] is not desk:
            found = [] if result is None else beside_desk(result.doubts, desk)
            self._doubts = (result, desk), found
        return found

    def _result(self) -> Preannotated | None:
        """The suggestions for the report on the screen as it is; None while there are none, or once it is signed."""
        session, folder = self._controller.session, self._controller.folder
        result = None if session is None or folder is None else folder.suggested(session)
        if session is None or result is None or session.signed or result.text_sha256 != session.text_sha256:
            return None
        return result

    def _offer_doubts(self, least: float) -> None:
        """Have the doubts that are to be shown now put on the desk; before the first decision others leave it."""
        session, result = self._controller.session, self._result()
        if session is None or result is None or not result.doubts or self._controller.saving.text_conflict:
            return
        if session.begun:
            wanted = not session.read_only and any(rank_of(one) >= least for one in self.doubts)
        else:
            there = {m.suggestion for m in session.desk if m.suggestion is not None and is_doubt(m.suggestion)}
            wanted = there != {one for one in result.doubts if rank_of(one) >= least}
        if wanted:
            self._offer(session.name)
