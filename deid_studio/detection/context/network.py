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


class Network:
    """A model's weights as they are reckoned with: of each layer those of its windows with their bias, and its gain.

    Within, places stand side by side, `(width, places)`: what is done to each of them is done to long rows.
    """

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._weights = weights
        self._layers = tuple(
            (
                np.vstack((weights[f"W{number}"], weights[f"b{number}"])).T,
                weights[f"g{number}"][:, np.newaxis],
                dilation,
            )
            for number, dilation in enumerate(DILATIONS)
        )

    def probabilities(self, columns: Columns) -> Floats:
        """`(tags, places)`, those of a place summing to 1; on one core."""
        with one_core():
            return self._probabilities(columns)

    def _probabilities(self, columns: Columns) -> Floats:
        h = self._seen(columns)
        width, n = h.shape
        # Made once: to ask for such arrays anew takes as long as to fill them. The last row is the bias's.
        around = np.empty((3 * width + 1, n), dtype=np.float32)
        around[-1] = 1
        before, here, after = (around[at * width : (at + 1) * width] for at in range(3))
        here[:] = h
        z = np.empty((2 * width, n), dtype=np.float32)
        for weights, gain, dilation in self._layers:
            before[:, :dilation] = 0
            before[:, dilation:] = here[:, :-dilation]
            after[:, -dilation:] = 0
            after[:, :-dilation] = here[:, dilation:]
            np.matmul(weights, around, out=z)
            larger = np.maximum(z[:width], z[width:], out=z[:width])
            _norm(larger, z[width:])
            larger *= gain
            here += larger
        found: Floats = self._weights["out"].T @ here
        found += self._weights["bias"][:, np.newaxis]
        found -= found.max(axis=0)
        np.exp(found, out=found)
        found /= found.sum(axis=0)
        return found

    def _seen(self, columns: Columns) -> Floats:
        """What is seen of each place by itself."""
        weights = self._weights
        h = weights["words"][columns.words]
        h += weights["shapes"][columns.shapes]
        for part in columns.parts.T:
            h += weights["parts"][part]
        h += columns.marks @ weights["marks"]
        across = np.ascontiguousarray(h.T)
        _norm(across, np.empty_like(across))
        across *= weights["gain"][:, np.newaxis]
        across += weights["shift"][:, np.newaxis]
        return across


def _norm(h: Floats, room: Floats) -> None:
    """Give each column mean 0 and variance 1; `room`, an array as large, is written over."""
    share = np.full(len(h), 1 / len(h), dtype=np.float32)
    h -= share @ h
    variance = share @ np.multiply(h, h, out=room)
    h *= 1 / np.sqrt(variance + _SMALL)
