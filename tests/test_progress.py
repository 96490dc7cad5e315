"""Time left: by the pace of the last steps, never negative, and nothing before one can know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import CancelledError
from deid_studio.progress import Progress, TimeLeft


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


_WALK = st.lists(st.tuples(st.floats(0, 100), st.integers(0, 5000), st.integers(0, 5000), st.booleans()), max_size=60)


@given(_WALK)
def test_it_is_never_negative_whatever_is_told(walk: list[tuple[float, int, int, bool]]) -> None:
    clock = Clock()
    left = TimeLeft(clock)
    for waited, step, total, restarted in walk:
        clock.now += waited
        if restarted:
            left.restart()
        left.step(step, total)
        assert left.seconds is None or left.seconds >= 0
        clock.now += waited
        assert left.seconds is None or left.seconds >= 0


@given(st.floats(0.01, 10), st.integers(20, 400), st.data())
def test_at_an_even_pace_it_is_exact(each: float, total: int, data: st.DataObject) -> None:
    clock = Clock()
    left = TimeLeft(clock)
    done = data.draw(st.integers(10, total))
    for step in range(done + 1):
        left.step(step, total)
        clock.now += each
    clock.now -= each
    if done * each < 2:
        assert left.seconds is None
    else:
        assert left.seconds == pytest.approx((total - done) * each)


@given(st.integers(0, 100), st.floats(0.001, 5))
def test_the_longer_nothing_comes_the_longer_it_takes(done: int, wait: float) -> None:
    clock = Clock()
    left = TimeLeft(clock)
    for step in range(done + 1):
        left.step(step, 200)
        clock.now += 1
    before = left.seconds
    clock.now += wait
    after = left.seconds
    assert (before is None) or (after is not None and after > before)


def test_nothing_is_said_before_two_seconds_and_five_steps() -> None:
    clock = Clock()
    left = TimeLeft(clock)
    for step in range(5):
        left.step(step, 100)
        clock.now += 10
        assert left.seconds is None
    left.step(5, 100)
    assert left.seconds == pytest.approx(95 * 10, rel=0.3)
    quick = TimeLeft(clock)
    for step in range(1000):
        quick.step(step, 2000)
        clock.now += 0.0019
        assert quick.seconds is None


def test_what_was_slow_at_first_is_forgotten() -> None:
    clock = Clock()
    left = TimeLeft(clock)
    left.step(0, 1000)
    clock.now += 60  # the model is loaded
    for step in range(1, 301):
        left.step(step, 1000)
        clock.now += 0.1
    assert left.seconds == pytest.approx(70, rel=0.02)


def test_unknown_length_and_a_work_that_begins_anew_say_nothing() -> None:
    clock = Clock()
    left = TimeLeft(clock)
    for step in range(50):
        left.step(step, 0)
        clock.now += 1
        assert left.seconds is None
    left.step(0, 10)
    assert left.seconds is None


def test_progress_keeps_the_time_and_still_stops() -> None:
    told = []
    progress = Progress(lambda *step: told.append(step), lambda: len(told) > 3)
    with pytest.raises(CancelledError):
        for _ in progress.each(range(100), 100, "x"):
            pass
    assert told == [(n, 100, "x") for n in range(4)]
    assert progress.left.seconds is None
