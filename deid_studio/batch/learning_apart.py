"""LearningProcess: a process of its own that learns from a folder's signed reports and rehearses what that brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from deid_studio.batch.worker import AskedProcess, working
from deid_studio.detection.crf_model import read_model
from deid_studio.errors import DeidError, WorkerLostError
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.handing_on import write_audited
from deid_studio.learning.rehearsal import Rehearsal, rehearse
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class LearningRequest:
    """The signed reports in `folders` (BRAT pairs, in the classes of `tagset`), the folder of the model that is to
    learn from them, and the folder that what it becomes is written to."""

    folders: tuple[Path, ...]
    base: Path
    out: Path
    tagset: TagSet


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of it: the rehearsal, and the reports it was rehearsed with."""

    request: LearningRequest
    rehearsal: Rehearsal
    reports: tuple[Document, ...]


def learn_apart(request: LearningRequest, progress: Progress) -> Learned:
    """Learn in a process that works behind all others and ends with this call.

    Raises what reading, learning and writing raise, `WorkerLostError` when the process dies, and `CancelledError` when
    the person stops: nothing is written then.
    """
    with _LearningProcess("learning", _work, request) as process:
        try:
            return process.result(progress)
        except (EOFError, OSError) as error:
            raise WorkerLostError(path=request.base.name) from error


class _LearningProcess(AskedProcess):
    def result(self, progress: Progress) -> Learned:
        """What the process comes to; its steps are told, and the wish to stop is looked for while it works."""
        self._begin()
        told: list[tuple[int, int, str]] = [(0, 0, "")]
        while True:
            answer = self._answer(lambda: progress.step(*told[-1]))
            if isinstance(answer, Learned):
                return answer
            assert isinstance(answer, tuple)
            told[:] = [answer]
            progress.step(*answer)


def _work(pipe: Connection, request: LearningRequest) -> None:
    with working(nice=15):  # reviewing comes first
        try:
            pipe.send(_learned(request, Progress(lambda *told: pipe.send(told))))
        except DeidError as error:
            pipe.send(error)


def _learned(request: LearningRequest, progress: Progress) -> Learned:
    base = read_model(request.base)
    reports: Sequence[Document] = read_corpus(request.folders, request.tagset, progress)
    model, rehearsal = rehearse(base, request.base, reports, progress=progress, tagset=request.tagset)
    write_audited(model, request.out, reports, base, replace_old=True)
    return Learned(request, rehearsal, tuple(reports))
