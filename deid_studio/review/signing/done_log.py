"""DoneLog: what was annotated in a folder, of which text and with what, so that a run that was killed can go on.

It is `annotations.jsonl` (see `MachineAnnotations`), with the hashes of text and files and what they were made with in
each report's line. A line is there before its files: what stands in one is the program's work, and all else somebody's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio.errors import ReportUnreadableError, WriteError, reason
from deid_studio.plain_files import demand_plain
from deid_studio.review.signing.machine_annotations import MachineAnnotations


@dataclass(frozen=True, slots=True)
class Done:
    """What is written of a report: the hashes of its spans, its text and its output, and what they were made with."""

    report: str
    spans_sha256: str
    text_sha256: str
    output_sha256: str
    made_with: Mapping[str, str]


class DoneLog:
    """The log of one folder; of each report it holds a few bytes, and no text."""

    def __init__(self, folder: Path, made_by: str) -> None:
        """Read the log; raises `ReportUnreadableError` where the system refuses."""
        self._machine = MachineAnnotations(folder, made_by)
        self._last: dict[str, bytes] = {}
        self._wrote: set[bytes] = set()
        try:
            demand_plain(self._machine.path)
            with self._machine.path.open("rb") as file:
                for raw in file:
                    self._take(raw)
        except (FileNotFoundError, NotADirectoryError):
            return  # what cannot be written is told when it is to be
        except OSError as error:
            raise ReportUnreadableError(path=self._machine.path, detail=reason(error)) from error

    def knows(self, report: str) -> bool:
        """Whether the program has written a report's files here, or was about to."""
        return report in self._last

    def wrote(self, name: str, sha256: str) -> bool:
        """Whether the program made a file of this content for a report, or a file by its name."""
        return _digest(name, sha256) in self._wrote

    def is_done(self, report: str, text_sha256: str, made_with: Mapping[str, str], output_sha256: str) -> bool:
        """Whether that is what the program last made of that text with that."""
        return self._last.get(report) == _digest(text_sha256, made_with, output_sha256)

    def note(self, several: Iterable[Done]) -> None:
        """Write down what the files of reports will hold, before they do; raises `WriteError`."""
        self._tell(
            self._machine.line(one.report, one.spans_sha256)
            | {
                "text_sha256": one.text_sha256,
                "output_sha256": one.output_sha256,
                "made_with": dict(one.made_with),
            }
            for one in several
        )

    def note_file(self, name: str, data: bytes) -> None:
        """The same of a file that is of no report."""
        self._tell([{"file": name, "sha256": sha256(data)}])

    def _tell(self, lines: Iterable[Mapping[str, Any]]) -> None:
        lines = list(lines)
        try:
            self._machine.append(json.dumps(line, ensure_ascii=False).encode() for line in lines)
        except OSError as error:
            raise WriteError(path=self._machine.path, detail=reason(error)) from error
        for line in lines:
            self._know(line)

    def _take(self, raw: bytes) -> None:
        try:
            self._know(json.loads(raw))
        except (ValueError, KeyError, TypeError, RecursionError):
            return  # cut short when the program was killed, or written by an older one

    def _know(self, line: Mapping[str, Any]) -> None:
        if "file" in line:
            self._wrote.add(_digest(str(line["file"]), str(line["sha256"])))
            return
        report, text, output = str(line["report"]), str(line["text_sha256"]), str(line["output_sha256"])
        self._last[report] = _digest(text, dict(line["made_with"]), output)
        self._wrote |= {_digest(report, text), _digest(report, output)}


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _digest(*parts: object) -> bytes:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).digest()[:16]
