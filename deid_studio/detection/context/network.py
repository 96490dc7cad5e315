"""Network: from columns to the probability of each tag at each place, by dilated windows with maxout.

Iterated dilated convolutions (Strubell et al. 2017): each layer joins a place with those some steps before and after,
so that few layers see a sentence and its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.columns import Columns
from deid_studio.detection.one_core import one_core

Floats = NDArray[np.float32]
DILATIONS = (1, 1, 2, 4, 8)
_SMALL = np.float32(1e-5)


def probabilities(weights: Mapping[str, Floats], columns: Columns) -> Floats:
    """`(places, tags)`, each row summing to 1; on one core."""
    with one_core():
        return _probabilities(weights, columns)


def _probabilities(weights: Mapping[str, Floats], columns: Columns) -> Floats:
    h = weights["words"][columns.words] + weights["shapes"][columns.shapes]
    for part in columns.parts.T:
        h += weights["parts"][part]
    h += columns.marks @ weights["marks"]
    h = normed(h) * weights["gain"] + weights["shift"]
    for number, dilation in enumerate(DILATIONS):
        z = window(h, dilation) @ weights[f"W{number}"] + weights[f"b{number}"]
        half = z.shape[1] // 2
        h = h + normed(np.maximum(z[:, :half], z[:, half:])) * weights[f"g{number}"]
    scores = h @ weights["out"] + weights["bias"]
    scores -= scores.max(axis=1, keepdims=True)
    found: Floats = np.exp(scores)
    found /= found.sum(axis=1, keepdims=True)
    return found


def window(h: Floats, dilation: int) -> Floats:
    """Each row with those `dilation` before and after it; zeros beyond the ends."""
    n, width = h.shape
    around = np.zeros((n, 3 * width), dtype=np.float32)
    around[:, width : 2 * width] = h
    if n > dilation:
        around[dilation:, :width] = h[:-dilation]
        around[:-dilation, 2 * width :] = h[dilation:]
    return around


def normed(h: Floats) -> Floats:
    """Each row with mean 0 and variance 1."""
    centred: Floats = h - h.mean(axis=1, keepdims=True)
    centred /= np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _SMALL)
    return centred
