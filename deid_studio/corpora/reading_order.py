"""Reading order: which report of a layer is read next; pure.

In an active order that is the one in which most is open (its entropy), shared with those read last that are laid out
alike and of which the model has not learned yet (batch-mode active learning, B. Settles, "Active Learning Literature
Survey", 2009, section 6.1): so layouts get their turns in proportion to what is open in them, as parties get seats by
the method of D'Hondt. In between, at even distances, come those that were drawn by lot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from deid_studio.corpora.plan import ReadingOrder, Task
from deid_studio.review.deciding.benefit import Benefit

Marks = frozenset[str]  # of a report's layout (`detection/signed_layouts.py`)

RECENT = 4  # reports read in a row that are to be unlike each other
_AHEAD = 40  # nobody reads further before more is known
_COMPARED = 200
_OF_MARKS = 0.125  # of a report's marks in another one: both are laid out alike, prose and all
_NONE: Marks = frozenset()


def is_active(tasks: Sequence[Task]) -> bool:
    """Whether the order of any task goes by what is suggested."""
    return any(task.order is ReadingOrder.ACTIVE for task in tasks)


def reading_order(
    tasks: Sequence[Task],
    read: Sequence[str],
    benefits: Mapping[str, Benefit],
    marks: Mapping[str, Marks],
    learned: int = 0,
) -> list[str]:
    """The reports of a layer's tasks that are not among the `read` ones (in the order of reading), the next one first.

    The model has learned of the first `learned` ones: what it is unsure of now tells of them already. `benefits` and
    `marks` are of as many reports as they are known of; of those of which nothing is known goes first what the plan has
    first.
    """
    done = frozenset(read)
    left = [task for task in tasks if task.report not in done]
    if not is_active(tasks):
        return [task.report for task in left]
    best = _best([task.report for task in left if not task.by_lot], _recent(read, learned), benefits, marks)
    by_lot = deque(task.report for task in left if task.by_lot)
    every = sum(task.by_lot for task in tasks)
    drawn, order = every - len(by_lot), deque(best)
    found: list[str] = []
    for place in range(len(tasks) - len(left), len(tasks)):
        is_drawn = by_lot and (not order or drawn * len(tasks) <= place * every)
        drawn += bool(is_drawn)
        found.append((by_lot if is_drawn else order).popleft())
    return found


def to_compare(
    tasks: Sequence[Task], read: Sequence[str], benefits: Mapping[str, Benefit], learned: int = 0
) -> list[str]:
    """The reports of which `reading_order` needs the marks: those read last, and the unread ones worth most."""
    done = frozenset(read)
    left = [task.report for task in tasks if not task.by_lot and task.report in benefits and task.report not in done]
    left.sort(key=lambda name: benefits[name].uncertainty, reverse=True)
    return [*_recent(read, learned), *left[:_COMPARED]]


def _recent(read: Sequence[str], learned: int) -> Sequence[str]:
    return read[learned:][-RECENT:]


def _best(
    names: Sequence[str], read: Sequence[str], benefits: Mapping[str, Benefit], marks: Mapping[str, Marks]
) -> list[str]:
    left = {name: benefits[name].uncertainty for name in names if name in benefits}
    recent = deque((marks.get(name, _NONE) for name in read), RECENT)
    found: list[str] = []
    while left and len(found) < _AHEAD:
        best = max(left, key=lambda name: left[name] / (1 + _alike(marks.get(name, _NONE), recent)))
        recent.append(marks.get(best, _NONE))
        found.append(best)
        del left[best]
    found += sorted(left, key=left.__getitem__, reverse=True)
    return found + [name for name in names if name not in benefits]


def _alike(own: Marks, others: Iterable[Marks]) -> float:
    """How many of some others are laid out as a report is; such as are so in part count in part."""
    shared = (len(own & other) / (min(len(own), len(other)) or 1) for other in others)
    return sum(min(share / _OF_MARKS, 1.0) for share in shared)
