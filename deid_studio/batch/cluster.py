"""Cluster: questions answered by the workers of a Dask cluster, here or elsewhere; the answers come in their order.

With that of a shared corpus the only module that uses a network, loaded when somebody asks for a cluster. Reports are
in what travels: nothing of them is in the keys of tasks, in what Dask may write into a log, or on a worker's disk.
"""

from __future__ import annotations

import logging
import secrets
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from threading import Lock
from types import TracebackType
from typing import Any, Self, TypeVar

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, Security, WorkerPlugin, get_worker

from deid_studio import __version__
from deid_studio.batch.worker import Loaded, Loading
from deid_studio.errors import (
    ClusterLostError,
    ClusterSetupError,
    DeidError,
    WorkerLostError,
    WorkersDifferError,
    reason,
)
from deid_studio.texts import Text

_AHEAD = 8  # questions for each worker
_PATIENCE = 60.0  # seconds without any worker
_LOCAL = {"distributed.scheduler.allowed-failures": 1, "distributed.logging.distributed": "critical"}
if sys.platform == "linux":
    # Dask takes half a second to load. One process does, and each worker, also in place of a lost one, is forked of it:
    # it has neither this process's threads nor its locks, and Python's own processes begin so from 3.14 on.
    _LOCAL["distributed.worker.multiprocessing-method"] = "forkserver"

K = TypeVar("K")


@dataclass(frozen=True, repr=False)
class _Sealed:
    """What travels, with a `repr` that shows nothing of it: that is what Dask writes into logs."""

    content: Any


class Cluster:
    """Answers on the workers of the scheduler at `address`, or on so many (`local`) that it starts on this machine.

    A worker that is lost loses nothing: Dask gives its questions to others; one that no worker survives is answered by
    a `WorkerLostError` for its `path`.
    """

    def __init__(self, address: str, local: int, loading: Loading) -> None:
        self._address = address
        self._local = local
        self._loading = loading
        self._name = f"deid-{secrets.token_hex(8)}"
        self._numbers = count()
        self._cluster: Any = None
        self._client: Any = None
        self._settings = ExitStack()  # Dask's, as long as it may start a worker in place of a lost one

    def __enter__(self) -> Self:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._settings:
            for one in (self._client, self._cluster):
                if one is not None:
                    one.close()

    def start(self) -> object:
        """Load the model on each worker.

        Raises `ClusterLostError` where there is none, `ClusterSetupError` and `WorkersDifferError`.
        """
        try:
            self._client = self._connected()
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError) as error:
            raise ClusterLostError(address=self._address or "localhost") from error
        for worker, found in self._client.run(_introduced, on_error="return").items():
            if found != (__version__, False):
                raise WorkersDifferError(worker=worker, detail=_difference(found))
        self._client.register_plugin(_Model(self._name, _Sealed((self._loading, self._loading.made_with()))))
        told: object = None
        for loaded, told in self._client.run(_prepared, self._name).values():
            if not loaded:
                assert isinstance(told, DeidError)
                raise told
        return told

    def each(self, questions: Iterable[tuple[K, Any]]) -> Iterator[tuple[K, Any]]:
        waiting: deque[tuple[K, Any, Future]] = deque()

        def first() -> tuple[K, object]:
            key, question, future = waiting.popleft()
            return self._result(key, question, future, [other for _, _, other in waiting])

        for key, question in questions:
            waiting.append((key, question, self._asked(question)))
            while waiting and (waiting[0][2].done() or len(waiting) >= self._most()):
                yield first()
        while waiting:
            yield first()

    def _connected(self) -> Any:
        if not self._local:
            return Client(self._address, timeout=10, set_as_default=False, security=self._security())
        # Encrypted by keys of this run alone: others on this machine can neither listen nor give orders.
        self._settings.enter_context(dask.config.set(_LOCAL))
        self._cluster = LocalCluster(
            n_workers=self._local, threads_per_worker=1, memory_limit=0, host="127.0.0.1",
            dashboard_address="127.0.0.1:0", security=Security.temporary(), silence_logs=logging.CRITICAL,
        )  # fmt: skip
        return Client(self._cluster, set_as_default=False)

    def _security(self) -> Security:
        """What Dask is set up with here, if it can connect: a client that cannot would not close."""
        security, is_tls = Security(), self._address.startswith("tls://")
        why = None
        try:
            found = security.get_connection_args("client")
            if is_tls and found["ssl_context"] is None:
                why = Text("it has no certificate")
            elif found["require_encryption"] and not is_tls:
                why = Text("it requires encryption")
        except OSError as error:
            why = reason(error)
        if why is not None:
            raise ClusterSetupError(address=self._address, detail=why)
        return security

    def _most(self) -> int:
        return _AHEAD * max(1, len(self._workers()))

    def _workers(self) -> Any:
        return self._client.scheduler_info(n_workers=-1)["workers"]

    def _asked(self, question: Any) -> Future:
        key = f"{self._name}-{next(self._numbers)}"
        return self._client.submit(_answered, self._name, _Sealed(question), key=key, pure=False)

    def _result(self, key: K, question: Any, future: Future, others: Iterable[Future]) -> tuple[K, object]:
        try:
            loaded, answer = self._waited(future).content
        except KilledWorker:
            # Dask suspects all that a lost worker had before it, so the question is asked again with no other about.
            for other in others:
                with suppress(KilledWorker):
                    self._waited(other)
            try:
                loaded, answer = self._waited(self._asked(question)).content
            except KilledWorker:
                return key, WorkerLostError(path=question.path)
        if not loaded:
            raise answer
        return key, answer

    def _waited(self, future: Future) -> _Sealed:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                sealed = future.result(timeout=1)
                assert isinstance(sealed, _Sealed)
                return sealed
            except TimeoutError:
                try:
                    if self._client.status == "running" and self._workers():
                        until = time.monotonic() + _PATIENCE
                except OSError:
                    until = 0.0
                if time.monotonic() > until:
                    raise ClusterLostError(address=self._address or "localhost") from None
            except KilledWorker:
                raise
            except Exception as error:  # the scheduler is gone, and Dask has several ways to say so
                raise ClusterLostError(address=self._address or "localhost") from error


