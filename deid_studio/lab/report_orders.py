"""Report orders: whether a model learns faster from reports in the order by benefit than from them by lot.

Reports of a pool are revealed a few at a time, as a person would sign them off in that order. The model is learned anew
from all that were revealed, the order of the others is made anew by its suggestions, and it is measured on others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.progress import Progress
from deid_studio.review.deciding.benefit import Benefit, benefit
from deid_studio.review.report_order import SortBy, ordered
from deid_studio.texts import Text, figures

Suggest = Callable[[Document], Sequence[Suggestion]]  # it must not look at the spans
Learn = Callable[[Sequence[Document]], Suggest]

_VALUES: Mapping[SortBy, Callable[[Benefit], float]] = {
    SortBy.UNCERTAINTY: lambda one: one.uncertainty,
    SortBy.LEAK: lambda one: one.leak,
}
_BY_LOT = "by lot"
_TITLES = {SortBy.UNCERTAINTY: Text("by uncertainty"), SortBy.LEAK: Text("by expected leak")}


@dataclass(frozen=True, slots=True)
class Run:
    """What was learned in one order (`seed` of one by lot): the evaluation after each number of revealed reports."""

    order: str
    seed: int
    points: Mapping[int, Evaluation]


@dataclass
class Simulation:
    """Reveals `step` reports of `pool` at a time, `steps` times; `base` suggests what is suggested before.

    The same reports learned in another order give the same model, so each set of them is learned once.
    """

    pool: Sequence[Document]
    held_out: Sequence[Document]
    learn: Learn
    base: Suggest
    step: int
    steps: int
    progress: Progress = field(default_factory=Progress)
    _known: dict[frozenset[str], tuple[Suggest, Evaluation]] = field(default_factory=dict, init=False)

    def run(self, by: SortBy | None, seed: int = 1) -> Run:
        """Reveal the reports by benefit (`by`), or by lot."""
        names = sorted(doc.id for doc in self.pool)
        random.Random(seed).shuffle(names)  # what a benefit does not part goes by lot
        reports = {doc.id: doc for doc in self.pool}
        revealed: list[str] = []
        points: dict[int, Evaluation] = {}
        for _ in range(self.steps + 1):
            suggest, points[len(revealed)] = self._state(revealed)
            left = [name for name in names if name not in revealed]
            if by is not None:
                values = {name: _VALUES[by](benefit(suggest(reports[name]))) for name in left}
                left = ordered(left, values.__getitem__, descending=True)
            revealed += left[: self.step]
        return Run(_BY_LOT if by is None else by.value, seed, points)

    def _state(self, revealed: Sequence[str]) -> tuple[Suggest, Evaluation]:
        key = frozenset(revealed)
        if key not in self._known:
            suggest = self.learn([doc for doc in self.pool if doc.id in key]) if key else self.base
            found = evaluate(self.held_out, lambda doc: [one.span for one in suggest(doc)])
            self._known[key] = suggest, found
            self.progress.step(len(self._known), 0, "adapting")
        return self._known[key]


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


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
