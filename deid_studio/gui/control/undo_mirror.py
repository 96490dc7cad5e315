"""UndoMirror: a QUndoStack that shows a session's history, and never changes it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from deid_studio.gui.words.wording import edit_title
from deid_studio.review.deciding.history import History, Step


class UndoMirror(QObject):
    """Follows the history of the report on the screen; the stack gives the texts and states of Undo and Redo.

    The session undoes first and the stack moves afterwards, so a journal that cannot be written leaves both as they
    were. The stack's commands do nothing.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self._steps: tuple[Step, ...] = ()

    def clear(self) -> None:
        """Show no history."""
        self._steps = ()
        self.stack.clear()

    def show(self, history: History) -> None:
        """Show the whole history of a report that was just opened."""
        self.clear()
        self._steps = _all_steps(history)
        for step in self._steps:
            self.stack.push(QUndoCommand(edit_title(step.edit)))
        self.stack.setIndex(len(history.done))

    def follow(self, history: History) -> None:
        """Move to where the history is after one more verb."""
        steps = _all_steps(history)
        kept = len(steps) - 1
        if len(steps) == len(self._steps) and (not steps or steps[-1] is self._steps[-1]):
            self.stack.setIndex(len(history.done))
        elif steps and not history.undone and self.stack.index() == kept and _begins(self._steps, steps, kept):
            self.stack.push(QUndoCommand(edit_title(steps[-1].edit)))
        else:
            self.show(history)
            return
        self._steps = steps


def _all_steps(history: History) -> tuple[Step, ...]:
    return (*history.done, *reversed(history.undone))


def _begins(before: tuple[Step, ...], now: tuple[Step, ...], length: int) -> bool:
    return len(before) >= length and (length == 0 or before[length - 1] is now[length - 1])
