"""Agreement: how far annotators who read the same reports marked the same, each figure with its interval.

F1 between two annotators is what the field reports for spans, since nobody can say how many spans both left unmarked
(G. Hripcsak and A. S. Rothschild, "Agreement, the F-measure, and reliability in information retrieval", JAMIA 12
(2005), 296-298). Cohen's kappa and Krippendorff's alpha (nominal; K. Krippendorff, "Content Analysis" (2019), ch. 12)
are of tokens, whose value is the class that they are marked with, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.scores import Counts, aligned, character_counts, ner_counts, overlap_confusions
from deid_studio.model.span import Span

Floats = NDArray[np.float64]
Layers = Mapping[str, Mapping[str, Collection[Span]]]  # by annotator and report

NOTHING = ""  # the value of a token that is not marked
_DRAWS = 1000
_SEED = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure (at most 1) and what holds 95 % of it on drawn sets of reports; None where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """How two annotators agree on the reports that both read, the second counted against the first.

    `exact` and `overlap` are F1 of spans by class and ends, and by class and a common code point; `characters` is that
    of letters and digits in any class; `kappa` is Cohen's, `kappa_of_class` over whether a token is marked with a
    class. `per_class` and `per_report` are counts of exact spans; `confusion` counts pairs of classes by overlap.
    """

    first: str
    second: str
    exact: Figure
    overlap: Figure
    characters: Figure
    kappa: Figure
    kappa_of_class: Mapping[str, Figure]
    per_class: Mapping[str, Counts]
    per_report: Mapping[str, Counts]
    confusion: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How all annotators agree: pair by pair, and together on all reports that two or more read.

    `alpha` is Krippendorff's over classes, `alpha_marked` over whether a token is marked at all; `alpha_of_class` over
    whether it is marked with a class.
    """

    reports: int
    pairs: tuple[PairAgreement, ...]
    alpha: Figure
    alpha_marked: Figure
    alpha_of_class: Mapping[str, Figure]


def agreement(texts: Mapping[str, str], layers: Layers, draws: int = _DRAWS, seed: int = _SEED) -> Agreement:
    """The agreement of annotators on reports that two or more of them read; `texts` are by report.

    Intervals are percentiles over sets of reports drawn with replacement (a report is drawn whole, since its spans are
    not independent). Raises KeyError for a report without a text.
    """
    reports = [name for name in texts if sum(name in own for own in layers.values()) > 1]
    values = _Values(texts, layers, reports)
    chance = np.random.default_rng(seed)
    pairs = tuple(
        _pair(first, second, texts, layers, values, draws, chance) for first, second in combinations(layers, 2)
    )
    drawn = drawn_sets(len(reports), draws, chance)
    together = np.array([values.coincidences(name) for name in reports]).reshape(len(reports), *values.square)
    by_class = _of_each(values.categories, together, krippendorff, drawn)
    nothing = values.categories.index(NOTHING)
    marked = _figure(_binary(together, nothing), krippendorff, drawn)
    return Agreement(len(reports), pairs, _figure(together, krippendorff, drawn), marked, by_class)


def cohen(tables: Floats) -> Floats:
    """Cohen's kappa of tables (…, classes, classes) of counts; NaN where both gave one value to everything."""
    total = tables.sum(axis=(-2, -1))
    same = np.trace(tables, axis1=-2, axis2=-1)
    expected = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((same * total - expected) / (total * total - expected))


def krippendorff(coincidences: Floats) -> Floats:
    """Krippendorff's nominal alpha of coincidence matrices (…, values, values); NaN where all values are one."""
    of_each = coincidences.sum(axis=-1)
    total = of_each.sum(axis=-1)
    observed = total - np.trace(coincidences, axis1=-2, axis2=-1)
    expected = total * total - (of_each * of_each).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1 - (total - 1) * observed / expected)


class _Values:
    """The value of every token by annotator: numbers of `categories`."""

    def __init__(self, texts: Mapping[str, str], layers: Layers, reports: Iterable[str]) -> None:
        self._of: dict[str, dict[str, NDArray[np.int64]]] = {}
        known: dict[str, int] = {NOTHING: 0}
        for name in reports:
            tokens = [
                (start, end)
                for line in tokenizer().lines(texts[name])
                for start, end in zip(line.starts, line.ends, strict=True)
            ]
            self._of[name] = {
                who: np.array([known.setdefault(one, len(known)) for one in _marked(tokens, own[name])], dtype=np.int64)
                for who, own in layers.items()
                if name in own
            }
        self.categories = tuple(known)

    @property
    def square(self) -> tuple[int, int]:
        """The shape of a table of two annotators."""
        return len(self.categories), len(self.categories)

    def table(self, report: str, first: str, second: str) -> Floats:
        """How often a token has one value by the first and one by the second."""
        size = len(self.categories)
        both = self._of[report][first] * size + self._of[report][second]
        return np.bincount(both, minlength=size * size).reshape(size, size).astype(np.float64)

    def coincidences(self, report: str) -> Floats:
        """Krippendorff's coincidence matrix: each token's pairs of values, weighed by one less than its readers."""
        readers = list(self._of[report])
        pairs = [self.table(report, *pair) for pair in combinations(readers, 2)]
        both: Floats = np.sum([one + one.T for one in pairs], axis=0)
        return both / (len(readers) - 1)


