"""Processes that work for this one over a pipe: how they are started, asked, stopped, and how they live."""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from deid_studio.batch.huge_pages import gather_in_huge_pages
from deid_studio.errors import DeidError
from deid_studio.garbage import garbage_waits

_LOOK_EVERY = 0.1  # seconds between two looks whether the person wants to stop

# What a loaded model tells of itself, and what answers with it.
Loaded = tuple[object, Callable[[Any], object]]


class Loading(Protocol):
    """What a worker loads, and what tells whether another machine would load the same."""

    def load(self) -> Loaded: ...

    def made_with(self) -> dict[str, str]: ...


def spawn(name: str, work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """Start a process that does `work(pipe, *arguments)`; its other end of the pipe comes with it."""
    # "spawn": a fork would copy the window's threads and locks in an unknown state.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), name=name, daemon=True)
    process.start()
    theirs.close()
    return process, ours


def fork(name: str, work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """As `spawn`, with all that is imported here, where that is safe: of a process of one thread nothing is copied in
    an unknown state."""
    if not _has_one_thread():
        return spawn(name, work, *arguments)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_in_fork, args=(ours, theirs, work, arguments), name=name, daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _has_one_thread() -> bool:
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1  # those of libraries as well
    except OSError:  # no Linux: elsewhere libraries of the system do not outlive a fork
        return False


def _in_fork(ours: Connection, theirs: Connection, work: Callable[..., None], arguments: tuple[object, ...]) -> None:
    ours.close()  # else it would never be told that nobody is left to work for
    work(theirs, *arguments)


@contextmanager
def working(nice: int = 0) -> Iterator[None]:
    """A worker's whole life, `nice` steps behind the window: it ends quietly once nobody is left to work for."""
    # Ctrl-C in a terminal reaches the worker too: whoever started it decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Models and lists stay: to look through them for garbage while they grow takes a quarter of what loading takes.
    gc.set_threshold(20_000, 20, 20)
    # There are as many workers as cores: the library that NumPy multiplies with is to take no other one's.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        yield


def serve(pipe: Connection, load: Callable[[], Loaded]) -> None:
    """Load, tell what the loaded tells of itself or why there is none, then answer one question after the other.

    Raises what a pipe without another end raises.
    """
    try:
        with garbage_waits():
            told, answer = load()
    except DeidError as error:
        pipe.send(error)
        return
    gc.freeze()  # the model stays for good: looking through it for garbage takes a tenth of the time
    pipe.send(told)
    pipe.send(answer(pipe.recv()))
    gather_in_huge_pages()  # not sooner: somebody waits for the first answer
    while True:
        pipe.send(answer(pipe.recv()))


def answer_by(pipe: Connection, loading: Loading) -> None:
    """The whole life of a worker that only loads and answers."""
    with working():
        serve(pipe, loading.load)


class AskedProcess:
    """A process that answers one question after the other and ends with its block.

    One that did not answer to the end is ended at once, so that no answer is taken for that of a later question.
    """

    def __init__(self, name: str, work: Callable[..., None], *arguments: object) -> None:
        self._start = partial(spawn, name, work, *arguments)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    @property
    def _lives(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def _begin(self) -> None:
        self._end()
        self._process, self._pipe = self._start()

    def _ask(self, question: object, look: Callable[[], object], seconds: float = math.inf) -> object:
        """The answer, within so many seconds; raises as `_answer` does."""
        assert self._pipe is not None
        try:
            self._pipe.send(question)
        except BaseException:
            self._end()
            raise
        return self._answer(look, seconds)

    def _answer(self, look: Callable[[], object], seconds: float = math.inf) -> object:
        """What the process says next.

        `look` is called while it waits. Raises what `look` raises, a `DeidError` that is the answer, and `EOFError`
        or `OSError` when the process died or the time is over.
        """
        assert self._pipe is not None
        until = time.monotonic() + seconds
        try:
            while not self._pipe.poll(_LOOK_EVERY):
                look()
                if time.monotonic() > until:
                    raise TimeoutError
            answer = self._pipe.recv()
        except BaseException:
            self._end()
            raise
        if isinstance(answer, DeidError):
            raise answer
        return answer

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
