"""Jobs: long work off the window's thread, told in the window's thread; of one topic only the newest result counts."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal, Slot

from deid_studio.errors import CancelledError, DeidError
from deid_studio.progress import Progress

S = TypeVar("S")
T = TypeVar("T")


_TOLD_EVERY_S = 0.1


class Scope(IntEnum):
    """What a job is of: it is cancelled when that is left. What ends with a report ends with its folder too."""

    REPORT = 1
    FOLDER = 2
    WINDOW = 3


class _Bridge(QObject):
    finished = Signal(int, object)
    failed = Signal(int, object)
    stepped = Signal(int, int, int, str)


class _Run:
    # Its method is what the pool is given: a QRunnable that Python holds is never let go of again.
    def __init__(self, job: int, fn: Callable[[Any, Progress], Any], snapshot: Any, bridge: _Bridge) -> None:
        self.cancelled = threading.Event()
        self._job = job
        self._fn = fn
        self._snapshot = snapshot
        self._bridge = bridge

        self.progress = Progress(self._tell, self.cancelled.is_set)
        self._told = 0.0

    def _tell(self, step: int, total: int, what: str) -> None:
        # The window has better to do than to draw 20,000 steps.
        now = time.monotonic()
        if now - self._told >= _TOLD_EVERY_S or step == total:
            self._told = now
            self._bridge.stepped.emit(self._job, step, total, what)

    def run(self) -> None:
        try:
            result = self._fn(self._snapshot, self.progress)
        except Exception as error:
            self._bridge.failed.emit(self._job, error)
        else:
            self._bridge.finished.emit(self._job, result)


def _try(load: Callable[[], object]) -> None:
    # Who needs it will load it again, and tell what is wrong.
    with contextlib.suppress(Exception):
        load()


class _Job:
    def __init__(
        self,
        topic: str,
        run: _Run,
        done: Callable[[Any], None],
        failed: Callable[[DeidError], None],
        progress: Callable[[int, int, str], None] | None,
        scope: Scope,
        lasting: bool,
    ) -> None:
        self.scope = scope
        self.lasting = lasting
        self.topic = topic
        self.run = run
        self.done = done
        self.failed = failed
        self.progress = progress


class Jobs(QObject):
    """Runs functions on a thread pool; every callback comes in the thread that owns this object."""

    idle = Signal()
    started = Signal(str)  # topic
    stepped = Signal(str, int, int)  # topic, step, total
    ended = Signal(str)  # topic: its result has come, or is not wanted any more; before anybody is called

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._bridge = _Bridge(self)
        self._bridge.finished.connect(self._finished)
        self._bridge.failed.connect(self._failed)
        self._bridge.stepped.connect(self._stepped)
        self._ids = count(1)
        self._jobs: dict[int, _Job] = {}
        self._newest: dict[str, int] = {}

    def run(
        self,
        topic: str,
        fn: Callable[[S, Progress], T],
        snapshot: S,
        *,
        done: Callable[[T], None],
        failed: Callable[[DeidError], None],
        progress: Callable[[int, int, str], None] | None = None,
        scope: Scope = Scope.FOLDER,
        lasting: bool = False,
    ) -> int:
        """Run `fn(snapshot, Progress)` and return the job's id.

        `snapshot` must not change meanwhile. An older job of the same topic is cancelled, and its result dropped. A
        cancelled job calls nothing; an error that is no `DeidError` goes to `sys.excepthook`. Of many steps in a short
        time only some are told, the last among them. With what the job is of (`scope`) it ends; a `lasting` one is
        waited for before the window is built anew.
        """
        self.cancel(topic)
        job = next(self._ids)
        run = _Run(job, fn, snapshot, self._bridge)
        self._jobs[job] = _Job(topic, run, done, failed, progress, scope, lasting)
        self._newest[topic] = job
        self.started.emit(topic)
        self._pool.start(run.run)
        return job

    def prepare(self, load: Callable[[], object]) -> None:
        """Load something that will be needed later; nobody waits for it."""
        self._pool.start(partial(_try, load))

    def cancel(self, topic: str) -> None:
        """Ask the topic's job to stop; its result is dropped."""
        job = self._newest.pop(topic, None)
        if job is not None:
            self._jobs[job].run.cancelled.set()
            self.ended.emit(topic)

    def end(self, scope: Scope) -> None:
        """Cancel what is of a report, a folder or the window that is left."""
        for topic, job in list(self._newest.items()):
            if self._jobs[job].scope <= scope:
                self.cancel(topic)

    @property
    def lasting(self) -> bool:
        """Whether a job is under way that is to be waited for before the window is built anew."""
        return any(self._jobs[job].lasting for job in self._newest.values())

    def interrupt(self, topic: str) -> None:
        """Ask the topic's job to stop; what it then returns still counts."""
        job = self._newest.get(topic)
        if job is not None:
            self._jobs[job].run.cancelled.set()

    def running(self, topic: str) -> bool:
        """Whether the topic has a job whose result still counts."""
        return topic in self._newest

    def seconds_left(self, topic: str) -> float | None:
        """How long the topic's job will still take; None while nobody can know."""
        job = self._newest.get(topic)
        return None if job is None else self._jobs[job].run.progress.left.seconds

    def stop(self) -> None:
        """Cancel everything and wait until no thread is at work."""
        for topic in list(self._newest):
            self.cancel(topic)
        self._pool.waitForDone()
        self._jobs.clear()

    def _take(self, job: int) -> _Job | None:
        ended = self._jobs.pop(job, None)
        if not self._jobs:
            self.idle.emit()
        if ended is None or self._newest.get(ended.topic) != job:
            return None
        del self._newest[ended.topic]
        self.ended.emit(ended.topic)
        return ended

    @Slot(int, object)
    def _finished(self, job: int, result: object) -> None:
        ended = self._take(job)
        if ended is not None:
            ended.done(result)

    @Slot(int, object)
    def _failed(self, job: int, error: Exception) -> None:
        ended = self._take(job)
        if ended is None or isinstance(error, CancelledError):
            return
        if isinstance(error, DeidError):
            ended.failed(error)
        else:
            sys.excepthook(type(error), error, error.__traceback__)

    @Slot(int, int, int, str)
    def _stepped(self, job: int, step: int, total: int, what: str) -> None:
        running = self._jobs.get(job)
        if running is not None and self._newest.get(running.topic) == job:
            self.stepped.emit(running.topic, step, total)
            if running.progress is not None:
                running.progress(step, total, what)
