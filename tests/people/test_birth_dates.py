"""Dates as the fields of a patient hold them."""

from __future__ import annotations

from datetime import date

import pytest

from deid_studio.people.birth_dates import parse_date


@pytest.mark.parametrize("years", [0, 1, 40, 99])
def test_a_year_of_two_figures_is_the_latest_that_has_been(years: int) -> None:
    year = date.today().year - years
    assert parse_date(f"3/5/{year % 100:02d}") == date(year, 5, 3)
