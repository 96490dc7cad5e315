"""ReadingProcess: reads for the gate of a release in a process of its own, so that the window never waits for it."""

from __future__ import annotations

import gc
from collections.abc import Collection
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from deid_studio.batch.worker import AskedProcess, working
from deid_studio.errors import DeidError, DetectionFailedError, WorkerNotStartedError
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion

# The window, which imports this module, does not detect.
if TYPE_CHECKING:
    from deid_studio.release.gate.readers import Sighting


class ReadingProcess(AskedProcess):
    """A reader whose process begins when something is first read, and ends with `close`; each text is read once.

    Safe between threads. Reading raises what loading the model raises, `DetectionFailedError`, and
    `WorkerNotStartedError` when the process died twice over a text.
    """

    def __init__(self, model: Path, off: Collection[str] = ()) -> None:
        super().__init__("gate", _work, model, frozenset(off))
        self._model = model
        self._lock = Lock()
        self._read: dict[tuple[str, PatientFields | None], tuple[Sighting, ...]] = {}
        self._read_released: dict[str, tuple[Suggestion, ...]] = {}

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        """What is seen in an original, of whose patient `fields` are known."""
        with self._lock:
            if (text, fields) not in self._read:
                self._read[text, fields] = self._asked(text, fields, False)
            return self._read[text, fields]

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        """What is seen in a released text."""
        with self._lock:
            if text not in self._read_released:
                self._read_released[text] = self._asked(text, None, True)
            return self._read_released[text]

    def close(self) -> None:
        """End the process and forget what was read."""
        with self._lock:
            self._end()
            self._read.clear()
            self._read_released.clear()

    def _asked(self, text: str, fields: PatientFields | None, released: bool) -> Any:
        for _ in range(2):
            if not self._lives:
                self._begin()
            try:
                return self._ask((text, fields, released), lambda: None)
            except (EOFError, OSError):
                continue  # the process died: another one gets the same question once
        raise WorkerNotStartedError(path=self._model.name)


def _work(pipe: Connection, model: Path, off: frozenset[str]) -> None:
    from deid_studio.release.gate.readers import gate_reader

    with working(nice=5):
        reader = gate_reader(model, off)
        frozen = False
        while True:
            text, fields, released = pipe.recv()
            try:
                answer: object = reader.read_released(text) if released else reader.read(text, fields)
            except DeidError as error:
                answer = error
            except Exception as error:
                # The type alone: a message might hold text of the report.
                answer = DetectionFailedError(path=model.name, detail=type(error).__name__)
            reader.close()  # what was read is kept by who asked
            if not frozen:
                gc.freeze()  # the model stays for good
                frozen = True
            pipe.send(answer)