def _marked(tokens: Sequence[tuple[int, int]], spans: Collection[Span]) -> list[str]:
    """Each token's value: the class that it has a code point of, or the classes where spans lie over each other."""
    values: list[set[str]] = [set() for _ in tokens]
    starts = np.array([start for start, _ in tokens], dtype=np.int64)
    ends = np.array([end for _, end in tokens], dtype=np.int64)
    for span in spans:
        for start, end in span.fragments:
            for at in range(int(np.searchsorted(ends, start, "right")), int(np.searchsorted(starts, end, "left"))):
                values[at].add(span.phi_class)
    return ["+".join(sorted(one)) if one else NOTHING for one in values]


def _pair(
    first: str,
    second: str,
    texts: Mapping[str, str],
    layers: Layers,
    values: _Values,
    draws: int,
    chance: np.random.Generator,
) -> PairAgreement:
    reports = [name for name in texts if name in layers[first] and name in layers[second]]
    sides = [(set(layers[first][name]), set(layers[second][name])) for name in reports]
    drawn = drawn_sets(len(reports), draws, chance)
    exact = [ner_counts(*both) for both in sides]
    confusion: Counter[tuple[str, str]] = Counter()
    per_class: dict[str, Counts] = {}
    for one, other in sides:
        confusion.update(overlap_confusions(one, other))
        for span in one | other:
            counts = Counts(span in one and span in other, span not in one, span not in other)
            per_class[span.phi_class] = per_class.get(span.phi_class, Counts()) + counts
    tables = np.array([values.table(name, first, second) for name in reports]).reshape(len(reports), *values.square)
    return PairAgreement(
        first,
        second,
        _f1(exact, drawn),
        _f1([_overlap_counts(*both) for both in sides], drawn),
        _f1([character_counts(*both, texts[name]) for name, both in zip(reports, sides, strict=True)], drawn),
        _figure(tables, cohen, drawn),
        _of_each(values.categories, tables, cohen, drawn),
        dict(sorted(per_class.items())),
        dict(zip(reports, exact, strict=True)),
        dict(sorted(confusion.items())),
    )


def _overlap_counts(first: Collection[Span], second: Collection[Span]) -> Counts:
    pairs = list(aligned(first, second))
    same = sum(one is not None and other is not None and one.phi_class == other.phi_class for one, other in pairs)
    return Counts(same, len(second) - same, len(first) - same)


def _of_each(
    categories: Sequence[str], tables: Floats, measure: Callable[[Floats], Floats], drawn: Floats
) -> dict[str, Figure]:
    """The measure of each class: of tokens with it, and without."""
    every = enumerate(categories)
    return {name: _figure(_binary(tables, index), measure, drawn) for index, name in every if name != NOTHING}


def _binary(tables: Floats, index: int) -> Floats:
    """Tables (…, values, values) of one value against all others together."""
    one = tables[..., index, index]
    first = tables[..., index, :].sum(axis=-1) - one
    second = tables[..., :, index].sum(axis=-1) - one
    rest = tables.sum(axis=(-2, -1)) - one - first - second
    return np.stack([np.stack([one, first], axis=-1), np.stack([second, rest], axis=-1)], axis=-2)


def drawn_sets(reports: int, draws: int, chance: np.random.Generator) -> Floats:
    """How often each report is in each drawn set (draws, reports)."""
    if not reports:
        return np.zeros((0, 0))
    return chance.multinomial(reports, np.full(reports, 1 / reports), size=draws).astype(np.float64)


def _f1(counts: Sequence[Counts], drawn: Floats) -> Figure:
    rows = np.array([(2 * one.tp, 2 * one.tp + one.fp + one.fn) for one in counts], dtype=np.float64).reshape(-1, 2)

    def f1(sums: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(sums[..., 0] / sums[..., 1])

    return _figure(rows, f1, drawn)


def _figure(rows: Floats, measure: Callable[[Floats], Floats], drawn: Floats) -> Figure:
    """A measure of sums over reports (the first axis), and its interval over the drawn sets on which it is defined."""
    if not len(rows):
        return Figure(None)
    sums = (drawn @ rows.reshape(len(rows), -1)).reshape(len(drawn), *rows.shape[1:])
    return figure_of(float(measure(rows.sum(axis=0))), measure(sums))


def figure_of(value: float, on_draws: Floats) -> Figure:
    """A value with what holds 95 % of those on drawn sets; NaN: it is not defined."""
    if np.isnan(value):
        return Figure(None)
    on_draws = on_draws[~np.isnan(on_draws)]
    if not len(on_draws):
        return Figure(value)
    low, high = np.quantile(on_draws, (0.025, 0.975)).tolist()
    return Figure(value, low, high)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some of an annotator's reports, one after the other as they were signed, and the F1 of exact spans there."""

    first: int
    last: int
    f1: float


def counts_with(annotator: str, others: Collection[str], layers: Layers) -> dict[str, Counts]:
    """The counts of an annotator's exact spans against those of others together, of each report that one of them read
    too."""
    own = layers[annotator]
    found = {}
    for name, spans in own.items():
        counts = [ner_counts(layers[other][name], spans) for other in others if name in layers[other]]
        if counts:
            found[name] = sum(counts, Counts())
    return found


def drift(per_report: Mapping[str, Counts], order: Iterable[str], parts: int = 4) -> tuple[Stretch, ...]:
    """How agreement went from the first report signed to the last, in as many parts of equal length as there can be.

    `per_report` are an annotator's counts against another or gold, `order` the reports as they were signed.
    """
    counts = [per_report[name] for name in order if name in per_report]
    edges = np.linspace(0, len(counts), min(parts, len(counts)) + 1).astype(int).tolist()
    return tuple(Stretch(start + 1, end, sum(counts[start:end], Counts()).f1) for start, end in pairwise(edges))
