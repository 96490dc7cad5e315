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
        self._special = [spec.possible for spec in self._specs if spec.possible is not None]
        self._told: tuple[object, ...] = ()
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.current_changed,
            controller.desk_changed,
            controller.signed_changed,
            controller.hidden_changed,
            controller.least_changed,
            controller.folder_opened,
        ):
            signal.connect(self.update)
        self._steps = controller.undo_mirror.stack
        self._can_step = (False, False)
        self._steps.indexChanged.connect(self._stepped)
        self.update()

    def _stepped(self) -> None:
        # A decision is one more step to undo, of some: its desk is told of next, and what is possible then.
        can = self._steps.canUndo(), self._steps.canRedo()
        if can != self._can_step:
            self._can_step = can
            self.update()

    def update(self) -> None:
        """Turn on what is possible now, and all else off."""
        controller = self._controller
        folder, report, mention = (
            one is not None for one in (controller.folder, controller.session, controller.mention)
        )
        special = [possible() for possible in self._special]
        # Each once, and only where it is new: asked after each decision, and what goes on and off is drawn twice.
        told = folder, report, mention, *special
        if told == self._told:
            return
        self._told = told
        there = {Needs.NOTHING: True, Needs.FOLDER: folder, Needs.REPORT: report, Needs.MENTION: mention}
        specials = iter(special)
        for spec in self._specs:
            self._actions[spec.id].setEnabled(there[spec.needs] if spec.possible is None else next(specials))
        for action in self._actions.of_classes.values():
            action.setEnabled(report)
