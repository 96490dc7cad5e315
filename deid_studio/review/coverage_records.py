"""Coverage records: what was read of each report, as a table of the project's file."""

from __future__ import annotations

import sqlite3

# Made when there is something to put in: older versions of the program do not miss it, and leave it alone.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS coverage (
    report TEXT PRIMARY KEY,
    text_sha256 TEXT NOT NULL,
    packed BLOB NOT NULL
) STRICT, WITHOUT ROWID
"""


def read_coverage(db: sqlite3.Connection, report: str, text_sha256: str) -> bytes | None:
    """What was read of a report (`Coverage.packed`); None when nothing is kept of this text."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name='coverage'").fetchone():
        return None
    row = db.execute("SELECT packed FROM coverage WHERE report=? AND text_sha256=?", (report, text_sha256)).fetchone()
    return bytes(row[0]) if row else None


def write_coverage(db: sqlite3.Connection, report: str, text_sha256: str, packed: bytes) -> None:
    """Put what was read of a report in place of what was kept, within the caller's transaction."""
    db.execute(_SCHEMA)
    db.execute("INSERT OR REPLACE INTO coverage VALUES (?, ?, ?)", (report, text_sha256, packed))
