"""WorkerAhead: the process that pre-annotates, started before what asks it for suggestions is imported."""

from __future__ import annotations

from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from deid_studio.batch.worker import serve, spawn, working
from deid_studio.detection.suggester import suggester_of


class WorkerAhead:
    """A worker process that loads a model before anybody asks for suggestions: a window builds itself meanwhile."""

    def __init__(self, model: Path, limit_mb: float) -> None:
        suggester = suggester_of(model)
        self._of = model, limit_mb, suggester
        # Where there is no model, who asks for suggestions is told why.
        self._started = start_worker(model, limit_mb) if suggester.model_sha256 else None

    def taken(self, model: Path, limit_mb: float) -> tuple[BaseProcess, Connection] | None:
        """The process and the pipe to it, once, if it is what is asked for; else None, and it ends."""
        started, self._started = self._started, None
        if started is not None and self._of != (model, limit_mb, suggester_of(model)):
            started[0].terminate()
            started[1].close()
            return None
        return started


def start_worker(model: Path, limit_mb: float) -> tuple[BaseProcess, Connection]:
    """A process that pre-annotates with a model, and the pipe to it (`preannotated.loaded` says what goes through)."""
    return spawn("preannotation", _work, model, limit_mb)


def _work(pipe: Connection, model: Path, limit_mb: float) -> None:
    with working(nice=5):
        # Imported here: it takes a while, and the window that starts this does not detect.
        from deid_studio.batch.preannotated import loaded

        serve(pipe, lambda: loaded(model, limit_mb))
