"""Snapshots: the journal as it was at a few moments, each a packed file of the lines of a mirror.

Beside what the mirror says they hold what is known of patients and what was read. When something of a patient is taken
out they all go, since it is to be gone for good; the next one is made soon after.
"""

from __future__ import annotations

import contextlib
import gzip
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from deid_studio.formats.files import write_file
from deid_studio.plain_files import demand_plain
from deid_studio.review.journal.connection import connect_to_read
from deid_studio.review.journal.mirror import Line, lines_in, lines_of
from deid_studio.review.journal.tables import COVERAGE, PATIENT_FIELDS, read_state
from deid_studio.review.journal_paths import SNAPSHOTS

_AGES = (timedelta(), timedelta(hours=1), timedelta(days=1))  # of each, the newest that is at least so old is kept
_TOGETHER = 500_000_000  # bytes; more is kept of none but the newest
_EVERY, _SHARE = 50, 10  # transactions after which another is made: so many, and so small a part of all
_STAMP = "%Y%m%dT%H%M%S%f"
_PIECE = 4096  # bytes that are unpacked at a time
_LARGEST = 1_000_000_000  # bytes of what no journal unpacks to; what is behind them is left


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot's file, when it was made and after how many of the journal's transactions."""

    path: Path
    at: datetime
    writes: int

    def lines(self) -> Iterator[Line]:
        """What can be read of it; raises OSError."""
        demand_plain(self.path)
        data = self.path.read_bytes()
        unpacker, text = zlib.decompressobj(16 + zlib.MAX_WBITS), bytearray()
        with contextlib.suppress(zlib.error):
            for start in range(0, len(data), _PIECE):  # what stands before a damaged place is read all the same
                text += unpacker.decompress(data[start : start + _PIECE])
                if len(text) > _LARGEST:
                    break
        yield from lines_in(bytes(text))


def snapshots(journal: Path) -> list[Snapshot]:
    """The snapshots of a journal's folder, the newest first."""
    found = []
    for path in (journal.parent / SNAPSHOTS).glob("*.gz"):
        with contextlib.suppress(ValueError):
            stamp, writes = path.name.removesuffix(".gz").split("-")
            found.append(Snapshot(path, datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), int(writes)))
    return sorted(found, key=lambda one: one.at, reverse=True)


def keep_snapshot(journal: Path) -> bool:
    """Make a snapshot if enough was written since the last one, and remove those that are no longer needed.

    Whether one was made. Raises `WriteError`, OSError or `sqlite3.Error`: all is as before then.
    """
    there = snapshots(journal)
    db = connect_to_read(journal)
    try:
        db.execute("BEGIN")
        state = read_state(db)
        since = state.writes - (there[0].writes if there else 0)
        if not state.writes or (there and since < max(_EVERY, state.writes // _SHARE)):
            return False
        lines = b"".join(line.to_bytes() for line in (*lines_of(db, state), _rest(db, state.writes, state.head)))
    finally:
        db.close()
    folder = journal.parent / SNAPSHOTS
    folder.mkdir(mode=0o700, exist_ok=True)
    now = datetime.now(UTC)
    write_file(folder / f"{now:{_STAMP}}-{state.writes}.gz", gzip.compress(lines, 1), like=journal)
    thin(journal, now)
    return True


def _rest(db: sqlite3.Connection, writes: int, head: bytes) -> Line:
    patients = db.execute(f"SELECT {', '.join(PATIENT_FIELDS.names)} FROM patient_fields").fetchall()
    coverage = db.execute(f"SELECT {', '.join(COVERAGE.names)} FROM coverage").fetchall()
    read = tuple((report, reader, text, packed.hex()) for report, reader, text, packed in coverage)
    return Line(writes, head, patients=tuple(patients), coverage=read)


def thin(journal: Path, now: datetime) -> None:
    """Remove the snapshots that are no longer needed."""
    there = snapshots(journal)
    kept = {next((one.path for one in there if now - one.at >= age), None) for age in _AGES}
    if sum(one.path.stat().st_size for one in there if one.path in kept) > _TOGETHER:
        kept = {there[0].path}
    for one in there:
        if one.path not in kept:
            one.path.unlink(missing_ok=True)


def forget(journal: Path) -> None:
    """Remove all snapshots; raises OSError."""
    for one in snapshots(journal):
        one.path.unlink(missing_ok=True)
