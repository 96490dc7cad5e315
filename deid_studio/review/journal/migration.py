"""Migration: a journal of the time before the chain, with its rows hashed as they are."""

from __future__ import annotations

import secrets
import sqlite3

from deid_studio.review.journal.events import EventKind, now
from deid_studio.review.journal.tables import (
    COVERAGE,
    PATIENT_FIELDS,
    REPORTS,
    SETTINGS,
    State,
    create,
    put,
)
from deid_studio.review.journal.writing import Writing

UNCHAINED = 1  # the format before the chain
_SETTING = "setting:"
_LATER = (PATIENT_FIELDS.name, COVERAGE.name)  # tables that were made when there was something to put in


def format_of(db: sqlite3.Connection) -> int:
    """The format of a journal's file, 0 for an empty one; raises ValueError for one that no version wrote."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not names:
        return 0
    found = db.execute("SELECT format FROM state" if "state" in names else "SELECT value FROM meta WHERE key='format'")
    row = found.fetchone()
    if row is None or not isinstance(row[0], int | str):
        raise ValueError("it does not say its format")
    return int(row[0])


def new_name() -> str:
    """A name for a journal that no other has."""
    return secrets.token_hex(16)


def chain(db: sqlite3.Connection) -> None:
    """Bring a journal of the format before into this one, within the caller's transaction.

    What was in it is taken as it is: nothing tells whether it was changed until now, and a first event says so.
    """
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    old = [name for name in ("meta", "events", REPORTS.name, *_LATER) if name in there]
    db.execute("DROP INDEX IF EXISTS events_of_report")
    db.execute("DROP INDEX IF EXISTS signatures")
    for name in old:
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    state = State(new_name())
    create(db, state)
    writing = Writing(db, state)
    last: dict[str, int] = {}
    events = db.execute("SELECT seq, report, at, reviewer, kind, payload FROM events_before ORDER BY seq")
    for seq, report, at, reviewer, kind, payload in events:
        writing.row(report, last.get(report, 0), at, reviewer, kind, payload, seq)
        last[report] = seq
    for row in db.execute(
        "SELECT name, last_seq, pending, accepted, rejected, decided, signed_seq, saved_seq, ann_sha256"
        " FROM reports_before"
    ):
        put(db, state, REPORTS, *row)
    for key, value in db.execute("SELECT key, value FROM meta_before"):
        if key.startswith(_SETTING):
            put(db, state, SETTINGS, key.removeprefix(_SETTING), value)
    for table in (PATIENT_FIELDS, COVERAGE):
        if table.name in old:
            for row in db.execute(f"SELECT {', '.join(table.names)} FROM {table.name}_before"):
                put(db, state, table, *row)
    for name in old:
        db.execute(f"DROP TABLE {name}_before")
    writing.event("", 0, EventKind.RECOVER, {"chained": len(last), "until": now()}, "")
    writing.finish()


def chained_in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """A journal of the format before, in this one, in memory: where nothing may be written."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.backup(memory)
    db.close()
    memory.execute("BEGIN")
    chain(memory)
    memory.execute("COMMIT")
    return memory
