"""A journal as the version before the chain wrote it, made of one of today."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_TABLES = {
    "reports": "name, last_seq, pending, accepted, rejected, decided, signed_seq, saved_seq, ann_sha256",
    "patient_fields": "report, place, kind, value",
    "coverage": "report, reader, text_sha256, packed",
}


def unchain(path: Path) -> None:
    """Rewrite a closed journal in the format before the chain; its mirror goes."""
    with sqlite3.connect(path) as db:
        state = db.execute("SELECT 1 FROM state").fetchone()
        assert state
        db.executescript(
            "CREATE TABLE old (seq INTEGER PRIMARY KEY AUTOINCREMENT, report TEXT NOT NULL, at TEXT NOT NULL,"
            " reviewer TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL) STRICT;"
            "INSERT INTO old SELECT seq, report, at, reviewer, kind, payload FROM events WHERE kind != 'recover';"
            "DROP TABLE events; ALTER TABLE old RENAME TO events;"
            "CREATE INDEX events_of_report ON events (report, seq);"
            "UPDATE meta SET value='1' WHERE key='format';"
            "INSERT INTO meta SELECT 'setting:' || key, value FROM settings;"
            "DROP TABLE settings; DROP TABLE state;"
        )
        for table, columns in _TABLES.items():
            db.execute(f"CREATE TABLE old AS SELECT {columns} FROM {table}")
            db.execute(f"DROP TABLE {table}")
            db.execute(f"ALTER TABLE old RENAME TO {table}")
    db.close()
    for name in ("journal.log", "project.db-wal", "project.db-shm"):
        path.with_name(name).unlink(missing_ok=True)
