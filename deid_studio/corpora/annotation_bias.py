"""Annotation bias: how far suggestions pull annotators, by what they did with planted wrong ones, and by what they miss
and mark beside gold with suggestions and without; each figure with its interval.

Gold is made of what annotators have, so that it leans where they do: what is told is the difference between readings of
the same corpus, not what a reading by somebody else would find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from deid_studio.corpora.annotator_agreement import Figure, Floats, drawn_sets, figure_of
from deid_studio.corpora.planted_answers import PlantedAnswer
from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.learning.scores import aligned
from deid_studio.model.span import Span
from deid_studio.review.second.missed_bounds import clopper_pearson

_DRAWS = 1000
_SEED = 1

Counted = Mapping[tuple[Slip, Answer], int]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What an annotator did with planted suggestions; those that gold has as they were shown are `right`, and not
    counted."""

    answers: Counted
    right: int = 0

    def of(self, answer: Answer) -> int:
        """How many got an answer."""
        return sum(count for (_, one), count in self.answers.items() if one is answer)

    @property
    def accepted(self) -> Figure:
        """The share of all that was accepted, with its exact interval (Clopper and Pearson)."""
        return _share(self.of(Answer.ACCEPTED), sum(self.answers.values()))

    def accepted_of(self, slip: Slip) -> Figure:
        """The share of those with this slip that was accepted."""
        return _share(
            self.answers.get((slip, Answer.ACCEPTED), 0),
            sum(count for (one, _), count in self.answers.items() if one is slip),
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A report that an annotator signed, `blind` or with suggestions, and that was adjudicated."""

    report: str
    annotator: str
    blind: bool
    own: Collection[Span]
    gold: Collection[Span]


@dataclass(frozen=True, slots=True)
class Rates:
    """How many readings; of gold's mentions the share that nothing overlaps (`missed`), or that is marked with another
    class or other ends (`otherwise`); of what was marked the share that overlaps none of gold's (`spurious`)."""

    readings: int
    missed: Figure
    otherwise: Figure
    spurious: Figure


@dataclass(frozen=True, slots=True)
class Contrast:
    """Readings without suggestions, those with, and how much higher the latter's rates are."""

    blind: Rates
    suggested: Rates
    difference: Rates


@dataclass(frozen=True, slots=True)
class Bias:
    """All of it, by annotator; `together` are the readings of all."""

    planted: Mapping[str, Acceptance] = field(default_factory=dict)
    contrasts: Mapping[str, Contrast] = field(default_factory=dict)
    together: Contrast | None = None


def acceptance(answers: Iterable[PlantedAnswer], gold: Mapping[str, Collection[Span]]) -> Acceptance:
    """What was done with planted suggestions; `gold` by report, of those that were adjudicated."""
    counted: Counter[tuple[Slip, Answer]] = Counter()
    right = 0
    for one in answers:
        if one.span in gold.get(one.report, ()):
            right += 1
        else:
            counted[one.slip, one.answer] += 1
    return Acceptance(counted, right)


def contrast(readings: Sequence[Reading], draws: int = _DRAWS, seed: int = _SEED) -> Contrast:
    """The rates of blind readings and of those with suggestions.

    Intervals are percentiles over sets of reports drawn with replacement, each with all its readings, which are of one
    text and not independent.
    """
    reports = sorted({one.report for one in readings})
    place = {name: number for number, name in enumerate(reports)}
    counts = np.zeros((2, len(reports), 6))  # condition, report, the three parts and their wholes
    totals = [0, 0]
    for one in readings:
        counts[int(not one.blind), place[one.report]] += _counts(one)
        totals[not one.blind] += 1
    drawn = drawn_sets(len(reports), draws, np.random.default_rng(seed))
    values = _rates(counts.sum(axis=1))
    on_draws = _rates(np.einsum("dr,crv->dcv", drawn, counts))
    blind, suggested = (_told(totals[at], values[at], on_draws[:, at]) for at in (0, 1))
    difference = _told(len(reports), values[1] - values[0], on_draws[:, 1] - on_draws[:, 0])
    return Contrast(blind, suggested, difference)


def _counts(reading: Reading) -> tuple[int, ...]:
    pairs = list(aligned(reading.gold, reading.own))
    missed = sum(own is None for _, own in pairs)
    spurious = sum(gold is None for gold, _ in pairs)
    otherwise = sum(gold is not None and own is not None and gold != own for gold, own in pairs)
    gold, own = len(set(reading.gold)), len(set(reading.own))
    return missed, otherwise, spurious, gold, gold, own


def _rates(counts: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(counts[..., :3] / counts[..., 3:])


def _told(readings: int, values: Floats, on_draws: Floats) -> Rates:
    return Rates(readings, *(figure_of(float(values[at]), on_draws[:, at]) for at in range(3)))


def _share(part: int, total: int) -> Figure:
    return Figure(part / total, *clopper_pearson(part, total)) if total else Figure(None)
