"""KeptFile: what takes long to make and can be made anew at any time, in a file of the user's cache folder.

What an installation has made already (`packaging/keep_tables.py`) is taken from its own file, which is only read.

Nothing in it is code of Python's. Each entry is used only where its own hash is right. Where the file is missing, or
cannot be read or written, everything is made as ever.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any

_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, sum BLOB, rest TEXT, data BLOB) WITHOUT ROWID"
_FIND = "SELECT sum, rest, data FROM kept WHERE key = ?"
_WAIT_SECONDS = 0.05  # for another process that writes: about as long as making an entry takes


class KeptFile:
    """Entries by their keys in a file that threads and processes share: a text and bytes each.

    What the `installed` file has, if there is one, is not looked for in it.
    """

    def __init__(self, file: Path, installed: Path | None = None) -> None:
        self._file = file
        self._installed = None if installed is None else _InstalledFile(installed)
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._of_use = True

    def found(self, key: str, rest: str | None = None) -> tuple[str, bytes] | None:
        """What is kept under a key, with this text if one is given; None where nothing is, or not what was written."""
        hashed = _hash(key.encode())
        row = self._installed.found(hashed) if self._installed is not None else None
        if row is None or rest not in (None, row[0]):
            row = _whole(self._asked(_FIND, (hashed,)))
        return row if row is not None and rest in (None, row[0]) else None

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
        except (sqlite3.Error, OSError, ValueError) as error:
            # While another process writes it is busy; all else is not tried again, and what is damaged is made anew.
            # What SQLite says of a damaged file may be no text.
            name = "SQLITE_CORRUPT" if isinstance(error, ValueError) else getattr(error, "sqlite_errorname", "")
            self._of_use = name.startswith("SQLITE_BUSY")
            if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
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


class _InstalledFile:
    """The same entries, packed, in a file that is only read, and at once: a start needs most of them."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _rows(self) -> Mapping[bytes, tuple[Any, ...]]:
        try:
            # Immutable: nothing is written beside a file that may lie where nobody may write.
            source = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            with closing(source):
                return {key: row for key, *row in source.execute("SELECT key, sum, rest, data FROM kept")}
        except (sqlite3.Error, OSError, ValueError):  # not there, or damaged: all is made as ever
            return {}

    def found(self, hashed: bytes) -> tuple[str, bytes] | None:
        try:
            row = self._rows.get(hashed)
            return _whole(row and (row[0], row[1], zlib.decompress(row[2])))
        except (zlib.error, TypeError, ValueError):  # damaged: it is made as ever
            return None


def pack(kept: Path, packed: Path) -> None:
    """Write what a `KeptFile` holds as the file of an installation; the same entries give the same bytes."""
    with closing(sqlite3.connect(kept)) as source, closing(sqlite3.connect(packed)) as target, target:
        rows = source.execute("SELECT key, sum, rest, data FROM kept ORDER BY key").fetchall()
        target.execute(_TABLE)
        target.executemany(
            "INSERT INTO kept VALUES (?, ?, ?, ?)",
            [(key, own, rest, zlib.compress(data, 9)) for key, own, rest, data in rows],
        )


def _opened(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    # Whether a power cut loses it does not matter: it is made anew.
    connection = sqlite3.connect(file, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(_TABLE)
    return connection


def _whole(row: tuple[Any, ...] | None) -> tuple[str, bytes] | None:
    """Text and bytes of a row, if its sum is theirs."""
    if row is None or not isinstance(row[2], bytes) or row[0] != _hash(str(row[1]).encode() + row[2]):
        return None
    return str(row[1]), bytes(row[2])


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
