"""How many reports of one order teach as much as some number by lot."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.lab.order_savings import savings

LOT = {0: 0.0, 10: 0.5, 20: 0.6, 30: 0.7}


def test_what_is_reached_between_two_counts_is_told_along_a_line_and_what_never_is_as_infinite():
    ten, twenty, thirty = savings([{0: 0.0, 10: 0.55, 20: 0.65, 30: 0.65}], [[LOT]])
    assert (ten.by_lot, ten.share) == (10, pytest.approx(0.5 / 0.55))
    assert twenty.share == pytest.approx(15 / 20) == twenty.low == twenty.high
    assert thirty.share == inf


@given(st.lists(st.floats(0.01, 0.1), min_size=3, max_size=3), st.integers(1, 3), st.integers(1, 3))
def test_an_order_that_is_as_good_as_lot_needs_as_many_and_intervals_hold_the_share(gains, splits, lots):
    curve, recall = {0: 0.2}, 0.2
    for count, gain in zip((4, 8, 12), gains, strict=True):
        curve[count] = recall = recall + gain
    for one in savings([curve] * splits, [[curve] * lots] * splits):
        assert one.low - 1e-9 <= one.share <= one.high + 1e-9 and one.share == pytest.approx(1.0)
