"""What becomes of the `.ann` of other programs when the report's text changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.model.edits import Accept, Note, Reject
from deid_studio.review.session import ReviewSession
from tests.review.conftest import TEXT, Opening, opened

AGE, DATE, DOCTOR = "61 años", "04/03/2021", "Abel Quirce"


def line(number: int, phi_class: str, words: str, text: str = TEXT) -> str:
    start = text.index(words)
    return f"T{number}\t{phi_class} {start} {start + len(words)}\t{words}\n"


OTHERS = "A1\tSeguro T2\n#1\tAnnotatorNotes T2\tduda\nR1\tDe Arg1:T2 Arg2:T5\nX9 algo\nE1\tVisita:T5\n"
THEIRS = line(2, "EDAD_SUJETO_ASISTENCIA", AGE) + line(5, "MEDICO_AJENO", DOCTOR) + OTHERS
NEW = "Hospital nuevo\r\n" + TEXT


def ann_of(folder: Path) -> str:
    return (folder / "a1.ann").read_bytes().decode()


def change_text(session: ReviewSession, folder: Path, new: str) -> None:
    (folder / "a1.txt").write_bytes(new.encode())
    session.take_new_text(session.new_text(), folder / "theirs.ann")


def moved(words: str) -> str:
    return line(2, "EDAD_SUJETO_ASISTENCIA", AGE, words) + line(5, "MEDICO_AJENO", DOCTOR, words) + OTHERS


@pytest.fixture
def session(folder: Path, open_project: Opening) -> ReviewSession:
    (folder / "a1.ann").write_bytes(THEIRS.encode())
    return opened(open_project())


def test_lines_of_other_programs_move_with_the_text(session: ReviewSession, folder: Path) -> None:
    session.perform(Accept(3))
    session.save()
    change_text(session, folder, NEW)
    session.save()
    first_free = line(1, "NOMBRE_SUJETO_ASISTENCIA", "Elvira Sanjuán", NEW)
    assert ann_of(folder) == moved(NEW) + first_free
    assert not session.lost and not session.lost_lines
    assert (folder / "theirs.ann").read_bytes().decode().startswith(THEIRS)


def test_they_move_before_any_decision_too(session: ReviewSession, folder: Path) -> None:
    change_text(session, folder, NEW)
    assert ann_of(folder) == THEIRS and not (folder / "theirs.ann").exists()
    session.perform(Note(1, "duda"))
    session.save()
    assert ann_of(folder) == moved(NEW)


def test_they_survive_a_crash_before_the_next_save(session: ReviewSession, folder: Path, open_project: Opening) -> None:
    session.perform(Note(1, "duda"))
    change_text(session, folder, NEW)  # and the program is killed
    again = open_project()
    assert list(again.interrupted()) == ["a1"]
    again.finish("a1")
    assert ann_of(folder) == moved(NEW)
    assert open_project().open("a1").desk.decided_spans == again.open("a1").desk.decided_spans


def test_a_line_that_speaks_of_a_lost_span_is_told_and_kept_aside(session: ReviewSession, folder: Path) -> None:
    session.perform(Accept(3))
    new = NEW.replace(DOCTOR, "Luis Gil")
    change_text(session, folder, new)
    session.save()
    assert session.lost_lines == ("R1\tDe Arg1:T2 Arg2:T5", "E1\tVisita:T5")
    kept = "A1\tSeguro T2\n#1\tAnnotatorNotes T2\tduda\nX9 algo\n"
    age = line(2, "EDAD_SUJETO_ASISTENCIA", AGE, new)
    assert ann_of(folder).startswith(age + kept) and ann_of(folder).count("\n") == 5
    assert (folder / "theirs.ann").read_bytes().decode() == THEIRS


def test_lines_lost_before_any_decision_are_kept_aside_too(session: ReviewSession, folder: Path) -> None:
    change_text(session, folder, NEW.replace(DOCTOR, "Luis Gil"))
    assert (folder / "theirs.ann").read_bytes().decode() == THEIRS


def test_an_ann_that_was_written_for_the_new_text_is_taken_as_it_is(session: ReviewSession, folder: Path) -> None:
    session.perform(Accept(3))
    session.save()
    (folder / "a1.ann").write_bytes((moved(NEW) + "X10 más\n").encode())
    change_text(session, folder, NEW)
    session.save()
    assert ann_of(folder).startswith(moved(NEW) + "X10 más\n")


def test_a_rejected_span_stays_out_of_the_moved_ann(folder: Path, open_project: Opening) -> None:
    (folder / "a1.ann").write_bytes((line(2, "FECHAS", DATE) + line(3, "FECHAS", AGE) + "X9 algo\n").encode())
    session = opened(open_project())
    session.perform(Reject(2))
    change_text(session, folder, NEW)
    session.save()
    assert ann_of(folder) == line(3, "FECHAS", AGE, NEW) + "X9 algo\n"


def test_a_broken_line_is_told_with_the_report(folder: Path, open_project: Opening) -> None:
    (folder / "a1.ann").write_bytes(b"t1\tFECHAS 0 6\tNombre\n")
    (doubt,) = open_project().open("a1").told
    assert "a1.ann, línea 1" in doubt.text("es")
