"""Salvage: what can still be read of a journal, from each place where it stands, and joined into one.

Each event is taken on its own: its hash tells whether it is what was written, whatever is missing around it.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deid_studio.review.journal.chain import START, UNSEALED, Row, Value, event_hash, resealed, row_hash
from deid_studio.review.journal.connection import connect_to_read
from deid_studio.review.journal.events import EventKind
from deid_studio.review.journal.mirror import Line, Mirror
from deid_studio.review.journal.snapshots import Snapshot
from deid_studio.review.journal.tables import (
    COVERAGE,
    EVENT_COLUMNS,
    PATIENT_FIELDS,
    REPORTS,
    SETTINGS,
    TABLES,
    Table,
    read_state,
)
from deid_studio.review.journal_paths import mirror_path

DATABASE, MIRROR = "project.db", "journal.log"  # the names of these sources

_SKIPS = 40  # damaged places that are stepped over, each twice as far as the one before
_SETTING = "setting:"


@dataclass(slots=True)
class Source:
    """What one place says: which journal it is of, how far it goes (`writes`), and its rows whose hashes fit.

    `saved` is the event that each report's `.ann` is of, and the hash of that file; `changed` the last transaction in
    which each table was changed of which this place says no more. `complete` names the tables that it has all of.
    """

    name: str
    journal: str = ""
    writes: int = 0
    events: dict[int, Row] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    saved: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    last_seqs: dict[str, int] = field(default_factory=dict)
    patients: list[tuple[Any, ...]] = field(default_factory=list)
    coverage: list[tuple[Any, ...]] = field(default_factory=list)
    changed: dict[str, int] = field(default_factory=dict)
    complete: set[str] = field(default_factory=set)


def of_lines(name: str, lines: Iterable[Line]) -> Source:
    """What the lines of a mirror or snapshot say."""
    source = Source(name)
    for line in lines:
        source.journal = source.journal or line.journal
        source.writes = max(source.writes, line.number)
        for row in line.events:
            if row.fits:
                source.events[row.seq] = row
                source.last_seqs[row.report] = max(row.seq, source.last_seqs.get(row.report, 0))
        source.settings |= line.settings
        source.saved |= {report: (seq, ann) for report, seq, ann in line.saved}
        source.changed |= dict.fromkeys(line.changed, line.number)
        if line.patients or line.coverage:
            source.patients = list(line.patients)
            source.coverage = [(*key, bytes.fromhex(packed)) for *key, packed in line.coverage]
    source.complete.add(SETTINGS.name)
    return source


def of_mirror(journal: Path) -> Source | None:
    """What the mirror says; None when nothing of it can be read."""
    try:
        source = of_lines(MIRROR, Mirror(mirror_path(journal)).lines())
    except OSError:
        return None
    return source if source.events or source.settings else None


def of_snapshot(snapshot: Snapshot) -> Source | None:
    """What a snapshot says; None when nothing of it can be read."""
    try:
        source = of_lines(snapshot.path.name, snapshot.lines())
    except OSError:
        return None
    if source.writes == snapshot.writes:
        source.complete |= {PATIENT_FIELDS.name, COVERAGE.name}
    return source if source.events or source.settings else None


def of_database(journal: Path) -> Source | None:
    """What the journal's file says, as far as it can be read; None when nothing can."""
    try:
        db = connect_to_read(journal)
    except (sqlite3.Error, OSError):
        return None
    source = Source(DATABASE)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        with contextlib.suppress(sqlite3.DatabaseError, ValueError, TypeError):
            if "state" not in names:
                _read_unchained(db, source)
                return source if source.events else None
        seals: dict[str, int] = {}
        with contextlib.suppress(sqlite3.DatabaseError, ValueError, TypeError):
            state = read_state(db)
            source.journal, source.writes, seals = state.journal, state.writes, state.seals
        for table in TABLES:
            _read_table(db, source, table, seals.get(table.name))
        for values in _stepping(db, EVENT_COLUMNS):
            row = Row(*values)
            with contextlib.suppress(AttributeError, TypeError, ValueError):
                if row.fits:
                    source.events[row.seq] = row
    except (sqlite3.DatabaseError, ValueError):  # what SQLite says of a damaged file may be no text
        pass
    finally:
        db.close()
    return source if source.events or source.settings or source.patients else None


def _read_table(db: sqlite3.Connection, source: Source, table: Table, seal: int | None) -> None:
    names = ", ".join((*table.names, "hash"))
    fitting: list[tuple[Value, ...]] = []
    found = UNSEALED
    with contextlib.suppress(sqlite3.DatabaseError, ValueError):
        for *values, digest in db.execute(f"SELECT {names} FROM {table.name}"):
            with contextlib.suppress(TypeError, AttributeError, ValueError):
                if digest == row_hash(table.name, tuple(values)):
                    fitting.append(tuple(values))
                    found = resealed(found, None, digest)
    if found == seal:
        source.complete.add(table.name)
    if table is REPORTS:
        for name, last, *_, saved, ann in fitting:
            source.last_seqs[str(name)] = int(str(last))
            if saved is not None:
                source.saved[str(name)] = int(str(saved)), None if ann is None else str(ann)
    elif table is SETTINGS:
        source.settings = {str(key): str(value) for key, value in fitting}
    elif table is PATIENT_FIELDS:
        source.patients = list(fitting)
    else:
        source.coverage = list(fitting)


def _stepping(db: sqlite3.Connection, columns: str) -> Iterator[tuple[Any, ...]]:
    """The rows of the events that can be read, stepping over places that cannot."""
    seq, skip = 0, 1
    for _ in range(_SKIPS):
        try:
            for values in db.execute(f"SELECT {columns} FROM events WHERE seq > ? ORDER BY seq", (seq,)):
                yield values
                seq, skip = int(values[0]), 1
            return
        except (sqlite3.DatabaseError, TypeError, ValueError):
            seq, skip = seq + skip, skip * 2


def _read_unchained(db: sqlite3.Connection, source: Source) -> None:
    """Read a journal of the format before the chain: nothing in it tells whether it is what was written."""
    head, last = START, dict[str, int]()
    for seq, report, at, reviewer, kind, payload in _stepping(db, "seq, report, at, reviewer, kind, payload"):
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            json.loads(payload)
            EventKind(kind)
            previous, after = head, last.get(report, 0)
            head = event_hash(seq, report, after, at, reviewer, kind, payload, previous)
            source.events[seq] = Row(seq, report, after, at, reviewer, kind, payload, previous, head)
            last[report] = seq
    with contextlib.suppress(sqlite3.DatabaseError, ValueError):
        for name, seq, saved, ann in db.execute("SELECT name, last_seq, saved_seq, ann_sha256 FROM reports"):
            source.last_seqs[name] = seq
            if saved is not None:
                source.saved[name] = saved, ann
    with contextlib.suppress(sqlite3.DatabaseError, ValueError):
        for key, value in db.execute("SELECT key, value FROM meta"):
            if str(key).startswith(_SETTING):
                source.settings[str(key).removeprefix(_SETTING)] = str(value)
    for table, rows in ((PATIENT_FIELDS, source.patients), (COVERAGE, source.coverage)):
        with contextlib.suppress(sqlite3.DatabaseError, ValueError):
            rows.extend(db.execute(f"SELECT {', '.join(table.names)} FROM {table.name}"))
    source.complete |= {SETTINGS.name, PATIENT_FIELDS.name, COVERAGE.name}
