"""The kernel's network says what NumPy's says, to the last bit, and refuses what does not fit."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.context.columns import Columns, Reader, reader
from deid_studio.detection.context.context_model import forms, read_context_model
from deid_studio.detection.context.network import Network
from deid_studio.kernel.compiled import native

pytestmark = pytest.mark.skipif(
    native is None or not native.network_is_fast(), reason="this processor multiplies no eight bits at once"
)
TEXTS = st.lists(
    st.sampled_from(("Vino", "Begoña", "a la", "\n", "12:30", "-", "\n\n", "HUESCA", "ß")) | st.text()
).map(" ".join)


def network(width: int, scale: float = 1.0) -> tuple[Network, Reader]:
    own = reader(("vino", "a", "la"))
    random = np.random.default_rng(width)
    shapes = forms(len(own.words), len(own.marks), 5, width)
    return Network({k: (random.standard_normal(v) * scale).astype(np.float32) for k, v in shapes.items()}), own


SHIPPED = read_context_model(paths.resources() / "models" / "context")
NETWORKS = [
    (Network(SHIPPED[0].weights), SHIPPED[1]),
    network(32),
    network(96, 0.01),
    network(160, 30.0),
    network(64),
    network(192),
]


def values(one: Network, columns: Columns, tiles: bool) -> Any:
    """What the kernel reckons, by tiles where the processor has such."""
    assert one._compiled is not None
    reckon, tables, layers = one._compiled
    found = np.empty((len(columns.words), len(one._gain)), dtype=np.float32)
    of_places = (columns.words, columns.shapes, columns.parts, columns.marks)
    reckon(tables, layers, tuple(map(np.ascontiguousarray, of_places)), found, tiles)
    return found.T


@given(TEXTS)
@pytest.mark.parametrize("which", range(len(NETWORKS)))
def test_values_are_the_same_to_the_last_bit(which: int, text: str) -> None:
    one, own = NETWORKS[which]
    columns = own.read(text)
    if len(columns.words):
        plain = one._plain_values(columns)
        assert all(np.array_equal(values(one, columns, tiles), plain) for tiles in (True, False))
        assert np.array_equal(one._values(columns), plain)


@pytest.mark.parametrize("marks", [1, 64, 127, 128, 129, 400])
def test_any_many_marks_are_added_up(marks: int) -> None:
    random = np.random.default_rng(marks)
    one = Network({k: random.standard_normal(v).astype(np.float32) for k, v in forms(3, marks, 5, 64).items()})
    columns = NETWORKS[0][1].read("Vino Begoña a la cama 12")
    places = len(columns.words)
    for own in (random.random((places, marks)) < 0.5, np.ones((places, marks), dtype=np.bool_)):
        found = replace(columns, words=columns.words % 4, marks=own)
        assert np.array_equal(one._values(found), one._plain_values(found))


@pytest.mark.slow
@pytest.mark.parametrize("places", [2047, 2048, 2049, 2064, 4096, 4113])
@pytest.mark.parametrize("width", [32, 64])
def test_long_reports_are_the_same_where_blocks_meet(places: int, width: int) -> None:
    one, own = network(width)
    words = itertools.cycle(("Vino", "Begoña", "a", "la", "12", "-", "HUESCA"))
    columns = own.read(" ".join(itertools.islice(words, places - 1)))
    assert len(columns.words) > 2000
    assert np.array_equal(one._values(columns), one._plain_values(columns))


def test_a_width_that_the_kernel_does_not_know_is_left_to_numpy() -> None:
    assert network(64)[0]._compiled is not None
    assert network(12)[0]._compiled is None


def asked() -> tuple[list[Any], list[Any], list[Any], Any]:
    """What the kernel is handed of a text: tables, layers, columns, and where values go."""
    one, own = network(32)
    assert one._compiled is not None
    _, tables, layers = one._compiled
    found = own.read("Vino Begoña\na la consulta")
    columns = [np.ascontiguousarray(x) for x in (found.words, found.shapes, found.parts, found.marks)]
    return list(tables), [list(layer) for layer in layers], columns, np.empty((len(found.words), 32), np.float32)


def reckon(tables: list[Any], layers: list[Any], columns: list[Any], values: Any) -> None:
    assert native is not None
    native.network_values(tuple(tables), list(map(tuple, layers)), tuple(columns), values)


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("row", [-1, 2**20])
def test_rows_that_no_table_has_are_refused(number: int, row: int) -> None:
    tables, layers, columns, values = asked()
    columns[number].flat[-1] = row
    with pytest.raises(ValueError, match="no table"):
        reckon(tables, layers, columns, values)


@pytest.mark.parametrize(
    ("group", "place"), [(group, i) for group, count in enumerate((6, 5, 4, 1)) for i in range(count)]
)
def test_arrays_of_other_forms_are_refused(group: int, place: int) -> None:
    for other in (
        np.zeros(11, np.float64),
        np.zeros(11, np.float32),
        np.zeros(11, np.int32),
        np.zeros(11, np.int8),
        None,
    ):
        given = list(asked())
        if group == 3:
            given[3] = other
        else:
            (given[1][0] if group == 1 else given[group])[place] = other
        if group == 0 and place < 3 and getattr(other, "dtype", None) == np.float32:
            continue  # a table of no rows, which no place has a row of: tested above
        with pytest.raises((ValueError, TypeError)):
            reckon(*given)


@pytest.mark.parametrize(("place", "value"), [(5, 0.0), (5, -1.0), (5, float("nan")), (6, 0), (6, -1), (6, 2**40)])
def test_layers_that_are_none_are_refused(place: int, value: float) -> None:
    tables, layers, columns, values = asked()
    layers[0][place] = value
    with pytest.raises(ValueError, match="no layer"):
        reckon(tables, layers, columns, values)
    with pytest.raises(ValueError, match="form"):
        reckon(tables, [*asked()[1]] * 20, columns, values)
    with pytest.raises(TypeError):
        reckon(tables, [()], columns, values)


@given(TEXTS)
@pytest.mark.parametrize("which", range(len(NETWORKS)))
def test_chances_are_the_same_as_far_as_floats_are_rounded_alike(which: int, text: str) -> None:
    one, own = NETWORKS[which]
    columns = own.read(text)
    if len(columns.words):
        values = one._values(columns)
        assert one._scored is not None
        assert np.allclose(one._chances(values), one._plain_chances(values), rtol=1e-3, atol=1e-5)
        assert one._chances(values).shape == one._plain_chances(values).shape


@pytest.mark.parametrize("places", range(1, 20))
@pytest.mark.parametrize("tags", [1, 2, 15, 16, 17, 59, 63, 64])
def test_scores_are_sums_of_products_for_any_number_of_places_and_tags(places: int, tags: int) -> None:
    assert native is not None
    random = np.random.default_rng(places)
    weights = np.pad(random.standard_normal((3, tags)).astype(np.float32), ((0, 0), (0, 64 - tags)))
    bias = np.pad(random.standard_normal(tags).astype(np.float32), (0, 64 - tags), constant_values=-np.inf)
    given = random.standard_normal((places, 3)).astype(np.float32)
    found = np.full((places + 1, tags), 7, np.float32)
    native.network_scores(weights, bias, given, tags, found[:-1])
    plain = given @ weights[:, :tags] + bias[:tags]
    assert np.allclose(found[:-1], plain - plain.max(axis=1, keepdims=True), atol=1e-5)
    assert (found[-1] == 7).all()
    odds = np.exp(found)
    native.network_shares(odds[:-1], tags)
    assert np.allclose(odds[:-1].sum(axis=1), 1)
    assert (odds[-1] == np.exp(np.float32(7))).all()


def test_a_model_of_more_tags_than_the_kernel_knows_is_left_to_numpy() -> None:
    own = reader(("vino",))
    shapes = forms(1, len(own.marks), 65, 32)
    random = np.random.default_rng(1)
    one = Network({k: random.standard_normal(v).astype(np.float32) for k, v in shapes.items()})
    assert one._compiled is not None and one._scored is None
    assert np.allclose(one.probabilities(own.read("Vino Begoña")).sum(axis=0), 1)


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("other", [None, 0, 65, np.zeros(63, np.float32), np.zeros(64, np.float64)])
def test_scores_and_shares_of_other_forms_are_refused(place: int, other: Any) -> None:
    assert native is not None
    given: list[Any] = [
        np.zeros((2, 64), np.float32), np.zeros(64, np.float32), np.zeros((3, 2), np.float32), 5,
        np.zeros((3, 5), np.float32),
    ]  # fmt: skip
    given[place] = other
    with pytest.raises((ValueError, TypeError)):
        native.network_scores(*given)


@pytest.mark.parametrize(
    ("odds", "tags"),
    [(None, 5), (np.zeros(6, np.float64), 2), (np.zeros(6, np.float32), 0), (np.zeros(6, np.float32), 4)],
)
def test_odds_of_other_forms_are_refused(odds: Any, tags: int) -> None:
    assert native is not None
    with pytest.raises((ValueError, TypeError)):
        native.network_shares(odds, tags)
