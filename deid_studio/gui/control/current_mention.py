"""CurrentMention: which mention of the report is the current one, what is hidden, and where a step leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf

from PySide6.QtCore import QObject, Signal

from deid_studio.gui.control.navigation import Place, beside, place_of, walk
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.review.deciding.benefit import leak_of, uncertainty_of
from deid_studio.review.deciding.sensitivity import IsShown, is_doubt, is_faint, stop_for

ReportText = tuple[str, str]  # a report's name and the SHA-256 of its text


class PendingOrder(Enum):
    """In which order one goes from a pending suggestion to the next."""

    PLACE = "place"
    UNCERTAINTY = "uncertainty"
    LEAK = "leak"

    @property
    def worth(self) -> Callable[[Mention], float] | None:
        """What goes first, the more of it the earlier; None: what comes first in the text."""
        return {PendingOrder.UNCERTAINTY: uncertainty_of, PendingOrder.LEAK: leak_of}.get(self)


@dataclass(frozen=True, slots=True)
class _Acceptable:
    """Whether a mention can be accepted together with others."""

    shown: IsShown

    def __call__(self, mention: Mention) -> bool:
        return self.shown(mention) and (mention.suggestion is None or not is_doubt(mention.suggestion))


class CurrentMention(QObject):
    """A place on a desk, and the walks from there; whoever has the desk derives from it."""

    current_changed = Signal(object, bool)  # mention id or None; whether a verb led there, so that it is to be shown
    hidden_changed = Signal(object)  # frozenset of class names
    least_changed = Signal(float)  # the least confidence of the pending suggestions that are shown

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: int | None = None
        self.place = -1  # where the caret is while no mention is current
        self.hidden: frozenset[str] = frozenset()
        self.least = 0.0
        self.pending_order = PendingOrder.PLACE
        self._left: tuple[ReportText, int, Mention | None] = (("", ""), -1, None)
        self._missed: Mention | None = None  # was current before the report was read anew, and is not there as yet
        self._missed_at = -1  # where one was current that is not there as yet, in a window before

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
        self._missed, self._missed_at = None, -1
        if mention_id is not None and mention_id not in self.desk:
            mention_id = None
        if show and mention_id is not None:
            mention = self.desk[mention_id]
            self.reveal_class(mention.span.phi_class)
            if is_faint(mention, self.least):
                self.set_least(stop_for(mention))
                if mention_id not in self.desk:
                    return
        if mention_id != self.current or show:
            self.current = mention_id
            self.current_changed.emit(mention_id, show)

    def go_back(self, place: int) -> None:
        """Go to where the person was in a window before: to the mention that begins there, also when it comes later."""
        here = self._beginning_at(place)
        self.select(None if here is None else here.id, show=True, place=place)
        self._missed_at = place if here is None else -1

    def remember(self, report: ReportText) -> None:
        """Keep where the person is in a report that is being left."""
        mention = self.mention
        place = self.place if mention is None else mention.span.start
        self._left = report, place, mention

    def stay_where(self, other: CurrentMention) -> None:
        """Begin, in the report that was left in another window, where it was left."""
        self._left = other._left

    def begin(self, report: ReportText) -> bool:
        """Begin a report at its first pending suggestion; the one left last, with the same text, where it was left.

        Emits nothing. True when the person is to stay where they were.
        """
        left, place, was = self._left
        stays = left == report and place >= 0
        self._missed_at = -1
        self.place = place if stays else -1
        self.current = None
        here = self._like(was) if stays else None
        self._missed = was if stays and here is None else None
        if was is not None and here is not None:
            # Decided elsewhere meanwhile: on to the next, as after a decision of the person's own.
            stays = was.decision is not Decision.PENDING or here.decision is Decision.PENDING
            self.place = was.span.start
        if not stays:
            here = self._beside(self.desk.pending, 1, by_benefit=True) or here
        self.current = None if here is None else here.id
        return stays

    def suggestions_came(self) -> None:
        """Go to the mention that was current before the report was read anew, else to a first one to decide on."""
        again = self._like(self._missed) or self._beginning_at(self._missed_at)
        if again is not None:
            self.select(again.id)
        elif self.current is None and self.place <= 0:
            self.go_to_pending(1)

    def _beginning_at(self, place: int) -> Mention | None:
        return next((m for m in self.desk if m.span.start == place), None)

    def _like(self, was: Mention | None) -> Mention | None:
        if was is None:
            return None
        alike = [m for m in self.desk if (m.span.start, m.span.end) == (was.span.start, was.span.end)]
        return min(alike, key=lambda m: m.span != was.span, default=None)

    def set_hidden(self, classes: frozenset[str]) -> None:
        """Hide the mentions of these classes and show all others."""
        if classes != self.hidden:
            self.hidden = classes
            self.hidden_changed.emit(classes)

    def set_least(self, least: float) -> None:
        """Hide the pending suggestions that are less sure than `least` (0 to 1), and show all others."""
        if least != self.least:
            self.least = least
            self.least_changed.emit(least)

    @property
    def sure_pending(self) -> tuple[Mention, ...]:
        """The pending suggestions that are sure enough to be shown, of all classes, in text order."""
        return self.desk.those(IsShown(self.least, pending=True))

    @property
    def shown_pending(self) -> tuple[Mention, ...]:
        """The pending suggestions that are sure enough and of classes that are not hidden, in text order."""
        return self.desk.those(self._shown)

    @property
    def acceptable(self) -> tuple[Mention, ...]:
        """Those of them that can be accepted together: a doubt is decided by itself."""
        return self.desk.those(_Acceptable(self._shown))

    @property
    def _shown(self) -> IsShown:
        return IsShown(self.least, self.hidden, pending=True)

    def reveal_class(self, phi_class: str) -> None:
        """Show the mentions of a class."""
        self.set_hidden(self.hidden - {phi_class})

    def go_to_pending(self, direction: int) -> bool:
        """Go to the next (1) or previous (-1) suggestion that is pending, round the end; False when none is left.

        One of a hidden class is the last choice; those that are not sure enough are passed over.
        """
        pending = self.desk.pending
        found = self._beside(pending, direction, by_benefit=True)
        found = found or self._beside(pending, direction, all_of=True, by_benefit=True)
        if found is not None:
            self.select(found.id, show=True)
        return found is not None

    def go_to_span(self, direction: int, phi_class: str | None = None) -> None:
        """Go to the next (1) or previous (-1) mention of any state, round the end; of one class if given."""
        if phi_class is None:
            mentions: Sequence[Mention] = self.desk.ordered
        else:
            mentions = [m for m in self.desk if m.span.phi_class == phi_class]
        found = self._beside(mentions, direction, all_of=phi_class is not None)
        if found is not None:
            self.select(found.id, show=True)

    def _beside(
        self,
        mentions: Sequence[Mention],
        direction: int,
        all_of: bool = False,
        by_benefit: bool = False,
        here: Mention | None = None,
    ) -> Mention | None:
        """The mention next to `here` (the current one) that is sure enough; hidden classes only if `all_of`.

        `by_benefit`: next in the order of `pending_order`, if one was chosen, not in the text.
        """
        here = here or self.mention

        def is_seen(mention: Mention) -> bool:
            return (all_of or mention.span.phi_class not in self.hidden) and not is_faint(mention, self.least)

        worth = self.pending_order.worth if by_benefit else None
        if worth is None:
            place = (self.place, -1, -1) if here is None else place_of(here)
            return next(filter(is_seen, walk(mentions, place, direction)), None)
        sure = [m for m in mentions if is_seen(m)]

        def rank(mention: Mention) -> tuple[float, Place]:
            return -worth(mention), place_of(mention)

        sure.sort(key=rank)
        return beside(sure, (-inf, (-1, -1, -1)) if here is None else rank(here), direction, rank)
