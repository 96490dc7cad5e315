"""Journal copy: a folder's events as they are written, given out, and put behind those of another copy of the journal.

Events keep their numbers and hashes, so that two copies tell which is ahead, or that both went on by themselves.
What is known of patients, what was read and what is set for the folder stay where they are.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from deid_studio.errors import JournalDamagedError
from deid_studio.review.deciding.history import replayed
from deid_studio.review.deciding.tally import counts_of
from deid_studio.review.journal import Event, EventKind, Journal
from deid_studio.review.journal.chain import Row
from deid_studio.review.journal.connection import connect_to_read, told
from deid_studio.review.journal.migration import format_of
from deid_studio.review.journal.mirror import Mirror
from deid_studio.review.journal.store import CHANGED
from deid_studio.review.journal.tables import EVENT_COLUMNS
from deid_studio.review.journal.writing import Writing
from deid_studio.review.journal_paths import journal_path, mirror_path
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof, proof_in

_AFTER = f"SELECT {EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
_SINCE_BEGIN = (
    f"SELECT {EVENT_COLUMNS} FROM events WHERE report=:name"
    " AND seq >= (SELECT max(seq) FROM events WHERE report=:name AND kind='begin') ORDER BY seq"
)
_STANDING = "SELECT report, reviewer, payload FROM events JOIN reports ON seq = signed_seq ORDER BY seq"


class JournalCopy:
    """The journal of a folder, as one of several copies; raises `JournalError` where its file cannot be used."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = journal_path(folder)

    def newest(self) -> int:
        """The number of its last event; 0 where there is none."""
        with self._read() as db:
            found = None if db is None else db.execute("SELECT max(seq) FROM events").fetchone()[0]
        return found or 0

    def hash_at(self, seq: int) -> bytes | None:
        """The hash of the event of a number; None where there is none."""
        with self._read() as db:
            found = None if db is None else db.execute("SELECT hash FROM events WHERE seq=?", (seq,)).fetchone()
        return None if found is None else found[0]

    def after(self, seq: int, most: int) -> list[Row]:
        """So many events behind that of a number; raises `JournalDamagedError` for one that is not as written."""
        with self._read() as db:
            rows = [] if db is None else [Row(*values) for values in db.execute(_AFTER, (seq, most))]
        return self._sound(rows)

    def take(self, rows: Sequence[Row]) -> None:
        """Put events of another copy behind its own, all or none; the caller holds the folder.

        Raises `JournalDamagedError` for an event that is not as it was written.
        """
        self._sound(rows)
        Journal(self._path).close()  # makes it, or completes its mirror
        try:
            with contextlib.closing(sqlite3.connect(self._path, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous=FULL")
                db.execute("BEGIN IMMEDIATE")
                writing = Writing(db)
                for row in rows:
                    writing.copied(row)
                for report in dict.fromkeys(row.report for row in rows if row.report):
                    _tell_standing(db, writing, report, [row for row in rows if row.report == report])
                line = writing.finish()
                db.execute("COMMIT")
                Mirror(mirror_path(self._path)).append(line)
        except (sqlite3.Error, ValueError) as error:
            raise told(self._path, error) from error

    def unproven(self) -> list[Proof]:
        """The sign-offs that hold and that the review file does not name, as after a kill of `take`."""
        with self._read() as db:
            signed = [] if db is None else db.execute(_STANDING).fetchall()
        proofs = [proof_in(report, reviewer, json.loads(payload)) for report, reviewer, payload in signed]
        last = ReviewFile(self._folder).read().last_lines() if signed else {}
        return [one for one in proofs if one is not None and (one.report not in last or last[one.report].proof != one)]

    def prove(self) -> None:
        """Have the review file name each sign-off that holds; the caller holds the folder. Raises `WriteError`."""
        file = ReviewFile(self._folder)
        for proof in self.unproven():
            file.append(proof)

    def _sound(self, rows: Sequence[Row]) -> list[Row]:
        if not all(row.fits for row in rows):
            raise JournalDamagedError(path=self._path, detail=CHANGED)
        return list(rows)

    @contextlib.contextmanager
    def _read(self) -> Iterator[sqlite3.Connection | None]:
        try:
            if not self._path.is_file() or not self._path.stat().st_size:
                yield None
                return
            with contextlib.closing(connect_to_read(self._path)) as db:
                yield db if format_of(db) else None  # none: who made it was killed before anything was in it
        except (sqlite3.Error, ValueError) as error:
            raise told(self._path, error) from error


def _tell_standing(db: sqlite3.Connection, writing: Writing, report: str, new: Sequence[Row]) -> None:
    """Say where a report stands after events that were put in."""
    rows = [Row(*values) for values in db.execute(_SINCE_BEGIN, {"name": report})]
    events = [Event(r.seq, r.report, r.at, r.reviewer, EventKind(r.kind), json.loads(r.payload)) for r in rows]
    counts = counts_of(replayed(events).desk)
    for row in new:  # whether anybody decided something is told by each
        begun = json.loads(row.payload) if row.kind == EventKind.BEGIN else None
        writing.report(report, row.seq, EventKind(row.kind), counts, begun)
