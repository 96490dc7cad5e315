"""The same decision in the other reports of a folder: what is found, and what each journal holds afterwards."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.model.mentions import Decision
from deid_studio.progress import Progress
from deid_studio.review.alike.alike import Fate, Ruling
from deid_studio.review.alike.alike_folder import DecideRequest, SearchRequest, decide_folder, search_folder
from deid_studio.review.waiting import Waiting
from tests.review.conftest import SUGGESTIONS, decide_all, opened

RULING = Ruling("Dr. A. Quirce", "NOMBRE_PERSONAL_SANITARIO")
NAMES = ("a1", "a2", "planta 2/b1")


def waiting(project):
    return {"a2": Waiting(tuple(SUGGESTIONS), project.open("a2").text_sha256)}


def search(project, ruling=RULING):
    return search_folder(SearchRequest(project, NAMES, ruling, waiting(project)), Progress())


def test_a_search_writes_nothing_and_leaves_out_what_is_signed_off(folder, open_project):
    project = open_project()
    assert [(r.name, [h.fate for h in r.hits]) for r in search(project)] == [
        ("a1", [Fate.ADD]),
        ("a2", [Fate.RELABEL]),
        ("planta 2/b1", [Fate.ADD]),
    ]
    assert not (folder / ".deid-studio").exists()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    assert [r.name for r in search(project)] == ["a2", "planta 2/b1"]


def test_each_report_has_the_decision_as_one_step_in_its_own_journal(folder, open_project):
    project = open_project()
    done = decide_folder(DecideRequest(project, RULING, tuple(search(project)), waiting(project)), Progress())
    assert (done.places, done.hindered) == (3, ())
    later = open_project().open("a2")
    accepted = [m for m in later.desk if m.decision is Decision.ACCEPTED]
    assert [(m.span.text(later.text), m.span.phi_class) for m in accepted] == [("Abel Quirce", RULING.phi_class)]
    assert len(later.desk.pending) == 3
    assert "NOMBRE_PERSONAL_SANITARIO" in (folder / "a2.ann").read_text()
    later.undo()
    assert len(later.desk.pending) == 4
    assert not later.history.done


def test_suggestions_of_other_reports_follow_where_that_is_wanted(folder, open_project):
    (folder / "a1.txt").write_text("Informa el Dr. A. Quirce.\nCita con Abel Quirce: sin cambios.")
    project = open_project()
    ruling = Ruling("Abel Quirce", RULING.phi_class)
    first = [one for one in search(project, ruling) if one.name == "a1"]
    first = [replace(one, hits=one.hits[-1:]) for one in first]
    for follows, pending in ((False, []), (True, ["A. Quirce"])):
        decide_folder(DecideRequest(project, ruling, tuple(first), {}, follows), Progress())
        session = project.open("a1")
        assert [m.span.text(session.text) for m in session.desk.pending] == pending
        session.undo()
        assert not len(session.desk)


def test_a_report_that_changed_since_is_left_alone_and_told(folder, open_project):
    project = open_project()
    found = search(project)
    (folder / "a1.txt").write_text("Otro texto de Abel Quirce.")
    done = decide_folder(DecideRequest(project, RULING, tuple(found), waiting(project)), Progress())
    assert [error.code for error in done.hindered] == ["changed-on-disk"]
    assert [session.name for session in done.sessions] == ["a2", "planta 2/b1"]
    assert not project.open("a1").begun
