"""Tables: how the journal's file is laid out, and how a row of it is written together with its hash."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from deid_studio.review.journal.chain import START, UNSEALED, Value, resealed, row_hash

FORMAT = 2

EVENTS = (
    "CREATE TABLE events (seq INTEGER PRIMARY KEY AUTOINCREMENT, report TEXT NOT NULL, after INTEGER NOT NULL,"
    " at TEXT NOT NULL, reviewer TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,"
    " previous BLOB NOT NULL, hash BLOB NOT NULL) STRICT"
)
EVENT_COLUMNS = "seq, report, after, at, reviewer, kind, payload, previous, hash"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose rows have hashes: its columns with their types, of which the first `keys` name a row."""

    name: str
    columns: tuple[str, ...]
    keys: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, without that of the hash."""
        return tuple(column.split()[0] for column in self.columns)

    @property
    def schema(self) -> str:
        """What makes the table."""
        keys = ", ".join(self.names[: self.keys])
        columns = ", ".join((*self.columns, "hash BLOB NOT NULL"))
        return f"CREATE TABLE {self.name} ({columns}, PRIMARY KEY ({keys})) STRICT, WITHOUT ROWID"

    @property
    def where(self) -> str:
        """The condition that finds a row by its keys."""
        return " AND ".join(f"{name}=?" for name in self.names[: self.keys])


REPORTS = Table(
    "reports",
    (
        "name TEXT NOT NULL",
        "last_seq INTEGER NOT NULL",
        "pending INTEGER NOT NULL",
        "accepted INTEGER NOT NULL",
        "rejected INTEGER NOT NULL",
        "decided INTEGER NOT NULL",
        "signed_seq INTEGER",
        "saved_seq INTEGER",
        "ann_sha256 TEXT",
    ),
)
SETTINGS = Table("settings", ("key TEXT NOT NULL", "value TEXT NOT NULL"))
PATIENT_FIELDS = Table(
    "patient_fields", ("report TEXT NOT NULL", "place INTEGER NOT NULL", "kind TEXT NOT NULL", "value TEXT NOT NULL"), 2
)
COVERAGE = Table(
    "coverage",
    ("report TEXT NOT NULL", "reader TEXT NOT NULL", "text_sha256 TEXT NOT NULL", "packed BLOB NOT NULL"),
    2,
)
TABLES = (REPORTS, SETTINGS, PATIENT_FIELDS, COVERAGE)

# One row: what has been written so far, by its number, the hash of the last event and the seals of the other tables.
STATE = Table(
    "state",
    (
        "format INTEGER NOT NULL",
        "journal TEXT NOT NULL",
        "writes INTEGER NOT NULL",
        "head BLOB NOT NULL",
        *(f"{table.name} BLOB NOT NULL" for table in TABLES),
    ),
)

SCHEMA = (
    # Where versions before the chain look for the format, to refuse it.
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    STATE.schema,
    EVENTS,
    "CREATE INDEX events_of_report ON events (report, seq)",
    # So that nobody's signature is looked for among millions of decisions.
    "CREATE INDEX signatures ON events (report, seq, kind, reviewer, at) WHERE kind IN ('begin', 'sign_off')",
    *(table.schema for table in TABLES),
)


@dataclass(slots=True)
class State:
    """What the journal's file says of itself as a whole: see `STATE`."""

    journal: str
    writes: int = 0
    head: bytes = START
    seals: dict[str, int] = field(default_factory=lambda: {table.name: UNSEALED for table in TABLES})

    def values(self) -> tuple[Value, ...]:
        """The columns of its row, without the hash."""
        seals = (self.seals[table.name].to_bytes(32) for table in TABLES)
        return FORMAT, self.journal, self.writes, self.head, *seals


def read_state(db: sqlite3.Connection) -> State:
    """What the file says of itself; raises ValueError when that does not fit its hash, or there is none."""
    rows = db.execute("SELECT * FROM state").fetchall()
    if len(rows) != 1 or rows[0][-1] != row_hash(STATE.name, rows[0][:-1]):
        raise ValueError("the journal's own summary does not fit")
    _, journal, writes, head, *seals = rows[0][:-1]
    named = zip(TABLES, seals, strict=True)
    return State(journal, writes, head, {table.name: int.from_bytes(seal) for table, seal in named})


def write_state(db: sqlite3.Connection, state: State) -> None:
    """Put what the file says of itself in place of what it said."""
    values = state.values()
    db.execute("DELETE FROM state")
    db.execute(f"INSERT INTO state VALUES ({', '.join('?' * (len(values) + 1))})", (*values, row_hash("state", values)))


def put(db: sqlite3.Connection, state: State, table: Table, *values: Value) -> None:
    """Write a row in place of the one of the same keys, if any."""
    gone = _hash_of(db, table, values[: table.keys])
    come = row_hash(table.name, values)
    marks = ", ".join("?" * (len(values) + 1))
    db.execute(f"INSERT OR REPLACE INTO {table.name} VALUES ({marks})", (*values, come))
    state.seals[table.name] = resealed(state.seals[table.name], gone, come)


def remove(db: sqlite3.Connection, state: State, table: Table, *keys: Value) -> None:
    """Take a row out, if it is there."""
    gone = _hash_of(db, table, keys)
    db.execute(f"DELETE FROM {table.name} WHERE {table.where}", keys)
    state.seals[table.name] = resealed(state.seals[table.name], gone, None)


def _hash_of(db: sqlite3.Connection, table: Table, keys: tuple[Value, ...]) -> bytes | None:
    row = db.execute(f"SELECT hash FROM {table.name} WHERE {table.where}", keys).fetchone()
    return None if row is None else row[0]


def create(db: sqlite3.Connection, state: State) -> None:
    """Lay out an empty file, within the caller's transaction."""
    for statement in SCHEMA:
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))
    write_state(db, state)
