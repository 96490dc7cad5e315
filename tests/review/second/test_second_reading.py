"""Two people read the same report: states, sign-offs, and what the second one found."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.errors import JournalError
from deid_studio.model.edits import Accept, Reject, Relabel, Remove, Resize
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.review.deciding.growing import marking
from deid_studio.review.figures.track_record import read_track_record
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.project import Project, ReportState, state_of
from deid_studio.review.second.second_policy import Choice, Role, SecondPolicy, SecondReaders, expected_leak
from deid_studio.review.second.second_reading import Findings, differences, findings_of, risks_of
from tests.review.conftest import TEXT, decide_all, opened, written_so

NAME, CARER, DATE = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "FECHAS"


@pytest.fixture
def as_reviewer(open_project):
    """The folder opened by somebody."""

    def opening(name: str) -> Project:
        project = open_project()
        project.reviewer = name
        return project

    return opening


def sign(project: Project, name: str = "a1"):
    session = opened(project, name)
    decide_all(session)
    session.sign_off()
    return session


def state(project: Project, name: str = "a1") -> ReportState:
    readers = SecondReaders(project.kept(SECOND_POLICY), project.summaries())
    return state_of(project.summaries().get(name), None, readers.needed(name))


def adding(session, words: str, phi_class: str):
    start = TEXT.index(words)
    session.perform(marking(session.ground, Span(start, start + len(words), phi_class)).edit)


def test_who_signed_and_when_is_told(as_reviewer):
    session = sign(as_reviewer("Ana"))
    assert [(one.reviewer, one.second) for one in session.signatures] == [("Ana", False)]
    summary = as_reviewer("Eva").summaries()["a1"]
    assert summary == as_reviewer("Eva").journal().summary("a1")
    assert (summary.signatures[0].reviewer, summary.reviewer) == ("Ana", "Ana")
    assert summary.signatures[0].at[:16] == session.signatures[0].at[:16]
    assert summary.signatures[0].risk == pytest.approx(expected_leak(session.desk), abs=1e-4)
    later = as_reviewer("Eva").open("a1")
    later.undo()
    summary = as_reviewer("Eva").summaries()["a1"]
    assert (summary.signatures[-1].reviewer, summary.reviewer, summary.signed) == ("Ana", "Eva", False)
    assert as_reviewer("Eva").journal().summary("nothing") is None


def test_suggestions_that_come_late_are_nobodys_decision(as_reviewer):
    session = opened(as_reviewer("Ana"))
    session.perform(Accept(session.desk.pending[0].id))
    other = as_reviewer("Eva").open("a1")
    assert other.decided_by == "Ana"
    other.offer([intents_suggestion()], "model-2")
    assert other.decided_by == "Ana" and as_reviewer("Eva").summaries()["a1"].reviewer == "Ana"


def intents_suggestion():
    from tests.review.conftest import suggestion

    return suggestion("Remite", "INSTITUCION", 0.3)


def test_undo_after_a_sign_off_shows_and_redo_does_not_bring_it_back(as_reviewer):
    project = as_reviewer("Ana")
    session = sign(project)
    assert state(project) is ReportState.SIGNED_OFF
    session.undo()
    assert state(project) is ReportState.SIGNED_THEN_CHANGED
    session.redo()
    assert not session.signed and not session.history.signed and state(project) is ReportState.SIGNED_THEN_CHANGED
    session.sign_off()
    assert state(project) is ReportState.SIGNED_OFF and len(session.signatures) == 2
    session.withdraw_sign_off()
    assert state(project) is ReportState.SIGNED_THEN_CHANGED
    assert as_reviewer("Ana").open("a1").signatures == as_reviewer("Ana").summaries()["a1"].signatures


def test_a_text_that_changed_was_signed_by_nobody(as_reviewer, folder):
    project = as_reviewer("Ana")
    session = sign(project)
    (folder / "a1.txt").write_bytes(f"Hoy. {TEXT}".encode())
    session.take_new_text(session.new_text(), project.backup_path("a1"))
    assert session.signatures == () and state(project) is ReportState.IN_REVIEW
    summary = project.summaries()["a1"]
    assert summary.signatures == () and summary.reviewer == "Ana"
    session.sign_off()
    assert [one.reviewer for one in project.summaries()["a1"].signatures] == ["Ana"]


def test_a_sign_off_that_fails_leaves_no_signature(as_reviewer, monkeypatch):
    project = as_reviewer("Ana")
    session = opened(project)
    decide_all(session)

    def refuse() -> None:
        raise OSError("no")

    monkeypatch.setattr(session, "write_retraining", refuse)
    with pytest.raises(JournalError):
        session.sign_off()
    assert session.signatures == () and project.summaries()["a1"].signatures == ()


def test_a_signed_report_needs_another_person(as_reviewer, folder):
    ana = as_reviewer("Ana")
    ana.keep(SECOND_POLICY, SecondPolicy(Choice.RANDOM, 1.0).with_secret())
    sign(ana)
    assert state(ana) is ReportState.NEEDS_SECOND_READER
    assert (folder / "retraining/brat/a1.txt").exists()  # gold of the first reader meanwhile
    eva = as_reviewer("Eva")
    assert eva.kept(SECOND_POLICY) == ana.kept(SECOND_POLICY)
    session = eva.open("a1")
    session.sign_off(second=Choice.RANDOM)
    assert state(eva) is ReportState.SIGNED_OFF
    manifest = json.loads((folder / "retraining/manifest.json").read_text())
    assert [entry["reviewer"] for entry in manifest["reports"]] == ["Eva"]
    event = eva.journal().events("a1")[-1]
    assert (event.payload["second"], event.payload["choice"], event.reviewer) == (True, "random", "Eva")
    assert list(eva.interrupted()) == []


def test_in_the_midst_of_a_second_reading_it_is_changed_and_no_gold(as_reviewer, folder):
    ana = as_reviewer("Ana")
    ana.keep(SECOND_POLICY, SecondPolicy(Choice.RANDOM, 1.0).with_secret())
    sign(ana)
    session = as_reviewer("Eva").open("a1")
    adding(session, "Edad", "OTROS")
    assert state(ana) is ReportState.SIGNED_THEN_CHANGED
    assert not (folder / "retraining/brat/a1.txt").exists()
    session.undo()
    assert state(ana) is ReportState.SIGNED_THEN_CHANGED  # who undoes has not signed
    session.sign_off(second=Choice.RANDOM)
    assert state(ana) is ReportState.SIGNED_OFF and (folder / "retraining/brat/a1.txt").exists()


def test_what_the_second_reader_changes_is_what_was_found(as_reviewer):
    sign(as_reviewer("Ana"))
    eva = as_reviewer("Eva")
    session = eva.open("a1")
    by_text = {m.span.text(TEXT): m for m in session.desk if m.decision.value == "accepted"}
    adding(session, "Remite", "INSTITUCION")
    session.perform(Relabel(by_text["Abel Quirce"].id, NAME))
    whole = by_text["Elvira Sanjuán Tobes"]
    session.perform(Resize(whole.id, whole.span.start - 8, whole.span.end))
    session.perform(Reject(by_text["61 años"].id))
    session.sign_off(second=Choice.RANDOM)
    found = findings_of(eva, Progress())
    assert found == found.of(Choice.RANDOM) and found.of(Choice.RISKIEST) == Findings()
    assert found.missed == Counter({"INSTITUCION": 1}) and found.removed == Counter({"EDAD_SUJETO_ASISTENCIA": 1})
    assert found.relabelled == Counter({NAME: 1}) and found.resized == Counter({NAME: 1})
    (reading,) = found.readings
    assert (reading.first, reading.second, reading.equal, reading.spans_first, reading.spans_second) == (
        "Ana", "Eva", 1, 4, 4,
    )  # fmt: skip
    assert (found.reports, found.characters, found.words, found.spans) == (1, len(TEXT), 13, 4)
    assert reading.bared == len("Remite") + len("Nombre:") and found.reports_with_missed == 1
    assert found.agreement == pytest.approx(2 / 8)


def test_a_second_reader_who_finds_nothing_agrees(as_reviewer):
    sign(as_reviewer("Ana"))
    eva = as_reviewer("Eva")
    eva.open("a1").sign_off(second=Choice.RISKIEST)
    found = findings_of(eva, Progress())
    assert found.agreement == 1.0 and not found.missed and found.reports_with_missed == 0
    assert found.of(Choice.RISKIEST).reports == 1
    assert findings_of(as_reviewer("Ana"), Progress()) == found
    assert Findings().agreement is None


def test_a_correction_that_the_first_reader_signs_was_missed_all_the_same(as_reviewer):
    sign(as_reviewer("Ana"))
    adding(as_reviewer("Eva").open("a1"), "Remite", "INSTITUCION")
    as_reviewer("Ana").open("a1").sign_off()
    as_reviewer("Eva").open("a1").sign_off(second=Choice.RANDOM)
    assert findings_of(as_reviewer("Ana"), Progress()).missed == Counter({"INSTITUCION": 1})


def test_what_the_first_reader_mended_alone_was_not_missed(as_reviewer):
    session = sign(as_reviewer("Ana"))
    adding(session, "Remite", "INSTITUCION")
    session.sign_off()
    eva = as_reviewer("Eva")
    eva.open("a1").sign_off(second=Choice.RANDOM)
    found = findings_of(eva, Progress())
    assert not found.missed and found.agreement == 1.0


def test_what_is_changed_after_the_second_reading_is_not_its_finding(as_reviewer):
    sign(as_reviewer("Ana"))
    eva = as_reviewer("Eva")
    session = eva.open("a1")
    session.sign_off(second=Choice.RANDOM)
    adding(session, "Remite", "INSTITUCION")
    assert not findings_of(eva, Progress()).missed and state(eva) is ReportState.SIGNED_THEN_CHANGED
    session.sign_off()
    assert not findings_of(eva, Progress()).missed and state(eva) is ReportState.SIGNED_OFF


def test_a_report_whose_events_do_not_fit_is_left_out(as_reviewer):
    sign(as_reviewer("Ana"))
    eva = as_reviewer("Eva")
    eva.open("a1").sign_off(second=Choice.RANDOM)
    eva.journal()._db.execute("UPDATE events SET payload='{}' WHERE kind='perform'")
    assert findings_of(eva, Progress()) == Findings((), 1)


def test_a_damaged_sign_off_keeps_nobody_from_the_folder(as_reviewer):
    ana = as_reviewer("Ana")
    sign(ana)
    ana.journal()._db.execute("UPDATE events SET payload='{' WHERE kind='sign_off'")
    (signature,) = ana.summaries()["a1"].signatures
    assert (signature.reviewer, signature.second, signature.risk) == ("Ana", False, None)
    assert risks_of(ana, Progress()) == {}


def test_the_risk_of_sign_offs_that_do_not_say_it_is_found_again(as_reviewer):
    ana = as_reviewer("Ana")
    session = opened(ana)
    for mention in session.desk.pending:
        session.perform(Reject(mention.id))
    session.sign_off()
    assert risks_of(ana, Progress()) == {}
    recorded = ana.summaries()["a1"].signatures[0].risk
    written_so(ana.journal(), "UPDATE events SET payload=json_remove(payload, '$.risk') WHERE kind='sign_off'")
    assert ana.summaries()["a1"].signatures[0].risk is None
    assert risks_of(ana, Progress()) == {"a1": pytest.approx(recorded)} and recorded == pytest.approx(3.6)


SPANS = st.builds(
    lambda start, length, phi_class: Span(start, start + length, phi_class),
    st.integers(0, 30), st.integers(1, 6), st.sampled_from([NAME, DATE]),
)  # fmt: skip


@given(st.sets(SPANS, max_size=8), st.sets(SPANS, max_size=8))
def test_every_span_of_the_second_reader_is_told_once(before, after):
    missed, removed, relabelled, resized = differences(before, after)
    assert missed.total() + relabelled.total() + resized.total() == len(after - before)
    assert removed.total() <= len(before - after)
    back = differences(after, before)
    assert back[0] == removed and back[1] == missed  # what one misses, the other adds
    assert differences(after, after) == (Counter(), Counter(), Counter(), Counter())


ACTS = st.tuples(st.sampled_from(["Ana", "Eva"]), st.sampled_from(["sign", "edit", "undo", "redo", "withdraw"]))


@pytest.mark.slow
@settings(max_examples=15)
@given(st.lists(ACTS, min_size=1, max_size=8))
def test_whatever_two_people_do_the_journal_and_the_session_tell_the_same(tagset, acts):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a1.txt").write_bytes(TEXT.encode())
        project = Project(Path(folder), tagset, "Ana")
        project.keep(SECOND_POLICY, SecondPolicy(Choice.RANDOM, 1.0, "00"))
        sign(project)
        for who, act in acts:
            project.reviewer = who
            do(project, who, act)
        project.close()


def do(project: Project, who: str, act: str, name: str = "a1") -> None:
    """Do something as somebody who opens the report for it, and see that all that is told of it fits together."""
    session = project.open(name)
    readers = SecondReaders(project.kept(SECOND_POLICY), project.summaries())
    second = readers.role(name, who) is Role.SECOND
    match act:
        case "sign" if not session.desk.pending and (second or not session.signed):
            session.sign_off(second=Choice.RANDOM if second else None)
        case "edit":
            mention = session.desk.get(1)
            session.perform(Reject(1) if mention.decision.value == "accepted" else Accept(1))
        case "undo" if session.history.done:
            session.undo()
        case "redo" if session.history.undone:
            session.redo()
        case "withdraw":
            session.withdraw_sign_off()
    summary = project.summaries()[name]
    told = [[(s.reviewer, s.second, s.risk) for s in one.signatures] for one in (session, summary)]
    assert told[0] == told[1] and (summary.signed, summary.reviewer) == (session.signed, session.decided_by)
    two = len({s.reviewer for s in summary.signatures}) == 2
    wanted = ReportState.SIGNED_OFF if two else ReportState.NEEDS_SECOND_READER
    assert state(project) is (wanted if session.signed else ReportState.SIGNED_THEN_CHANGED)
    assert (project.retraining.reports().get(name) is not None) is session.signed
    assert not findings_of(project, Progress()).left_out


def test_taking_a_mention_off_by_hand_is_a_removal(as_reviewer):
    ana = as_reviewer("Ana")
    session = opened(ana)
    decide_all(session)
    adding(session, "Remite", "INSTITUCION")
    session.sign_off()
    eva = as_reviewer("Eva")
    again = eva.open("a1")
    again.perform(Remove(next(m.id for m in again.desk if m.span.text(TEXT) == "Remite")))
    again.sign_off(second=Choice.RANDOM)
    assert findings_of(eva, Progress()).removed == Counter({"INSTITUCION": 1})


def test_what_was_decided_one_by_one_stays_the_first_readers_record(as_reviewer):
    ana = as_reviewer("Ana")
    sign(ana)
    as_reviewer("Eva").open("a1").sign_off(second=Choice.RANDOM)
    assert read_track_record(ana, "Ana", Progress()).of(DATE).total == 1
    assert read_track_record(ana, "Eva", Progress()).of(DATE).total == 0
