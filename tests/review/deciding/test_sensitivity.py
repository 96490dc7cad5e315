"""Which pending suggestions are shown by their confidence, and what hiding the others is expected to cost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.sensitivity import LEFT_OUT, STOPS, IsShown, confidence_of, is_faint, outlook, stop_at
from deid_studio.review.kept_settings import SENSITIVITY
from tests.review.conftest import decide_all, opened

CONFIDENCES = st.floats(0, 1)


def _mention(confidence: float, decision: Decision = Decision.PENDING) -> Mention:
    span = Span(0, 3, "FECHAS")
    suggestion = Suggestion(span, confidence, (Evidence("crf"),))
    return Mention(1, span, decision, Origin.DETECTOR, suggestion)


MENTIONS = st.lists(st.builds(_mention, CONFIDENCES, st.sampled_from(Decision)))


@given(MENTIONS, st.sampled_from(STOPS))
def test_every_pending_one_is_shown_or_hidden_and_counts_for_what_it_may_be(mentions, least):
    found = outlook(mentions, least)
    pending = [m for m in mentions if m.decision is Decision.PENDING]
    assert found.shown + found.hidden == len(pending)
    assert found.hidden == sum(is_faint(m, least) for m in mentions)
    assert 0 <= found.missed <= found.hidden and 0 <= found.false <= found.shown
    # Of all there are: PHI that is shown, PHI that is missed.
    assert found.shown - found.false + found.missed == pytest.approx(sum(map(confidence_of, pending)))


@given(MENTIONS)
def test_the_further_the_slider_the_more_is_shown(mentions):
    found = [outlook(mentions, least) for least in STOPS]
    assert [one.shown for one in found] == sorted(one.shown for one in found)
    assert [one.missed for one in found] == sorted((one.missed for one in found), reverse=True)
    assert found[-1].hidden == 0 and found[-1].missed == 0


FACTS = st.sampled_from((("crf", "tag"), ("crf", "marginal"), ("rule", "looks"), ("rule", "date"), LEFT_OUT))
EVIDENCE = st.lists(st.builds(lambda fact: Evidence(*fact), FACTS), min_size=1, max_size=3).map(tuple)


@given(st.lists(st.tuples(CONFIDENCES, st.sampled_from(Decision), EVIDENCE)), st.sampled_from(STOPS))
def test_a_desk_shows_what_is_not_faint(rows, least):
    made = [(_mention(confidence, decision), evidence) for confidence, decision, evidence in rows]
    desk = Desk(
        replace(m, id=number, suggestion=replace(m.suggestion, evidence=evidence))
        for number, (m, evidence) in enumerate(made)
    )
    assert desk.those(IsShown(least)) == tuple(m for m in desk if not is_faint(m, least))
    assert desk.those(IsShown(least, frozenset(("FECHAS",)))) == ()
    pending = tuple(m for m in desk.pending if not is_faint(m, least))
    assert desk.those(IsShown(least, pending=True)) == pending


def test_a_stop_below_all_suggestions_shows_the_doubts_that_are_as_likely():
    looks = (Evidence("rule", "looks"),)
    plain = map(_mention, (0.25, 0.15, 0.07))
    doubts = [replace(one, suggestion=replace(one.suggestion, evidence=looks)) for one in plain]
    shown = {least: [not is_faint(one, least) for one in doubts] for least in (0.0, -0.8, -0.9, -0.95)}
    assert shown == {
        0.0: [False, False, False],
        -0.8: [True, False, False],
        -0.9: [True, True, False],
        -0.95: [True, True, True],
    }


@given(CONFIDENCES)
def test_a_stop_shows_what_its_confidence_does(confidence):
    assert not is_faint(_mention(confidence), STOPS[stop_at(confidence)])
    assert not any(is_faint(m, 1.0) for m in (_mention(0.0, Decision.ACCEPTED), _mention(0.0, Decision.REJECTED)))
    assert not is_faint(replace(_mention(0.0), suggestion=None), 0.99)  # a person's own


def test_expected_numbers_are_sums_of_confidences():
    found = outlook([_mention(0.9), _mention(0.6), _mention(0.3), _mention(0.2)], 0.5)
    assert (found.shown, found.hidden) == (2, 2)
    assert (found.missed, found.false) == (pytest.approx(0.5), pytest.approx(0.5))


def test_the_position_is_kept_in_the_folder_and_in_the_sign_off(folder, open_project):
    project = open_project()
    assert project.kept(SENSITIVITY) == 0.0 and not project.journal_path.exists()
    project.keep(SENSITIVITY, 0.8)
    project.keep(SENSITIVITY, 0.9)
    again = open_project()
    assert again.kept(SENSITIVITY) == 0.9
    session = opened(again)
    decide_all(session)
    session.sign_off(sensitivity=0.9)
    assert again.journal().events("a1")[-1].payload["sensitivity"] == 0.9
    assert open_project().open("a1").signed


@pytest.mark.parametrize(("kept", "least"), [("nonsense", 0.0), ("nan", 0.0), ("-7", 0.0), ("7", 0.99), ("0.83", 0.8)])
def test_a_position_that_makes_no_sense_hides_little(open_project, kept, least):
    project = open_project()
    project.journal().keep_setting("sensitivity", kept)
    assert project.kept(SENSITIVITY) == least
