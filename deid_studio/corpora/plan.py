"""Plan: which annotator reads which report of a corpus, in which order, with suggestions or without; pure.

What is left to chance is drawn by a keyed hash of the report's name: the same corpus gives the same plan, and reports
that come later change nothing that was planned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import ceil

from deid_studio.review.second.second_policy import draw

MOST_PLANTED = 0.2


class Shown(StrEnum):
    """What an annotator sees of a report: no suggestion, all of them, or in half of the reports either (`MIXED`)."""

    BLIND = "blind"
    SUGGESTIONS = "suggestions"
    MIXED = "mixed"


class ReadingOrder(StrEnum):
    """In which order an annotator reads: as the reports are listed, by lot, each annotator by another one, or first
    what a model learns most from (`ACTIVE`, `reading_order.py`), with some by lot in between."""

    LISTED = "listed"
    RANDOM = "random"
    ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class Plan:
    """How reports are given out.

    A share `shared` (0 to 1) of the reports is read by `readers` annotators, the others by one. In an active order a
    share `random_share` is read by lot all the same: only what is measured on those holds for all. A share `planted` (0
    to `MOST_PLANTED`) of the suggestions that are shown is wrong, to measure how far they pull. `seed` (hexadecimal) is
    what chance is drawn by.
    """

    readers: int = 2
    shared: float = 1.0
    shown: Shown = Shown.BLIND
    order: ReadingOrder = ReadingOrder.RANDOM
    seed: str = "00"
    random_share: float = 0.2
    planted: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """A report that an annotator is to read, `blind` or with suggestions; `order` is what says when."""

    report: str
    annotator: str
    blind: bool
    order: ReadingOrder = ReadingOrder.LISTED

    @property
    def by_lot(self) -> bool:
        """Whether nothing but chance says when it is read, so that what is measured on such reports holds for all."""
        return self.order is ReadingOrder.RANDOM


def tasks_for(
    reports: Iterable[str], annotators: Sequence[str], plan: Plan, before: Sequence[Task] = ()
) -> tuple[Task, ...]:
    """The tasks of the reports that nobody has `before`, in the order in which each annotator reads.

    Every annotator has as much to read as any other, pairs of annotators share as many reports as other pairs, and of
    who shares a report with `MIXED` half see suggestions: as near as whole reports allow. Raises ValueError where
    there are fewer annotators than a report needs.
    """
    if not 1 <= plan.readers <= len(annotators):
        raise ValueError(f"{plan.readers} readers of {len(annotators)} annotators")
    planned = {task.report for task in before}
    new = [name for name in dict.fromkeys(reports) if name not in planned]
    by_lot = sorted(new, key=lambda name: draw(f"shared:{name}", plan.seed))
    shared = set(by_lot[: round(plan.shared * len(new))])
    orders = _orders(new, plan)
    given = _Given(annotators, plan, before)
    found = {name: given.out(name, plan.readers if name in shared else 1, orders[name]) for name in by_lot}
    if plan.order is ReadingOrder.LISTED:
        return tuple(task for name in new for task in found[name])
    every = (task for tasks in found.values() for task in tasks)
    return tuple(sorted(every, key=lambda task: draw(f"order:{task.annotator}:{task.report}", plan.seed)))


def _orders(reports: Sequence[str], plan: Plan) -> dict[str, ReadingOrder]:
    """What says when each report is read, the same for all its readers."""
    found = dict.fromkeys(reports, plan.order)
    if plan.order is ReadingOrder.ACTIVE:
        by_lot = sorted(reports, key=lambda name: draw(f"random:{name}", plan.seed))
        found |= dict.fromkeys(by_lot[: ceil(plan.random_share * len(by_lot))], ReadingOrder.RANDOM)
    return found


class _Given:
    """What was given out so far, and to whom the next report goes."""

    def __init__(self, annotators: Sequence[str], plan: Plan, before: Sequence[Task]) -> None:
        self._annotators = annotators
        self._plan = plan
        self._load: Counter[str] = Counter()
        self._pairs: Counter[frozenset[str]] = Counter()
        self._blind: Counter[str] = Counter()  # more reports blind than with suggestions
        together: dict[str, list[Task]] = {}
        for task in before:
            together.setdefault(task.report, []).append(task)
        for tasks in together.values():
            self._note(tasks)

    def out(self, report: str, readers: int, order: ReadingOrder) -> list[Task]:
        """The tasks of one report."""
        chosen: list[str] = []
        while len(chosen) < readers:
            rest = [one for one in self._annotators if one not in chosen]
            chosen.append(
                min(
                    rest,
                    key=lambda one: (
                        self._load[one],
                        sum(self._pairs[frozenset((one, other))] for other in chosen),
                        draw(f"reader:{one}:{report}", self._plan.seed),
                    ),
                )
            )
        blind = self._blind_ones(report, chosen)
        tasks = [Task(report, one, one in blind, order) for one in chosen]
        self._note(tasks)
        return tasks

    def _blind_ones(self, report: str, chosen: list[str]) -> set[str]:
        if self._plan.shown is not Shown.MIXED:
            return set(chosen) if self._plan.shown is Shown.BLIND else set()
        half, odd = divmod(len(chosen), 2)
        ordered = sorted(chosen, key=lambda one: (self._blind[one], draw(f"blind:{one}:{report}", self._plan.seed)))
        if odd:
            balance = self._blind[ordered[half]]
            half += balance < 0 or (balance == 0 and draw(f"half:{report}", self._plan.seed) < 0.5)
        return set(ordered[:half])

    def _note(self, tasks: Sequence[Task]) -> None:
        names = [task.annotator for task in tasks]
        self._load.update(names)
        self._pairs.update(frozenset(pair) for pair in combinations(names, 2))
        for task in tasks:
            self._blind[task.annotator] += 1 if task.blind else -1
