"""ComparingProcess: a second worker that tells, report by report, what turning rules off would change."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Collection
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType

from deid_studio.batch.preannotation import told_patient
from deid_studio.detection.comparison import difference
from deid_studio.detection.pipeline import load_pipeline
from deid_studio.errors import DeidError, DetectionFailedError, WorkerLostError, WorkerNotStartedError
from deid_studio.formats.text import SIZE_LIMIT_MB, read_report
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion

_LOOK_EVERY = 0.1  # seconds between two looks whether the person wants to stop


@dataclass(frozen=True, slots=True)
class Compared:
    """A report's suggestions with the rules as they are and as they would be, of the text with that SHA-256.

    Not `changed`: both are the same, and neither is told.
    """

    name: str
    changed: bool = False
    text_sha256: str = ""
    before: tuple[Suggestion, ...] = ()
    after: tuple[Suggestion, ...] = ()


class ComparingProcess:
    """Compares one report after the other with the rules `before` and `after` turned off.

    The process ends with the block.
    """

    def __init__(
        self, model: Path, before: Collection[str], after: Collection[str], limit_mb: float = SIZE_LIMIT_MB
    ) -> None:
        self._arguments = model, frozenset(before), frozenset(after), limit_mb
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> ComparingProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def start(self, look: Callable[[], object] = lambda: None) -> None:
        """Start the process and wait until the model is loaded.

        `look` is called while it waits; what it raises ends the work. Raises why the model cannot be loaded, and
        `WorkerNotStartedError`.
        """
        model = self._arguments[0]
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, *self._arguments), name="comparing", daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._answer(look)
        except (EOFError, OSError) as error:
            raise WorkerNotStartedError(path=model.name) from error

    def compare(
        self, name: str, path: Path, known: PatientFields, look: Callable[[], object] = lambda: None
    ) -> Compared:
        """What would change in a report of whose patient that is known.

        `look` is as for `start`. Raises why the report cannot be read, and `WorkerLostError` when the process died on
        it, which is started anew for the next.
        """
        if self._pipe is None:
            self.start(look)
        assert self._pipe is not None
        try:
            self._pipe.send((name, path, known))
            answer = self._answer(look)
        except (EOFError, OSError) as error:
            self._end()
            raise WorkerLostError(path=name) from error
        assert isinstance(answer, Compared)
        return answer

    def _answer(self, look: Callable[[], object]) -> object:
        assert self._pipe is not None
        while not self._pipe.poll(_LOOK_EVERY):
            look()
        answer = self._pipe.recv()
        if isinstance(answer, DeidError):
            raise answer
        return answer


def _work(pipe: Connection, model: Path, before: frozenset[str], after: frozenset[str], limit_mb: float) -> None:
    """The worker's whole life; it ends quietly once nobody is left to work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first, then the suggestions that somebody waits for
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _serve(pipe, model, before, after, limit_mb)


def _serve(pipe: Connection, model: Path, before: frozenset[str], after: frozenset[str], limit_mb: float) -> None:
    try:
        whole = load_pipeline(model)
        patient = told_patient(whole)
        one, other = whole.without(before), whole.without(after)
        one.detect(Document("", "-"))
    except DeidError as error:
        pipe.send(error)
        return
    pipe.send(None)
    while True:
        name, path, known = pipe.recv()
        try:
            report = read_report(path, name, limit_mb)
            if patient is not None:
                patient.known = known
            found = difference(one, other, report.document)
            if found is None:
                pipe.send(Compared(name, False, report.sha256))
            else:
                pipe.send(Compared(name, True, report.sha256, tuple(found[0]), tuple(found[1])))
        except DeidError as error:
            pipe.send(error)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            # The type alone, since a message might hold text of the report.
            pipe.send(DetectionFailedError(path=name, detail=type(error).__name__))
