"""The ledger: every release that took its place is in it, for whom it was, and what left."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256

import pytest

from deid_studio.errors import DeidError, JournalDamagedError, LedgerDamagedError, WriteError
from deid_studio.formats import folder_swap
from deid_studio.formats.folder import find_reports, report_id
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import load_policy
from deid_studio.review.certificate import certifying
from deid_studio.review.certificate.ledger import Ledger, compared, contents_sha256, file_hashes
from deid_studio.review.handover import Environment, Handover
from deid_studio.review.project import Project
from deid_studio.review.recovery.recovery import recover
from deid_studio.review.recovery.survey import survey
from deid_studio.review.releasing.release_preparation import prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import write_release

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
FOR = Handover("Biobanco de prueba", "estudio de la sepsis", Environment.CONTROLLED, "convenio 7", date(2099, 1, 31))


@pytest.fixture
def project(tmp_path, tagset):
    folder = tmp_path / "informes"
    folder.mkdir()
    for name in ("a1", "a2", "a3"):
        (folder / f"{name}.txt").write_text(TEXT)
    opened = Project(folder, tagset, "Dra. Prueba")
    for name in ("a1", "a2"):
        session = opened.open(name)
        for words, phi_class in (("Nuria Belmonte", "NOMBRE_SUJETO_ASISTENCIA"), ("12/03/2015", "FECHAS")):
            at = TEXT.index(words)
            session.perform(Add(session.desk.next_id, Span(at, at + len(words), phi_class)))
        session.save()
        session.sign_off()
    yield opened
    opened.close()


@pytest.fixture
def release(project, tmp_path):
    def make(out="out", policy="research", **more):
        request = ReleaseRequest(project, load_policy(policy), tmp_path / out, **more)
        return write_release(request, prepare(request, Progress()), Progress())

    return make


def hashes(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def leave_open(project, number):
    """As a program leaves a note that was killed before it could confirm it."""
    project.keep_release(f"{number}:made", "")


def test_a_release_is_in_the_ledger_with_whom_it_was_for_and_the_hash_of_every_file(project, release, tmp_path):
    certificate = release(numbered=True, handover=FOR)
    (entry,) = Ledger(project).entries()
    assert entry.settled and entry.number == certificate.number and entry.by == "Dra. Prueba"
    assert entry.handover == FOR == certificate.handover
    assert set(entry.reports) == {"a1", "a2"} and set(entry.reports.values()) == {"report-0001", "report-0002"}
    assert entry.left_out == {"not-signed": ("a3",)} and entry.policy["name"] == "research"
    assert {**entry.files, **entry.issues[0].files} == hashes(tmp_path / "out")
    assert not entry.issues[0].attacks
    assert entry.contents == certificate.contents == contents_sha256(hashes(tmp_path / "out"))


def test_nothing_that_leaves_lists_numbered_reports_in_the_order_of_their_names(project, release, tmp_path):
    for name in ("a3", *(f"b{number}" for number in range(4))):
        (project.folder / f"{name}.txt").write_text(TEXT)
    project.close()
    project = Project(project.folder, project.tagset, "Dra. Prueba")
    for entry in project.entries[2:]:
        session = project.open(entry.name)
        for words, phi_class in (("Nuria Belmonte", "NOMBRE_SUJETO_ASISTENCIA"), ("12/03/2015", "FECHAS")):
            at = TEXT.index(words)
            session.perform(Add(session.desk.next_id, Span(at, at + len(words), phi_class)))
        session.save()
        session.sign_off()
    request = ReleaseRequest(
        project, load_policy("research"), tmp_path / "out", (OutputFormat.CSV,), numbered=True, handover=FOR
    )
    certificate = write_release(request, prepare(request, Progress()), Progress())
    project.close()
    numbers = [f"report-{number:04}" for number in range(1, 8)]
    assert [line.name for line in certificate.reports] == numbers
    rows = (tmp_path / "out" / "reports.csv").read_text(encoding="utf-8-sig")
    assert [rows.index(number) for number in numbers] == sorted(rows.index(number) for number in numbers)


def test_an_expiry_is_a_year_away_unless_one_is_said(release):
    certificate = release()
    assert certificate.handover == Handover(expires=date.today() + timedelta(days=365))


def test_the_ledger_outlives_the_project_and_lists_oldest_first(project, release, tagset):
    numbers = [release("one").number, release("two").number, release("one").number]
    project.close()
    again = Project(project.folder, tagset, "Otra")
    assert [one.number for one in Ledger(again).entries()] == numbers
    again.close()


def test_a_release_that_fails_at_any_step_is_not_in_the_ledger(project, release, monkeypatch, tmp_path):
    def no_room(*_):
        raise OSError(28, "No space left on device")

    for module, name in ((certifying, "pdf_bytes"), (folder_swap, "_put")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, no_room)
            with pytest.raises(WriteError):
                release()
        assert not Ledger(project).entries() and not (tmp_path / "out").exists()


def test_a_release_that_cannot_be_noted_is_not_made(project, release, monkeypatch, tmp_path):
    def refused(*_):
        raise LedgerDamagedError(path=tmp_path)

    monkeypatch.setattr(Project, "keep_release", refused)
    with pytest.raises(LedgerDamagedError):
        release()
    assert not (tmp_path / "out").exists()


def test_a_note_left_open_is_settled_by_the_folder_that_is_there(project, release, tmp_path):
    number = release().number
    ledger = Ledger(project)
    leave_open(project, number)
    ledger.settle()
    assert ledger.entry(number).settled


def test_a_note_of_which_nothing_is_found_stays_and_says_so(project, release, tmp_path):
    number = release().number
    ledger = Ledger(project)
    leave_open(project, number)
    (tmp_path / "out").rename(tmp_path / "moved")
    ledger.settle()
    assert not ledger.entry(number).settled


def test_a_note_whose_folder_was_only_half_filled_is_forgotten(project, release, tmp_path):
    number = release().number
    ledger = Ledger(project)
    leave_open(project, number)
    work = tmp_path / ".out.new-0123abcd"
    work.mkdir()
    (tmp_path / "out").rename(work / "folder")
    ledger.settle()
    assert ledger.entry(number) is None and not ledger.entries()


def test_a_damaged_note_is_told_and_never_read_as_no_release(project, release):
    number = release().number
    project.keep_release(number, '{"format": 1}')
    with pytest.raises(LedgerDamagedError):
        Ledger(project).entries()


def test_a_copy_is_compared_file_by_file(project, release, tmp_path):
    release()
    number = release("two").number
    entries, copy = Ledger(project).entries(), tmp_path / "two"

    def found():
        return compared(entries, copy, Progress())

    assert found().is_same and found().entry.number == number
    (copy / "a1.txt").write_text("changed")
    (copy / "a2.ann").unlink()
    (copy / ".hidden").write_text("added")
    different = found()
    assert (different.changed, different.missing, different.added) == (("a1.txt",), ("a2.ann",), (".hidden",))
    # Without its certificate it is still known by its other files.
    (copy / "certificate.json").unlink()
    assert "certificate.json" in found().missing
    assert compared(entries, project.folder, Progress()) is None


def test_hashing_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(DeidError):
        file_hashes(tmp_path / "none", Progress())


def test_the_ledger_comes_back_with_a_journal_that_was_damaged(project, release, tagset):
    numbers = [release("one", handover=FOR).number, release("two").number]
    project.close()
    whole = Project(project.folder, tagset, "x")
    before = Ledger(whole).entries()
    whole.close()
    project.journal_path.write_bytes(project.journal_path.read_bytes()[:5000])
    with pytest.raises(JournalDamagedError) as damage:
        Project(project.folder, tagset, "x")
    paths = {report_id(path, project.folder): path for path in find_reports(project.folder)}
    recover(survey(project.folder, paths, Progress()), damage.value.params["findings"], "x")
    again = Project(project.folder, tagset, "x")
    assert [one.number for one in Ledger(again).entries()] == numbers
    assert Ledger(again).entries() == before
    again.close()
