"""The journal's hashes, its mirror, and journals of the time before."""

from __future__ import annotations

import os
import sqlite3
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import JournalDamagedError
from deid_studio.model.edits import Accept, Reject
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.review.journal import EventKind
from deid_studio.review.journal.chain import START, Row, event_hash, resealed, row_hash
from deid_studio.review.journal.mirror import Mirror
from deid_studio.review.journal.tables import EVENT_COLUMNS, read_state
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project
from tests.review.conftest import Opening, decide_all, opened
from tests.review.yesterdays_journal import unchain

ELVIRA = PatientFields((FieldValue(FieldKind.SURNAME, "Sanjuán Tobes"),))


def rows_of(project: Project) -> list[Row]:
    found = project.journal()._db.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY seq")
    return [Row(*values) for values in found]


@pytest.fixture
def worked(open_project: Opening) -> Project:
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    opened(project, "a2").perform(Accept(1))
    project.keep(RULES_OFF, {"r"})
    project.keep_coverage("a1", "Dra. Prueba", "0" * 64, b"packed")
    return project


def test_each_event_holds_the_hash_over_itself_and_the_one_before(worked: Project) -> None:
    before, last = START, {}
    for row in rows_of(worked):
        assert row.previous == before and row.fits and row.after == last.get(row.report, 0)
        before, last[row.report] = row.hash, row.seq
    state = read_state(worked.journal()._db)
    assert state.head == before and state.writes > 5


texts = st.text(max_size=4)


@given(st.tuples(texts, texts, texts, texts), st.tuples(texts, texts, texts, texts))
def test_two_events_that_say_different_things_have_different_hashes(one, other):
    hashes = {event_hash(1, report, 0, at, who, kind, "{}", START) for report, at, who, kind in (one, other)}
    assert len(hashes) == (1 if one == other else 2)


values = st.one_of(st.none(), st.integers(), texts, st.binary(max_size=3))


@given(st.lists(values, max_size=4), st.lists(values, max_size=4))
def test_two_rows_that_say_different_things_have_different_hashes(one, other):
    same = [(type(v), v) for v in one] == [(type(v), v) for v in other]
    assert (row_hash("t", tuple(one)) == row_hash("t", tuple(other))) == same


@given(st.lists(st.binary(min_size=32, max_size=32)))
def test_a_seal_is_of_the_rows_and_not_of_their_order(hashes):
    forth = back = 0
    for one, other in zip(hashes, reversed(hashes), strict=True):
        forth, back = resealed(forth, None, one), resealed(back, None, other)
    assert forth == back
    for one in hashes:
        forth = resealed(forth, one, None)
    assert forth == 0


def test_the_mirror_says_what_the_file_says(worked: Project) -> None:
    mirror = Mirror(worked.journal_path.with_name("journal.log"))
    lines = list(mirror.lines())
    assert [row for line in lines for row in line.events] == rows_of(worked)
    standing, state = mirror.standing(), read_state(worked.journal()._db)
    assert (standing.number, standing.head, standing.journal) == (state.writes, state.head, state.journal)
    assert (standing.damaged, standing.torn) == (0, False)
    saved = [one for line in lines for one in line.saved]
    assert saved[-1][0] == "a1" and [line.settings for line in lines if line.settings] == [{"rules_off": '["r"]'}]
    assert any("coverage" in line.changed for line in lines)
    if os.name == "posix":
        assert stat.S_IMODE(mirror.path.stat().st_mode) == 0o600


def test_the_mirror_holds_nothing_of_patients(worked: Project) -> None:
    worked.keep_patient_fields({"a2": ELVIRA})
    path = worked.journal_path.with_name("journal.log")
    assert "Tobes" not in path.read_text("utf-8").splitlines()[-1]
    assert list(Mirror(path).lines())[-1].changed == ("patient_fields",)


@pytest.mark.parametrize("cut", [1, 40, 400, 3000])
def test_a_mirror_that_lags_is_completed_at_the_next_opening(worked: Project, open_project: Opening, cut: int) -> None:
    path = worked.journal_path.with_name("journal.log")
    worked.close()
    path.write_bytes(path.read_bytes()[:-cut])
    again = open_project()
    standing = Mirror(path).standing()
    assert (standing.damaged, standing.torn) == (0, False)
    assert standing.number == read_state(again.journal()._db).writes
    assert [row for line in Mirror(path).lines() for row in line.events] == rows_of(again)


def test_a_mirror_that_cannot_be_written_costs_no_decision(worked: Project, open_project: Opening) -> None:
    path = worked.journal_path.with_name("journal.log")
    path.rename(path.with_name("aside"))
    path.mkdir()
    session = worked.open("a2")
    session.perform(Reject(1))
    path.rmdir()
    path.with_name("aside").rename(path)
    worked.close()
    assert open_project().open("a2").desk == session.desk


def test_an_event_that_was_changed_while_the_folder_is_open_is_told(worked: Project) -> None:
    db = worked.journal()._db
    db.execute("UPDATE events SET reviewer='Dr. Otro' WHERE report='a1' AND kind='sign_off'")
    with pytest.raises(JournalDamagedError):
        worked.open("a1")
    db.execute("DELETE FROM events WHERE report='a2' AND kind='perform'")
    with pytest.raises(JournalDamagedError):
        worked.open("a2")


def test_a_journal_of_yesterday_goes_on_with_all_that_is_in_it(worked: Project, open_project: Opening) -> None:
    worked.keep_patient_fields({"a2": ELVIRA})
    before = rows_of(worked)
    desks = {name: worked.open(name).desk for name in ("a1", "a2")}
    summaries = dict(worked.summaries())
    worked.close()
    unchain(worked.journal_path)
    again = open_project()
    assert {name: again.open(name).desk for name in ("a1", "a2")} == desks and dict(again.summaries()) == summaries
    assert again.kept(RULES_OFF) == {"r"} and again.patient_fields() == {"a2": ELVIRA}
    assert again.coverage("a1", "Dra. Prueba", "0" * 64) == b"packed"
    *rows, note = rows_of(again)
    assert [row[:-2] for row in rows] == [row[:-2] for row in before] and all(row.fits for row in rows)
    assert (note.kind, note.report) == (EventKind.RECOVER, "")  # it says that nothing was hashed until now
    assert Mirror(worked.journal_path.with_name("journal.log")).standing().number >= 1
    again.open("a2").perform(Reject(1))


def test_a_journal_of_yesterday_is_brought_over_whole_or_not_at_all(
    worked: Project, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked.close()
    unchain(worked.journal_path)
    with monkeypatch.context() as broken:
        broken.setattr("deid_studio.review.journal.writing.Writing.finish", lambda _: (_ for _ in ()).throw(KeyError()))
        with pytest.raises(KeyError):
            open_project()
    with sqlite3.connect(worked.journal_path) as db:
        assert db.execute("SELECT value FROM meta WHERE key='format'").fetchone() == ("1",)
    db.close()
    assert open_project().open("a1").signed
