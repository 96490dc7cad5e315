"""Counts of a folder's review: states, outcomes by class, and the time that reports took."""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import CancelledError
from deid_studio.progress import Progress
from deid_studio.review.figures.statistics import (
    PAUSE_SECONDS,
    TIME_EDGES,
    Reviewed,
    StatisticsRequest,
    csv_of,
    decisions_of_people,
    seconds_by_report,
    statistics_of,
)
from deid_studio.review.figures.track_record import Record
from deid_studio.review.journal import EventKind
from deid_studio.review.project import ReportState
from deid_studio.review.second.second_policy import Choice
from deid_studio.review.signing.formerly import Formerly
from tests.review.conftest import decide_all, opened

NAME, AGE = "NOMBRE_SUJETO_ASISTENCIA", "EDAD_SUJETO_ASISTENCIA"
STATES = {ReportState.SIGNED_OFF: 1, ReportState.IN_REVIEW: 1, ReportState.NOT_OPENED: 1}


@pytest.fixture
def project(open_project):
    """One report signed off, one begun, one that nobody touched."""
    project = open_project()
    for name in ("a1", "a2"):
        session = opened(project, name)
        decide_all(session)
        if name == "a1":
            session.sign_off()
    return project


def test_outcomes_are_counted_by_class(project):
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert found.signed.classes == (NAME, AGE, "FECHAS") and found.left_out == 0
    assert (found.signed.right(NAME), found.signed.right(AGE), found.begun.right()) == (
        Record(0, 2), Record(1, 1), Record(4, 8),
    )  # fmt: skip
    assert (found.signed.found(NAME), found.begun.found()) == (Record(1, 2), Record(6, 8))
    assert (len(found.signed.seconds), len(found.begun.seconds)) == (1, 2)
    assert found.signed.median_seconds == found.signed.seconds[0] >= 0


def test_counts_as_csv_hold_no_names_of_reports(project):
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    text = csv_of(found).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["reports", "class", "what", "count"]
    assert ["all", "", "signed_off", "1"] in rows and ["all", "", "suggestions_waiting", "0"] in rows
    assert ["signed_off", NAME, "relabelled", "1"] in rows and ["begun", NAME, "added", "2"] in rows
    assert ["begun", "", "timed_reports", "2"] in rows
    assert "a1" not in text and "Elvira" not in text and "Prueba" not in text
    assert all(row[3].isdigit() for row in rows[1:])


def test_a_folder_without_decisions_is_counted_without_making_a_journal(open_project):
    project = open_project()
    found = statistics_of(StatisticsRequest(project, {}), Progress())
    assert not found.begun.classes and found.begun.median_seconds == 0 and not project.journal_path.exists()
    assert found.begun.right() == Record()


def test_a_report_whose_events_do_not_fit_is_left_out(project):
    journal = project.journal()
    journal._db.execute("UPDATE events SET payload='{}' WHERE report='a2' AND kind='perform'")
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert found.left_out == 1 and found.begun.outcomes == found.signed.outcomes


def test_counting_can_be_stopped(project):
    with pytest.raises(CancelledError):
        statistics_of(StatisticsRequest(project, STATES), Progress(cancelled=lambda: True))


def _moments(*steps: tuple[str, float, str]) -> list[tuple[str, str, str]]:
    begin = datetime(2026, 1, 2, 9, tzinfo=UTC)
    return [(report, (begin + timedelta(seconds=at)).isoformat(), who) for report, at, who in steps]


def test_time_goes_to_the_report_that_was_decided_on_and_pauses_to_none():
    steps = (("a", 0), ("a", 20), ("b", 60), ("b", 70), ("b", 1000), ("a", 1030))
    moments = _moments(*((report, at, "x") for report, at in steps))
    assert seconds_by_report(moments) == {"a": 50, "b": 50}
    both = _moments(("a", 0, "x"), ("b", 10, "y"), ("a", 30, "x"), ("b", 50, "y"))
    assert seconds_by_report(both) == {"a": 30, "b": 40}  # each reviewer's own time


def test_each_reviewers_work_is_told_and_a_report_signed_by_two_counts_for_both(project):
    project.reviewer = "Dr. Otero"
    session = project.open("a1")
    session.sign_off(second=Choice.RANDOM)
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert [(one.name, one.decisions, one.signed, one.second) for one in found.people] == [
        ("Dra. Prueba", 10, 1, 0), ("Dr. Otero", 0, 1, 1),
    ]  # fmt: skip
    assert sum(one.seconds for one in found.people) == pytest.approx(sum(found.begun.seconds))
    assert found.second.reports == 1 and found.second.agreement == 1.0
    session.undo()
    after = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert [(one.signed, one.second) for one in after.people] == [(0, 0), (0, 0)]  # that sign-off holds no longer
    rows = list(csv.reader(io.StringIO(csv_of(found).decode())))
    assert ["read_twice", "", "reports_random", "1"] in rows and ["read_twice", "", "equal", "4"] in rows
    assert "Otero" not in csv_of(found).decode()


