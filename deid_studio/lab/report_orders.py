"""Report orders: whether a model learns faster from reports in an order that leads than from them by lot.

Reports of a pool are revealed a few at a time, as a person would sign them off in that order. The model is learned anew
from all that were revealed, the order of the others is made anew by its suggestions, and it is measured on others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from deid_studio.lab.order_savings import savings
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.progress import Progress
from deid_studio.review.deciding.benefit import Benefit, benefit
from deid_studio.review.report_order import SortBy, ordered
from deid_studio.texts import Text, figures

Suggest = Callable[[Document], Sequence[Suggestion]]  # it must not look at the spans
# What is next, of the revealed reports and what the others are worth; made of a pool in the order of a lot, and a seed.
Active = Callable[[Sequence[str], Mapping[str, Benefit]], Sequence[str]]
MakeActive = Callable[[Sequence[Document], int], Active]

_VALUES: Mapping[SortBy, Callable[[Benefit], float]] = {
    SortBy.UNCERTAINTY: lambda one: one.uncertainty,
    SortBy.LEAK: lambda one: one.leak,
}
_BY_LOT = "by lot"
_TITLES = {
    SortBy.UNCERTAINTY: Text("by uncertainty"),
    SortBy.LEAK: Text("by expected leak"),
    SortBy.PLAN: Text("active order of a corpus"),
}


@dataclass(frozen=True, slots=True)
class Learned:
    """What is suggested, which is measured, and what is doubted beside it, which leads the order as well."""

    suggest: Suggest
    doubt: Callable[[Document, Sequence[Suggestion]], Sequence[Suggestion]] = lambda _doc, _suggestions: ()

    def benefit(self, doc: Document) -> Benefit:
        """What a report is worth, as the window has it: by suggestions and doubts."""
        found = self.suggest(doc)
        return benefit((*found, *self.doubt(doc, found)))


Learn = Callable[[Sequence[Document]], Learned]


@dataclass(frozen=True, slots=True)
class Run:
    """What was learned in one order (`seed` of one by lot): the evaluation after each number of revealed reports, and
    how many words a person had read by then."""

    order: str
    seed: int
    points: Mapping[int, Evaluation]
    words: Mapping[int, int]

    @property
    def recalls(self) -> dict[int, float]:
        """The recall of characters after each number of reports."""
        return {count: one.characters.recall for count, one in self.points.items()}


@dataclass
class Simulation:
    """Reveals `step` reports of `pool` at a time, `steps` times; `base` is what was learned before.

    The same reports learned in another order give the same model, so each set of them is learned once.
    """

    pool: Sequence[Document]
    held_out: Sequence[Document]
    learn: Learn
    base: Learned
    step: int
    steps: int
    active: MakeActive
    progress: Progress = field(default_factory=Progress)
    _known: dict[frozenset[str], tuple[Learned, Evaluation]] = field(default_factory=dict, init=False)

    def run(self, by: SortBy | None, seed: int = 1) -> Run:
        """Reveal the reports by benefit or as a corpus with an active order does (`by`), else by lot."""
        names = sorted(doc.id for doc in self.pool)
        random.Random(seed).shuffle(names)  # what a benefit does not part goes by lot
        reports = {doc.id: doc for doc in self.pool}
        revealed: list[str] = []
        points: dict[int, Evaluation] = {}
        active = self.active([reports[name] for name in names], seed)
        for _ in range(self.steps + 1):
            learned, points[len(revealed)] = self._state(revealed)
            left = [name for name in names if name not in revealed]
            if by is not None:
                benefits = {name: learned.benefit(reports[name]) for name in left}
                if by is SortBy.PLAN:
                    left = list(active(revealed, benefits))
                else:
                    values = {name: _VALUES[by](one) for name, one in benefits.items()}
                    left = ordered(left, values.__getitem__, descending=True)
            revealed += left[: self.step]
        words = {count: sum(len(reports[name].text.split()) for name in revealed[:count]) for count in points}
        return Run(_BY_LOT if by is None else by.value, seed, points, words)

    def _state(self, revealed: Sequence[str]) -> tuple[Learned, Evaluation]:
        key = frozenset(revealed)
        if key not in self._known:
            learned = self.learn([doc for doc in self.pool if doc.id in key]) if key else self.base
            found = evaluate(self.held_out, lambda doc: [one.span for one in learned.suggest(doc)])
            self._known[key] = learned, found
            self.progress.step(len(self._known), 0, "adapting")
        return self._known[key]


def savings_to_text(splits: Sequence[Sequence[Run]], language: str = "en") -> str:
    """A table (Markdown): of each order, after each number of reports by lot, the share of them that it needs for the
    same recall, and in the last column how long its reports are beside those by lot."""
    lots = [[run for run in runs if run.order == _BY_LOT] for runs in splits]
    counts = list(splits[0][0].points)[1:]
    head = Text("reports needed for the recall of these by lot").said(language)
    lines = [_row([head, *map(str, counts), Text("words of a report").said(language)])]
    lines.append(_row(["---"] * (len(counts) + 2)))
    for number, first in enumerate(splits[0]):
        if first.order == _BY_LOT:
            continue
        own = [runs[number] for runs in splits]
        found = savings([run.recalls for run in own], [[run.recalls for run in runs] for runs in lots])
        words = [
            np.mean([run.words[counts[-1]] for run in runs]) for runs in (own, [one for lot in lots for one in lot])
        ]
        cells = [
            f"{_times(one.share, language)} ({_times(one.low, language)}–{_times(one.high, language)})" for one in found
        ]
        lines.append(_row([_title(first, language), *cells, _times(float(words[0] / words[1]), language)]))
    return "\n".join(lines) + "\n"


def to_text(runs: Sequence[Run], language: str = "en") -> str:
    """A table (Markdown): of each order the recall of characters after each number of reports, and the mean of them.

    Orders by lot are one row each; the last column is how many of them the order is better than, by its mean.
    """
    counts = list(runs[0].points)
    learned = counts[1:]
    by_lot = [_mean(run, learned) for run in runs if run.order == _BY_LOT]
    head = [
        Text("order").said(language),
        *map(str, counts),
        Text("mean").said(language),
        Text("better than").said(language),
    ]
    lines = [_row(head), _row(["---"] * len(head))]
    for run in runs:
        recalls = [run.points[count].characters.recall for count in counts]
        mean = _mean(run, learned)
        beaten = "" if run.order == _BY_LOT else f"{sum(mean > one for one in by_lot)}/{len(by_lot)}"
        lines.append(_row([_title(run, language), *(_share(value, language) for value in (*recalls, mean)), beaten]))
    return "\n".join(lines) + "\n"


def _title(run: Run, language: str) -> str:
    if run.order == _BY_LOT:
        return Text("by lot, {seed}", seed=run.seed).said(language)
    return _TITLES[SortBy(run.order)].said(language)


def _mean(run: Run, counts: Iterable[int]) -> float:
    values = [run.points[count].characters.recall for count in counts]
    return sum(values) / len(values)


def _share(value: float, language: str) -> str:
    return figures(f"{value:.4f}").said(language)


def _times(value: float, language: str) -> str:
    return figures(f"{value:.2f}").said(language) if isfinite(value) else ">1"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
