"""Reading order: which report of a layer is read next; pure.

In an active order that is the one in which most is open (its entropy) and most would leak, and which is laid out
unlike those read last, of which a model could not learn yet (batch-mode active learning, B. Settles, "Active Learning
Literature Survey", 2009, section 6.1). In between, at even distances, come those that were drawn by lot.
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
_LEAK = 0.1  # bits for each mention that is expected to leak
_OF_MARKS = 0.125  # of a report's marks in another one: both are laid out alike, prose and all
_SHARED = 0.5  # of what is to be learned from a report, that one like it teaches as well
_NONE: Marks = frozenset()


def is_active(tasks: Sequence[Task]) -> bool:
    """Whether the order of any task goes by what is suggested."""
    return any(task.order is ReadingOrder.ACTIVE for task in tasks)


def worth(benefit: Benefit) -> float:
    """What is to be learned from a report, in bits."""
    return benefit.uncertainty + _LEAK * benefit.leak


def reading_order(
    tasks: Sequence[Task], read: Sequence[str], benefits: Mapping[str, Benefit], marks: Mapping[str, Marks]
) -> list[str]:
    """The reports of a layer's tasks that are not among the `read` ones (in the order of reading), the next one first.

    `benefits` and `marks` are of as many reports as they are known of; of those of which nothing is known goes what
    the plan has first.
    """
    done = frozenset(read)
    left = [task for task in tasks if task.report not in done]
    if not is_active(tasks):
        return [task.report for task in left]
    best = _best([task.report for task in left if not task.by_lot], read[-RECENT:], benefits, marks)
    by_lot = deque(task.report for task in left if task.by_lot)
    every = sum(task.by_lot for task in tasks)
    drawn, order = every - len(by_lot), deque(best)
    found: list[str] = []
    for place in range(len(tasks) - len(left), len(tasks)):
        is_drawn = by_lot and (not order or drawn * len(tasks) <= place * every)
        drawn += bool(is_drawn)
        found.append((by_lot if is_drawn else order).popleft())
    return found


def to_compare(tasks: Sequence[Task], read: Sequence[str], benefits: Mapping[str, Benefit]) -> list[str]:
    """The reports of which `reading_order` needs the marks: those read last, and the unread ones worth most."""
    done = frozenset(read)
    left = [task.report for task in tasks if not task.by_lot and task.report in benefits and task.report not in done]
    left.sort(key=lambda name: worth(benefits[name]), reverse=True)
    return [*read[-RECENT:], *left[:_COMPARED]]


def _best(
    names: Sequence[str], read: Sequence[str], benefits: Mapping[str, Benefit], marks: Mapping[str, Marks]
) -> list[str]:
    left = {name: worth(benefits[name]) for name in names if name in benefits}
    recent = deque((marks.get(name, _NONE) for name in read), RECENT)
    found: list[str] = []
    while left and len(found) < _AHEAD:
        best = max(left, key=lambda name: left[name] * _novelty(marks.get(name, _NONE), recent))
        recent.append(marks.get(best, _NONE))
        found.append(best)
        del left[best]
    found += sorted(left, key=left.__getitem__, reverse=True)
    return found + [name for name in names if name not in benefits]


def _novelty(own: Marks, others: Iterable[Marks]) -> float:
    """How much is to be learned from a report beside others of which it was not learned yet: 1 if all are laid out
    otherwise, down to `1 - _SHARED`."""
    alike = max((len(own & other) / (min(len(own), len(other)) or 1) for other in others), default=0.0)
    return 1 - _SHARED * min(alike / _OF_MARKS, 1.0)
