"""Network: from columns to the probability of each tag at each place, by dilated windows with maxout.

Iterated dilated convolutions (Strubell et al. 2017): each layer joins a place with those some steps before and after,
so that few layers see a sentence and its neighbours. Layers multiply whole numbers of eight bits (Jacob et al. 2018):
their sums are exact in any order, so that every processor gives the same, and some multiply them four times as fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.columns import Columns
from deid_studio.detection.one_core import one_core
from deid_studio.kernel.compiled import native

Floats = NDArray[np.float32]
DILATIONS = (1, 1, 2, 4, 8)
_SIGHT = sum(DILATIONS)  # places on both sides that a place sees
_BLOCK = 2048  # places that are reckoned together
_SMALL = np.float32(1e-5)
_LARGEST = 127  # of eight bits, as many on either side of 0
_REACH = 5  # of the figures, in standard deviations of the values: beyond it stands about one of 100,000
_FINE = np.float32(4096)  # sums of what is rounded to a 4,096th are exact in any order as well
_LANES = 16  # in which values are summed, as the kernel does it
_ABREAST = 32  # values of each half that the kernel sums side by side
_LINE = 64  # bytes that a cache holds together
_MOST_TAGS = 64  # that the kernel tells the chances of


@dataclass(frozen=True, slots=True)
class _Layer:
    """What a layer multiplies: `figures` `(2 * width, 3 * width)`, whole numbers; a value's sum times its factor, and
    its bias, is the value. `step` is how much a figure of what it is given stands for.
    """

    figures: Floats
    factors: Floats
    bias: Floats
    gain: Floats
    step: np.float32
    dilation: int


class Network:
    """A model's weights as they are reckoned with.

    Within, places stand side by side, `(width, places)`: what is done to each of them is done to long rows.
    """

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._seen = {name: np.rint(weights[name] * _FINE) / _FINE for name in ("words", "shapes", "parts", "marks")}
        # Copies: what is read of a file is one array, which would be kept as a whole.
        self._gain, self._shift, self._out, self._bias = (
            weights[name].copy() for name in ("gain", "shift", "out", "bias")
        )
        self._layers = _layers(weights)
        width = len(self._gain)
        self._compiled, self._scored = None, None
        if native is not None and native.network_is_fast() and width % _ABREAST == 0:
            tables = (*self._seen.values(), self._gain, self._shift)
            self._compiled = native.network_values, tables, [_laid_out(layer) for layer in self._layers]
            if (beyond := _MOST_TAGS - len(self._bias)) >= 0:
                bias = np.pad(self._bias, (0, beyond), constant_values=-np.inf)
                self._scored = native, np.pad(self._out, ((0, 0), (0, beyond))), bias

    def probabilities(self, columns: Columns) -> Floats:
        """`(tags, places)`, those of a place summing to 1."""
        return np.concatenate([np.zeros((len(self._bias), 0), np.float32), *self.by_part(columns)], axis=1)

    def by_part(self, columns: Columns) -> Iterator[Floats]:
        """The probabilities of one part of the places after the other, as long as fits into the caches; on one core."""
        count = len(columns.words)
        for first in range(0, count, _BLOCK):
            last = min(first + _BLOCK, count)
            start = max(first - _SIGHT, 0)
            values = self._values(columns.part(start, last + _SIGHT))
            yield self._chances(values[:, first - start : last - start])

    def _chances(self, values: Floats) -> Floats:
        if self._scored is None:
            return self._plain_chances(values)
        kernel, weights, bias = self._scored
        found = np.empty((values.shape[1], len(self._bias)), dtype=np.float32)
        kernel.network_scores(weights, bias, values.T, len(self._bias), found)
        np.exp(found, out=found)
        kernel.network_shares(found, len(self._bias))
        return found.T

    def _plain_chances(self, values: Floats) -> Floats:
        """The same by NumPy, but for how the products of its library are rounded."""
        with one_core():
            found: Floats = self._out.T @ values
        found += self._bias[:, np.newaxis]
        found -= found.max(axis=0)
        np.exp(found, out=found)
        found /= found.sum(axis=0)
        return found

    def _values(self, columns: Columns) -> Floats:
        if self._compiled is None:
            with one_core():
                return self._plain_values(columns)
        reckon, tables, layers = self._compiled
        values = np.empty((len(columns.words), len(self._gain)), dtype=np.float32)
        of_places = (columns.words, columns.shapes, columns.parts, columns.marks)
        reckon(tables, layers, tuple(map(np.ascontiguousarray, of_places)), values)
        return values.T

    def _plain_values(self, columns: Columns) -> Floats:
        """The values of places after all layers, `(width, places)`: what the kernel has to give, to the last bit."""
        h = self._first_values(columns)
        width, n = h.shape
        # Made once: to ask for such arrays anew takes as long as to fill them.
        around = np.zeros((3 * width, n), dtype=np.float32)
        before, here, after = (around[at * width : (at + 1) * width] for at in range(3))
        z = np.empty((2 * width, n), dtype=np.float32)
        for layer in self._layers:
            np.multiply(h, 1 / layer.step, out=here)
            np.clip(here, -_LARGEST, _LARGEST, out=here)
            np.rint(here, out=here)
            before[:, : layer.dilation] = 0
            before[:, layer.dilation :] = here[:, : -layer.dilation]
            after[:, -layer.dilation :] = 0
            after[:, : -layer.dilation] = here[:, layer.dilation :]
            np.matmul(layer.figures, around, out=z)
            z *= layer.factors[:, np.newaxis]
            z += layer.bias[:, np.newaxis]
            larger = np.maximum(z[:width], z[width:], out=z[:width])
            _norm(larger, z[width:])
            larger *= layer.gain[:, np.newaxis]
            h += larger
        return h

    def _first_values(self, columns: Columns) -> Floats:
        """What is seen of each place by itself."""
        tables = self._seen
        h = tables["words"][columns.words]
        h += tables["shapes"][columns.shapes]
        for part in columns.parts.T:
            h += tables["parts"][part]
        h += columns.marks.astype(np.float32) @ tables["marks"]
        across = np.ascontiguousarray(h.T)
        _norm(across, np.empty_like(across))
        across *= self._gain[:, np.newaxis]
        across += self._shift[:, np.newaxis]
        return across


def _layers(weights: Mapping[str, Floats]) -> tuple[_Layer, ...]:
    """The layers of a model in whole numbers.

    How far values go is told by the gains: what a gain multiplies has mean 0 and variance 1.
    """
    spread = float(np.mean(weights["gain"] ** 2 + weights["shift"] ** 2))
    layers = []
    for number, dilation in enumerate(DILATIONS):
        own, gain, bias = weights[f"W{number}"].T, weights[f"g{number}"].copy(), weights[f"b{number}"].copy()
        step = np.float32(max(_REACH * spread**0.5 / _LARGEST, _SMALL))
        scale = np.maximum(np.abs(own).max(axis=1) / _LARGEST, _SMALL**2)
        figures = np.rint(own / scale[:, np.newaxis]).astype(np.float32)
        layers.append(_Layer(figures, scale * step, bias, gain, step, dilation))
        spread += float(np.mean(gain**2))
    return tuple(layers)


class _LaidOut(NamedTuple):
    """A layer as the kernel takes it (network.h)."""

    weights: NDArray[np.int8]
    lifted: NDArray[np.int32]
    factors: Floats
    bias: Floats
    gain: Floats
    step: float
    dilation: int


def _laid_out(layer: _Layer) -> _LaidOut:
    width = len(layer.gain)
    # Halves, blocks of values side by side in each, sums of four figures.
    blocks = layer.figures.astype(np.int8).reshape(2, width // _ABREAST, _ABREAST, 3 * width // 4, 4)
    lifted = (layer.figures.sum(axis=1) * (_LARGEST + 1)).astype(np.int32)
    weights = _aligned(blocks.transpose(1, 3, 0, 2, 4))
    return _LaidOut(weights, lifted, layer.factors, layer.bias, layer.gain, float(layer.step), layer.dilation)


def _aligned(figures: NDArray[np.int8]) -> NDArray[np.int8]:
    """A copy that begins where a line of a cache does: a row of a tile that lies in two takes twice as long."""
    room = np.empty(figures.size + _LINE, dtype=np.int8)
    first = -room.ctypes.data % _LINE
    own = room[first : first + figures.size].reshape(figures.shape)
    own[...] = figures
    return own


def _norm(h: Floats, room: Floats) -> None:
    """Give each column mean 0 and variance 1; `room`, an array as large, is written over."""
    width = np.float32(len(h))
    h -= _total(h) / width
    variance = _total(np.multiply(h, h, out=room)) / width
    h *= 1 / np.sqrt(variance + _SMALL)


def _total(rows: Floats) -> Floats:
    """The sum of rows, in the order in which the kernel sums them: lanes first, then halves of the lanes."""
    lanes = np.zeros((_LANES, rows.shape[1]), dtype=np.float32)
    for at in range(0, len(rows), _LANES):
        some = rows[at : at + _LANES]
        lanes[: len(some)] += some
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = lanes[:half] + lanes[half:]
    total: Floats = lanes[0]
    return total
