"""The network: what it reckons is what its layers say, place by place."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from deid_studio.detection.context.columns import Columns, reader
from deid_studio.detection.context.context_model import forms
from deid_studio.detection.context.network import DILATIONS, Floats, Network

READER = reader(("vino", "a", "la", "consulta"))
WEIGHTS: dict[str, Floats] = {
    name: np.random.default_rng(7).standard_normal(shape).astype(np.float32)
    for name, shape in forms(len(READER.words), len(READER.marks), 5, 12).items()
}


def normed(h: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = (h - h.mean()) / np.sqrt(h.var() + 1e-5)
    return found


def simply(columns: Columns) -> NDArray[np.float64]:
    """The same, one place after the other and in twice as many bits."""
    weights = {name: values.astype(np.float64) for name, values in WEIGHTS.items()}
    h = []
    for word, shape, parts, marks in zip(columns.words, columns.shapes, columns.parts, columns.marks, strict=True):
        seen = weights["words"][word] + weights["shapes"][shape] + weights["parts"][parts].sum(axis=0)
        h.append(normed(seen + marks @ weights["marks"]) * weights["gain"] + weights["shift"])
    nothing = np.zeros_like(h[0])
    for number, dilation in enumerate(DILATIONS):
        around = [
            [h[i] if 0 <= i < len(h) else nothing for i in (at - dilation, at, at + dilation)] for at in range(len(h))
        ]
        z = [np.concatenate(three) @ weights[f"W{number}"] + weights[f"b{number}"] for three in around]
        h = [old + normed(np.maximum(*np.split(new, 2))) * weights[f"g{number}"] for old, new in zip(h, z, strict=True)]
    scores = np.asarray(h) @ weights["out"] + weights["bias"]
    found: NDArray[np.float64] = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return found


@pytest.mark.parametrize("text", ["Vino", "Vino Ana\na la consulta", "Vino Begoña a la consulta de las 12:30.\n\n" * 3])
def test_the_network_reckons_what_its_layers_say(text: str) -> None:
    columns = READER.read(text)
    found = Network(WEIGHTS).probabilities(columns).T
    assert np.abs(found - simply(columns)).max() < 1e-5
