"""Progress: steps are told, and a wish to stop is heard before each."""

from __future__ import annotations

import pytest

from deid_studio.errors import CancelledError
from deid_studio.progress import Progress


def test_each_tells_a_step_for_every_item() -> None:
    told: list[tuple[int, int, str]] = []
    progress = Progress(lambda *step: told.append(step))
    assert list(progress.each("ab", 2, "reading")) == ["a", "b"]
    assert told == [(0, 2, "reading"), (1, 2, "reading"), (2, 2, "reading")]


def test_a_wish_to_stop_is_heard() -> None:
    seen: list[str] = []
    progress = Progress(cancelled=lambda: len(seen) == 2)
    with pytest.raises(CancelledError):
        for item in progress.each("abcd"):
            seen.append(item)
    assert seen == ["a", "b"]


def test_without_a_listener_nothing_happens() -> None:
    assert list(Progress().each([1, 2])) == [1, 2]
