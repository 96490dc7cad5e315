"""PossibleActions: which of the window's actions are possible now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deid_studio.gui import actions

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow


class PossibleActions(QObject):
    """Turns actions on and off as the folder, the report and its desk change."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._told: tuple[dict[actions.Needs, bool], dict[str, bool]] | None = None
        controller = window.controller
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
        window, controller = self._window, self._window.controller
        stack, session = controller.undo_mirror.stack, controller.session
        there = {
            actions.Needs.NOTHING: True,
            actions.Needs.FOLDER: controller.folder is not None,
            actions.Needs.REPORT: session is not None,
            actions.Needs.MENTION: controller.mention is not None,
        }
        pending = bool(controller.sure_pending)
        special = {
            "accept_all": controller.any_acceptable,
            "reject_all": bool(controller.shown_pending),
            "next_pending": pending,
            "previous_pending": pending,
            "withdraw": session is not None and session.signed,
            "undo": stack.canUndo(),
            "redo": stack.canRedo(),
        }
        # Each once, and only where it is new: asked after each decision, and what goes on and off is drawn twice.
        if (there, special) == self._told:
            return
        self._told = there, special
        for spec in actions.ACTIONS:
            if spec.id:
                window.actions_by_id[spec.id].setEnabled(special.get(spec.id, there[spec.needs]))
        for action in window.menus.class_actions:
            action.setEnabled(session is not None)
