"""Document properties: what a .docx or .pdf says of itself beside its text (author, title, who saved it last)."""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib

_PARTS = ("docProps/core.xml", "docProps/app.xml", "docProps/custom.xml")
_LARGEST = 1_000_000  # bytes of a part; properties are short
# Elements with nothing inside but text: a reader of XML would resolve entities, of which a stranger's may be endless.
_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<>]+)</")


def document_properties(raw: bytes) -> list[tuple[str, str]]:
    """The properties of a document in its order: name and text. None for what is neither .docx nor .pdf, or damaged."""
    if b"%PDF-" in raw[:1024]:
        return _of_pdf(raw)
    return _of_docx(raw) if raw.startswith(b"PK") else []


def _of_docx(raw: bytes) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            for part in archive.infolist():
                if part.filename in _PARTS and part.file_size <= _LARGEST:
                    xml = archive.read(part).decode("utf-8", "replace")
                    found += [(name, html.unescape(text).strip()) for name, text in _ELEMENT.findall(xml)]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return []  # that it cannot be read is told where its text is read
    return [(name, text) for name, text in found if text]


def _of_pdf(raw: bytes) -> list[tuple[str, str]]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError:
        return []
    try:
        return [(name, text) for name, text in document.get_metadata_dict().items() if text]
    finally:
        document.close()
