"""Connection: the journal's SQLite file opened to read, and what SQLite refuses with, in words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from deid_studio.errors import JournalDamagedError, JournalError
from deid_studio.texts import Text

# What SQLite refuses with, by the first two words of its error's name.
_REASONS = {
    "SQLITE_BUSY": Text("another program is using it"),
    "SQLITE_CANTOPEN": Text("the file cannot be opened"),
    "SQLITE_CORRUPT": Text("the file is damaged"),
    "SQLITE_FULL": Text("no space is left on the disk"),
    "SQLITE_IOERR": Text("the disk cannot be read or written"),
    "SQLITE_LOCKED": Text("another program is using it"),
    "SQLITE_NOTADB": Text("the file is no journal"),
    "SQLITE_READONLY": Text("the file is read-only"),
}
# With these the file is as it was, and what hinders is around it.
_AROUND = frozenset(_REASONS) - {"SQLITE_CORRUPT", "SQLITE_NOTADB"}
_CUT = frozenset({"SQLITE_IOERR_SHORT_READ"})


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; raises `sqlite3.Error`, and `JournalError` for what is no file."""
    if path.exists() and not path.is_file():
        raise JournalError(path=path, detail=Text("not a regular file"))
    uri = f"{path.absolute().as_uri()}?mode=ro"
    log = path.with_name(f"{path.name}-wal")
    if not path.with_name(f"{path.name}-shm").exists() and not (log.exists() and log.stat().st_size):
        # Nobody has it open and the file is all there is: no shared memory needs to be made.
        uri = f"{uri}&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def told(path: Path, error: sqlite3.Error | ValueError) -> JournalError:
    """What a person is told when SQLite refuses, or what it gives is no journal."""
    name = getattr(error, "sqlite_errorname", "")
    kind = "_".join(name.split("_")[:2])
    words = _REASONS.get(kind)
    detail = words or str(error)
    if kind in _AROUND and name not in _CUT:
        return JournalError(path=path, detail=detail)
    return JournalDamagedError(path=path, detail=detail)
