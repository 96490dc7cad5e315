"""The one door of conversion: what is a document, by its bytes, and errors that name the file and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from deid_studio.errors import (
    DeidError,
    DocumentDamagedError,
    DocumentLockedError,
    DocumentOldWordError,
    DocumentTooLargeError,
    DocumentWithoutTextError,
)
from deid_studio.formats.conversion import converted
from deid_studio.formats.conversion.converted import sentences, tidy
from deid_studio.formats.conversion.documents import convert, is_document, text_path

Make = Callable[..., bytes]
RTF = rb"{\rtf1 Luc\'eda}"
OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600


def test_documents_and_their_texts_are_named() -> None:
    names = ["carta.DOCX", "a.pdf", "a.rtf", "a.htm", "a.html", "a.hl7", "a.txt", "~$carta.docx", ".a.pdf", "a.doc"]
    assert [name for name in names if is_document(Path(name))] == names[:6]
    assert text_path(Path("x/carta.docx")) == Path("x/carta.docx.txt")


def test_the_bytes_say_what_a_document_is(docx: Make, pdf: Make) -> None:
    for raw in (docx("Lucía"), pdf(["Lucía"]), RTF):
        assert convert(raw, Path("mal.html")).text == "Lucía\n"
    assert convert("<p>Lucía".encode(), Path("a.HTM")).text == "Lucía\n"
    assert convert("MSH|^~\\&|\rOBX|1|TX|||Lucía".encode(), Path("a.hl7")).text == "Lucía\n"


@pytest.mark.parametrize(
    ("name", "raw", "kind"),
    [
        ("a.docx", b"", DocumentWithoutTextError),
        ("a.html", b" \r\n\x00", DocumentWithoutTextError),
        ("a.html", b"<img src=a>", DocumentWithoutTextError),
        ("a.hl7", b"MSH|^~\\&|\rPID|1", DocumentWithoutTextError),
        ("a.docx", b"plain text", DocumentDamagedError),
        ("a.pdf", b"<html>", DocumentDamagedError),
        ("a.html", b"\x7fELF\x00\x00", DocumentDamagedError),
        ("a.docx", b"PK\x03\x04", DocumentDamagedError),
        ("a.docx", OFFICE, DocumentOldWordError),
        ("a.docx", OFFICE + "EncryptedPackage".encode("utf-16-le"), DocumentLockedError),
    ],
)
def test_errors_name_the_file_and_what_to_do(name: str, raw: bytes, kind: type[DeidError]) -> None:
    with pytest.raises(DeidError) as raised:
        convert(raw, Path("carpeta") / name)
    assert type(raised.value) is kind
    for language in ("es", "en"):
        assert str(Path("carpeta") / name) in raised.value.what(language)
        assert raised.value.remedy(language)


def test_an_empty_pdf_holds_no_text(pdf: Make) -> None:
    with pytest.raises(DocumentWithoutTextError):
        convert(pdf([]), Path("a.pdf"))


def test_more_text_than_a_report_may_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(converted, "TEXT_MB", 0.001)
    with pytest.raises(DocumentTooLargeError):
        convert(b"<p>" + b"a" * 2_000, Path("a.html"))


def test_what_was_read_and_not_read_is_told(docx: Make) -> None:
    def shape(document) -> None:
        document.sections[0].header.paragraphs[0].text = "Hospital"
        document.sections[0].footer.paragraphs[0].text = "Tel."

    told = convert(docx("x", shape=shape), Path("a.docx")).told
    assert sentences(told, "en") == ["Also read: headers and footers."]
    assert sentences(told, "es") == ["Se ha leído también: encabezados y pies."]
    assert sentences((), "es") == []


def test_text_is_tidied() -> None:
    assert tidy("\n\na\xa0b \r\nc\u2028d\x07\xad\n\n\n\n\ne\ud83d\ude00\ud83d") == "a b\nc\nd\n\ne😀\ufffd\n"
    assert tidy(" \n\t\n") == ""
