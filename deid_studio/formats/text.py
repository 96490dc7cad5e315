"""Reports as plain text: bytes -> Document, with everything a person should know about how they were read."""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from deid_studio.errors import (
    EncodingUnknownError,
    ReportBinaryError,
    ReportTooLargeError,
    ReportUnreadableError,
    reason,
)
from deid_studio.model.document import Document
from deid_studio.texts import Text, figures

SIZE_LIMIT_MB = 20

_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"\x1f\x8b", b"\x89PNG", b"\xff\xd8\xff",
    b"GIF8", b"7z\xbc\xaf", b"Rar!", b"\x7fELF", b"II*\x00", b"MM\x00*",
)  # fmt: skip
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_LINE_END = re.compile("\r\n|\r|\n")
_BOM = "\ufeff"


class Remark(Enum):
    """Something a person should be told about a report, in Spanish and English."""

    EMPTY = Text("The report is empty.")
    WINDOWS_1252 = Text("Not UTF-8: read as Windows-1252.")
    LATIN_1 = Text("Not UTF-8: read as ISO 8859-1 (Latin-1).")
    UTF_16 = Text("Not UTF-8: read as UTF-16.")
    NOT_FOR_BRAT = Text("brat cannot show this report: it reads UTF-8 only.")
    BOM = Text("The file begins with an invisible mark (BOM). It is harmless and stays as it is.")
    MIXED_LINE_ENDS = Text("The report mixes different line ends.")
    CONTROL_CHARACTERS = Text("The report holds control characters.")

    def text(self, language: str = "en") -> str:
        """The remark in a language."""
        return self.value.said(language)


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it was read: `raw` are the file's bytes, `encoding` is what decodes them to `document.text`."""

    document: Document
    path: Path
    raw: bytes
    encoding: str
    told: tuple[Remark, ...] = ()

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file's bytes, in hexadecimal."""
        return hashlib.sha256(self.raw).hexdigest()


def read_report(path: Path, id: str | None = None, limit_mb: float = SIZE_LIMIT_MB) -> Report:
    """The report in a text file; `id` is by default the file's name without its ending.

    The text is exactly the decoded file: line ends and a BOM stay, since offsets count them. UTF-8 is tried first;
    UTF-16 with a BOM and Windows-1252/Latin-1 are read too, and told. Raises `ReportUnreadableError`,
    `ReportTooLargeError`, `ReportBinaryError` or `EncodingUnknownError`.
    """
    return report_of(read_bytes(path, limit_mb), path, id)


def report_of(raw: bytes, path: Path, id: str | None = None) -> Report:
    """The report in the bytes of a file, as `read_report` gives it; `path` is what errors call it."""
    text, encoding, told = _decoded(raw, path)
    told.extend(_remarks(text))
    return Report(Document(path.stem if id is None else id, text), path, raw, encoding, tuple(told))


def _in_mb(size: int) -> Text:
    megabytes = f"{size / 1_000_000:.1f}"
    return figures(megabytes)


def read_bytes(path: Path, limit_mb: float = SIZE_LIMIT_MB) -> bytes:
    """The bytes of a regular file; raises `ReportUnreadableError`, or `ReportTooLargeError` before reading."""
    limit = int(limit_mb * 1_000_000)
    try:
        # Opening a pipe or a device could block for ever, so ask before.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ReportUnreadableError(path=path, detail=Text("not a regular file"))
        with path.open("rb") as file:
            size = path.stat().st_size
            raw = file.read(limit + 1) if size <= limit else b""
    except OSError as error:
        raise ReportUnreadableError(path=path, detail=reason(error)) from error
    except ValueError as error:
        raise ReportUnreadableError(path=path, detail=Text("bad path")) from error
    size = max(size, len(raw))  # it may have grown meanwhile
    if size > limit:
        raise ReportTooLargeError(path=path, size_mb=_in_mb(size), limit_mb=figures(f"{limit_mb:g}"))
    return raw


def read_bytes_if_any(path: Path, limit_mb: float = SIZE_LIMIT_MB) -> bytes | None:
    """The bytes of a regular file, None when there is none; raises what `read_bytes` does."""
    try:
        return read_bytes(path, limit_mb)
    except ReportUnreadableError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise


def _decoded(raw: bytes, path: Path) -> tuple[str, str, list[Remark]]:
    if raw.startswith(_MAGIC):
        raise ReportBinaryError(path=path)
    if raw.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise EncodingUnknownError(path=path)
    for bom, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if raw.startswith(bom):
            return _strictly(raw, encoding, path), encoding, [Remark.UTF_16, Remark.NOT_FOR_BRAT]
    if b"\x00" in raw:
        raise ReportBinaryError(path=path)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _decoded_as_western(raw, path)
    _refuse_soup(text, path)
    return text, "utf-8", []


def _decoded_as_western(raw: bytes, path: Path) -> tuple[str, str, list[Remark]]:
    _refuse_soup(raw.decode("latin-1"), path)
    repaired = raw.decode("utf-8", "replace")
    broken = repaired.count("\ufffd")
    if sum(character >= "\x80" for character in repaired) >= 2 * broken:
        # Mostly good UTF-8 with a damaged place: another encoding would turn every accent into rubbish.
        raise EncodingUnknownError(path=path)
    from charset_normalizer import from_bytes  # few reports need it

    best = from_bytes(raw, cp_isolation=["cp1252", "latin_1"]).best()
    if best is None:
        raise EncodingUnknownError(path=path)
    for encoding, remark in (("cp1252", Remark.WINDOWS_1252), ("latin-1", Remark.LATIN_1)):
        try:
            return raw.decode(encoding), encoding, [remark, Remark.NOT_FOR_BRAT]
        except UnicodeDecodeError:
            continue
    raise EncodingUnknownError(path=path)


def _strictly(raw: bytes, encoding: str, path: Path) -> str:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise EncodingUnknownError(path=path) from error
    _refuse_soup(text, path)
    return text


def _refuse_soup(text: str, path: Path) -> None:
    controls = sum(1 for _ in _CONTROL.finditer(text))
    if "\x00" in text or (controls > 1 and controls * 20 > len(text)):
        raise ReportBinaryError(path=path)


def _remarks(text: str) -> list[Remark]:
    told = []
    if not text.strip(_BOM):
        told.append(Remark.EMPTY)
    if text.startswith(_BOM):
        told.append(Remark.BOM)
    if len({match.group() for match in _LINE_END.finditer(text)}) > 1:
        told.append(Remark.MIXED_LINE_ENDS)
    if _CONTROL.search(text):
        told.append(Remark.CONTROL_CHARACTERS)
    return told
