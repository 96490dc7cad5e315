"""GoingOn: who marks what letters led to goes on with what is to be decided beside it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.text.hint_mode import HintMode
from deid_studio.gui.workbench import Workbench
from deid_studio.review.deciding.growing import Grown


class GoingOn(QObject):
    """Leads from what was selected by letters, once it is marked, to the next pending mention in sight: most often back
    to the one before which it was missed. What is selected otherwise, when marked, stays the current mention."""

    def __init__(self, workbench: Workbench, mode: HintMode) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._there: tuple[int, int] | None = None  # what the letters typed last led to
        mode.told.connect(self._remember)
        workbench.controller.grown.connect(self._grown)

    def _remember(self) -> None:
        self._there = self._workbench.view.selection.range()

    def _grown(self, grown: Grown) -> None:
        there, self._there = self._there, None
        span = grown.mention.span
        if there is not None and span.start < there[1] and there[0] < span.end:
            self._workbench.controller.go_on_in_sight()
