"""Batches: everything in its order, together no more than fits; in several a pipeline finds what it finds in each."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.batches import MOST, batches
from deid_studio.detection.pipeline import Pipeline
from deid_studio.last_texts import ROOM
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion


@given(st.lists(st.integers(0, ROOM)), st.integers(1, MOST))
def test_all_in_their_order_and_no_more_than_fits(sizes: list[int], most: int) -> None:
    found = list(batches(sizes, lambda size: size, lambda given: most))
    assert [size for some in found for size in some] == sizes
    assert all(some and len(some) <= most for some in found)
    assert all(sum(some) <= ROOM // 2 or len(some) == 1 for some in found)
    for one, other in pairwise(found):
        assert len(one) == most or sum(one) + other[0] > ROOM // 2


def test_the_last_ones_may_be_smaller() -> None:
    assert [len(some) for some in batches(range(30), lambda _: 1, lambda given: max(1, (30 - given) // 3))] == [
        10, 6, 4, 3, 2, 1, 1, 1, 1, 1,
    ]  # fmt: skip


def test_reports_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []
    some = batches((taken.append(number) or number for number in range(100)), lambda _: 1, lambda given: 5)  # type: ignore[func-returns-value]
    assert next(some) == [0, 1, 2, 3, 4] and len(taken) == 6


@pytest.mark.slow
def test_several_at_once_are_read_as_each_alone(shipped_pipeline: Callable[[str], Pipeline]) -> None:
    texts = [path.read_bytes().decode() for path in sorted((paths.resources() / "samples").glob("*.txt"))]
    texts += ["", "\ud800 José", "Nombre: Ana Ruiz 😷\r\nDr. Ruiz\r", texts[0].upper(), texts[1]]
    docs = [Document(str(number), text) for number, text in enumerate(texts)]
    pipeline = shipped_pipeline("hybrid")
    alone = [pipeline.detect(doc) for doc in docs]
    assert list(pipeline.detect_each(docs)) == alone and sum(map(len, alone)) > 100
    assert list(pipeline.detect_each(reversed(docs))) == alone[::-1]
    assert list(pipeline.detect_each([])) == []


class _Looking:
    """Suggests nothing, and notes whether garbage is looked for meanwhile; `fails` on a report of that id."""

    name = "looking"

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def detect(self, doc: Document) -> list[Suggestion]:
        self.seen.append(gc.isenabled())
        if doc.id == "fails":
            raise ValueError(doc.id)
        return []


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_waits_until_reports_are_read_also_where_that_fails(enabled: bool) -> None:
    looking = _Looking()
    pipeline = Pipeline([looking])
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        assert len(list(pipeline.detect_each([Document("a", "x"), Document("b", "y")]))) == 2
        assert gc.isenabled() == enabled
        with pytest.raises(ValueError, match="fails"):
            pipeline.detect(Document("fails", "z"))
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if before else gc.disable)()
    assert looking.seen == [False, False, False]
