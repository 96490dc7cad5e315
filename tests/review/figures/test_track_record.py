"""How right suggestions were, as a reviewer found them, and when that is often enough to accept them together."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.edits import Accept, Reject, Several
from deid_studio.progress import Progress
from deid_studio.review.checking import finding
from deid_studio.review.deciding import intents
from deid_studio.review.figures.share_bound import beta_below, expected_lower, wilson_lower
from deid_studio.review.figures.track_record import Record, TrackRecord, outcomes_of, read_track_record
from tests.review.conftest import SUGGESTIONS, decide_all, opened, suggestion

NAME, AGE, DATE = "NOMBRE_SUJETO_ASISTENCIA", "EDAD_SUJETO_ASISTENCIA", "FECHAS"


@pytest.mark.parametrize(
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3; and 10 of 10.
    ("right", "total", "lower"),
    [(81, 263, 0.2553), (15, 148, 0.0624), (0, 20, 0.0), (1, 29, 0.0061), (10, 10, 0.7225)],
)
def test_wilsons_bound_is_the_published_one(right, total, lower):
    assert wilson_lower(right, total) == pytest.approx(lower, abs=5e-5)


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_bound_is_below_the_share_and_rises_with_right_ones(right, wrong):
    total = right + wrong
    lower = wilson_lower(right, total)
    assert 0 <= lower < 1
    assert not total or lower <= right / total
    assert wilson_lower(right + 1, total + 1) > lower
    assert wilson_lower(right, total + 1) <= lower


@given(st.integers(0, 300), st.integers(0, 30), st.floats(0.01, 0.99))
def test_what_is_lacking_is_just_enough(right, wrong, precision):
    lacking = Record(right, right + wrong).lacking(precision)
    assert lacking is not None
    assert Record(right + lacking, right + wrong + lacking).earns(precision)
    assert not lacking or not Record(right + lacking - 1, right + wrong + lacking - 1).earns(precision)


@pytest.mark.parametrize(
    ("share", "right", "wrong", "below"),
    [(0.5, 3, 3, 0.5), (0.9, 9, 1, 0.387420), (0.97, 20, 2, 0.87005), (0.2, 1, 1, 0.2), (0.0, 2, 2, 0), (1.0, 2, 2, 1)],
)
def test_how_probable_a_share_below_is(share, right, wrong, below):
    assert beta_below(share, right, wrong) == pytest.approx(below, abs=5e-4)


@given(st.floats(0.5, 400), st.floats(0.05, 40), st.floats(0.01, 0.99))
def test_what_is_below_and_above_is_all_and_the_bound_is_where_little_lies_below(right, wrong, share):
    assert beta_below(share, right, wrong) + beta_below(1 - share, wrong, right) == pytest.approx(1)
    assert beta_below(expected_lower(right, wrong), right, wrong) == pytest.approx(0.025, abs=1e-3)


@given(st.integers(1, 60), st.integers(0, 10), st.floats(0, 1), st.floats(0.5, 0.98))
def test_what_is_expected_helps_those_who_found_it_right(right, wrong, expected, precision):
    own = Record(right, right + wrong, expected)
    assert own.sure_of <= Record(right + 1, right + wrong + 1, expected).sure_of
    assert Record(right, right + wrong + 1, expected).sure_of <= own.sure_of
    lacking = own.lacking(precision)
    assert lacking is not None
    assert Record(right + lacking, right + wrong + lacking, expected).earns(precision)


def test_a_small_folder_earns_what_the_detector_is_sure_of_and_nobody_found_wrong():
    assert not Record(0, 0, 0.995).earns(0.97)
    assert Record(0, 0, 0.995).lacking(0.97) == 10
    assert not Record(20, 21, 0.995).earns(0.97)
    assert not Record(20, 20, 0.8).earns(0.97)


def test_nothing_is_earned_by_nothing_and_no_precision_asks_for_nothing():
    assert not Record().earns(0.01) and Record().earns(0.0)
    assert Record().lacking(0.97) == 125 and Record(1, 2).lacking(1.0) is None


def _ids(session):
    return {m.span.text(session.text): m.id for m in session.desk}


def test_outcomes_are_by_the_class_that_was_suggested(open_project):
    session = opened(open_project())
    decide_all(session)
    assert outcomes_of(session.history) == {
        (AGE, "accepted"): 1, (DATE, "accepted"): 1, (NAME, "relabelled"): 1, (NAME, "rejected"): 1, (NAME, "added"): 1,
    }  # fmt: skip
    record = TrackRecord({"a1": outcomes_of(session.history)})
    assert (record.of(AGE), record.of(NAME), record.of("PAIS")) == (Record(1, 1), Record(0, 2), Record(0, 0))


def test_what_was_accepted_together_earns_nothing(open_project):
    session = opened(open_project())
    ids = _ids(session)
    session.perform(intents.accepting(session.desk.pending))
    assert outcomes_of(session.history, one_by_one=True) == {}
    session.perform(Reject(ids["61 años"]))
    session.perform(Accept(ids["61 años"]))  # looked at after all
    session.perform(Reject(ids["04/03/2021"]))
    assert outcomes_of(session.history, one_by_one=True) == {(AGE, "accepted"): 1, (DATE, "rejected"): 1}
    session.undo()
    session.undo()
    session.undo()
    session.undo()
    session.perform(Several((Accept(ids["61 años"]), Reject(ids["Elvira Sanjuán"]))))
    assert outcomes_of(session.history, one_by_one=True)[AGE, "accepted"] == 1  # one alone
    assert outcomes_of(session.history)[NAME, "pending"] == 1


def test_findings_of_a_second_sweep_are_what_the_detector_missed(open_project):
    session = opened(open_project())
    for own in (suggestion("Ingreso", "HOSPITAL"), suggestion("Remite", "HOSPITAL")):
        done = finding.marking if own.span.text(session.text) == "Ingreso" else finding.dismissing
        session.perform(done(session.desk, finding.Finding(own, ())))
    session.perform(Reject(_ids(session)["61 años"]))
    rejected = next(m for m in session.desk if m.id == _ids(session)["61 años"])
    session.perform(finding.dismissing(session.desk, finding.Finding(rejected.suggestion, (), rejected.id)))
    found = outcomes_of(session.history)
    assert found["HOSPITAL", "added"] == found["HOSPITAL", "dismissed"] == 1 and found["HOSPITAL", "rejected"] == 0
    assert TrackRecord({"a1": found}).of("HOSPITAL") == Record()  # no detector had suggested it
    assert found[AGE, "rejected"] == 1  # was a suggestion before the sweep


def test_only_ones_own_signed_off_reports_count(open_project):
    project = open_project()
    for name, reviewer in (("a1", "Dra. Prueba"), ("a2", "Dr. Otro"), ("planta 2/b1", "Dra. Prueba")):
        session = project.open(name)
        session.reviewer = reviewer
        session.offer(SUGGESTIONS, "m")
        decide_all(session)
        if name != "planta 2/b1":
            session.sign_off()
    record = read_track_record(project, "Dra. Prueba", Progress())
    assert (record.of(AGE), record.of(NAME)) == (Record(1, 1), Record(0, 2))
    project.journal()._db.execute("UPDATE events SET payload='{' WHERE kind='sign_off' AND report='a2'")
    assert read_track_record(project, "Dra. Prueba", Progress()).of(AGE) == Record(1, 1)
    session = project.open("a1")
    session.withdraw_sign_off()
    assert read_track_record(project, "Dra. Prueba", Progress()).of(AGE) == Record()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(("accepted", "rejected", None)))))
def test_a_record_follows_sign_offs_and_withdrawals(steps):
    record, standing = TrackRecord(), {}
    for name, kind in steps:
        record.take(name, None if kind is None else Counter({(DATE, kind): 1}))
        standing[name] = kind
    kinds = list(standing.values())
    right, wrong = kinds.count("accepted"), kinds.count("rejected")
    assert record.of(DATE) == Record(right, right + wrong)
