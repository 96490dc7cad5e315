"""ConversionProcess: documents read in a process of their own, in bounded time and memory."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from deid_studio.batch.worker import AskedProcess, working
from deid_studio.errors import DeidError, DocumentTooHardError
from deid_studio.formats.conversion.converted import Converted
from deid_studio.formats.conversion.documents import convert

SECONDS = 60.0
_MEMORY = 4 << 30  # bytes of addresses; a large document takes a tenth


class ConversionProcess(AskedProcess):
    """Converts one document after the other.

    Documents come from strangers: one that makes its reader hang, crash or eat memory costs this process, which is
    started anew, and neither the window nor the other documents.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        super().__init__("conversion", _work)
        self._seconds = seconds

    def convert(self, raw: bytes, path: Path, look: Callable[[], object] = lambda: None) -> Converted:
        """The text of a document; raises what `documents.convert` does, and `DocumentTooHardError`.

        `look` is called while it waits; what it raises ends the work.
        """
        if not self._lives:
            self._begin()
        try:
            answer = self._ask((raw, path), look, self._seconds)
        except (EOFError, OSError) as error:
            raise DocumentTooHardError(path=path) from error
        assert isinstance(answer, Converted)
        return answer


def _work(pipe: Connection) -> None:
    _bound()
    with working():
        while True:
            raw, path = pipe.recv()
            try:
                pipe.send(convert(raw, path))
            except DeidError as error:
                pipe.send(error)
            except Exception:
                # What a library raises might hold text of the document.
                pipe.send(DocumentTooHardError(path=path))


def _bound() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CORE, 0)):  # a core dump would hold the text
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
