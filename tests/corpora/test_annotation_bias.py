"""Annotation bias, against what can be counted by hand."""

from __future__ import annotations

import pytest

from deid_studio.corpora.annotation_bias import Reading, acceptance, contrast
from deid_studio.corpora.planted_answers import PlantedAnswer
from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.model.span import Span


def at(start: int, end: int, name: str = "PERSONA") -> Span:
    return Span(start, end, name)


GOLD = [at(0, 4), at(10, 14), at(20, 24), at(30, 34)]


def test_the_share_accepted_has_the_exact_interval_and_what_gold_has_is_not_counted():
    from scipy.stats import binomtest  # takes a moment to load

    answers = [
        *(PlantedAnswer("r", at(n, n + 1), Slip.CLASS, Answer.ACCEPTED) for n in range(3)),
        *(PlantedAnswer("r", at(n, n + 1), Slip.SPURIOUS, Answer.REJECTED) for n in range(3, 10)),
        PlantedAnswer("r", GOLD[1], Slip.SPURIOUS, Answer.ACCEPTED),
    ]
    found = acceptance(answers, {"r": GOLD})
    exact = binomtest(3, 10).proportion_ci(method="exact")
    assert (found.accepted.value, found.right) == (0.3, 1)
    assert (found.accepted.low, found.accepted.high) == pytest.approx((exact.low, exact.high), abs=1e-9)
    assert found.accepted_of(Slip.CLASS).value == 1 and found.accepted_of(Slip.SPURIOUS).value == 0
    assert found.accepted_of(Slip.ENDS).value is None


def test_rates_are_of_gold_and_of_what_was_marked_and_the_difference_is_with_less_without():
    blind = Reading("r", "ana", True, [at(0, 4), at(50, 54)], GOLD)
    shown = Reading("r", "luis", False, [at(0, 4), at(10, 12), at(20, 24), at(30, 34, "FECHA")], GOLD)
    found = contrast([blind, shown])
    assert (found.blind.readings, found.suggested.readings) == (1, 1)
    assert [one.value for one in (found.blind.missed, found.blind.otherwise, found.blind.spurious)] == [0.75, 0, 0.5]
    rates = found.suggested
    assert [one.value for one in (rates.missed, rates.otherwise, rates.spurious)] == [0, 0.5, 0]
    assert found.difference.missed.value == -0.75 and found.difference.missed.low == -0.75  # one report, no chance


def test_intervals_are_of_reports_and_what_nobody_read_so_is_not_told():
    readings = [Reading(f"r{n}", "ana", n % 2 == 0, GOLD[: 1 + n % 4], GOLD) for n in range(24)]
    found = contrast(readings)
    for rates in (found.blind, found.suggested):
        assert rates.missed.low < rates.missed.value < rates.missed.high
    assert contrast(readings) == found
    only = contrast([one for one in readings if one.blind])
    assert only.suggested.missed.value is None and only.difference.missed.value is None
    assert contrast([]).blind.missed.value is None
