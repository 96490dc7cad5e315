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
    # How much each split, and each lot of all splits, counts in each draw.
    of_own, of_lots = np.zeros((_DRAWS, len(own))), np.zeros((_DRAWS, sum(map(len, other))))
    first = np.cumsum([0, *map(len, other)]).tolist()
    for draw in range(_DRAWS):
        for at in chance.integers(len(own), size=len(own)).tolist():
            of_own[draw, at] += 1 / len(own)
            for lot in chance.integers(len(other[at]), size=len(other[at])).tolist():
                of_lots[draw, first[at] + lot] += 1 / len(other[at]) / len(own)
    on_draws = _shares(of_own @ own, of_lots @ np.concatenate(other), counts)
    shares = _shares(own.mean(axis=0), np.mean([one.mean(axis=0) for one in other], axis=0), counts)
    bounds = np.sort(on_draws, axis=0)[[int(_DRAWS * 0.025), int(_DRAWS * 0.975)]]
    rows = zip(counts[1:], shares.tolist(), *bounds.tolist(), strict=True)
    return [Saving(count, share, low, high) for count, share, low, high in rows]


def _shares(own: NDArray[np.float64], by_lot: NDArray[np.float64], counts: Sequence[int]) -> NDArray[np.float64]:
    """The share that an order needs of each count but the first, of curves (…, counts).

    Between counts what is needed lies along a straight line.
    """
    curve, wanted, at = own + _ROUNDING, by_lot[..., 1:], np.array(counts, dtype=np.float64)
    reached = curve[..., None, :] >= wanted[..., None]
    there = np.argmax(reached, axis=-1)
    before = np.maximum(there - 1, 0)
    low, high = np.take_along_axis(curve, before, axis=-1), np.take_along_axis(curve, there, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.where(there == 0, 0.0, (wanted - low) / (high - low))
    needed = at[before] + part * (at[there] - at[before])
    return np.asarray(np.where(reached.any(axis=-1), needed, inf) / at[1:])
