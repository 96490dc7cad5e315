"""Savings of an order: how many reports of it teach as much as some number of reports by lot, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

Curve = Mapping[int, float]  # the recall after each number of reports

_DRAWS = 1000
_ROUNDING = 1e-12  # of means


@dataclass(frozen=True, slots=True)
class Saving:
    """The share of `by_lot` reports that an order needs for the same recall, and what holds 95 % of it on drawn splits
    and lots; infinite where it never gets there."""

    by_lot: int
    share: float
    low: float
    high: float


def savings(ordered: Sequence[Curve], lots: Sequence[Sequence[Curve]], seed: int = 1) -> list[Saving]:
    """The savings of an order; of each split there is its curve, and one for each lot. All curves have the same counts,
    and begin at 0 reports."""
    counts = list(ordered[0])
    own = np.array([[one[count] for count in counts] for one in ordered])
    other = [np.array([[one[count] for count in counts] for one in split]) for split in lots]
    chance = np.random.default_rng(seed)
    drawn = []
    for _ in range(_DRAWS):
        splits = chance.integers(len(own), size=len(own))
        means = [other[at][chance.integers(len(other[at]), size=len(other[at]))].mean(axis=0) for at in splits]
        drawn.append(_shares(own[splits].mean(axis=0), np.mean(means, axis=0), counts))
    shares = _shares(own.mean(axis=0), np.mean([one.mean(axis=0) for one in other], axis=0), counts)
    bounds = np.sort(drawn, axis=0)[[int(_DRAWS * 0.025), int(_DRAWS * 0.975)]]
    rows = zip(counts[1:], shares, *bounds.tolist(), strict=True)
    return [Saving(count, share, low, high) for count, share, low, high in rows]


def _shares(own: NDArray[np.float64], by_lot: NDArray[np.float64], counts: Sequence[int]) -> list[float]:
    return [_needed(recall, own, counts) / count for count, recall in zip(counts[1:], by_lot[1:].tolist(), strict=True)]


def _needed(recall: float, curve: NDArray[np.float64], counts: Sequence[int]) -> float:
    """After how many reports a recall is first reached, between counts along a straight line."""
    curve = curve + _ROUNDING
    there = int(np.argmax(curve >= recall))
    if curve[there] < recall:
        return inf
    if there == 0:
        return float(counts[0])
    before = float(curve[there - 1])
    part = (recall - before) / (float(curve[there]) - before)
    return counts[there - 1] + part * (counts[there] - counts[there - 1])
