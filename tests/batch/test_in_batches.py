"""InBatches: each question has its own answer, several are asked at once, and what one does stops no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any, Self

import pytest

from deid_studio.batch.in_batches import Batch, InBatches
from deid_studio.errors import WorkerLostError
from deid_studio.model.document import Document


class Answering:
    """Answers with the ids of reports, in capitals; a batch with a report called `dies` has no answer."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.within = False

    def __enter__(self) -> Self:
        self.within = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.within = False

    def start(self) -> object:
        return "loaded"

    def each(self, questions: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
        for key, batch in questions:
            ids = [question.doc.id for question in batch.questions]
            self.asked.append(ids)
            yield key, WorkerLostError(path=batch.path) if "dies" in ids else [one.upper() for one in ids]


def questions(*ids: str, size: int = 1) -> list[tuple[str, Any]]:
    return [(f"key {id}", SimpleNamespace(doc=Document(id, "x" * size), path=Path(id))) for id in ids]


def test_several_are_asked_at_once_and_each_is_answered() -> None:
    answering = Answering()
    with InBatches(answering, lambda given: 3) as asked:
        assert answering.within and asked.start() == "loaded"
        assert dict(asked.each(questions(*"abcdefg"))) == {f"key {id}": id.upper() for id in "abcdefg"}
    assert not answering.within
    assert answering.asked == [["a", "b", "c"], ["d", "e", "f"], ["g"]]


def test_long_reports_are_asked_about_alone() -> None:
    answering = Answering()
    assert len(list(InBatches(answering, lambda given: 3).each(questions(*"abc", size=90_000)))) == 3
    assert answering.asked == [["a"], ["b"], ["c"]]


def test_a_report_that_ends_processes_costs_no_other_its_answer() -> None:
    answering = Answering()
    found = list(InBatches(answering, lambda given: 3).each(questions("a", "dies", "b", "c", "d")))
    assert [key for key, _ in found] == ["key a", "key dies", "key b", "key c", "key d"]
    (lost,) = [answer for _, answer in found if not isinstance(answer, str)]
    assert isinstance(lost, WorkerLostError) and lost.params["path"] == Path("dies")
    assert answering.asked == [["a", "dies", "b"], ["a"], ["dies"], ["b"], ["c", "d"]]


def test_a_batch_is_where_its_first_report_is() -> None:
    assert Batch(tuple(question for _, question in questions("a", "b"))).path == Path("a")


@pytest.mark.parametrize("most", [1, 2])
def test_nothing_is_asked_about_no_reports(most: int) -> None:
    answering = Answering()
    assert list(InBatches(answering, lambda given: most).each([])) == [] and answering.asked == []
