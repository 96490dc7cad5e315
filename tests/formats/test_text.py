"""Reports as text: read exactly, and told what is odd about them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import (
    EncodingUnknownError,
    ReportBinaryError,
    ReportTooLargeError,
    ReportUnreadableError,
)
from deid_studio.formats import text as text_module
from deid_studio.formats.text import Remark, read_bytes_if_any, read_report

SENTENCE = "Varón de 45 años que acude por lumbalgia; niega alergias. Pérez Núñez, médico.\n"


def report(tmp_path: Path, raw: bytes) -> text_module.Report:
    path = tmp_path / "informe.txt"
    path.write_bytes(raw)
    return read_report(path)


def test_utf8_is_read_without_remarks(tmp_path: Path) -> None:
    read = report(tmp_path, SENTENCE.encode())
    assert (read.document.id, read.document.text, read.encoding, read.told) == ("informe", SENTENCE, "utf-8", ())
    assert read.raw == SENTENCE.encode()
    assert len(read.sha256) == 64


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\r", "\u2028", "\x0c", "\x85"])
def test_line_ends_stay_as_they_are(tmp_path: Path, end: str) -> None:
    assert report(tmp_path, f"uno{end}dos{end}".encode()).document.text == f"uno{end}dos{end}"


def test_mixed_line_ends_are_told(tmp_path: Path) -> None:
    assert report(tmp_path, b"uno\r\ndos\n").told == (Remark.MIXED_LINE_ENDS,)


def test_a_bom_stays_as_the_first_code_point_and_is_told(tmp_path: Path) -> None:
    read = report(tmp_path, b"\xef\xbb\xbfAna")
    assert read.document.text == "\ufeffAna"
    assert read.told == (Remark.BOM,)


@pytest.mark.parametrize("raw", [b"", b"\xef\xbb\xbf"])
def test_an_empty_report_is_fine_and_told(tmp_path: Path, raw: bytes) -> None:
    assert Remark.EMPTY in report(tmp_path, raw).told


def test_windows_1252_is_read_and_told(tmp_path: Path) -> None:
    read = report(tmp_path, ("“Cita” – 30 €\n" + SENTENCE).encode("cp1252"))
    assert read.document.text == "“Cita” – 30 €\n" + SENTENCE
    assert (read.encoding, read.told) == ("cp1252", (Remark.WINDOWS_1252, Remark.NOT_FOR_BRAT))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_bom_is_read_and_told(tmp_path: Path, encoding: str) -> None:
    read = report(tmp_path, ("\ufeff" + SENTENCE).encode(encoding))
    assert read.document.text == "\ufeff" + SENTENCE
    assert read.document.text.encode(read.encoding) == read.raw
    assert read.told == (Remark.UTF_16, Remark.NOT_FOR_BRAT, Remark.BOM)


@pytest.mark.parametrize(
    "raw",
    [
        SENTENCE.encode() * 3 + b"\xc3",  # damaged UTF-8, not Windows-1252
        SENTENCE.encode("utf-32"),
        "\ufeffAna".encode("utf-16-le")[:-1],
        "患者は四十五歳の男性です。".encode("shift-jis"),
    ],
)
def test_an_encoding_that_is_not_certain_is_never_guessed(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(EncodingUnknownError):
        report(tmp_path, raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"%PDF-1.7\n1 0 obj", b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0\xa1\xb1", b"{\\rtf1\\ansi Ana}", b"Ana\x00Ruiz",
        bytes(range(1, 32)) * 10, b"\x89PNG\r\n", bytes(range(256)),
    ],
)  # fmt: skip
def test_binary_data_is_refused(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(ReportBinaryError):
        report(tmp_path, raw)


def test_a_stray_control_character_is_only_told(tmp_path: Path) -> None:
    assert report(tmp_path, SENTENCE.encode() + b"\x1a").told == (Remark.CONTROL_CHARACTERS,)


def test_a_report_of_50_mb_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "enorme.txt"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.setattr(text_module, "_decoded", lambda *_: pytest.fail("it was read"))
    with pytest.raises(ReportTooLargeError) as caught:
        read_report(path)
    assert "has 50.0 MB; the limit is 20 MB" in caught.value.what("en")
    assert "ocupa 50,0 MB; el límite es 20 MB" in caught.value.what("es")


def test_the_limit_can_be_raised(tmp_path: Path) -> None:
    path = tmp_path / "largo.txt"
    path.write_bytes(b"a" * 1_500_000)
    with pytest.raises(ReportTooLargeError):
        read_report(path, limit_mb=1)
    assert len(read_report(path, limit_mb=2).document.text) == 1_500_000


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tubo.txt")
    (tmp_path / "rota.txt").symlink_to(tmp_path / "nada")
    for name in ("tubo.txt", "rota.txt", "falta.txt", "", "con\0nulo.txt"):
        with pytest.raises(ReportUnreadableError):
            read_report(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_may_be_missing_is_read_without_waiting_for_a_pipe(tmp_path: Path) -> None:
    assert read_bytes_if_any(tmp_path / "a.ann") is None
    (tmp_path / "a.ann").write_bytes(b"T1")
    assert read_bytes_if_any(tmp_path / "a.ann") == b"T1"
    os.mkfifo(tmp_path / "b.ann")
    with pytest.raises(ReportUnreadableError):
        read_bytes_if_any(tmp_path / "b.ann")


def test_an_unreadable_report_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "informe.txt"
    path.write_bytes(b"Ana")
    path.chmod(0)
    if os.access(path, os.R_OK):  # root reads everything

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ReportUnreadableError) as caught:
        read_report(path)
    assert str(caught.value.params["detail"]) == "Permission denied"


@given(st.text(st.characters(exclude_categories=["Cs"], min_codepoint=32)))
def test_any_text_comes_back_exactly(tmp_path_factory: pytest.TempPathFactory, content: str) -> None:
    path = tmp_path_factory.getbasetemp() / "cualquiera.txt"
    path.write_bytes(content.encode())
    if content.startswith(("PK\x03", "%PDF-", "{\\rtf", "GIF8", "Rar!")) or "\x7f" in content:
        return
    assert read_report(path).document.text == content


def test_every_remark_speaks_both_languages() -> None:
    for remark in Remark:
        assert remark.text("es") != remark.text("en")
        assert remark.text("es").endswith(".")
