"""What a person does to one report, and what is on disk afterwards."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deid_studio.errors import (
    ChangedOnDiskError,
    DeidError,
    EditError,
    JournalError,
    NameClashError,
    OvertakenError,
)
from deid_studio.model.edits import Accept, Add, Note, Reject, Relabel, Resize, Several
from deid_studio.model.mentions import Decision
from deid_studio.model.span import Span
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.growing import marking, resizing
from deid_studio.review.project import ReportState, state_of
from tests.review.conftest import SUGGESTIONS, TEXT, Opening, decide_all, opened, suggestion


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_viewing_writes_nothing(folder: Path, open_project: Opening) -> None:
    before = files(folder)
    project = open_project()
    session = opened(project)
    assert [m.decision for m in session.desk] == [Decision.PENDING] * 4
    assert session.save() is False
    project.close()
    assert files(folder) == before
    assert not (folder / ".deid-studio").exists()


def test_the_first_decision_is_on_disk_before_perform_returns(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    session.perform(Accept(1))
    database = folder / ".deid-studio" / "project.db"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        assert [row[0] for row in db.execute("SELECT kind FROM events ORDER BY seq")] == ["begin", "perform"]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    for extra in ("project.db-wal", "project.db-shm"):
        assert stat.S_IMODE((folder / ".deid-studio" / extra).stat().st_mode) == 0o600


def test_the_journal_is_written_ahead_and_fully_synchronised(open_project: Opening) -> None:
    project = open_project()
    opened(project).perform(Accept(1))
    db = project.journal()._db
    assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_only_decided_spans_reach_the_ann(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    session.perform(Accept(2))
    assert session.save() is True
    start = TEXT.index("61 años")
    assert (folder / "a1.ann").read_text() == f"T1\tEDAD_SUJETO_ASISTENCIA {start} {start + 7}\t61 años\n"
    assert session.save() is False


def test_everything_is_there_after_a_restart_and_undo_still_works(open_project: Opening) -> None:
    first = opened(open_project())
    desk_at_start = first.desk
    decide_all(first)
    first.undo()
    again = open_project().open("a1")
    assert again.desk == first.desk
    assert len(again.history.done) == 4 and len(again.history.undone) == 1
    again.redo()
    assert "Elvira Sanjuán Tobes" in [s.text(again.text) for s in again.desk.decided_spans]
    for _ in range(5):
        again.undo()
    assert again.desk == desk_at_start
    with pytest.raises(EditError):
        again.undo()


def test_what_is_marked_over_a_pending_suggestion_takes_it_in_by_the_same_step(open_project: Opening) -> None:
    session = opened(open_project())
    start = TEXT.index("Elvira")
    session.perform(marking(session.ground, Span(start, start + 20, "NOMBRE_SUJETO_ASISTENCIA")).edit)
    assert 1 not in session.desk and len(open_project().open("a1").desk) == len(session.desk) == 4
    session.undo()
    assert session.desk[1].decision is Decision.PENDING and len(session.desk) == 4


def test_marking_the_very_suggestion_accepts_it(open_project: Opening) -> None:
    session = opened(open_project())
    session.perform(marking(session.ground, session.desk[2].span).edit)
    assert session.desk[2].decision is Decision.ACCEPTED and len(session.desk) == 4
    with pytest.raises(EditError):
        marking(session.ground, session.desk[2].span)


def test_twins_of_a_span_are_relabelled_together_with_what_speaks_of_them(folder: Path, open_project: Opening) -> None:
    at = TEXT.index("61 años")
    place = f"{at} {at + 7}\t61 años\n"
    (folder / "a1.ann").write_text(
        f"T1\tEDAD_SUJETO_ASISTENCIA {place}T2\tEDAD_SUJETO_ASISTENCIA {place}A1\tNegated T2\n"
    )
    session = opened(open_project())
    twin = next(m for m in session.desk if m.span.start == at)
    session.perform(Relabel(twin.id, "FECHAS"))
    session.save()
    assert (folder / "a1.ann").read_text() == f"T1\tFECHAS {place}T2\tFECHAS {place}A1\tNegated T2\n"


def test_what_other_lines_speak_of_is_not_merged(folder: Path, open_project: Opening) -> None:
    at = TEXT.index("61 años")
    lines = f"T1\tEDAD_SUJETO_ASISTENCIA {at} {at + 2}\t61\nT2\tEDAD_SUJETO_ASISTENCIA {at + 3} {at + 7}\taños\n"
    (folder / "a1.ann").write_text(lines + "A1\tNegated T2\n#1\tAnnotatorNotes T1\tvisto\n")
    session = opened(open_project())
    by_text = {m.span.text(session.text): m for m in session.desk}
    assert session.ground.needed == {by_text["años"].id}
    session.perform(resizing(session.ground, by_text["61"], Span(at, at + 7, "EDAD_SUJETO_ASISTENCIA")).edit)
    session.save()
    saved = (folder / "a1.ann").read_text()
    assert f"T1\tEDAD_SUJETO_ASISTENCIA {at} {at + 7}\t61 años\n" in saved
    assert f"T2\tEDAD_SUJETO_ASISTENCIA {at + 3} {at + 7}\taños\n" in saved and "A1\tNegated T2\n" in saved


def test_a_span_after_the_end_is_refused_and_nothing_changes(open_project: Opening) -> None:
    session = opened(open_project())
    with pytest.raises(EditError):
        session.perform(Resize(4, 0, len(TEXT) + 1))
    assert not session.begun


def test_sign_off_needs_every_suggestion_decided(open_project: Opening) -> None:
    session = opened(open_project())
    with pytest.raises(EditError):
        session.sign_off()
    assert not session.signed


def test_sign_off_writes_ann_and_retraining_data(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project, "planta 2/b1")
    decide_all(session)
    session.sign_off()
    assert session.signed and not session.unsaved
    ann = (folder / "planta 2/b1.ann").read_bytes()
    assert (folder / "retraining/brat/planta 2/b1.ann").read_bytes() == ann
    assert (folder / "retraining/brat/planta 2/b1.txt").read_bytes() == TEXT.encode()
    tagged = [row.split("\t") for row in (folder / "retraining/bio/planta 2/b1.bio").read_text().split("\n") if row]
    assert all(TEXT[int(start) : int(end)] == token for token, start, end, _ in tagged)
    begins = [int(start) for _, start, _, tag in tagged if tag.startswith("B-")]
    assert begins == [span.start for span in session.desk.decided_spans]
    manifest = json.loads((folder / "retraining/manifest.json").read_text())
    (entry,) = manifest["reports"]
    assert entry["reviewer"] == "Dra. Prueba"
    assert entry["decisions"] == {
        "accepted": 2,
        "relabelled": 1,
        "resized": 0,
        "rejected": 1,
        "added": 1,
        "kept": 0,
        "pending": 0,
    }
    assert entry["tag_set"]["version"] == project.tagset.version
    assert set(entry["sha256"]) == {"brat/planta 2/b1.txt", "brat/planta 2/b1.ann", "bio/planta 2/b1.bio"}
    assert state_of(project.summaries()["planta 2/b1"]) is ReportState.SIGNED_OFF


def test_editing_a_signed_report_takes_it_out_of_the_retraining_data(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    session.perform(Reject(2))
    assert not session.signed
    assert json.loads((folder / "retraining/manifest.json").read_text())["reports"] == []
    assert not (folder / "retraining/brat/a1.txt").exists()
    assert state_of(project.summaries()["a1"]) is ReportState.SIGNED_THEN_CHANGED


def test_a_save_that_was_cut_short_is_finished(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    decide_all(session)  # and the program is killed before the `.ann` is written
    project = open_project()
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    assert [line.split("\t")[2] for line in (folder / "a1.ann").read_text().splitlines()] == [
        s.text(TEXT) for s in session.desk.decided_spans
    ]
    assert list(project.interrupted()) == []


def test_a_sign_off_that_was_cut_short_is_finished(
    folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(open_project())
    decide_all(session)
    monkeypatch.setattr(session, "_mark_saved", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        session.sign_off()
    shutil.rmtree(folder / "retraining" / "bio")
    project = open_project()
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    assert (folder / "retraining/brat/a1.ann").read_bytes() == (folder / "a1.ann").read_bytes() != b""


@pytest.mark.parametrize("how", ["folder", "gold"])
def test_a_sign_off_that_cannot_be_written_is_none(folder: Path, open_project: Opening, how: str) -> None:
    project = open_project()
    session = opened(project)
    edit = intents.rejecting(session.desk)
    assert edit is not None
    session.perform(edit)
    if how == "folder":
        (folder / "a1.ann").mkdir()
    else:
        (folder / "retraining").write_bytes(b"")
    desk = session.desk
    with pytest.raises(DeidError) as caught:
        session.sign_off()
    assert "a1.ann" in str(caught.value) or how == "gold"
    assert not session.signed and not project.summaries()["a1"].signed and session.desk == desk
    assert not open_project().open("a2").signed
    if how == "gold":
        (folder / "retraining").unlink()
        session.sign_off()
        assert session.signed and open_project().open("a1").signed and list(open_project().interrupted()) == []


def test_a_sign_off_that_the_journal_refuses_leaves_no_gold(
    folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(open_project())
    decide_all(session)
    journal = session._journal()
    append = journal.append

    def refused(*args: Any, within: Callable[[], object], **more: Any) -> int:
        within()
        raise JournalError(path=journal.path, detail="full")

    monkeypatch.setattr(journal, "append", refused)
    with pytest.raises(JournalError):
        session.sign_off()
    assert not session.signed and not (folder / "retraining/brat/a1.txt").exists()
    monkeypatch.setattr(journal, "append", append)
    session.sign_off()
    assert session.signed and (folder / "retraining/brat/a1.txt").exists()


def test_spans_in_the_ann_are_decided_and_suggestions_over_them_are_left_out(
    folder: Path, open_project: Opening
) -> None:
    start = TEXT.index("61 años")
    (folder / "a1.ann").write_text(f"T7\tEDAD_SUJETO_ASISTENCIA {start} {start + 2}\t61\n#1\tAnnotatorNotes T7\tduda\n")
    session = opened(open_project())
    (there,) = session.desk.at(start)
    assert (there.id, there.decision, there.note) == (1, Decision.ACCEPTED, "duda")
    assert len(session.desk.pending) == 3
    session.perform(Note(1, "comprobado"))
    session.save()
    assert "comprobado" in (folder / "a1.ann").read_text() and "duda" not in (folder / "a1.ann").read_text()


def test_foreign_lines_stay_and_a_relabelled_span_keeps_its_id(folder: Path, open_project: Opening) -> None:
    start = TEXT.index("61 años")
    line = f"T7\tEDAD_SUJETO_ASISTENCIA {start} {start + 7}\t61 años\n"
    rest = "A1\tSeguro T7\n#1\tAnnotatorNotes T7\tduda\nX9 algo\n"
    (folder / "a1.ann").write_text(line + rest)
    session = opened(open_project())
    session.perform(Several((Relabel(1, "FECHAS"), Resize(1, start, start + 2))))
    session.save()
    assert (folder / "a1.ann").read_text() == f"T7\tFECHAS {start} {start + 2}\t61\n" + rest


def test_a_note_deleted_from_a_resized_span_leaves_the_file(folder: Path, open_project: Opening) -> None:
    start = TEXT.index("61 años")
    line = f"T7\tEDAD_SUJETO_ASISTENCIA {start} {start + 7}\t61 años\n#1\tAnnotatorNotes T7\tduda\n"
    (folder / "a1.ann").write_text(line)
    session = opened(open_project())
    session.perform(Resize(1, start, start + 2))
    session.perform(Note(1, ""))
    session.save()
    assert (folder / "a1.ann").read_text() == f"T7\tEDAD_SUJETO_ASISTENCIA {start} {start + 2}\t61\n"


def test_another_programs_ann_is_noticed_and_never_overwritten(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    session.perform(Accept(2))
    session.save()
    theirs = "T1\tFECHAS 0 6\tNombre\n"
    (folder / "a1.ann").write_text(theirs)
    session.perform(Accept(3))
    assert session.on_disk().ann_changed and not session.on_disk().text_changed
    with pytest.raises(ChangedOnDiskError):
        session.save()
    assert (folder / "a1.ann").read_text() == theirs
    backup = project.backup_path("a1")
    session.keep_mine(backup)
    assert backup.read_text() == theirs
    assert (folder / "a1.ann").read_text().count("\n") == 2 and not session.on_disk()


def test_taking_another_programs_ann_is_one_step_that_can_be_undone(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    session.perform(Accept(2))
    session.save()
    mine = session.desk
    theirs = "T1\tFECHAS 0 6\tNombre\n"
    (folder / "a1.ann").write_text(theirs)
    backup = project.backup_path("a1")
    session.take_theirs(backup)
    assert session.desk.decided_spans == (Span(0, 6, "FECHAS"),) and backup.read_text() == theirs
    assert session.desk[2].decision is Decision.PENDING
    assert session.save() is False
    session.undo()
    assert session.desk == mine and session.unsaved


def test_taking_theirs_before_any_decision_writes_nothing(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    (folder / "a1.ann").write_text("T1\tFECHAS 0 6\tNombre\n")
    session.take_theirs(folder / "not-needed.ann")
    assert session.desk.decided_spans == (Span(0, 6, "FECHAS"),) and len(session.desk.pending) == 4
    assert not (folder / ".deid-studio").exists()


def test_a_text_changed_by_another_program_keeps_the_decisions_that_fit(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    decide_all(session)
    session.save()
    changed = "Hospital nuevo\r\n" + TEXT.replace("04/03/2021", "05/03/2021")
    (folder / "a1.txt").write_bytes(changed.encode())
    session.perform(Note(2, "nota"))
    with pytest.raises(ChangedOnDiskError):
        session.save()
    session.take_new_text(session.new_text(), folder / "theirs.ann")
    assert [m.span.text(TEXT) for m in session.lost] == ["04/03/2021"]
    assert {s.text(changed) for s in session.desk.decided_spans} == {"61 años", "Abel Quirce", "Elvira Sanjuán Tobes"}
    session.save()
    again = open_project().open("a1")
    assert again.text == changed and again.desk == session.desk and not again.on_disk()


def test_a_text_changed_while_closed_is_shown_as_it_was_until_the_person_chooses(
    folder: Path, open_project: Opening
) -> None:
    session = opened(open_project())
    decide_all(session)
    session.save()
    (folder / "a1.txt").write_bytes(("Nuevo\r\n" + TEXT).encode())
    again = open_project().open("a1")
    assert again.text == TEXT and again.desk == session.desk
    assert again.on_disk().text_changed
    with pytest.raises(ChangedOnDiskError):
        again.perform(Accept(1))
        again.save()
    again.take_new_text(again.new_text(), folder / "theirs.ann")
    assert not again.lost and again.text.startswith("Nuevo")
    again.save()
    assert all(TEXT.find(line.split("\t")[2]) >= 0 for line in (folder / "a1.ann").read_text().splitlines())


def test_two_windows_on_one_report_do_not_overwrite_each_other(open_project: Opening) -> None:
    project = open_project()
    mine, theirs = opened(open_project()), opened(project)
    mine.perform(Accept(1))
    with pytest.raises(OvertakenError):
        theirs.perform(Reject(1))
    assert theirs.desk[1].decision is Decision.PENDING
    assert project.overtook(theirs)
    again = project.open("a1")  # and the other window can go on
    assert again.desk[1].decision is Decision.ACCEPTED and not project.overtook(again)
    again.perform(Reject(2))
    with pytest.raises(OvertakenError):
        mine.save()


def test_a_window_that_was_overtaken_puts_nothing_in_place_of_the_others_work(
    folder: Path, open_project: Opening
) -> None:
    first = opened(open_project())
    first.perform(Accept(1))
    other = open_project().open("a1")
    other.perform(Accept(2))
    other.save()
    written = (folder / "a1.ann").read_bytes()
    for choice in (first.save, partial(first.keep_mine, folder / "b"), partial(first.take_theirs, folder / "b")):
        with pytest.raises(OvertakenError):
            choice()
    assert (folder / "a1.ann").read_bytes() == written and not (folder / "b").exists()


def test_later_suggestions_are_added_without_touching_decisions(open_project: Opening) -> None:
    project = open_project()
    session = project.open("a1")
    start = TEXT.index("61 años")
    session.perform(Add(1, Span(start, start + 7, "EDAD_SUJETO_ASISTENCIA")))
    assert session.offer(SUGGESTIONS, "model-1") is True
    assert len(session.desk.pending) == 3
    assert session.offer(SUGGESTIONS, "model-1") is False
    session.undo()
    assert len(session.desk) == 3
    assert open_project().open("a1").desk == session.desk


def test_a_journal_that_cannot_be_written_changes_nothing(
    folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = open_project()
    session = opened(project)
    session.perform(Accept(1))
    before = session.desk
    db = project.journal()._db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count={pages}")  # the disk is full
    with pytest.raises(JournalError) as caught:
        for _ in range(1000):
            session.perform(Note(1, "x" * 5000))
            before = session.desk
    assert "no queda espacio en el disco" in caught.value.what("es") and "no space is left" in caught.value.what("en")
    assert session.desk == before
    db.execute("PRAGMA max_page_count=1000000")
    session.perform(Reject(1))
    assert open_project().open("a1").desk == session.desk


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_can_be_looked_at(folder: Path, open_project: Opening) -> None:
    opened(open_project()).perform(Accept(1))
    for path in (folder / ".deid-studio", folder):
        path.chmod(0o500)
    try:
        session = open_project().open("a1")
        assert session.desk[1].decision is Decision.ACCEPTED
        with pytest.raises(JournalError):
            session.perform(Reject(1))
    finally:
        for path in (folder, folder / ".deid-studio"):
            path.chmod(0o700)


def test_a_damaged_journal_is_told_and_left_alone(folder: Path, open_project: Opening) -> None:
    database = folder / ".deid-studio" / "project.db"
    database.parent.mkdir()
    database.write_bytes(b"not a database at all, but something else " * 50)
    with pytest.raises(JournalError) as caught:
        open_project()
    assert "no se puede leer" in caught.value.what("es") and "libere espacio" not in caught.value.remedy("es")
    assert database.read_bytes().startswith(b"not a database")


def test_no_text_of_the_report_is_in_error_messages(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    edits = (Resize(4, 0, 10_000), Accept(99))
    for failing in (*(partial(session.perform, edit) for edit in edits), session.sign_off):
        with pytest.raises(EditError) as caught:
            failing()
        assert "Elvira" not in str(caught.value) and "Quirce" not in str(caught.value)


def test_the_summary_counts(open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    session.perform(Accept(1))
    session.perform(Reject(2))
    summary = project.summaries()["a1"]
    assert (summary.pending, summary.accepted, summary.rejected) == (2, 1, 1)
    assert summary.unsaved and summary.decided and not summary.signed


def test_suggestion_made_elsewhere_is_not_used(open_project: Opening) -> None:
    session = open_project().open("a1")
    assert session.offer([suggestion("Edad", "FECHAS")], "m") and len(session.desk.pending) == 1


def test_a_journal_deleted_under_the_window_is_noticed(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    session.perform(Accept(1))
    for file in (folder / ".deid-studio").iterdir():
        file.unlink()
    with pytest.raises(JournalError):
        session.perform(Accept(2))
    assert session.desk[2].decision is Decision.PENDING


def test_an_ann_written_just_before_a_crash_is_known_as_ours(
    folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    monkeypatch.setattr(project.journal(), "mark_saved", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        session.save()
    project = open_project()
    assert not project.open("a1").on_disk()
    project.finish("a1")
    assert list(project.interrupted()) == []


def test_gold_never_joins_a_new_text_and_old_offsets(folder: Path, open_project: Opening) -> None:
    session = opened(open_project())
    decide_all(session)
    session.sign_off()
    shutil.rmtree(folder / "retraining")
    (folder / "a1.txt").write_bytes(("Nuevo\r\n" + TEXT).encode())
    project = open_project()
    with pytest.raises(ChangedOnDiskError):
        project.finish("a1")
    with pytest.raises(ChangedOnDiskError):
        project.open("a1").pair()
    assert not (folder / "retraining").exists()


def test_two_reports_with_one_ann_are_told(folder: Path, open_project: Opening) -> None:
    (folder / "a1.TXT").write_bytes(TEXT.encode())
    with pytest.raises(NameClashError):
        open_project()


def test_an_ann_is_as_private_as_its_report(folder: Path, open_project: Opening) -> None:
    (folder / "a1.txt").chmod(0o400)
    session = opened(open_project())
    session.perform(Accept(2))
    session.save()
    assert stat.S_IMODE((folder / "a1.ann").stat().st_mode) == 0o600  # and it can go on changing
