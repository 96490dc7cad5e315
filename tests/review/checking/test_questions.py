"""Questions: the order of findings, what is asked about one by one or together, and what is expected to leave."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deid_studio.detection.context.context_detector import Seen
from deid_studio.detection.judge.judge import Weights
from deid_studio.model.edits import Reject, Resize, Several
from deid_studio.model.kinds import Kind
from deid_studio.model.mentions import Desk, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.checking.questions import (
    LEAST,
    LEAST_TOGETHER,
    by_leak,
    expected,
    is_likely,
    is_worth_asking,
    together,
    unread_findings,
)
from deid_studio.review.checking.usefulness import Usefulness, slipped

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
@example(Finding(Suggestion(Span(0, 1, "X"), 0.5, (Evidence("crf"),)), (), None, Sort.ELSEWHERE, 0.8))
def test_what_is_no_estimate_is_always_asked_about(one):
    always = (Sort.ROLES, Sort.STAY, Sort.UNREAD, Sort.HIDDEN)
    assert is_likely(one) == (one.sort in always or one.chance >= 0.8)


@given(st.lists(findings), findings)
def test_one_more_finding_makes_a_question_worth_more_never_less(found, more):
    assert together([*found, more]) >= together(found) - 1e-9
    assert is_worth_asking([*found, more]) or not is_worth_asking(found)
    assert expected([*found, more]) >= expected(found)


def test_nothing_is_no_question_and_much_that_is_hardly_likely_is_one():
    one = Finding(Suggestion(Span(0, 1, "X"), 0.5, (Evidence("crf"),)), chance=0.1)
    assert [is_worth_asking([one] * n) for n in (0, 1, 6, 7)] == [False, False, False, True]


def test_what_is_expected_of_unread_passages_is_shared_by_their_length():
    short, long = unread_findings([(0, 10), (20, 50)], 2.0)
    assert (short.leak, long.leak) == (pytest.approx(0.5), pytest.approx(1.5))
    assert unread_findings([], 2.0) == []


@given(chances, chances)
def test_a_slip_is_likelier_where_it_was_surer_and_where_many_were_rejected_at_once(one, other):
    low, high = sorted((one, other))
    assert slipped(low) <= slipped(high) and slipped(one) <= slipped(one, together=True)


def test_what_was_rejected_by_itself_is_asked_about_with_the_rest_and_what_was_not_looked_at_by_itself():
    assert LEAST_TOGETHER < slipped(1.0) < LEAST < slipped(0.99, together=True)


@given(chances, st.integers(1, 5))
def test_who_rejects_the_same_class_again_means_it(confidence, alike):
    assert slipped(confidence, alike=alike + 1) <= slipped(confidence, alike=alike)
    assert slipped(confidence, alike=alike + 1) < 0.06  # however sure the suggestion was


SIGHT = SimpleNamespace(see=lambda text: Seen((), np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.float32)))


def test_what_was_rejected_has_the_chance_of_a_slip_and_all_else_that_of_its_clues():
    usefulness = Usefulness(SIGHT, Weights(0.0, {"in no list": 1.0}), lambda _name: Kind.OTHER)
    text, span = "Acude Brixolto con dolor.", Span(6, 14, "X")
    suggestion = Suggestion(span, 0.5, (Evidence("crf"),))
    findings = [Finding(suggestion), *(Finding(suggestion, (), number, Sort.REJECTED) for number in (1, 2))]
    own, alone, together = usefulness.chances(findings, text, Desk(), {2})
    (clues,) = usefulness.clues(findings[:1], text, Desk())
    assert clues["in no list"] == 1.0 and own == Weights(0.0, {"in no list": 1.0}).chance(clues) > 0.5
    assert (alone, together) == (slipped(0.5), slipped(0.5, together=True))


def test_what_was_rejected_alike_lowers_the_chance_that_each_was_a_slip():
    usefulness = Usefulness(SIGHT, Weights(0.0, {}), lambda _name: Kind.OTHER)
    text = "Acude Brixolto con Anselma."
    suggested = [Suggestion(Span(at, at + 7, "X"), 0.99, (Evidence("crf"),)) for at in (6, 19)]
    for rejected, chance in (((1,), slipped(0.99)), ((1, 2), slipped(0.99, alike=2))):
        desk = Several(tuple(Reject(number) for number in rejected)).apply(desk_of((), suggested))
        finding = Finding(suggested[0], (), 1, Sort.REJECTED)
        assert usefulness.chances([finding], text, desk) == [chance]
        assert usefulness.chances([finding], text, desk, {1}) == [slipped(0.99, together=True)]


def test_what_was_rejected_after_its_ends_were_set_is_asked_about_by_itself():
    usefulness = Usefulness(SIGHT, Weights(0.0, {}), lambda _name: Kind.OTHER)
    text, suggested = "Acude Brixolto hoy.", Suggestion(Span(6, 18, "X"), 0.6, (Evidence("crf"),))
    desk = Several((Resize(1, 6, 14), Reject(1))).apply(desk_of((), [suggested]))
    finding = Finding(suggested, (), 1, Sort.REJECTED)
    (chance,) = usefulness.chances([finding], text, desk)
    assert is_likely(replace(finding, chance=chance)) and not is_likely(replace(finding, chance=slipped(0.6)))


def test_that_nothing_was_marked_or_all_was_rejected_is_no_sign_that_nothing_is_left():
    weights = Weights(0.0, {"right": 1.0, "kept": 1.0, "accepted for its length": 1.0})
    usefulness = Usefulness(SIGHT, weights, lambda _name: Kind.OTHER)
    text, span = "Acude con Beatriz. " * 20, Span(10, 17, "X")
    finding = Finding(Suggestion(span, 0.5, (Evidence("crf"),)))
    suggested = [Suggestion(Span(at, at + 5, "X"), 0.9, (Evidence("crf"),)) for at in range(19, 300, 19)]
    rejected = Several(tuple(Reject(number + 1) for number in range(len(suggested)))).apply(desk_of((), suggested))
    for desk in (Desk(), rejected):
        (clues,) = usefulness.clues([finding], text, desk)
        assert min(clues["right"], clues["kept"]) >= 0.7 and clues["accepted for its length"] >= 1.6


def test_what_speaks_against_phi_is_that_of_the_findings_own_line():
    text = "Acude Brixolto.\nToma paracetamol.\nVive en Brixolto.\n"
    usefulness = Usefulness(SIGHT, Weights(0.0, {}), lambda _name: Kind.OTHER)
    places = [(at, at + len(word)) for word in ("paracetamol", "Brixolto") for at in (text.rindex(word),)]
    findings = [Finding(Suggestion(Span(*place, "X"), 0.5, (Evidence("crf"),))) for place in places]
    drug, name = usefulness.clues(findings, text, Desk())
    assert drug["harmless"] > name["harmless"] == 0.0
