"""Reading: watches what of the report is on the screen, and how long, and shows what was not read."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from deid_studio.errors import DeidError
from deid_studio.gui.words.wording import whole_percent
from deid_studio.gui.workbench import Workbench
from deid_studio.review.checking.finding import Finding
from deid_studio.review.checking.questions import unread_findings
from deid_studio.review.reading.coverage import IDLE_SECONDS, LONGEST, Attention, Coverage, Look, Stretch
from deid_studio.review.second.second_policy import reader_key, unread_leak

_LOOK_EVERY_MS = 250
_KEPT_EVERY_SECONDS = 20.0  # what a power cut may cost at most, once the review has begun
_SIGNS_OF_LIFE = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.ShortcutOverride,  # of a key that is a shortcut there is nothing else
        QEvent.Type.MouseMove,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.WindowActivate,
    }
)
_WINDOWS = (Qt.WindowType.Window, Qt.WindowType.Dialog, Qt.WindowType.Sheet, Qt.WindowType.Popup, Qt.WindowType.Tool)

Text = tuple[str, str, str, str]  # a folder, a report's name, who reads it and the SHA-256 of its text
_NONE: Text = ("", "", "", "")


class Reading(QObject):
    """What the reviewer read of the report on the screen. In memory until the review begins; then kept with each
    decision, now and then while it is read, and when it is left.

    `policy` is the setting `read_coverage`: "off", "warn" or "block". `clock` gives seconds.
    """

    read = Signal()  # what was read has changed

    def __init__(self, workbench: Workbench, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._view = workbench.view
        self.clock = clock
        self.policy = "off"
        self.coverage: Coverage | None = None
        self._attention: Attention | None = None
        self._text: Text = _NONE
        self._not_kept: dict[Text, bytes] = {}  # of reports on which nothing is decided
        self._changed = False
        self._acted = 0.0
        self._kept_at = 0.0
        self._kept_last = b""  # packed, as it is in the journal
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        for watched in (self._view, self._view.viewport()):
            watched.installEventFilter(self)
        controller = workbench.controller
        controller.report_opened.connect(self._begin)
        controller.report_leaving.connect(self._leave)
        controller.report_failed.connect(self._leave)
        controller.signed_changed.connect(self._signed_changed)
        for signal in (controller.current_changed, controller.desk_changed):
            signal.connect(self._act)

    def set_policy(self, policy: str) -> None:
        """Watch what is read, or, with "off", show nothing of it."""
        if policy == self.policy:
            return
        self.policy = policy
        if policy == "off":
            self._leave()
        elif self.coverage is None:
            self._begin()

    # --- one report after the other --------------------------------------------------------------------------

    def _begin(self) -> None:
        session, folder = self._controller.session, self._controller.folder
        if session is None or folder is None or self.policy == "off":
            return
        text = str(folder.project.folder), session.name, reader_key(self._controller.reviewer), session.text_sha256
        if text == self._text and self.coverage is not None:
            return
        self._text = text
        self.coverage = Coverage(session.text)
        self._attention = Attention(self.coverage)
        remembered = self._not_kept.get(text)
        self._changed = remembered is not None
        kept = None
        # What was read is worth less than the report: one that cannot be looked up is read anew.
        with contextlib.suppress(DeidError):
            kept = folder.project.coverage(*text[1:])
        self._kept_at, self._kept_last = self.clock(), kept or b""
        session.coverage_now = lambda: self._beside_event(text)
        for packed in (remembered, kept):
            if packed is not None:
                self.coverage.take(packed)
        self._view.unread.set(self.coverage.unread, self._tip())
        self.tell()
        self._act()

    def _leave(self) -> None:
        self.keep()
        self._timer.stop()
        self.coverage = self._attention = None
        self._text = _NONE
        self._view.unread.set(None)
        self.tell()

    def _signed_changed(self) -> None:
        session, reviewer = self._controller.session, reader_key(self._controller.reviewer)
        if session is not None and self.coverage is not None and reviewer != self._text[2]:
            if any(reader_key(signature.reviewer) == self._text[2] for signature in session.signatures):
                # Who signed has made room for another person, who has not read it.
                self.keep()
                self._begin()
                return
            self._text = *self._text[:2], reviewer, self._text[3]  # the same person under their name
        self.keep()

    def keep(self) -> None:
        """Keep what was read: with the project once the review has begun, else in memory."""
        session, folder = self._controller.session, self._controller.folder
        if self.coverage is None or not self._changed:
            return
        packed = self._not_kept[self._text] = self.coverage.packed()
        if session is None or folder is None or not session.begun or session.read_only:
            return
        self._kept_at = self.clock()
        with contextlib.suppress(DeidError):
            if packed != self._kept_last:
                folder.project.keep_coverage(*self._text[1:], packed)
            self._kept_last = packed
            del self._not_kept[self._text]
            self._changed = False

    def _beside_event(self, text: Text) -> tuple[str, str, bytes] | None:
        """What was read by now, for the journal to write with an event; that is one writing to the disk, not two."""
        if self.coverage is None or not self._changed or text[:2] != self._text[:2]:
            return None
        packed = self.coverage.packed()
        if packed == self._kept_last:
            return None
        # Still as if it were not kept: nobody knows yet whether the event can be written.
        self._kept_at = self.clock()
        return *self._text[2:], packed

    def _keep_now_and_then(self, now: float) -> None:
        session = self._controller.session
        if session is not None and session.begun and now - self._kept_at >= _KEPT_EVERY_SECONDS:
            self.keep()

    # --- watching --------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _SIGNS_OF_LIFE:
            self._act()
        return False

    def _act(self) -> None:
        self._acted = self.clock()
        if not self._timer.isActive() and self.coverage is not None and not self.coverage.complete:
            self.look()
            self._timer.start()

    def look(self) -> None:
        """Take account of what is in sight now, and of the time since the look before."""
        coverage, attention = self.coverage, self._attention
        if coverage is None or attention is None or coverage.complete:
            self._timer.stop()
            return
        now = self.clock()
        if now - self._acted > IDLE_SECONDS or not self._in_front():
            attention.pause()
            self._timer.stop()
            return
        self._changed = True
        sight = self._view.sight.readable()
        if attention.look(Look(now, self._acted, sight, self._view.selection.caret(), self._mention())):
            self.tell()
        self._keep_now_and_then(now)

    def _in_front(self) -> bool:
        """Whether the text is to be seen, and no other window of the program has the keyboard or covers some of it."""
        if not self._view.isVisible() or not self._workbench.window.isActiveWindow():
            return False
        page = self._view.viewport()
        seen = QRect(page.mapToGlobal(QPoint(0, 0)), page.size())
        return not any(
            other.frameGeometry().intersects(seen)
            for other in QApplication.topLevelWidgets()
            if other.isVisible() and not other.isMinimized() and self._is_above(other)
        )

    def _is_above(self, other: QWidget) -> bool:
        # What belongs to the window stays above it; other windows are behind it while it is in front.
        if other.windowType() not in _WINDOWS:
            return False
        above = other.parentWidget()
        while above is not None and above is not self._workbench.window:
            above = above.parentWidget()
        return above is not None

    def _mention(self) -> Stretch | None:
        """What is looked at by itself: the current mention, or a finding or a word that is selected."""
        selected, mention = self._view.selection.range(), self._controller.mention
        if selected is not None:
            return selected if selected[1] - selected[0] <= LONGEST else None
        return None if mention is None else (mention.span.start, mention.span.end)

    # --- showing ---------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show how much was read."""
        coverage = self.coverage
        self._view.unread.update()
        self._controller.read_share = None if coverage is None else coverage.share
        self.read.emit()
        if coverage is None:
            self._workbench.status.tell_read("")
        else:
            told = self.tr("Read {percent}").format(percent=whole_percent(coverage.share))
            self._workbench.status.tell_read(told, self._tip())

    def _tip(self) -> str:
        keys = self._workbench.actions["next_unread"].shortcut().toString()
        tip = self.tr("Beside text with a bar: it was not on the screen long enough to be read.")
        return tip + " " + self.tr("Next such place: {keys}").format(keys=keys) if keys else tip

    def go_to_next(self) -> None:
        """Go to the next place that was not read, round the end."""
        if self.coverage is None:
            self._workbench.status.tell(self.tr("What was read is not watched (see the settings)."))
            return
        self.look()
        place = self.coverage.next_unread(self._view.selection.caret())
        if place is None:
            self._workbench.status.tell(self.tr("All of this report has been read."))
            return
        self._view.go_to(place)
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- before sign-off -------------------------------------------------------------------------------------

    @property
    def blocks(self) -> bool:
        """Whether, by the settings, a report is signed off only once all of it has been read."""
        return self.policy == "block"

    def findings(self) -> list[Finding]:
        """The passages that were not read, in text order, as things to look at before sign-off."""
        coverage, session = self.coverage, self._controller.session
        if coverage is None or coverage.complete or session is None:
            return []
        return unread_findings(coverage.unread_places(), unread_leak(session.desk, coverage.share))
