"""InBatches: several reports asked about at once, for a pipeline reads them in less time so (`detect_each`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from deid_studio.batch.pool import Answering
from deid_studio.detection.batches import batches
from deid_studio.errors import DeidError
from deid_studio.model.document import Document

K = TypeVar("K")
Q = TypeVar("Q", bound="AboutReport")


class AboutReport(Protocol):
    """A question about a report; `path` is for errors alone."""

    @property
    def doc(self) -> Document: ...

    @property
    def path(self) -> Path: ...


@dataclass(frozen=True, slots=True)
class Batch(Generic[Q]):
    """Questions about several reports, of which each has its answer in a list of answers."""

    questions: tuple[Q, ...]

    @property
    def path(self) -> Path:
        """That of the first report."""
        return self.questions[0].path


class InBatches:
    """Asks somebody who answers `Batch`es about several reports at once: at most as many as `most` says after so many.

    Where there is no answer about several together, each is asked about alone: what one report does to a process stops
    no other.
    """

    def __init__(self, answering: Answering, most: Callable[[int], int]) -> None:
        self._answering = answering
        self._most = most

    def __enter__(self) -> Self:
        self._answering.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._answering.__exit__(kind, error, at)

    def start(self) -> object:
        return self._answering.start()

    def each(self, questions: Iterable[tuple[K, AboutReport]]) -> Iterator[tuple[K, Any]]:
        some = batches(questions, lambda asked: len(asked[1].doc.text), self._most)
        for asked, answers in self._answering.each((own, _batch(own)) for own in some):
            if not isinstance(answers, DeidError):
                yield from zip((key for key, _ in asked), answers, strict=True)
            elif len(asked) == 1:
                yield asked[0][0], answers
            else:
                for (own,), answer in self._answering.each(([one], _batch([one])) for one in asked):
                    yield own[0], answer if isinstance(answer, DeidError) else answer[0]


def _batch(asked: Iterable[tuple[object, Q]]) -> Batch[Q]:
    return Batch(tuple(question for _, question in asked))
