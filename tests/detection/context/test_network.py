"""The network: what it reckons is what its layers say, place by place, and near what they would say in floats."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from deid_studio import paths
from deid_studio.detection.context.columns import Columns, reader
from deid_studio.detection.context.context_model import forms, read_context_model
from deid_studio.detection.context.network import DILATIONS, Floats, Network

READER = reader(("vino", "a", "la", "consulta"))
WEIGHTS: dict[str, Floats] = {
    name: np.random.default_rng(7).standard_normal(shape).astype(np.float32)
    for name, shape in forms(len(READER.words), len(READER.marks), 5, 12).items()
}
Doubles = NDArray[np.float64]


def normed(h: Doubles) -> Doubles:
    found: Doubles = (h - h.mean()) / np.sqrt(h.var() + 1e-5)
    return found


def simply(weights: dict[str, Floats], columns: Columns, whole: bool) -> Doubles:
    """The same, one place after the other and in twice as many bits; in `whole` numbers, or as the weights are."""
    own = {name: values.astype(np.float64) for name, values in weights.items()}
    h = []
    for word, shape, parts, marks in zip(columns.words, columns.shapes, columns.parts, columns.marks, strict=True):
        tables = {
            name: np.rint(own[name] * 4096) / 4096 if whole else own[name]
            for name in ("words", "shapes", "parts", "marks")
        }
        seen = tables["words"][word] + tables["shapes"][shape] + tables["parts"][parts].sum(axis=0)
        h.append(normed(seen + marks @ tables["marks"]) * own["gain"] + own["shift"])
    nothing = np.zeros_like(h[0])
    variance = (own["gain"] ** 2 + own["shift"] ** 2).mean()
    for number, dilation in enumerate(DILATIONS):
        step = 5 * np.sqrt(variance) / 127
        given = [np.clip(np.rint(one / step), -127, 127) * step for one in h] if whole else h
        steps = np.abs(own[f"W{number}"]).max(axis=0) / 127
        layer = np.rint(own[f"W{number}"] / steps) * steps if whole else own[f"W{number}"]
        around = [
            [given[i] if 0 <= i < len(h) else nothing for i in (at - dilation, at, at + dilation)]
            for at in range(len(h))
        ]
        z = [np.concatenate(three) @ layer + own[f"b{number}"] for three in around]
        h = [old + normed(np.maximum(*np.split(new, 2))) * own[f"g{number}"] for old, new in zip(h, z, strict=True)]
        variance += (own[f"g{number}"] ** 2).mean()
    scores = np.asarray(h) @ own["out"] + own["bias"]
    scores -= scores.max(axis=1, keepdims=True)
    found: Doubles = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return found


@pytest.mark.parametrize("text", ["Vino", "Vino Ana\na la consulta", "Vino Begoña a la consulta de las 12:30.\n\n" * 3])
def test_the_network_reckons_what_its_layers_say(text: str) -> None:
    columns = READER.read(text)
    found = Network(WEIGHTS).probabilities(columns).T
    assert np.abs(found - simply(WEIGHTS, columns, whole=True)).max() < 1e-4


@pytest.mark.parametrize("block", [1, 7, 40, 1000])
def test_a_long_report_is_reckoned_part_by_part_as_if_it_were_whole(block: int, monkeypatch) -> None:
    columns = READER.read("Vino Begoña a la consulta de las 12:30, desde HUESCA.\n" * 9)
    whole = Network(WEIGHTS).probabilities(columns)
    monkeypatch.setattr("deid_studio.detection.context.network._BLOCK", block)
    assert np.abs(Network(WEIGHTS).probabilities(columns) - whole).max() < 1e-6


def test_whole_numbers_say_nearly_what_the_weights_say() -> None:
    model, own = read_context_model(paths.resources() / "models" / "context")
    sample = next((paths.resources() / "samples").glob("*.txt"))
    columns = own.read(sample.read_text("utf-8"))
    phi = 1 - Network(model.weights).probabilities(columns)[0]
    exact = 1 - simply(dict(model.weights), columns, whole=False)[:, 0]
    assert np.abs(phi - exact).max() < 0.1
    assert np.abs(phi - exact).mean() < 0.002


@pytest.mark.parametrize("width", [12, 32])
def test_a_network_of_nothing_but_zeros_says_that_all_is_alike(width: int) -> None:
    shapes = forms(len(READER.words), len(READER.marks), 5, width)
    nothing = Network({name: np.zeros(shape, dtype=np.float32) for name, shape in shapes.items()})
    assert (nothing.probabilities(READER.read("Vino Ana")) == np.float32(0.2)).all()
