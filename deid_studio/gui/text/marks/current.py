"""Current: which mention is the current one; it follows the caret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.insertions import Insertions
from deid_studio.gui.text.marks.shown_mentions import ShownMentions
from deid_studio.gui.text.selection import Selection
from deid_studio.model.mentions import Mention


class Current(QObject):
    """The innermost shown mention that holds the letter after the caret, or all that is selected; or another one that
    was made current while the caret was held."""

    changed = Signal(object)  # mention id or None, when it is another one
    replaced = Signal(object, object)  # the mention that was left, and what is there to be said now; None for none

    def __init__(
        self, edit: QPlainTextEdit, selection: Selection, insertions: Insertions, mentions: ShownMentions
    ) -> None:
        super().__init__(edit)
        self._selection, self._insertions, self._mentions = selection, insertions, mentions
        self.id: int | None = None
        self._told: Mention | None = None
        self._held = False
        edit.cursorPositionChanged.connect(self._follow)
        selection.changed.connect(self._follow)

    @property
    def mention(self) -> Mention | None:
        """The current mention as it is on the desk."""
        return None if self.id is None else self._mentions.desk.get(self.id)

    def make(self, mention_id: int | None) -> None:
        """Make another mention current, or none; the caret stays."""
        if mention_id == self.id:
            return
        left, self.id = self.mention, mention_id
        self._tell(left)
        self.changed.emit(mention_id)

    def look_again(self) -> None:
        """After a change of the desk: one that is not on it any more is not current any more."""
        if self.id is not None and self.id not in self._mentions.desk:
            self.make(None)
        elif self.mention is not self._told:
            self._tell(None)

    def leave_hidden(self) -> None:
        """One that is hidden now is current no more."""
        mention = self.mention
        if mention is not None and self._mentions.is_hidden(mention):
            self.make(None)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within, the current mention does not follow the caret."""
        held, self._held = self._held, True
        try:
            yield
        finally:
            self._held = held

    def _follow(self) -> None:
        if self._held:
            return
        mention, selected, caret = None, self._selection.range(), self._selection.caret()
        if selected is not None or not self._insertions.here():
            mention = self._mentions.innermost(*(selected or (caret, caret + 1)))
        self.make(None if mention is None else mention.id)

    def _tell(self, left: Mention | None) -> None:
        self._told = self.mention
        self.replaced.emit(left, self._told)
