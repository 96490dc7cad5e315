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
    h = weights["words"][columns.words]
    h += weights["shapes"][columns.shapes]
    for part in columns.parts.T:
        h += weights["parts"][part]
    h += columns.marks @ weights["marks"]
    _norm(h)
    h *= weights["gain"]
    h += weights["shift"]
    n, width = h.shape
    # Made once: to ask for such arrays anew takes as long as to fill them.
    around, z, larger = (np.zeros((n, times * width), dtype=np.float32) for times in (3, 2, 1))
    for number, dilation in enumerate(DILATIONS):
        _lay(around, h, dilation)
        np.matmul(around, weights[f"W{number}"], out=z)
        z += weights[f"b{number}"]
        np.maximum(z[:, :width], z[:, width:], out=larger)
        _norm(larger)
        larger *= weights[f"g{number}"]
        h += larger
    found: Floats = h @ weights["out"]
    found += weights["bias"]
    found -= found.max(axis=1, keepdims=True)
    np.exp(found, out=found)
    found /= found.sum(axis=1, keepdims=True)
    return found


def window(h: Floats, dilation: int) -> Floats:
    """Each row with those `dilation` before and after it; zeros beyond the ends."""
    n, width = h.shape
    around = np.zeros((n, 3 * width), dtype=np.float32)
    _lay(around, h, dilation)
    return around


def _lay(around: Floats, h: Floats, dilation: int) -> None:
    """Lay each row with those before and after it into `around`, with zeros beyond the ends."""
    width = h.shape[1]
    around[:, width : 2 * width] = h
    around[:dilation, :width] = 0
    around[dilation:, :width] = h[:-dilation]
    around[-dilation:, 2 * width :] = 0
    around[:-dilation, 2 * width :] = h[dilation:]


def _norm(h: Floats) -> None:
    """Give each row mean 0 and variance 1."""
    h -= h.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", h, h)[:, np.newaxis] / np.float32(h.shape[1])
    h /= np.sqrt(variance + _SMALL)