def test_what_was_undone_is_no_decision_and_what_was_redone_is_one_again(open_project):
    project = open_project()
    session = opened(project, "a1")
    decide_all(session)

    def decisions() -> int:
        return statistics_of(StatisticsRequest(project, STATES), Progress()).people[0].decisions

    assert decisions() == len(session.history.done) == 5
    session.undo()
    session.undo()
    assert decisions() == len(session.history.done) == 3
    session.redo()
    assert decisions() == len(session.history.done) == 4


@given(st.lists(st.sampled_from(list(EventKind)), max_size=60))
def test_decisions_that_stand_are_the_steps_done(kinds):
    done = undone = 0
    steps = []
    before = 0
    for kind in kinds:
        match kind:
            case EventKind.BEGIN:
                before, done, undone = before + done, 0, 0
            case EventKind.PERFORM:
                done, undone = done + 1, 0
            case EventKind.UNDO if done:
                done, undone = done - 1, undone + 1
            case EventKind.REDO if undone:
                done, undone = done + 1, undone - 1
            case EventKind.UNDO | EventKind.REDO:
                continue
        steps.append(("a", "x", kind))
    assert decisions_of_people(steps)["x"] == before + done


def test_what_was_decided_before_a_name_was_given_is_credited_to_it(open_project):
    project = open_project()
    project.reviewer = "consulta3"
    session = opened(project, "a1")
    decide_all(session)
    decided = len(session.history.done)
    session.reviewer, session.formerly = "Dra. Ríos", Formerly("consulta3")
    session.sign_off()
    other = opened(project, "a2")  # somebody whose account has the same name, and who has given none yet
    decide_all(other)
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert [(one.name, one.decisions, one.signed) for one in found.people] == [
        ("Dra. Ríos", decided, 1), ("consulta3", len(other.history.done), 0),
    ]  # fmt: skip
    assert {who for _, _, who in project.journal().moments()} == {"Dra. Ríos", "consulta3"}


def test_what_an_account_of_that_name_decided_after_the_name_was_given_is_somebody_elses(open_project):
    project = open_project()
    project.reviewer = "consulta3"
    session, other = opened(project, "a1"), opened(project, "a2")
    decide_all(session)
    named_at = project.journal().moments()[-1][1]
    while datetime.now(UTC).isoformat(timespec="milliseconds") <= named_at:
        pass
    decide_all(other)
    session.reviewer, session.formerly = "Dra. Ríos", Formerly("consulta3", named_at)
    session.sign_off()
    assert {(name, who) for name, _, who in project.journal().moments()} == {("a1", "Dra. Ríos"), ("a2", "consulta3")}


@given(st.lists(st.floats(0, 5000), max_size=40))
def test_every_report_is_in_one_bin_of_times(seconds):
    times = Reviewed(Counter(), tuple(sorted(seconds))).times
    assert len(times) == len(TIME_EDGES) + 1 and sum(times) == len(seconds)
    assert times[0] == sum(took < TIME_EDGES[0] for took in seconds)
    assert times[-1] == sum(took >= TIME_EDGES[-1] for took in seconds)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 1000), st.just("x")), max_size=30))
def test_no_time_is_counted_twice(steps):
    seconds = seconds_by_report(_moments(*steps))
    gaps = [after - before for (_, before, _), (_, after, _) in pairwise(steps)]
    counted = sum(gap for gap in gaps if 0 <= gap <= PAUSE_SECONDS)
    assert sum(seconds.values()) == pytest.approx(counted, abs=0.01)
    assert set(seconds) == {report for report, _, _ in steps}


def test_the_share_that_was_read_is_that_of_reports_signed_off_while_it_was_watched(project):
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert found.signed.read == () and found.signed.median_read == 1.0
    assert b"percent_read" not in csv_of(found)
    session = project.open("a2")
    session.sign_off(read=0.83459)
    found = statistics_of(StatisticsRequest(project, STATES), Progress())
    assert found.signed.read == found.begun.read == (0.8345,) and found.signed.median_read == 0.8345
    rows = list(csv.reader(io.StringIO(csv_of(found).decode())))
    assert ["signed_off", "", "lowest_percent_read", "83"] in rows
