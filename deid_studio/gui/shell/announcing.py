"""Announcing: says to screen readers what is seen elsewhere on the screen: the current mention, decisions, messages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.words.wording import class_title, confidence_words, correction, decision_word, few_words, percent
from deid_studio.model.mentions import Decision, Mention, text_order

_SAID_AFTER_MS = 20
_LONGEST = 120  # characters of a mention that are read out


class Announcer(QObject):
    """Announces in the order of events; what comes at once is said in one sentence after another.

    An announcement is Qt's own event for screen readers (Qt 6.8); `announced` tells the same to whoever listens here.
    """

    announced = Signal(str)

    def __init__(self, controller: ReviewController, view: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._view = view
        self._waiting: list[str | Mention] = []
        self._urgent = False
        self._decisions: dict[int, Decision] = {}
        # What is seen comes first: nobody hears so short a while.
        self._soon = QTimer(self, singleShot=True, interval=_SAID_AFTER_MS)
        self._soon.timeout.connect(self._say)
        controller.report_opened.connect(self._report_opened)
        controller.desk_changed.connect(self._desk_changed)
        controller.current_changed.connect(self._current_changed)

    def announce(self, text: str, urgent: bool = False) -> None:
        """Have a text read out; an urgent one interrupts what is being read."""
        if text:
            self._waiting.append(text)
            self._urgent = self._urgent or urgent
            self._soon.start()

    def words_of(self, mention: Mention) -> str:
        """What is said of a mention: text, class, decision, how sure, and which of how many it is."""
        controller = self._controller
        session = controller.session
        if session is None:
            return ""
        parts = [
            few_words(mention.span.text(session.text), _LONGEST),
            class_title(controller.tagset, mention.span.phi_class),
            decision_word(mention.decision),
        ]
        corrected = correction(mention, controller.tagset)
        if mention.suggestion is not None and mention.decision is Decision.PENDING and not corrected:
            confidence = mention.suggestion.confidence
            parts.append(f"{percent(confidence)}, {confidence_words(confidence)}")
        ordered = controller.desk.ordered
        at = bisect_left(ordered, text_order(mention), key=text_order)
        place = self.tr("{at} of {count}").format(at=at + 1, count=len(ordered))
        return ", ".join([*parts, place])

    def _report_opened(self) -> None:
        controller = self._controller
        self._decisions = {m.id: m.decision for m in controller.desk}
        if controller.session is not None:
            told = self.tr("Report {name}; suggestions pending: {count}")
            self.announce(told.format(name=controller.session.name, count=len(controller.shown_pending)))

    def _desk_changed(self, changed: frozenset[int]) -> None:
        decided: list[Decision | None] = []
        for one in changed:
            mention = self._controller.desk.get(one)
            was = self._decisions.pop(one, None)
            if mention is not None:
                self._decisions[one] = mention.decision
            if was is not self._decisions.get(one):
                decided.append(self._decisions.get(one))
        if len(decided) == 1:
            self.announce(self.tr("deleted") if decided[0] is None else decision_word(decided[0]))
        elif decided:
            self.announce(self.tr("mentions changed: {count}").format(count=len(decided)))

    def _current_changed(self, mention_id: int | None) -> None:
        mention = None if mention_id is None else self._controller.desk.get(mention_id)
        if mention is not None:
            self._waiting.append(mention)  # put into words when the key has been answered
            self._soon.start()

    def _words(self) -> Iterator[str]:
        for one in self._waiting:
            mention = self._controller.desk.get(one.id) if isinstance(one, Mention) else None
            words = one if isinstance(one, str) else "" if mention is None else self.words_of(mention)
            if words:
                yield words

    def _say(self) -> None:
        text, urgent = ". ".join(self._words()), self._urgent
        self._waiting, self._urgent = [], False
        if not text:
            return
        event = QAccessibleAnnouncementEvent(self._view, text)
        polite, assertive = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive
        event.setPoliteness(assertive if urgent else polite)
        QAccessible.updateAccessibility(event)
        self.announced.emit(text)
