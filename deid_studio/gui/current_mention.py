"""CurrentMention: which mention of the report is the current one, which classes are hidden, and where a step leads."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.navigation import beside, place_of
from deid_studio.model.mentions import Desk, Mention


class CurrentMention(QObject):
    """A place on a desk, and the walks from there; whoever has the desk derives from it."""

    current_changed = Signal(object, bool)  # mention id or None; whether a verb led there, so that it is to be shown
    hidden_changed = Signal(object)  # frozenset of class names

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: int | None = None
        self.place = -1  # where the caret is while no mention is current
        self.hidden: frozenset[str] = frozenset()

    @property
    def desk(self) -> Desk:
        """The desk of the report on the screen."""
        return Desk()

    @property
    def mention(self) -> Mention | None:
        """The current mention."""
        return None if self.current is None else self.desk.get(self.current)

    def select(self, mention_id: int | None, show: bool = False, place: int = -1) -> None:
        """Make a mention the current one; `show` brings it into sight, `place` is where the caret is without one."""
        self.place = place
        if mention_id is not None and mention_id not in self.desk:
            mention_id = None
        if show and mention_id is not None:
            self.reveal_class(self.desk[mention_id].span.phi_class)
        if mention_id != self.current or show:
            self.current = mention_id
            self.current_changed.emit(mention_id, show)

    def set_hidden(self, classes: frozenset[str]) -> None:
        """Hide the mentions of these classes and show all others."""
        if classes != self.hidden:
            self.hidden = classes
            self.hidden_changed.emit(classes)

    @property
    def shown_pending(self) -> tuple[Mention, ...]:
        """The pending suggestions of classes that are not hidden, in text order."""
        return tuple(m for m in self.desk.pending if m.span.phi_class not in self.hidden)

    def reveal_class(self, phi_class: str) -> None:
        """Show the mentions of a class."""
        self.set_hidden(self.hidden - {phi_class})

    def go_to_pending(self, direction: int) -> bool:
        """Go to the next (1) or previous (-1) suggestion that is pending, round the end; False when none is left."""
        found = self._beside(self.desk.pending, direction) or self._beside(self.desk.pending, direction, all_of=True)
        if found is not None:
            self.select(found.id, show=True)
        return found is not None

    def go_to_span(self, direction: int, phi_class: str | None = None) -> None:
        """Go to the next (1) or previous (-1) mention of any state, round the end; of one class if given."""
        mentions = (m for m in self.desk if phi_class is None or m.span.phi_class == phi_class)
        found = self._beside(mentions, direction, all_of=phi_class is not None)
        if found is not None:
            self.select(found.id, show=True)

    def _beside(self, mentions: Iterable[Mention], direction: int, all_of: bool = False) -> Mention | None:
        """The mention next to the current one; hidden classes are passed over unless `all_of`."""
        here = self.mention
        place = (self.place, -1, -1) if here is None else place_of(here)
        return beside((m for m in mentions if all_of or m.span.phi_class not in self.hidden), place, direction)
