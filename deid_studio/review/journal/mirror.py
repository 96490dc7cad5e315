"""Mirror: what the journal's file is told, once more as lines of text, so that either of the two can mend the other.

A line is the SHA-256 of what follows it, a blank and a JSON object: what one transaction wrote. The first line names
the journal. Lines are written after the transaction and without waiting for the disk: a program that is killed loses
at most the last of them, a power cut some, and the file has them all. They hold neither what is known of patients,
which is to be gone when it is taken out, nor what was read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deid_studio.formats.files import write_file
from deid_studio.plain_files import demand_plain
from deid_studio.review.journal.chain import Row
from deid_studio.review.journal.tables import EVENT_COLUMNS, FORMAT, State, read_state

_SUM = 64  # hexadecimal digits before each line
_LATE = 8  # lines from the end among which the last one is
_SMALL = 16_000_000  # bytes that are looked through at each opening


@dataclass(frozen=True, slots=True)
class Line:
    """What one transaction wrote: its number, the hash of the last event then, and what changed.

    `saved` are reports with the event that their `.ann` is of and the hash of that file; `changed` the tables of which
    the mirror does not say more.
    """

    number: int
    head: bytes
    events: tuple[Row, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    saved: tuple[tuple[str, int, str | None], ...] = ()
    changed: tuple[str, ...] = ()
    journal: str = ""  # of the first line alone
    patients: tuple[tuple[str, int, str, str], ...] = ()  # in snapshots alone, like the next
    coverage: tuple[tuple[str, str, str, str], ...] = ()  # what was read in hexadecimal

    def to_bytes(self) -> bytes:
        """The line as it stands in the file."""
        said: dict[str, Any] = {"n": self.number, "head": self.head.hex()}
        if self.journal:
            said |= {"format": FORMAT, "journal": self.journal}
        if self.events:
            said["events"] = [[*row[:-2], row.previous.hex(), row.hash.hex()] for row in self.events]
        for key in ("settings", "saved", "changed", "patients", "coverage"):
            if getattr(self, key):
                said[key] = getattr(self, key)
        return summed(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode())


def summed(data: bytes) -> bytes:
    """A line with its sum before it."""
    return hashlib.sha256(data).hexdigest().encode() + b" " + data + b"\n"


def unsummed(raw: bytes) -> bytes | None:
    """What stands behind the sum of a line (without its end); None when the sum is of something else."""
    said = raw[_SUM + 1 :]
    return said if raw[:_SUM] == hashlib.sha256(said).hexdigest().encode() else None


def line_from(said: bytes) -> Line:
    """What a line says; raises ValueError when it is of another form."""
    try:
        values = json.loads(said)
        return Line(
            int(values["n"]),
            bytes.fromhex(values["head"]),
            tuple(_row(row) for row in values.get("events", ())),
            {str(key): str(value) for key, value in values.get("settings", {}).items()},
            tuple((str(name), int(seq), ann) for name, seq, ann in values.get("saved", ())),
            tuple(map(str, values.get("changed", ()))),
            str(values.get("journal", "")),
            tuple((str(a), int(b), str(c), str(d)) for a, b, c, d in values.get("patients", ())),
            tuple((str(a), str(b), str(c), str(d)) for a, b, c, d in values.get("coverage", ())),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("no line of a mirror") from error


def lines_in(data: bytes) -> Iterator[Line]:
    """The lines that can be read in a mirror's bytes; a damaged one is left out."""
    for raw in data.split(b"\n"):
        said = unsummed(raw)
        if said is not None:
            with contextlib.suppress(ValueError):
                yield line_from(said)


def _row(values: list[Any]) -> Row:
    seq, report, after, at, reviewer, kind, payload, previous, digest = values
    return Row(
        int(seq), str(report), int(after), str(at), str(reviewer), str(kind), str(payload),
        bytes.fromhex(previous), bytes.fromhex(digest),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """What a mirror says without being read through: whether it is there, how many lines are damaged, whether the end
    of the last one is missing, which journal it is of, and the last transaction with its head."""

    there: bool = False
    damaged: int = 0
    torn: bool = False
    journal: str = ""
    number: int = -1
    head: bytes = b""


class Mirror:
    """The file of these lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._behind = False

    def standing(self, whole: bool = False) -> Standing:
        """How far it goes and whether it is whole; raises OSError.

        Of a large one only the ends are looked at, unless `whole` is wanted: it is read whenever a folder is opened.
        """
        try:
            raws, torn = self._ends(whole)
        except FileNotFoundError:
            return Standing()
        said = [unsummed(raw) for raw in raws]
        damaged = sum(one is None for one in said)
        journal, last = "", None
        try:
            journal = line_from(said[0] or b"").journal if said else ""
            # Two programs may have written their last lines in the other order.
            ends = [line_from(one) for one in said[-_LATE:] if one is not None]
            last = max(ends, key=lambda line: line.number, default=None)
        except ValueError:
            damaged += 1
        if last is None:
            return Standing(True, damaged, torn, journal)
        return Standing(True, damaged, torn, journal, last.number, last.head)

    def _ends(self, whole: bool) -> tuple[list[bytes], bool]:
        """The lines, of a large file the first and the last ones; and whether the end of the last one is missing."""
        demand_plain(self.path)
        with self.path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if whole or size <= _SMALL:
                raws = file.read().split(b"\n")
                return raws[:-1], bool(raws[-1])
            first = file.readline(_SMALL).rstrip(b"\n")
            file.seek(size - _SMALL)
            _cut, *raws = file.read().split(b"\n")
        return [first, *raws[:-1]], bool(raws and raws[-1])

    def lines(self) -> Iterator[Line]:
        """All that can be read; a damaged line is left out. Raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            demand_plain(self.path)
            yield from lines_in(self.path.read_bytes())

    def append(self, line: Line) -> None:
        """Put a line behind the others. What hinders that is made good at the next opening: the file has it all."""
        if self._behind:
            return  # a line that is missing in the middle would not be missed
        data = line.to_bytes()
        try:
            for _ in range(2):  # another program may just have written it anew
                with open(self.path, "ab", buffering=0, opener=_opened) as file:
                    written = file.write(data)
                    there = os.fstat(file.fileno())
                if written != len(data):
                    raise OSError("not all of it was written")
                if os.path.samestat(there, self.path.stat()):
                    break
        except OSError:
            self._behind = True

    def write_anew(self, db: sqlite3.Connection) -> None:
        """Write all of it as the journal's file has it; raises `WriteError`. Within a transaction of the caller's."""
        lines = lines_of(db, read_state(db))
        data = b"".join(line.to_bytes() for line in lines)
        if not self.path.exists():
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))  # `write_file` keeps that
        write_file(self.path, data)
        self._behind = False


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags & ~os.O_CREAT)  # one that was taken away is not begun in the middle


def lines_of(db: sqlite3.Connection, state: State) -> Iterable[Line]:
    """The lines that say what a journal's file has."""
    yield Line(0, bytes(32), journal=state.journal)
    for values in db.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY seq"):
        row = Row(*values)
        yield Line(0, row.hash, (row,))
    saved = db.execute("SELECT name, saved_seq, ann_sha256 FROM reports WHERE saved_seq NOTNULL").fetchall()
    yield Line(state.writes, state.head, (), dict(db.execute("SELECT key, value FROM settings")), tuple(saved))
