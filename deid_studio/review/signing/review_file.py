"""ReviewFile: who signed which report when, one line each, in a file beside the reports that anybody can read.

Each line holds the hash of the one before, so that none can be changed, taken out or put in between unless all that
follow are written anew. A copy kept elsewhere tells whether somebody did.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import ReportTooLargeError, ReportUnreadableError, ReviewFileError, WriteError, reason
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.review.signing.sign_off import Proof, proof_from_values
from deid_studio.texts import Text

REVIEW_FILE = "review.jsonl"
START = "0" * 64  # what the first line names as the one before it

_LIMIT_MB = 500.0  # some 700,000 sign-offs
_LINE_LIMIT = 64 * 1024  # bytes; beside the names of report and reviewer a line has some 600
_FAULTS_TOLD = 20
_APPENDING = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # no pipe holds it up
_NO_FILE = Text("it is no regular file")
_TOO_LARGE = Text("it is too large")
_NO_LINE = Text("it is no line of this program")
_FORGED = Text("it does not say what was signed")
_UNCHAINED = Text("it does not follow the one before: one was taken out, put in or changed")


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A line that says what was signed: its number, and the hashes of the line before and of this one."""

    number: int
    proof: Proof
    previous: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Review:
    """What is in the file: the lines that say what was signed, and the first faults, by line; whether it ends in a line
    that was never finished."""

    lines: tuple[ReviewLine, ...] = ()
    faults: tuple[ReviewFileError, ...] = ()
    torn: bool = False

    def last_lines(self) -> dict[str, ReviewLine]:
        """The last line of each report."""
        return {line.proof.report: line for line in self.lines}


class ReviewFile:
    """The file `review.jsonl` of a folder; made at the first sign-off, readable by its owner alone."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / REVIEW_FILE

    def read(self) -> Review:
        """All that is in the file, nothing if there is none; raises `ReviewFileError` when it cannot be read."""
        *raws, last = self._raw().split(b"\n")
        if isinstance(_read(0, last), ReviewLine):  # an editor took its end
            raws, last = [*raws, last], b""
        lines: list[ReviewLine] = []
        faults: list[ReviewFileError] = []
        before = START
        for number, raw in enumerate(raws, start=1):
            line = _read(number, raw)
            if isinstance(line, Text):
                faults.append(self._fault(number, line))
            else:
                lines.append(line)
                if line.previous != before:
                    faults.append(self._fault(number, _UNCHAINED))
            before = _sha256(raw)
        return Review(tuple(lines), tuple(faults[:_FAULTS_TOLD]), bool(last))

    def names(self, proof: Proof) -> bool:
        """Whether a proof stands anywhere in the file: a quick look, which does not read its lines."""
        return proof.sha256.encode() in self._raw()

    def append(self, proof: Proof) -> None:
        """Put a line on disk behind those that are there; one that was never finished makes room for it.

        Raises `WriteError` when the disk refuses.
        """
        try:
            with os.fdopen(os.open(self.path, _APPENDING, 0o600), "r+b") as file:
                end, previous, between = _end(file.fileno())
                file.truncate(end)
                file.seek(end)
                line = proof.values() | {"proof": proof.sha256, "previous": previous}
                file.write(between + json.dumps(line, ensure_ascii=False).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WriteError(path=self.path, detail=reason(error)) from error

    def _raw(self) -> bytes:
        try:
            return read_bytes_if_any(self.path, _LIMIT_MB) or b""
        except ReportTooLargeError as error:
            raise self._fault(0, _TOO_LARGE) from error
        except ReportUnreadableError as error:
            detail = error.params["detail"]
            raise self._fault(0, detail if isinstance(detail, Text) else _NO_FILE) from error

    def _fault(self, number: int, detail: Text) -> ReviewFileError:
        """What is wrong with a line; 0: with the file."""
        if number:
            detail = Text("line {number}: {detail}", number=number, detail=detail)
        return ReviewFileError(path=self.path, line=number, detail=detail)


def _read(number: int, raw: bytes) -> ReviewLine | Text:
    """What a line says, or what is wrong with it."""
    if len(raw) > _LINE_LIMIT:
        return _TOO_LARGE
    try:
        values = json.loads(raw)
        proof = proof_from_values(values)
        claimed, previous = str(values["proof"]), str(values["previous"])
        return ReviewLine(number, proof, previous, _sha256(raw)) if claimed == proof.sha256 else _FORGED
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return _NO_LINE


def _end(descriptor: int) -> tuple[int, str, bytes]:
    """Where the next line goes, the hash of the one before, and what has to stand between them."""
    size = os.fstat(descriptor).st_size
    if not size:
        return 0, START, b""
    with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as data:
        end = data.rfind(b"\n") + 1
        if isinstance(_read(0, data[end : end + _LINE_LIMIT + 1]), ReviewLine):
            return size, _sha256(data[end:]), b"\n"
        if not end:
            return 0, START, b""
        return end, _sha256(data[data.rfind(b"\n", 0, end - 1) + 1 : end - 1]), b""


def _sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
