"""MachineAnnotations: which annotations of a folder are as a program made them, so that nobody takes them for reviewed.

What annotates without a person leaves a line in `annotations.jsonl` for each report: what made it, and the hash of its
spans with their classes (`spans_sha256`). Blank lines, ids, the order of lines and notes are no review and not in it;
neither are text and spans of a report.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path

from deid_studio import __version__
from deid_studio.errors import WriteError, reason
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.span import Span
from deid_studio.review.signing.sign_off import spans_sha256

ANNOTATIONS = "annotations.jsonl"

_LIMIT_MB = 500.0


class MachineAnnotations:
    """The note of a folder; `made_by` is what is written into it."""

    def __init__(self, folder: Path, made_by: str = "") -> None:
        self.path = folder / ANNOTATIONS
        self._folder = folder
        self._made_by = made_by
        self._known: tuple[frozenset[tuple[str, str]], frozenset[str]] | None = None

    def note(self, report: str, spans: Collection[Span]) -> None:
        """Write down which spans of a report its `.ann` will hold, before it does; raises `WriteError`."""
        try:
            self.append([json.dumps(self.line(report, spans_sha256(spans)), ensure_ascii=False).encode()])
        except OSError as error:
            raise WriteError(path=self.path, detail=reason(error)) from error

    def line(self, report: str, digest: str) -> dict[str, object]:
        """What is written down of a report, with the hash of its spans."""
        return {
            "reviewed": False,
            "report": report,
            "spans_sha256": digest,
            "made_by": f"Deid Studio {__version__}, {self._made_by}",
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines of one's own, whatever the file ends in; raises `OSError`."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                # A program was killed while it wrote: what it left is no line, and takes no other with it.
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.writelines(line + b"\n" for line in lines)

    def made(self, report: str, spans: Collection[Span]) -> bool:
        """Whether a report's spans are those that a program marked, no more and no less; raises what `read_bytes` does.

        Where there are any they are known under any name of the report: another would hardly have the same.
        """
        if self._known is None:
            self._known = self._read()
        noted, digests = self._known
        digest = spans_sha256(spans)
        return (report, digest) in noted or (bool(spans) and digest in digests)

    def _read(self) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
        noted = set()
        own = self._folder.resolve()
        for folder in (own, *own.parents):  # the note of a folder above is of the reports in this one as well
            within = "" if folder == own else f"{own.relative_to(folder).as_posix()}/"
            for raw in (read_bytes_if_any(folder / ANNOTATIONS, _LIMIT_MB) or b"").split(b"\n"):
                try:
                    line = json.loads(raw)
                    noted.add((str(line["report"]).removeprefix(within), str(line["spans_sha256"])))
                except (ValueError, KeyError, TypeError, RecursionError):
                    continue  # an empty or unfinished line is of no report
        return frozenset(noted), frozenset(digest for _, digest in noted)
