"""Two systems compared: whether one system is better than another on the same reports, or merely luckier with these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deid_studio.learning.evaluate import Evaluation, ReportFigures
from deid_studio.learning.scores import Counts
from deid_studio.texts import Text

Floats = NDArray[np.float64]

TITLES: Mapping[str, Text] = {
    "direct_clean": Text("Wholly clean reports, direct identifiers"),
    "clean": Text("Wholly clean reports, all PHI"),
    "characters_recall": Text("Characters of PHI, recall"),
    "characters_precision": Text("Characters of PHI, precision"),
    "ner": Text("NER (class and place)"),
    "spans_strict": Text("Spans, strict"),
    "spans_merged": Text("Spans, merged"),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A measure of two systems on the same reports (fractions): each one's, and what the second has more.

    `low` and `high` hold 95 % of the differences on drawn sets of reports; `p` is twice the smaller share of the drawn
    sets on which the difference is not of its sign (paired bootstrap, at most 1).
    """

    measure: str
    first: float
    second: float
    low: float
    high: float
    p: float

    @property
    def more(self) -> float:
        """What the second system has more than the first."""
        return self.second - self.first


def compare(first: Evaluation, second: Evaluation, draws: int = 10_000, seed: int = 1) -> tuple[Difference, ...]:
    """What a second system has more than a first one, by a paired bootstrap over reports.

    Sets of as many reports are drawn from them with replacement, the same for both systems. Raises `ValueError` when
    the evaluations are not of the same reports. Source: Efron and Tibshirani, "An Introduction to the Bootstrap"
    (1993), ch. 13; Berg-Kirkpatrick et al., "An Empirical Investigation of Statistical Significance in NLP" (2012).
    """
    if [one.id for one in first.per_report] != [one.id for one in second.per_report]:
        raise ValueError("not the same reports")
    count = len(first.per_report)
    random = np.random.default_rng(seed)
    # How often each report is in each drawn set; one row at a time would take minutes.
    drawn = random.multinomial(count, np.full(count, 1 / count), size=draws).astype(np.float64) if count else None
    found = []
    for measure, (of_report, of_sums) in _MEASURES.items():
        sides = [np.asarray([of_report(one) for one in each.per_report], dtype=np.float64) for each in (first, second)]
        whole = [float(of_sums(side.sum(axis=0)[None, :])[0]) if count else 0.0 for side in sides]
        low = high = 0.0
        p = 1.0
        if drawn is not None:
            more = of_sums(drawn @ sides[1]) - of_sums(drawn @ sides[0])
            low, high = np.quantile(more, (0.025, 0.975)).tolist()
            p = min(2 * min(float((more <= 0).mean()), float((more >= 0).mean())), 1.0)
        found.append(Difference(measure, whole[0], whole[1], low, high, p))
    return tuple(found)


def to_text(differences: Sequence[Difference], names: tuple[str, str], language: str = "en") -> str:
    """A table for a terminal."""
    titles = {one.measure: TITLES[one.measure].said(language) for one in differences}
    wide = max(map(len, titles.values())) + 2
    columns = [*(name[-14:] for name in names), Text("difference").said(language), "95 %", "p"]
    lines = [f"{'':<{wide}}{columns[0]:>15}{columns[1]:>15}{columns[2]:>12}{columns[3]:>20}{columns[4]:>8}"]
    for one in differences:
        interval = f"{one.low:+.4f} {one.high:+.4f}"
        lines.append(
            f"{titles[one.measure]:<{wide}}{one.first:>15.4f}{one.second:>15.4f}{one.more:>+12.4f}{interval:>20}"
            f"{one.p:>8.3f}"
        )
    return "\n".join(lines) + "\n"


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def _counts(measure: str) -> Callable[[ReportFigures], tuple[int, int, int]]:
    def of(report: ReportFigures) -> tuple[int, int, int]:
        counts: Counts = getattr(report, measure)
        return counts.tp, counts.fp, counts.fn

    return of


def _clean(measure: str) -> Callable[[ReportFigures], tuple[int, int]]:
    """Whether a report is wholly clean, and whether it has anything to be clean of."""

    def of(report: ReportFigures) -> tuple[int, int]:
        counts: Counts = getattr(report, measure)
        has = counts.tp + counts.fn > 0
        return int(has and not counts.fn), int(has)

    return of


def _share(sums: Floats) -> Floats:
    return _ratio(sums[:, 0], sums[:, 1])


def _f1(sums: Floats) -> Floats:
    return _ratio(2 * sums[:, 0], 2 * sums[:, 0] + sums[:, 1] + sums[:, 2])


def _recall(sums: Floats) -> Floats:
    return _ratio(sums[:, 0], sums[:, 0] + sums[:, 2])


def _precision(sums: Floats) -> Floats:
    return _ratio(sums[:, 0], sums[:, 0] + sums[:, 1])


_MEASURES: Mapping[str, tuple[Callable[[ReportFigures], tuple[int, ...]], Callable[[Floats], Floats]]] = {
    "direct_clean": (_clean("direct"), _share),
    "clean": (_clean("characters"), _share),
    "characters_recall": (_counts("characters"), _recall),
    "characters_precision": (_counts("characters"), _precision),
    **{measure: (_counts(measure), _f1) for measure in ("ner", "spans_strict", "spans_merged")},
}
