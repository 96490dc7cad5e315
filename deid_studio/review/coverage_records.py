"""Coverage records: what each reader read of each report, as a table of the project's file."""

from __future__ import annotations

import sqlite3

# Made when there is something to put in: older versions of the program do not miss it, and leave it alone.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS coverage (
    report TEXT NOT NULL,
    reader TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (report, reader)
) STRICT, WITHOUT ROWID
"""


def read_coverage(db: sqlite3.Connection, report: str, reader: str, text_sha256: str) -> bytes | None:
    """What a reader read of a report (`Coverage.packed`); None when nothing is kept of this text."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name='coverage'").fetchone():
        return None
    key = report, reader, text_sha256
    row = db.execute("SELECT packed FROM coverage WHERE report=? AND reader=? AND text_sha256=?", key).fetchone()
    return bytes(row[0]) if row else None


def write_coverage(db: sqlite3.Connection, report: str, reader: str, text_sha256: str, packed: bytes) -> None:
    """Put what a reader read of a report in place of what was kept, within the caller's transaction."""
    db.execute(_SCHEMA)
    db.execute("INSERT OR REPLACE INTO coverage VALUES (?, ?, ?, ?)", (report, reader, text_sha256, packed))
