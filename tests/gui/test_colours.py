"""Contrast is computed after WCAG and kept by what is made from class colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui import colours

HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert colours.contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert colours.contrast(other, one) == colours.contrast(one, other)


def test_mix_goes_from_one_colour_to_the_other() -> None:
    assert colours.mix("#102030", "#ffffff", 0) == "#102030"
    assert colours.mix("#102030", "#ffffff", 1) == "#ffffff"
    assert colours.mix("#000000", "#ffffff", 0.5) == "#808080"


@given(HEX, st.sampled_from([("#ffffff", "#1c2128"), ("#16181c", "#e4e7eb")]), st.floats(0.1, 1.0))
def test_a_fill_never_drowns_its_text(colour: str, pair: tuple[str, str], strength: float) -> None:
    page, text = pair
    assert colours.contrast(colours.fill(colour, page, text, strength, 4.5), text) >= 4.5


@given(HEX, st.sampled_from([("#ffffff", "#1c2128"), ("#16181c", "#e4e7eb")]))
def test_an_edge_stands_out(colour: str, pair: tuple[str, str]) -> None:
    page, text = pair
    assert colours.contrast(colours.edge(colour, (page,), text, 3.0), page) >= 3.0


def test_a_colour_that_is_good_already_is_kept() -> None:
    assert colours.edge("#123456", ("#ffffff",), "#000000", 3.0) == "#123456"
