"""Bounds of a share: known values of tables, and what holds of all of them."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.review.second.missed_bounds import clopper_pearson, rule_of_three, upper_bound

# Two-sided 95 % limits in per cent, as in the tables of Documenta Geigy (binomial distribution).
TABLE = {
    (0, 10): (0.00, 30.85),
    (1, 10): (0.25, 44.50),
    (5, 10): (18.71, 81.29),
    (10, 10): (69.15, 100.00),
    (0, 20): (0.00, 16.84),
    (1, 20): (0.13, 24.87),
    (0, 100): (0.00, 3.62),
    (1, 100): (0.03, 5.45),
    (10, 100): (4.90, 17.62),
    (50, 100): (39.83, 60.17),
}


@pytest.mark.parametrize(("counts", "limits"), TABLE.items())
def test_limits_are_those_of_the_tables(counts, limits):
    assert clopper_pearson(*counts) == pytest.approx([one / 100 for one in limits], abs=0.00005)


def test_the_rule_of_three_is_near_the_exact_bound_and_above_it():
    for total in (30, 100, 1000, 100_000):
        assert 0 <= rule_of_three(total) - upper_bound(0, total) < 0.1 * rule_of_three(total)
    assert rule_of_three(0) == rule_of_three(2) == 1.0
    assert upper_bound(0, 30) == pytest.approx(0.0950, abs=0.00005)


def test_other_confidences_and_many():
    assert upper_bound(0, 299, 0.95) < 0.01 < upper_bound(0, 298, 0.95)  # 299 for 1 %, as in acceptance sampling
    assert clopper_pearson(0, 10, 0.99)[1] == pytest.approx(0.4113, abs=0.00005)
    lower, upper = clopper_pearson(500_000, 1_000_000)
    assert lower == pytest.approx(0.49902, abs=0.00001) and upper == pytest.approx(0.50098, abs=0.00001)


def test_counts_that_cannot_be_are_refused():
    for counts in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="of 3"):
            upper_bound(*counts)
    assert clopper_pearson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 60), st.data())
def test_a_limit_is_where_the_tail_of_the_binomial_is_as_asked(total, data):
    found = data.draw(st.integers(0, total))
    lower, upper = clopper_pearson(found, total)

    def at_least(count: int, share: float) -> float:
        return sum(comb(total, k) * share**k * (1 - share) ** (total - k) for k in range(count, total + 1))

    assert lower <= found / total <= upper
    if found:
        assert at_least(found, lower) == pytest.approx(0.025, abs=1e-9)
    if found < total:
        assert 1 - at_least(found + 1, upper) == pytest.approx(0.025, abs=1e-9)
