"""Documents that can be read as text: which they are, where their text goes, and the one door that converts them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from deid_studio.errors import (
    DeidError,
    DocumentDamagedError,
    DocumentLockedError,
    DocumentOldWordError,
    DocumentWithoutTextError,
)
from deid_studio.formats.conversion.converted import Converted

SUFFIXES = (".docx", ".pdf", ".rtf", ".html", ".htm", ".hl7")

_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Word before 2007, and an encrypted .docx
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def is_document(path: Path) -> bool:
    """Whether a file's name is that of a document; not a hidden one, nor what Word keeps beside an open one (`~$…`)."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith((".", "~$"))


def text_path(document: Path) -> Path:
    """Where a document's text lies: beside it, `carta.docx.txt`, which no other document's text is called."""
    return document.with_name(f"{document.name}.txt")


def convert(raw: bytes, path: Path) -> Converted:
    """The text of a document; what it is, its bytes say before its name does.

    Raises `DocumentDamagedError`, `DocumentOldWordError`, `DocumentLockedError`, `DocumentTooLargeError` or
    `DocumentWithoutTextError`.
    """
    try:
        found = _reader(raw, path)(raw)
        if not found.text:
            raise DocumentWithoutTextError()
    except DeidError as error:
        error.params["path"] = path  # readers know bytes alone
        raise
    return found


def _reader(raw: bytes, path: Path) -> Callable[[bytes], Converted]:
    # Imported when they are needed: a folder seldom holds all forms.
    begin = raw[:1024].lstrip(b"\xef\xbb\xbf\x00\t\n\r\x0b ")
    suffix = path.suffix.lower()
    if raw.startswith(_OFFICE):
        raise DocumentLockedError() if _ENCRYPTED in raw else DocumentOldWordError()
    if b"%PDF-" in raw[:1024]:
        from deid_studio.formats.conversion.pdf import read_pdf

        return read_pdf
    if begin.startswith(b"{\\rtf"):
        from deid_studio.formats.conversion.rtf import read_rtf

        return read_rtf
    if raw.startswith(b"PK"):
        from deid_studio.formats.conversion.docx import read_docx

        return read_docx
    if not raw.strip(b"\x00\t\n\r "):
        raise DocumentWithoutTextError()
    if suffix not in (".html", ".htm", ".hl7") or (b"\x00" in begin and not raw.startswith(_UTF16)):
        raise DocumentDamagedError()
    if suffix == ".hl7":
        from deid_studio.formats.conversion.hl7 import read_hl7

        return read_hl7
    from deid_studio.formats.conversion.html import read_html

    return read_html
