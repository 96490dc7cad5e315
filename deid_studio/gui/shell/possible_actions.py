"""PossibleActions: which of the window's actions are possible now."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.actions import Actions, Needs


class PossibleActions(QObject):
    """Turns actions on and off as the folder, the report and its desk change."""

    def __init__(self, actions: Actions, controller: ReviewController) -> None:
        super().__init__(actions)
        self._actions = actions
        self._controller = controller
        self._specs = actions.specs
        self._told: tuple[dict[Needs, bool], dict[str, bool]] | None = None
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.current_changed,
            controller.desk_changed,
            controller.signed_changed,
            controller.hidden_changed,
            controller.least_changed,
            controller.folder_opened,
            controller.undo_mirror.stack.indexChanged,
        ):
            signal.connect(self.update)
        self.update()

    def update(self) -> None:
        """Turn on what is possible now, and all else off."""
        controller = self._controller
        session = controller.session
        there = {
            Needs.NOTHING: True,
            Needs.FOLDER: controller.folder is not None,
            Needs.REPORT: session is not None,
            Needs.MENTION: controller.mention is not None,
        }
        special = {spec.id: spec.possible() for spec in self._specs if spec.possible is not None}
        # Each once, and only where it is new: asked after each decision, and what goes on and off is drawn twice.
        if (there, special) == self._told:
            return
        self._told = there, special
        for spec in self._specs:
            self._actions[spec.id].setEnabled(special.get(spec.id, there[spec.needs]))
        for action in self._actions.of_classes.values():
            action.setEnabled(session is not None)
