"""What looking at a report or a mention is worth: uncertainty in bits, and what would leak."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.benefit import (
    Benefit,
    benefit,
    benefit_of_desk,
    beside_desk,
    entropy,
    leak_of,
    uncertainty_of,
)

CRF = (Evidence("crf"),)


def _suggestion(start: int, confidence: float) -> Suggestion:
    return Suggestion(Span(start, start + 3, "FECHAS"), confidence, CRF)


CONFIDENCES = st.lists(st.floats(0, 1), max_size=12)


@given(st.floats(0, 1))
def test_entropy_is_that_of_a_coin_and_symmetric(confidence):
    assert 0 <= entropy(confidence) <= 1
    assert entropy(confidence) == pytest.approx(entropy(1 - confidence), abs=1e-9)


def test_entropy_of_known_coins():
    assert entropy(0.5) == 1
    assert entropy(0) == entropy(1) == 0
    assert entropy(0.11) == pytest.approx(0.49992, abs=1e-5)  # textbook value: H(0.11) = 0.4999


@given(st.lists(st.floats(0.5, 1), min_size=2, max_size=9).map(sorted))
def test_the_surer_the_less_uncertain(confidences):
    assert all(entropy(low) >= entropy(high) - 1e-12 for low, high in pairwise(confidences))


@given(CONFIDENCES)
def test_a_report_is_the_sum_of_what_is_pending(confidences):
    suggestions = [_suggestion(4 * place, confidence) for place, confidence in enumerate(confidences)]
    whole = benefit(suggestions)
    assert whole == benefit_of_desk(desk_of((), suggestions))
    assert whole.leak == pytest.approx(sum(confidences))
    assert 0 <= whole.uncertainty <= len(confidences)


@given(CONFIDENCES, st.sets(st.integers(0, 11)))
def test_deciding_takes_the_benefit_away_and_never_adds_any(confidences, decided):
    desk = desk_of((), [_suggestion(4 * place, confidence) for place, confidence in enumerate(confidences)])
    left = Desk(
        Mention(m.id, m.span, Decision.ACCEPTED if m.id in decided else m.decision, m.origin, m.suggestion)
        for m in desk
    )
    before, after = benefit_of_desk(desk), benefit_of_desk(left)
    assert after.leak <= before.leak + 1e-9 and after.uncertainty <= before.uncertainty + 1e-9
    assert after.leak == pytest.approx(sum(leak_of(m) for m in left.pending))
    assert after.uncertainty == pytest.approx(sum(uncertainty_of(m) for m in left.pending))


def test_doubts_count_where_nothing_is_marked():
    desk = desk_of([Span(0, 5, "PAIS")], [_suggestion(10, 0.9)])
    beside, within = _suggestion(20, 0.25), _suggestion(3, 0.25)
    assert beside_desk([beside, within], desk) == [beside]
    assert benefit_of_desk(desk, [beside, within]).leak == pytest.approx(1.15)


def test_what_a_person_put_is_neither_uncertain_nor_a_leak():
    own = Mention(1, Span(0, 3, "PAIS"), Decision.ACCEPTED, Origin.PERSON)
    assert (uncertainty_of(own), leak_of(own)) == (0, 0)
    assert benefit_of_desk(Desk([own])) == Benefit()
