"""Reading for the gate of a release elsewhere than in this process: one text after the other, or a batch of reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import TypeVar

from deid_studio.batch.fingerprints import detected_with
from deid_studio.batch.pool import Answering
from deid_studio.batch.worker import AskedProcess, Loaded, serve, working
from deid_studio.errors import DeidError, GateUnreadError, WorkerLostError, WorkerNotStartedError
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.release.gate.sightings import Reader, Seen, Sighting, Unread
from deid_studio.texts import Text

K = TypeVar("K")

_LOST = Text("what read it ended unexpectedly")


@dataclass(frozen=True, slots=True)
class GateReading:
    """What reads for the gate, as a worker loads it: by a model (its name, or its folder), without the rules that are
    off."""

    model: str | Path | None
    off: frozenset[str] = frozenset()

    def made_with(self) -> dict[str, str]:
        """What the sightings rest on beside the report."""
        return detected_with(None, self.model)

    def load(self) -> Loaded:
        """Load the model; raises what loading it raises."""
        # Imported here: the window, which imports this module, does not detect.
        from deid_studio.learning.store.choices import model_folder
        from deid_studio.release.gate.readers import gate_reader

        reader = gate_reader(model_folder(self.model), self.off)
        reader.read("-")  # what is loaded on first use is loaded now

        def seen(report: Unread) -> Seen | DeidError:
            try:
                return reader.seen(report)
            except DeidError as error:
                return error
            except Exception as error:
                # The type alone: a message might hold text of the report.
                return GateUnreadError(path=report.path, detail=type(error).__name__)
            finally:
                reader.close()  # what was read is kept by who asked

        return None, seen


class ReadingProcess(AskedProcess, Reader):
    """A reader whose process begins when something is first read, and ends with `close`; each text is read once.

    Safe between threads. Reading raises what loading the model raises, `GateUnreadError`, and `WorkerNotStartedError`
    when the process died twice over a text.
    """

    def __init__(self, model: Path, off: Collection[str] = ()) -> None:
        super().__init__("gate", _work, GateReading(model, frozenset(off)))
        self._model = model
        self._lock = Lock()
        self._read: dict[tuple[str, PatientFields | None], tuple[Sighting, ...]] = {}
        self._read_released: dict[str, tuple[Suggestion, ...]] = {}

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        """What is seen in an original, of whose patient `fields` are known."""
        with self._lock:
            if (text, fields) not in self._read:
                self._read[text, fields] = self._asked(Unread(self._model.name, text, fields=fields)).original
            return self._read[text, fields]

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        """What is seen in a released text."""
        with self._lock:
            if text not in self._read_released:
                self._read_released[text] = self._asked(Unread(self._model.name, "", text)).released
            return self._read_released[text]

    def close(self) -> None:
        """End the process and forget what was read."""
        with self._lock:
            self._end()
            self._read.clear()
            self._read_released.clear()

    def _asked(self, report: Unread) -> Seen:
        for _ in range(2):
            try:
                if not self._lives:
                    self._begin()
                    self._answer(lambda: None)  # that it has loaded
                seen = self._ask(report, lambda: None)
            except (EOFError, OSError):
                continue  # the process died: another one gets the same question once
            assert isinstance(seen, Seen)
            return seen
        raise WorkerNotStartedError(path=self._model.name)


def _work(pipe: Connection, reading: GateReading) -> None:
    with working(nice=5):
        serve(pipe, reading.load)


class BatchReader(Reader):
    """Reads by whoever answers a batch: they begin when something is first read, and end with `close`.

    Reading raises what their start raises, and `GateUnreadError`: what nobody could read does not leave.
    """

    def __init__(self, answering: Callable[[], Answering]) -> None:
        self._make = answering
        self._ending = ExitStack()
        self._answering: Answering | None = None

    def each(self, reports: Iterable[tuple[K, Unread]]) -> Iterator[tuple[K, Seen]]:
        """Each key with what is seen in its report, in their order; several are read at once."""
        reports = iter(reports)
        if (first := next(reports, None)) is None:
            return  # nothing is loaded
        for key, seen in self._begun().each(chain([first], reports)):
            if isinstance(seen, WorkerLostError):
                raise GateUnreadError(path=seen.params["path"], detail=_LOST)
            if isinstance(seen, DeidError):
                raise seen
            yield key, seen

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        """What is seen in an original, of whose patient `fields` are known."""
        return self._one(Unread("", text, fields=fields)).original

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        """What is seen in a released text."""
        return self._one(Unread("", "", text)).released

    def close(self) -> None:
        """End who answers."""
        self._ending.close()
        self._answering = None

    def _one(self, report: Unread) -> Seen:
        return next(seen for _, seen in self.each([(0, report)]))

    def _begun(self) -> Answering:
        if self._answering is None:
            self._answering = self._ending.enter_context(self._make())
            self._answering.start()
        return self._answering
