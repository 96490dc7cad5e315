"""Progress: what long work takes, so that a person sees how far it is and can stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from deid_studio.errors import CancelledError

T = TypeVar("T")


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

    def step(self, step: int, total: int = 0, what: str = "") -> None:
        """Tell that `step` of `total` is done; raises `CancelledError` when the person asked to stop."""
        if self._cancelled is not None and self._cancelled():
            raise CancelledError()
        if self._report is not None:
            self._report(step, total, what)

    def each(self, items: Iterable[T], total: int = 0, what: str = "") -> Iterator[T]:
        """Pass the items on, telling a step for each; raises `CancelledError` like `step`."""
        self.step(0, total, what)
        for done, item in enumerate(items, start=1):
            yield item
            self.step(done, total, what)
