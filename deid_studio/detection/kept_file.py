"""KeptFile: what takes long to make and can be made anew at any time, in a file of the user's cache folder.

Nothing in it is code of Python's. Each entry is used only where its own hash is right. Where the file is missing, or
cannot be read or written, everything is made as ever.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from pathlib import Path
from threading import RLock
from typing import Any

_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, sum BLOB, rest TEXT, data BLOB) WITHOUT ROWID"
_WAIT_SECONDS = 0.05  # for another process that writes: about as long as making an entry takes


class KeptFile:
    """Entries by their keys in a file that threads and processes share: a text and bytes each."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._of_use = True

    def found(self, key: str) -> tuple[str, bytes] | None:
        """What is kept under a key; None where nothing is, or not what was written."""
        kept = self._asked("SELECT sum, rest, data FROM kept WHERE key = ?", (_hash(key.encode()),))
        if kept is None or kept[0] != _hash(str(kept[1]).encode() + kept[2]):
            return None
        return str(kept[1]), bytes(kept[2])

    def keep(self, key: str, rest: str, data: bytes) -> None:
        """Keep this under a key, in the place of what was there."""
        row = _hash(key.encode()), _hash(rest.encode() + data), rest, data
        self._asked("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", row)

    def _asked(self, command: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        """The first row that the file has for a command; None where it has none, or cannot be used."""
        if not self._of_use:
            return None
        try:
            with self._lock:
                if self._connection is None:
                    self._connection = _opened(self._file)
                return self._connection.execute(command, values).fetchone()  # type: ignore[no-any-return]
        except (sqlite3.Error, OSError) as error:
            # While another process writes it is busy; all else is not tried again, and what is damaged is made anew.
            self._of_use = getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
            if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
                self._forget()
            return None

    def _forget(self) -> None:
        """Remove the file, if it can be removed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None
        with contextlib.suppress(OSError):
            self._file.unlink()


def _opened(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    # Whether a power cut loses it does not matter: it is made anew.
    connection = sqlite3.connect(file, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(_TABLE)
    return connection


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
