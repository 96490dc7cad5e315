"""MachineAnnotations: which `.ann` of a folder are as a program made them, so that nobody takes them for reviewed.

What annotates without a person leaves a line in `annotations.jsonl` for each report: what made it, and the SHA-256 of
its `.ann`. Neither text nor spans of a report are in it.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from deid_studio import __version__
from deid_studio.errors import WriteError, reason
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.review.ann_beside import sha256

ANNOTATIONS = "annotations.jsonl"

_LIMIT_MB = 500.0


class MachineAnnotations:
    """The note of a folder; `made_by` is what is written into it."""

    def __init__(self, folder: Path, made_by: str = "") -> None:
        self.path = folder / ANNOTATIONS
        self._made_by = made_by
        self._known: tuple[frozenset[tuple[str, str]], frozenset[str]] | None = None

    def note(self, report: str, ann: bytes) -> None:
        """Write down what the `.ann` of a report will be, before it is; raises `WriteError` when the disk refuses."""
        line = {
            "reviewed": False,
            "report": report,
            "ann_sha256": sha256(ann),
            "made_by": f"Deid Studio {__version__}, {self._made_by}",
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise WriteError(path=self.path, detail=reason(error)) from error

    def made(self, report: str, ann: bytes) -> bool:
        """Whether a report's `.ann` is byte for byte what a program wrote; raises what `read_bytes` does.

        One with spans is known under any name: offsets and texts are those of this report alone.
        """
        if self._known is None:
            self._known = self._read()
        noted, digests = self._known
        digest = sha256(ann)
        return (report, digest) in noted or (bool(ann) and digest in digests)

    def _read(self) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
        noted = set()
        for raw in (read_bytes_if_any(self.path, _LIMIT_MB) or b"").split(b"\n"):
            try:
                line = json.loads(raw)
                noted.add((str(line["report"]), str(line["ann_sha256"])))
            except (ValueError, KeyError, TypeError, RecursionError):
                continue  # an empty or unfinished line is of no `.ann`
        return frozenset(noted), frozenset(digest for _, digest in noted)