# --- what runs on a worker -----------------------------------------------------------------------------------


class _Model(WorkerPlugin):  # type: ignore[misc]  # an extra, which need not be there
    """The model of one run on a worker, loaded once, by whatever comes first; also on workers that come later."""

    def __init__(self, name: str, sealed: _Sealed) -> None:
        self.name = name
        self._sealed = sealed

    def setup(self, worker: Any) -> None:
        self._lock = Lock()  # a worker may have several threads, of which one detects
        self._loaded: Loaded | DeidError | None = None
        self._address = worker.address

    def told(self) -> tuple[bool, object]:
        """What the loaded tells of itself, or why nothing can be loaded."""
        with self._lock:
            loaded = self._load()
            return (False, loaded) if isinstance(loaded, DeidError) else (True, loaded[0])

    def answer(self, question: _Sealed) -> _Sealed:
        """The answer, or why nothing can be loaded."""
        with self._lock:
            loaded = self._load()
            if isinstance(loaded, DeidError):
                return _Sealed((False, loaded))
            return _Sealed((True, loaded[1](question.content)))

    def _load(self) -> Loaded | DeidError:
        if self._loaded is None:
            loading, expected = self._sealed.content
            try:
                found = loading.made_with()
                if found == expected:
                    self._loaded = loading.load()
                else:
                    other = ", ".join(name for name in expected if found.get(name) != expected[name])
                    self._loaded = WorkersDifferError(
                        worker=self._address, detail=Text("other there: {what}", what=other)
                    )
            except DeidError as error:
                self._loaded = error
        return self._loaded


def _introduced(dask_worker: Any) -> tuple[str, bool]:
    """A worker's version of the program, and whether it may write reports to its disk."""
    memory = dask_worker.memory_manager
    return __version__, bool(memory.memory_limit and (memory.memory_target_fraction or memory.memory_spill_fraction))


def _prepared(name: str, dask_worker: Any) -> tuple[bool, object]:
    return dask_worker.plugins[name].told()  # type: ignore[no-any-return]


def _answered(name: str, question: _Sealed) -> _Sealed:
    return get_worker().plugins[name].answer(question)  # type: ignore[no-any-return]


def _difference(found: object) -> Text:
    if isinstance(found, tuple) and found[0] == __version__:
        return Text("it may write reports to its disk (start it with --memory-limit 0)")
    if isinstance(found, tuple):
        return Text("it has version {version} of the program, here it is {ours}", version=found[0], ours=__version__)
    return Text("the program is not installed there, or in another version")
