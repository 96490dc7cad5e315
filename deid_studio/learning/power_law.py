"""Power law: how many reports a wanted recall takes, by the law that what is missed follows as more is learned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FARTHEST = 20  # times the reports there are: nobody knows whether the law holds so far


@dataclass(frozen=True, slots=True)
class Needed:
    """How many reports a recall takes altogether: the likeliest number, and bounds of 95 %; infinite where the curve
    does not say."""

    reports: float
    low: float
    high: float


def reports_needed(
    recall: float, sizes: Sequence[int], found: Floats, missed: Floats, draws: int = 2_000, seed: int = 1
) -> Needed:
    """How many reports a model has to learn from until it finds a share `recall` of what there is.

    `found` and `missed` are counts, `(sizes, reports)`: what a model that learned from so many reports found and missed
    in each of the same held-out ones. The share missed is fitted by `a · n^−b` (least squares of the logarithms); the
    bounds are those of sets of reports drawn with replacement. Source: Cortes et al., "Learning Curves: Asymptotic
    Values and Rate of Convergence" (1993), with an asymptote of 0, which few points cannot tell.
    """
    count = found.shape[1]
    random = np.random.default_rng(seed)
    drawn = random.multinomial(count, np.full(count, 1 / count), size=draws).astype(np.float64)
    rows = np.vstack([np.ones(count), drawn])
    numbers = _solved(1 - recall, np.asarray(sizes, dtype=np.float64), rows @ found.T, rows @ missed.T)
    numbers[numbers > _FARTHEST * max(sizes)] = inf
    ordered = np.sort(numbers[1:])
    low, high = float(ordered[int(0.025 * draws)]), float(ordered[ceil(0.975 * draws) - 1])
    return Needed(float(numbers[0]), min(low, float(numbers[0])), max(high, float(numbers[0])))


def _solved(wanted: float, sizes: Floats, found: Floats, missed: Floats) -> Floats:
    """For each row of counts the number at which the fitted share of what is missed is the wanted one."""
    every = found + missed
    share = np.maximum(missed, 0.5) / np.maximum(every, 1.0)
    across, up = np.log(sizes), np.log(share)
    middle = across.mean()
    slope = ((across - middle) * (up - up.mean(axis=1, keepdims=True))).sum(axis=1) / ((across - middle) ** 2).sum()
    # A curve that does not fall is either low enough as it is or never will be.
    numbers = np.where(np.exp(up.mean(axis=1)) <= wanted, sizes[0], inf)
    falls = slope < -1e-6
    exponent = middle + (np.log(wanted) - up.mean(axis=1)[falls]) / slope[falls]
    numbers[falls] = np.exp(np.minimum(exponent, 700.0))
    return numbers
