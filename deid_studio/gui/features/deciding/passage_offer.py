"""PassageOffer: shows beforehand what the key for a passage would accept, in the text and in the mention's bar."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.features.deciding.details_panel import DetailsPanel
from deid_studio.gui.workbench import Workbench


class PassageOffer(QObject):
    """Follows the current mention, the decisions and what is on the screen; where it is that mention alone, Return does
    the same and nothing is shown."""

    def __init__(self, workbench: Workbench, details: DetailsPanel) -> None:
        super().__init__(workbench.window)
        self._controller, self._view, self._details = workbench.controller, workbench.view, details
        controller = self._controller
        controller.seen = self._view.sight.readable
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.hidden_changed,
            controller.least_changed,
            self._view.verticalScrollBar().valueChanged,
            self._view.horizontalScrollBar().valueChanged,
            workbench.keys.changed,
        ):
            signal.connect(controller.settle_soon)
        controller.settled.connect(self._show)
        details.passage.clicked.connect(controller.accept_passage)

    def _show(self) -> None:
        """Show what the key would accept now."""
        controller = self._controller
        passage = controller.passage
        together = frozenset() if passage is None else frozenset(m.id for m in controller.together_in(passage))
        if together == {controller.current}:
            together = frozenset()
        self._view.set_together(together)
        mention = controller.mention
        if passage is None or mention is None or passage.holds(mention.span):
            self._details.show_passage(len(together), 0 if passage is None else passage.lines)
        else:
            self._details.show_further_passage(len(together))
