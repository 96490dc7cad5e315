"""PassageOffer: shows beforehand what the key for a passage would accept, in the text and in the mention's bar."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from deid_studio.gui.features.deciding.details_panel import DetailsPanel
from deid_studio.gui.workbench import Workbench


class PassageOffer(QObject):
    """Follows the current mention, the decisions and what is on the screen; where it is that mention alone, Return does
    the same and nothing is shown."""

    _changed = Signal()

    def __init__(self, workbench: Workbench, details: DetailsPanel) -> None:
        super().__init__(workbench.window)
        self._controller, self._view, self._details = workbench.controller, workbench.view, details
        self._due = False
        # One key moves, decides and scrolls: what follows is shown once, in the painting that shows the key's work.
        self._changed.connect(self._show, Qt.ConnectionType.QueuedConnection)
        controller = self._controller
        controller.seen = self._view.sight.readable
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.current_changed,
            controller.desk_changed,
            controller.hidden_changed,
            controller.least_changed,
            self._view.verticalScrollBar().valueChanged,
            self._view.horizontalScrollBar().valueChanged,
            workbench.keys.changed,
        ):
            signal.connect(self._show_soon)
        details.passage.clicked.connect(controller.accept_passage)

    def _show_soon(self) -> None:
        if not self._due:
            self._due = True
            self._changed.emit()

    def _show(self) -> None:
        """Show what the key would accept now."""
        self._due = False
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
