"""The review file: a chain of lines that says who signed what, told where it is damaged."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from deid_studio.errors import JournalDamagedError, ReviewFileError, WriteError
from deid_studio.model.edits import Reject
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof, Said, TagSetMark
from tests.review.conftest import Opening, decide_all, opened, written_so

MARK = TagSetMark("inventado", "1", "c" * 64)


def proof(number: int) -> Proof:
    at = "2026-03-01T10:00:00.000+00:00"
    return Proof(f"informe {number} ñ", "a" * 64, "b" * 64, MARK, number, "Dra. Prueba", at)


@pytest.fixture
def file(tmp_path: Path) -> ReviewFile:
    made = ReviewFile(tmp_path)
    for number in range(3):
        made.append(proof(number))
    return made


def faults(file: ReviewFile) -> list[object]:
    return [one.params["line"] for one in file.read().faults]


def test_lines_are_read_back_and_each_names_the_one_before(file: ReviewFile) -> None:
    review = file.read()
    assert [line.proof for line in review.lines] == [proof(0), proof(1), proof(2)]
    assert [line.previous for line in review.lines] == ["0" * 64, *(line.sha256 for line in review.lines[:2])]
    assert not review.faults and not review.torn
    assert "informe 1 ñ" in file.path.read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_file_is_its_owners_alone(file: ReviewFile) -> None:
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_no_file_is_an_empty_one(tmp_path: Path) -> None:
    assert not ReviewFile(tmp_path).read().lines


def test_each_line_that_was_changed_taken_out_or_put_elsewhere_is_told(file: ReviewFile) -> None:
    whole = file.path.read_bytes().splitlines(keepends=True)
    for raw, told in (
        (whole[1:], [1]), (whole[:1] + whole[2:], [2]), ([whole[1], whole[0], whole[2]], [1, 2, 3]),
        ([whole[0].replace(b"Prueba", b"Otra"), *whole[1:]], [1, 2]), ([whole[0], b"[]\n", *whole[1:]], [2, 3]),
        ([whole[0], b"\n", *whole[1:]], [2, 3]), ([b"\xff\n", *whole], [1, 2]),
        ([b"[" * 60_000 + b"\n", *whole], [1, 2]),
        ([b'{"a":"' + b"x" * 200_000 + b'"}\n', *whole], [1, 2]), ([whole[0], whole[0], *whole[1:]], [2]),
    ):  # fmt: skip
        file.path.write_bytes(b"".join(raw))
        assert faults(file) == told
        (error, *_) = file.read().faults
        assert f"línea {told[0]}" in error.what("es") and f"line {told[0]}" in error.what("en")


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_is_told(file: ReviewFile, bit: int) -> None:
    whole = file.path.read_bytes()
    for at in range(bit, len(whole) - 1, 29):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << bit
        file.path.write_bytes(damaged)
        review = file.read()
        assert review.faults or review.torn


def test_lines_go_on_behind_what_is_there_whatever_it_is(file: ReviewFile) -> None:
    whole = file.path.read_bytes()
    sound = (whole[:-1], whole + whole[:40], whole[:40])
    for before, told in (*((one, []) for one in sound), (whole + b"x\n", [4]), (b"\n", [1])):
        file.path.write_bytes(before)
        file.append(proof(9))
        review = file.read()
        assert review.lines[-1].proof == proof(9) and faults(file) == told and not review.torn


def test_only_an_unfinished_line_is_no_fault(file: ReviewFile) -> None:
    file.path.write_bytes(file.path.read_bytes()[:-9])
    review = file.read()
    assert len(review.lines) == 2 and not review.faults and review.torn


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "review.jsonl").mkdir()
    with pytest.raises(ReviewFileError):
        ReviewFile(tmp_path).read()
    with pytest.raises(WriteError):
        ReviewFile(tmp_path).append(proof(1))


def test_a_file_that_is_too_large_is_told_before_it_is_read(file: ReviewFile) -> None:
    with file.path.open("r+b") as there:
        there.truncate(2_000_000_000)  # a hole: nothing is written
    with pytest.raises(ReviewFileError, match="too large"):
        file.read()


# --- with the journal ----------------------------------------------------------------------------------------


def said(folder: Path) -> list[tuple[Said, str]]:
    review = ReviewFile(folder).read()
    assert not review.faults and not review.torn
    return [(line.proof.kind, line.proof.report) for line in review.lines]


def signing(project: Project, name: str = "a1") -> ReviewSession:
    session = opened(project, name)
    decide_all(session)
    session.sign_off()
    return session


def test_a_sign_off_is_in_the_file_and_in_the_journal_with_one_proof(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = signing(project)
    (line,) = project.review_file.read().lines
    assert session.proof == line.proof and line.proof.report == "a1" and line.proof.reviewer == "Dra. Prueba"
    assert project.summaries()["a1"].signatures[-1].proof == line.proof.sha256
    assert open_project().open("a1").proof == line.proof
    assert "Elvira" not in project.review_file.path.read_text("utf-8")


def test_what_takes_a_sign_off_back_is_written(folder: Path, open_project: Opening) -> None:
    session = signing(open_project())
    session.withdraw_sign_off()
    session.sign_off()
    session.perform(Reject(2))
    session.sign_off()
    (folder / "a1.txt").write_bytes((folder / "a1.txt").read_bytes() + b"Fin.\n")
    session.take_new_text(session.new_text(), folder / "backup.ann")
    assert [kind for kind, _ in said(folder)] == [Said.SIGN_OFF, Said.WITHDRAW] * 3


def test_a_sign_off_that_the_journal_refuses_does_not_stand_in_the_file(
    folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    kept = project.review_file.append

    def full(line: Proof) -> None:
        kept(line)
        if line.kind is Said.SIGN_OFF:
            raise WriteError(path=folder, detail="full")

    monkeypatch.setattr(project.review_file, "append", full)
    with pytest.raises(WriteError):
        session.sign_off()
    assert not session.signed and session.proof is None
    project = open_project()
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    assert said(folder) == [(Said.SIGN_OFF, "a1"), (Said.WITHDRAW, "a1")]
    assert list(project.interrupted()) == []


@pytest.mark.parametrize("first", [True, False])
def test_a_sign_off_that_was_cut_short_is_taken_back(folder: Path, open_project: Opening, first: bool) -> None:
    project = open_project()
    signing(project, "a2")
    session = project.open("a1")
    if first:
        session.sign_off()  # nothing was decided before
    else:
        session = signing(project)
    before = project.review_file.path.read_bytes()
    undone = [
        "DELETE FROM events WHERE report='a1' AND kind='sign_off'",
        "UPDATE reports SET signed_seq=NULL, saved_seq=NULL, last_seq=(SELECT max(seq) FROM events WHERE report='a1')"
        " WHERE name='a1'",
    ]
    if first:
        undone = ["DELETE FROM events WHERE report='a1'", "DELETE FROM reports WHERE name='a1'"]
    written_so(project.journal(), *undone)
    again = open_project()
    assert list(again.interrupted()) == ["a1"]
    again.finish("a1")
    assert said(folder)[-1] == (Said.WITHDRAW, "a1") and again.review_file.path.read_bytes().startswith(before)
    assert list(again.interrupted()) == [] and again.summaries()["a2"].signed


def test_a_withdrawal_that_was_cut_short_is_written(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = signing(project)
    signing(project, "a2")
    before = project.review_file.path.read_bytes()
    session.perform(Reject(2))
    project.review_file.path.write_bytes(before)
    again = open_project()
    assert "a1" in list(again.interrupted())
    again.finish("a1")
    assert said(folder)[-1] == (Said.WITHDRAW, "a1") and list(again.interrupted()) == []


def test_a_sign_off_that_the_journal_lost_is_told(folder: Path, open_project: Opening) -> None:
    project = open_project()
    signing(project)
    signing(project, "a2")
    journal = project.journal()
    written_so(
        journal,
        "DELETE FROM events WHERE report='a1' AND kind='sign_off'",
        "UPDATE reports SET signed_seq=NULL, last_seq=(SELECT max(seq) FROM events WHERE report='a1') WHERE name='a1'",
    )
    with pytest.raises(JournalDamagedError) as caught:
        open_project()
    assert caught.value.params["findings"] == (Finding(Harm.UNKNOWN_SIGN_OFF, "a1"),)
    assert said(folder) == [(Said.SIGN_OFF, "a1"), (Said.SIGN_OFF, "a2")]


def test_a_line_holds_no_more_than_it_says(folder: Path, open_project: Opening) -> None:
    signing(open_project())
    values = json.loads((folder / "review.jsonl").read_text("utf-8"))
    assert sorted(values) == sorted((
        "format", "kind", "report", "text_sha256", "spans_sha256", "tag_set", "spans", "reviewer", "at", "second",
        "proof", "previous",
    ))  # fmt: skip
