"""ConversionProcess: documents read in a process of their own, in bounded time and memory."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType

from deid_studio.errors import DeidError, DocumentTooHardError
from deid_studio.formats.conversion.converted import Converted
from deid_studio.formats.conversion.documents import convert

SECONDS = 60.0
_MEMORY = 4 << 30  # bytes of addresses; a large document takes a tenth
_LOOK_EVERY = 0.1  # seconds between two looks whether the person wants to stop


class ConversionProcess:
    """Converts one document after the other.

    Documents come from strangers: one that makes its reader hang, crash or eat memory costs this process, which is
    started anew, and neither the window nor the other documents.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> ConversionProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def convert(self, raw: bytes, path: Path, look: Callable[[], object] = lambda: None) -> Converted:
        """The text of a document; raises what `documents.convert` does, and `DocumentTooHardError`.

        `look` is called while it waits; what it raises ends the work.
        """
        if self._process is None or not self._process.is_alive():
            self._begin()
        assert self._pipe is not None
        try:
            self._pipe.send((raw, path))
            self._await(look)
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            self._end()
            raise DocumentTooHardError(path=path) from error
        except BaseException:
            self._end()
            raise
        if isinstance(answer, DeidError):
            raise answer
        assert isinstance(answer, Converted)
        return answer

    def _await(self, look: Callable[[], object]) -> None:
        assert self._pipe is not None
        until = time.monotonic() + self._seconds
        while not self._pipe.poll(_LOOK_EVERY):
            look()
            if time.monotonic() > until:
                raise TimeoutError

    def _begin(self) -> None:
        self._end()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), name="conversion", daemon=True)
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it decides when it ends
    _bound()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            raw, path = pipe.recv()
            try:
                pipe.send(convert(raw, path))
            except DeidError as error:
                pipe.send(error)
            except (Exception, MemoryError):
                # What a library raises might hold text of the document.
                pipe.send(DocumentTooHardError(path=path))


def _bound() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CORE, 0)):  # a core dump would hold the text
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
