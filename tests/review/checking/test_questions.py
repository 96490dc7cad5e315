"""Questions: the order of findings, what is asked about one by one or together, and what is expected to leave."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.checking.finding import CONTRADICTIONS, Finding, Sort
from deid_studio.review.checking.questions import (
    by_leak,
    expected,
    is_likely,
    is_worth_asking,
    together,
    unread_findings,
)
from deid_studio.review.checking.usefulness import slipped

chances = st.floats(0, 1)
findings = st.builds(
    lambda at, sort, chance: Finding(
        Suggestion(Span(at, at + 1, "X"), 0.5, (Evidence("crf"),)), (), None, sort, chance
    ),
    st.integers(0, 99),
    st.sampled_from(Sort),
    chances,
)


@given(st.lists(findings))
def test_what_is_likely_comes_first_and_then_by_expected_leak(found):
    ordered = by_leak(found)
    assert sorted(ordered, key=id) == sorted(found, key=id)
    ranks = [(not is_likely(one), -one.leak) for one in ordered]
    assert ranks == sorted(ranks)


@given(findings)
def test_what_is_no_estimate_is_always_asked_about(one):
    always = (*CONTRADICTIONS, Sort.UNREAD, Sort.HIDDEN)
    assert is_likely(one) == (one.sort in always or one.chance >= 0.5)


@given(st.lists(findings), findings)
def test_one_more_finding_makes_a_question_worth_more_never_less(found, more):
    assert together([*found, more]) >= together(found) - 1e-9
    assert is_worth_asking([*found, more]) or not is_worth_asking(found)
    assert expected([*found, more]) >= expected(found)


def test_nothing_is_no_question_and_much_that_is_hardly_likely_is_one():
    one = Finding(Suggestion(Span(0, 1, "X"), 0.5, (Evidence("crf"),)), chance=0.1)
    assert [is_worth_asking([one] * n) for n in (0, 1, 4, 5)] == [False, False, False, True]


def test_what_is_expected_of_unread_passages_is_shared_by_their_length():
    short, long = unread_findings([(0, 10), (20, 50)], 2.0)
    assert (short.leak, long.leak) == (pytest.approx(0.5), pytest.approx(1.5))
    assert unread_findings([], 2.0) == []


@given(chances, chances)
def test_a_slip_is_likelier_where_it_was_surer_and_where_many_were_rejected_at_once(one, other):
    low, high = sorted((one, other))
    assert slipped(low) <= slipped(high) and slipped(one) <= slipped(one, together=True)
