"""Contrast is computed after WCAG and kept by what is made from class colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.shell import colours
from deid_studio.gui.shell.colours import Vision

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


# Sharma, Wu and Dalal (2005), table 1: the pairs that try every branch of the formula.
SHARMA = (
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -1.1848, -84.8006), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -0.9009, -85.5211), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0010), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0012), 7.2195),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0010, -2.4900), 4.8045),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0011, -2.4900), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((50.0, 2.5, 0.0), (50.0, 3.1736, 0.5854), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 3.2972, 0.0), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 1.8634, 0.5757), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)


@pytest.mark.parametrize(("one", "other", "expected"), SHARMA)
def test_differences_are_those_published_with_the_formula(one, other, expected) -> None:
    assert colours.ciede2000(one, other) == pytest.approx(expected, abs=5e-5)
    assert colours.ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


def test_lab_is_that_of_srgb() -> None:
    assert colours.lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    assert colours.lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert colours.lab("#808080") == pytest.approx((53.59, 0, 0), abs=0.02)


@given(HEX)
def test_grey_looks_grey_to_everybody_and_a_colour_its_own_to_most(colour: str) -> None:
    assert colours.seen(colour, Vision.NORMAL) == colour
    grey = "#" + colour[1:3] * 3
    for vision in Vision:
        assert colours.difference(grey, colours.seen(grey, vision)) < 1.0


def test_red_and_green_are_alike_where_their_cones_lack_and_blue_and_green_where_its_do() -> None:
    red, green, blue = "#c05040", "#7f7a00", "#5b7fae"
    assert colours.difference(red, green) > 30
    assert colours.difference(red, green, Vision.DEUTERANOPIA) < 12
    assert colours.difference(blue, "#2b8f8f") > colours.difference(blue, "#2b8f8f", Vision.TRITANOPIA)


@given(HEX, HEX)
def test_a_difference_is_the_same_both_ways_and_none_to_itself(one: str, other: str) -> None:
    assert colours.difference(one, one) == 0
    assert colours.difference(one, other) == pytest.approx(colours.difference(other, one), abs=1e-6)
