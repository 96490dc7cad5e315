"""Pool: several processes with the same model that share a batch of questions; the answers come in their order."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial
from queue import SimpleQueue
from threading import Event
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from deid_studio.batch.huge_pages import gather_in_huge_pages
from deid_studio.batch.worker import AskedProcess, Loaded, fork
from deid_studio.errors import CancelledError, DeidError, WorkerLostError, WorkerNotStartedError
from deid_studio.garbage import garbage_waits

_AHEAD = 8  # questions for each process: those behind a long report are answered meanwhile, and no more are held
_TRIES = 2  # the process may have died of something else than the report

K = TypeVar("K")


class Answering(Protocol):
    """Who answers a batch of questions, and ends with its block; other processes begin to load with it."""

    def start(self) -> object:
        """Load, or wait for who does; gives what the loaded tells of itself and raises why it cannot be loaded."""

    def each(self, questions: Iterable[tuple[K, Any]]) -> Iterator[tuple[K, Any]]:
        """Each key with the answer to its question, in the order of the questions, which are taken as they are needed.

        An answer may be a `DeidError`: that about one question stops no other.
        """

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End what was started."""


class Alone:
    """Answers in this process: for so few questions that others do not pay, or where one core is all there is."""

    def __init__(self, load: Callable[[], Loaded]) -> None:
        self._load = load
        self._within = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._within.close()
        gc.unfreeze()

    def start(self) -> object:
        # Imported here: who asks a pool does not detect.
        from deid_studio.detection.one_core import one_core

        with garbage_waits():
            told, self._answer = self._load()
        self._within.enter_context(one_core())  # once, and not for each product
        gc.freeze()  # the model stays for good: looking through it for garbage takes a tenth of the time
        return told

    def each(self, questions: Iterable[tuple[K, Any]]) -> Iterator[tuple[K, Any]]:
        for number, (key, question) in enumerate(questions):
            if number == 1:  # not sooner: a report alone is done before it pays
                gather_in_huge_pages()
            yield key, self._answer(question)


class Pool:
    """Answers in `jobs` processes that do `work(pipe, *arguments)`, which is `serve` of what they load.

    A process that dies is started anew with the question that it was at; where it dies again, the answer is a
    `WorkerLostError` for the question's `path`. `model` is what an error calls the model that could not be loaded.
    """

    def __init__(self, jobs: int, model: str, work: Callable[..., None], *arguments: object) -> None:
        self._stopped = Event()
        self._processes = [_PoolProcess(model, self._stopped, work, *arguments) for _ in range(jobs)]
        self._free: SimpleQueue[_PoolProcess] = SimpleQueue()
        # A thread for each process only waits for it: reading and writing go on meanwhile.
        self._threads = ThreadPoolExecutor(jobs, "pool")

    def __enter__(self) -> Self:
        for process in self._processes:
            process.begin()  # before there are threads
        self._loads = [self._threads.submit(self._load, process) for process in self._processes]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stopped.set()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.close()

    def start(self) -> object:
        return next(as_completed(self._loads)).result()  # the others join in when they are ready

    def _load(self, process: _PoolProcess) -> object:
        try:
            return process.load()
        finally:
            self._free.put(process)  # also one that could not: it is begun anew with its first question

    def each(self, questions: Iterable[tuple[K, Any]]) -> Iterator[tuple[K, Any]]:
        waiting: deque[tuple[K, Future[object]]] = deque()
        for key, question in questions:
            waiting.append((key, self._threads.submit(self._answered, question)))
            while waiting and (waiting[0][1].done() or len(waiting) >= _AHEAD * len(self._processes)):
                yield _result(*waiting.popleft())
        while waiting:
            yield _result(*waiting.popleft())

    def _answered(self, question: Any) -> object:
        process = self._free.get()
        try:
            return process.answer(question)
        finally:
            self._free.put(process)


def _result(key: K, future: Future[object]) -> tuple[K, object]:
    return key, future.result()


class _PoolProcess(AskedProcess):
    def __init__(self, model: str, stopped: Event, work: Callable[..., None], *arguments: object) -> None:
        super().__init__("pool", work, *arguments)
        self._start = partial(fork, "pool", work, *arguments)
        self._model = model
        self._stopped = stopped

    def begin(self) -> None:
        """Let it load."""
        self._begin()

    def load(self) -> object:
        """What the loaded tells of itself; raises why it cannot be loaded."""
        if not self._lives:
            self._begin()
        try:
            return self._answer(self._look)
        except (EOFError, OSError) as error:
            raise WorkerNotStartedError(path=self._model) from error

    def answer(self, question: Any) -> object:
        for _ in range(_TRIES):
            if not self._lives:
                self.load()
            try:
                return self._ask(question, self._look)
            except (EOFError, OSError):
                continue
            except CancelledError:
                raise
            except DeidError as error:
                return error
        return WorkerLostError(path=question.path)

    def _look(self) -> None:
        if self._stopped.is_set():
            raise CancelledError()

    def close(self) -> None:
        self._end()
