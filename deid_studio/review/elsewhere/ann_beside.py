"""AnnBeside: the `.ann` beside a report, as this program last read or wrote it."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, WriteError, reason
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.formats.private_folder import make_private
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.review.elsewhere.text_change import NewText


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha_of(data: bytes | None) -> str | None:
    """The SHA-256 of a file's bytes; None when there is no file."""
    return None if data is None else sha256(data)


class AnnBeside:
    """The lines of the `.ann`, and the file that they came from.

    `sha256` is that of the file (None: there is none). `moved` tells that the lines were carried over to a new text,
    and that those of the old one still are in the file.
    """

    def __init__(self, report: Path, limit_mb: float) -> None:
        self.path = ann_path(report)
        self._report = report
        self._limit_mb = limit_mb
        self.lines = AnnFile()
        self.sha256: str | None = None
        self.moved = False

    @property
    def carried(self) -> str | None:
        """The lines as text when they are not on disk yet (see `moved`)."""
        return self.lines.to_bytes().decode() if self.moved else None

    def on_disk(self) -> bytes | None:
        """The file as it is now, None when there is none; raises what `read_bytes` does."""
        return read_bytes_if_any(self.path, self._limit_mb)

    def parsed(self, raw: bytes | None, text: str) -> AnnFile:
        """A file's lines; raises what `parse_ann` does."""
        return parse_ann(raw or b"", text, self.path)

    def parsed_if_fitting(self, raw: bytes | None, text: str) -> AnnFile | None:
        """A file's lines, None when it is of another text."""
        with contextlib.suppress(BratSyntaxError, BratTextMismatchError):
            return self.parsed(raw, text)
        return None

    def take(self, lines: AnnFile, sha256: str | None, moved: bool = False) -> None:
        """Go on with other lines, of a file with this SHA-256."""
        self.lines, self.sha256, self.moved = lines, sha256, moved

    def write(self, lines: AnnFile, even_empty: bool) -> bool:
        """Put lines into the file; returns whether its bytes changed. One without a line is made if `even_empty`.

        Raises `WriteError` when the disk refuses; everything is then as it was.
        """
        before, data = self.on_disk(), lines.to_bytes()
        wrote = data != before and bool(data or even_empty or before)
        if wrote:
            write_file(self.path, data, like=self._report)
            before = data
        self.take(lines, sha_of(before))
        return wrote

    def put_aside(self, raw: bytes | None, backup: Path) -> None:
        """Keep another program's file at `backup`; raises `WriteError`."""
        if raw is None:
            return
        try:
            make_private(backup.parent)
        except OSError as error:
            raise WriteError(path=backup, detail=reason(error)) from error
        write_file(backup, raw, private=True)

    def for_new_text(
        self, lines: AnnFile, raw: bytes | None, old_text: str, new: NewText
    ) -> tuple[AnnFile, tuple[str, ...]]:
        """The lines for a new text when `raw` is on disk, and those, but for spans, that have no place there.

        `lines` are those for the old one, with what was decided since they were written.
        """
        text = new.report.document.text
        if sha_of(raw) != self.sha256:
            # Another program changed it as well: with the text, or else before it changed the text.
            fitting = self.parsed_if_fitting(raw, text)
            if fitting is not None:
                return fitting, ()
            lines = self.parsed_if_fitting(raw, old_text) or lines
        moved, lost = lines.moved(text, new.change.moved)
        return moved, tuple(line.body for line in lost if line.span is None)
