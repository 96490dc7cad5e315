"""Preannotator: a process of its own that loads the model once and pre-annotates reports, the wanted ones first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from deid_studio.batch.preannotated import Item, Preannotated
from deid_studio.batch.worker_ahead import WorkerAhead, start_worker
from deid_studio.errors import DeidError, WorkerLostError, WorkerNotStartedError
from deid_studio.formats.text import SIZE_LIMIT_MB
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet

# Two at once in the pipe, so that the worker never waits for the next and an urgent report waits for at most two.
_AHEAD = 2


class Preannotator:
    """Pre-annotates reports in a worker process; its callbacks come from a thread of its own.

    `on_ready(error)` is called once the model is loaded (None) or cannot be (the error: nothing will be done then);
    `on_result(Preannotated)` for each report. `start` returns at once. It works with the process that was started
    `ahead`, if that has its model.
    """

    def __init__(
        self,
        model: Path,
        on_ready: Callable[[DeidError | None], None],
        on_result: Callable[[Preannotated], None],
        limit_mb: float = SIZE_LIMIT_MB,
        ahead: WorkerAhead | None = None,
    ) -> None:
        self._model = model
        self._ahead = ahead
        self._limit_mb = limit_mb
        self._on_ready = on_ready
        self._on_result = on_result
        self._waiting: deque[tuple[str, Path]] = deque()
        self._running: deque[Item] = deque()
        self._patients: dict[str, PatientFields] = {}
        self._off: frozenset[str] = frozenset()
        self._tagset: TagSet | None = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._ready = False
        self._told_ready = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._thread = threading.Thread(target=self._listen, name="preannotation", daemon=True)

    def start(self) -> None:
        """Start the worker process and the thread that listens to it."""
        self._spawn()
        self._thread.start()

    def know(self, patients: Mapping[str, PatientFields]) -> None:
        """Search what is known of these reports' patients from now on, by name.

        A report that is being worked on comes again: its result without these fields is dropped.
        """
        with self._lock:
            self._patients.update(patients)

    def turn_off(self, rules: Collection[str]) -> None:
        """Leave these rules out from now on, by their ids, and no others.

        A report that is being worked on comes again: its result with other rules is dropped.
        """
        with self._lock:
            self._off = frozenset(rules)

    def suggest_in(self, tagset: TagSet) -> None:
        """Suggest in the classes of this tag set from now on; before that, in the model's.

        A report that is being worked on comes again: its result in other classes is dropped.
        """
        with self._lock:
            self._tagset = tagset

    def submit(self, reports: Iterable[tuple[str, Path]]) -> None:
        """Add reports (name, path) to the end of the queue, but for those that wait or are being worked on."""
        with self._lock:
            there = {item[0] for item in (*self._waiting, *self._running)}
            self._waiting.extend(item for item in reports if item[0] not in there)
            self._feed()

    def urgent(self, name: str, path: Path) -> None:
        """Put a report first in the queue, wherever it is now; one that is being worked on stays."""
        with self._lock:
            if all(running[0] != name for running in self._running):
                self._put_first(name, path)
                self._feed()

    def _put_first(self, name: str, path: Path) -> None:
        self._waiting = deque(item for item in self._waiting if item[0] != name)
        self._waiting.appendleft((name, path))

    def cancel(self) -> None:
        """Forget what is waiting; at most the two reports under way still come."""
        with self._lock:
            self._waiting.clear()

    @property
    def left(self) -> int:
        """How many reports are waiting or under way."""
        with self._lock:
            return len(self._waiting) + len(self._running)

    def stop(self) -> None:
        """End the process and the thread; no callback comes after this returns."""
        with self._lock:
            self._stopped.set()
            self._waiting.clear()
            if self._process is not None:
                self._process.terminate()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        if self._process is not None:
            self._process.join()

    def _spawn(self) -> None:
        started = self._ahead.taken(self._model, self._limit_mb) if self._ahead is not None else None
        self._process, self._pipe = started or start_worker(self._model, self._limit_mb)

    def _feed(self) -> None:
        while self._ready and self._pipe is not None and self._waiting and len(self._running) < _AHEAD:
            name, path = self._waiting.popleft()
            item = name, path, self._known(name), self._off, self._tagset
            self._running.append(item)
            try:
                self._pipe.send(item)
            except (BrokenPipeError, OSError):
                return  # the listener notices the end and starts a new worker

    def _known(self, name: str) -> PatientFields:
        return self._patients.get(name, PatientFields())

    def _listen(self) -> None:
        while True:
            try:
                assert self._pipe is not None
                message = self._pipe.recv()
            except (EOFError, OSError):
                if not self._restart():
                    return
                continue
            if self._stopped.is_set():
                return
            if isinstance(message, Preannotated):
                with self._lock:
                    stale = False
                    if self._running and self._running[0][0] == message.name:
                        name, path, *made_with = self._running.popleft()
                        stale = made_with != [self._known(name), self._off, self._tagset]
                        if stale:
                            self._put_first(name, path)
                    self._feed()
                if not stale:
                    self._on_result(message)
            else:
                with self._lock:
                    self._ready = message is None
                    self._feed()
                if message is not None or not self._told_ready:
                    self._told_ready = True
                    self._on_ready(message)
                if message is not None:
                    return

    def _restart(self) -> bool:
        """After the worker died: tell which report it was on, and go on with the others in a new process."""
        with self._lock:
            if self._stopped.is_set():
                return False
            was_ready, self._ready = self._ready, False
            lost = self._running.popleft() if self._running else None
            self._waiting.extendleft(item[:2] for item in reversed(self._running))
            self._running.clear()
        if not was_ready:
            self._on_ready(WorkerNotStartedError(path=self._model.name))
            return False
        if lost is not None:
            self._on_result(Preannotated(lost[0], error=WorkerLostError(path=lost[0])))
        with self._lock:
            if self._stopped.is_set():
                return False
            self._spawn()
        return True
