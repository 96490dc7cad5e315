"""Progress: what long work takes, so that a person sees how far it is and can stop it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from deid_studio.errors import CancelledError

T = TypeVar("T")

_PACE_SECONDS = 20.0  # how far back the pace is looked at
_NOTHING_BEFORE = (2.0, 5)  # seconds and steps: the first ones are slow, or of things that are there already


class TimeLeft:
    """How long work will still take, by the pace of its last steps; `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._steps: deque[tuple[float, int]] = deque()  # when, and how many were done then
        self._began = (0.0, 0)
        self._total = 0

    def step(self, step: int, total: int) -> None:
        """Take up that `step` of `total` are done (0: unknown length); fewer than before begin a work of its own."""
        now = self._clock()
        if not self._steps or step < self._steps[-1][1]:
            self.restart()
            self._began = now, step
        elif step == self._steps[-1][1]:
            self._total = total
            return
        self._total = total
        self._steps.append((now, step))
        # The newest of those that are too old stays: the pace is of at least that long.
        while len(self._steps) > 2 and now - self._steps[1][0] >= _PACE_SECONDS:
            self._steps.popleft()

    def restart(self) -> None:
        """Forget the pace, as after a pause."""
        self._steps.clear()
        self._total = 0

    @property
    def pace(self) -> float | None:
        """Steps a second, of the last ones; None while nobody can know."""
        if not self._steps:
            return None
        now, (first, done_then), (_, done) = self._clock(), self._steps[0], self._steps[-1]
        enough = now - self._began[0] >= _NOTHING_BEFORE[0] and done - self._began[1] >= _NOTHING_BEFORE[1]
        if not enough or done <= done_then or now <= first:
            return None
        # Up to now, not up to the last step: what hangs is not going to be ready soon.
        return (done - done_then) / (now - first)

    @property
    def seconds(self) -> float | None:
        """Seconds left, never negative; None while nobody can know."""
        pace = self.pace
        return max(self._total - self._steps[-1][1], 0) / pace if pace and self._total else None


class Progress:
    """Step, total and the wish to stop, passed into long work; this one tells nobody.

    `report(step, total, what)` is called after each step (`total` 0: unknown length) and `cancelled()` is asked
    before each; both are the caller's.
    """

    def __init__(
        self,
        report: Callable[[int, int, str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._report = report
        self._cancelled = cancelled
        self.left = TimeLeft()

    def step(self, step: int, total: int = 0, what: str = "") -> None:
        """Tell that `step` of `total` is done; raises `CancelledError` when the person asked to stop."""
        if self._cancelled is not None and self._cancelled():
            raise CancelledError()
        self.left.step(step, total)
        if self._report is not None:
            self._report(step, total, what)

    def each(self, items: Iterable[T], total: int = 0, what: str = "") -> Iterator[T]:
        """Pass the items on, telling a step for each; raises `CancelledError` like `step`."""
        self.step(0, total, what)
        for done, item in enumerate(items, start=1):
            yield item
            self.step(done, total, what)
