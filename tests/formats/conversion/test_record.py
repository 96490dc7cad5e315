"""Texts beside their documents: written whole, never over anybody's work; a document that changes is noticed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from deid_studio.errors import TextKeptError, WriteError
from deid_studio.formats.conversion import record as module
from deid_studio.formats.conversion.converted import Converted, Part, Taken
from deid_studio.formats.conversion.record import ConversionRecord

ONE = Converted("Uno\n", (Taken(Part.PAGES, 2),))
TWO = Converted("Dos\n")


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "planta" / "carta.pdf"
    path.parent.mkdir()
    path.write_bytes(b"1")
    path.chmod(0o640)
    return path


def record(folder: Path) -> ConversionRecord:
    return ConversionRecord(folder, ".deid-studio")


def text(letter: Path) -> Path:
    return letter.with_name("carta.pdf.txt")


def test_the_text_lies_beside_and_is_as_private(tmp_path: Path, letter: Path) -> None:
    record(tmp_path).write(letter, b"1", ONE)
    assert text(letter).read_bytes() == b"Uno\n"
    assert stat.S_IMODE(text(letter).stat().st_mode) == 0o640
    kept = tmp_path / ".deid-studio" / "converted.jsonl"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert b"Uno" not in kept.read_bytes()
    again = record(tmp_path)
    assert again.told(letter) == ONE.told
    assert not again.has_changed(letter)


def test_a_document_that_changed_is_noticed_and_its_text_made_anew(tmp_path: Path, letter: Path) -> None:
    record(tmp_path).write(letter, b"1", ONE)
    letter.write_bytes(b"2")
    assert record(tmp_path).has_changed(letter)
    record(tmp_path).write(letter, b"2", TWO)
    assert text(letter).read_bytes() == b"Dos\n"
    assert not record(tmp_path).has_changed(letter)
    assert record(tmp_path).told(letter) == ()


@pytest.mark.parametrize("what", ["edited", "annotated", "reviewed", "somebody's own"])
def test_a_text_that_is_worked_on_stays(tmp_path: Path, letter: Path, what: str) -> None:
    if what == "somebody's own":
        text(letter).write_bytes(b"Uno\n")
    else:
        record(tmp_path).write(letter, b"1", ONE)
    if what == "edited":
        text(letter).write_bytes(b"Otro\n")
    if what == "annotated":
        letter.with_name("carta.pdf.ann").touch()
    before = text(letter).read_bytes()
    with pytest.raises(TextKeptError) as raised:
        record(tmp_path).write(letter, b"2", TWO, reviewed=what == "reviewed")
    assert text(letter).read_bytes() == before
    assert str(text(letter)) in raised.value.what()


def test_a_document_that_changed_without_its_text_is_no_longer_told(tmp_path: Path, letter: Path) -> None:
    record(tmp_path).write(letter, b"1", ONE)
    letter.write_bytes(b"2")
    letter.with_name("carta.pdf.ann").touch()
    record(tmp_path).write(letter, b"2", ONE, reviewed=True)
    assert not record(tmp_path).has_changed(letter)


def test_damaged_lines_do_not_count(tmp_path: Path, letter: Path) -> None:
    record(tmp_path).write(letter, b"1", ONE)
    kept = tmp_path / ".deid-studio" / "converted.jsonl"
    whole = kept.read_bytes()
    kept.write_bytes(b'{"document": "x"}\n[' * 3 + b"\xff\x00\n" + whole + b'{"docum')
    assert record(tmp_path).told(letter) == ONE.told
    record(tmp_path).keep(letter, b"2", TWO)
    assert record(tmp_path).told(letter) == ()


def test_nothing_half_is_left_when_the_disk_refuses(
    tmp_path: Path, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise WriteError(path=path, detail="full")

    monkeypatch.setattr(module, "write_file", refuse)
    with pytest.raises(WriteError):
        record(tmp_path).write(letter, b"1", ONE)
    assert not text(letter).exists()
    monkeypatch.undo()
    record(tmp_path).write(letter, b"1", ONE)
    assert text(letter).exists()
