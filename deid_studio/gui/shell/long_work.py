"""LongWork: tells on top of the report how far jobs are and how long they still take, with a button that stops them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QProgressBar

from deid_studio.gui.control.jobs import Jobs
from deid_studio.gui.shell.messages import Banner, Kind, Messages
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import time_left

_SHOWN_AFTER_MS = 400  # what is ready sooner needs no words
_REFRESHED_EVERY_MS = 1000  # what hangs takes longer and longer


class ProgressBanner(Banner):
    """A banner with a bar; its words and its bar change in place, so that its button stays under the mouse."""

    passing = True

    def __init__(self, title: str, stop: Callable[[], object], theme: Theme) -> None:
        self.bar = QProgressBar()
        super().__init__(Kind.INFO, title, "", [], False, theme)
        self._title = title
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(120, 6)
        self.bar.setAccessibleName(title)
        self.add(self.bar)
        self.add_button(self.tr("Cancel"), stop)
        self.show_step(0, 0, None)

    def show_step(self, step: int, total: int, seconds: float | None) -> None:
        """Tell how far the work is, and how long it still takes if that is known."""
        self.bar.setVisible(total > 0)
        self.bar.setMaximum(max(total, 1))
        self.bar.setValue(step)
        words = f"{self._title}…"
        if total:
            words = self.tr("{title}: {done} of {total}").format(title=self._title, done=step, total=total)
        elif step:
            words = f"{self._title}: {step}"
        left = time_left(seconds)
        self.set_words(f"{words} · {left}" if left else words)


@dataclass
class _Kind:
    title: str
    stop: Callable[[], object]
    timer: QTimer
    steps: tuple[int, int] = (0, 0)


class LongWork(QObject):
    """Shows the jobs of the topics that it was told of, whoever runs them."""

    def __init__(self, jobs: Jobs, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._messages = messages
        self._kinds: dict[str, _Kind] = {}
        self._ticking = QTimer(self)
        self._ticking.setInterval(_REFRESHED_EVERY_MS)
        self._ticking.timeout.connect(self._tick)
        jobs.started.connect(self._started)
        jobs.stepped.connect(self._stepped)
        jobs.ended.connect(self._ended)

    def show_topic(
        self, topic: str, title: str, stopped: Callable[[], object] = lambda: None, *, keep: bool = False
    ) -> None:
        """Show the jobs of a topic from now on; `title` says what is being done.

        `stopped` is called when a person stopped one. With `keep` a stopped job still gives what it has (see
        `Jobs.interrupt`).
        """

        def stop() -> None:
            if keep:
                self._jobs.interrupt(topic)
            else:
                self._jobs.cancel(topic)
            stopped()

        kind = self._kinds[topic] = _Kind(title, stop, QTimer(self, singleShot=True, interval=_SHOWN_AFTER_MS))
        kind.timer.timeout.connect(lambda: self._show(topic))

    def shown(self, topic: str) -> ProgressBanner | None:
        """The topic's banner, if one is shown."""
        banner = self._messages.shown(topic)
        return banner if isinstance(banner, ProgressBanner) else None

    def _started(self, topic: str) -> None:
        kind = self._kinds.get(topic)
        if kind is not None:
            kind.steps = (0, 0)
            kind.timer.start()

    def _show(self, topic: str) -> None:
        kind = self._kinds[topic]
        self._messages.put(topic, lambda theme: ProgressBanner(kind.title, kind.stop, theme))
        self._refresh(topic)
        self._ticking.start()

    def _stepped(self, topic: str, step: int, total: int) -> None:
        if topic in self._kinds:
            self._kinds[topic].steps = step, total
            self._refresh(topic)

    def _refresh(self, topic: str) -> None:
        banner = self.shown(topic)
        if banner is not None:
            banner.show_step(*self._kinds[topic].steps, self._jobs.seconds_left(topic))

    def _tick(self) -> None:
        shown = [topic for topic in self._kinds if self.shown(topic) is not None]
        for topic in shown:
            self._refresh(topic)
        if not shown:
            self._ticking.stop()

    def _ended(self, topic: str) -> None:
        if topic in self._kinds:
            self._kinds[topic].timer.stop()
            if self.shown(topic) is not None:
                self._messages.clear(topic)
