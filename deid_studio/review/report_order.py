"""Report order: by what a folder's reports are sorted, and which of them comes next; pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Mapping, Sequence
from enum import StrEnum
from typing import Any

from deid_studio.review.project import ReportState


class SortBy(StrEnum):
    """By what reports are sorted; the value is what a project keeps."""

    NAME = "name"
    STATE = "state"
    UNCERTAINTY = "uncertainty"
    LEAK = "leak"
    PENDING = "pending"
    DATE = "date"
    PLAN = "plan"  # of a corpus, in an annotator's layer

    @property
    def is_benefit(self) -> bool:
        """Whether it goes by what a report is worth looking at."""
        return self in (SortBy.UNCERTAINTY, SortBy.LEAK)

    @property
    def leads(self) -> bool:
        """Whether it says which report is to be looked at first."""
        return self.is_benefit or self is SortBy.PLAN

    @property
    def descends(self) -> bool:
        """Whether people want the most of it first."""
        return self not in (SortBy.NAME, SortBy.STATE, SortBy.PLAN)


# What is under way first, what is done last.
STATE_ORDER: Mapping[ReportState, int] = {
    state: place
    for place, state in enumerate(
        (
            ReportState.IN_REVIEW,
            ReportState.SIGNED_THEN_CHANGED,
            ReportState.NEEDS_SECOND_READER,
            ReportState.SUGGESTIONS_WAITING,
            ReportState.NOT_OPENED,
            ReportState.SIGNED_OFF,
        )
    )
}


def ordered(names: Sequence[str], value_of: Callable[[str], Any], descending: bool) -> list[str]:
    """The names by a value each; those of which it is not known (None) last, equal ones in the order they came."""
    values = {name: value_of(name) for name in names}
    known = [name for name in names if values[name] is not None]
    known.sort(key=values.__getitem__, reverse=descending)
    return [*known, *(name for name in names if values[name] is None)]


def neighbour(order: Mapping[str, int], shown: Sequence[str], name: str, step: int) -> str | None:
    """The report `step` places further among those shown, which are in the order of their places in `order`.

    From one that is not shown, steps go to those around its place; None at the ends.
    """
    places = [order[one] for one in shown]
    here = bisect_left(places, order[name])
    is_shown = here < len(places) and places[here] == order[name]
    at = here + step if is_shown or step < 0 else here + step - 1
    return shown[at] if 0 <= at < len(shown) else None


def next_of(order: Sequence[str], after: str | None, wanted: Callable[[str], bool]) -> str | None:
    """The next wanted report after `after` (None: from the first), round to the first; never `after` itself."""
    begin = order.index(after) + 1 if after is not None and after in order else 0
    return next((name for name in (*order[begin:], *order[:begin]) if name != after and wanted(name)), None)


def best_of(order: Sequence[str], after: str | None, wanted: Callable[[str], bool], seen: Container[str]) -> str | None:
    """The first wanted report of an order that leads that was not seen before; when all were, the next one after."""
    unseen = next((name for name in order if name != after and name not in seen and wanted(name)), None)
    return unseen or next_of(order, after, wanted)
