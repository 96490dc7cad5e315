"""Kept expressions: what compiling regular expressions gives, in the user's cache folder, so that it is done once.

Compiling is half of what a start takes until the first report is read. What is kept is under the hash of the expression
and of the engine's version, and used only where its own hash is right. Without the file, or where it cannot be read or
written, expressions are compiled as ever.
"""

from __future__ import annotations

import contextlib
import copyreg
import hashlib
import json
import sqlite3
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

import regex

from deid_studio import paths
from deid_studio.detection.grammar.outlines import OUTLINES, outline

_TABLE = "CREATE TABLE IF NOT EXISTS expressions (key BLOB PRIMARY KEY, sum BLOB, rest TEXT, code BLOB) WITHOUT ROWID"
_ENGINE = f"{regex.__version__} {sys.byteorder} {sys.maxsize}"
_WAIT_SECONDS = 0.05  # for another process that writes: about as long as compiling takes

_Parts = tuple[Any, ...]
# How the engine takes a pattern apart to be copied: into what makes one, and of what.
_apart: Callable[[regex.Pattern[str]], tuple[Callable[..., regex.Pattern[str]], _Parts]] | None
_apart = copyreg.dispatch_table.get(regex.Pattern)  # type: ignore[assignment]


class KeptExpressions:
    """Compiled expressions in a file that threads and processes share."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._of_use = _apart is not None

    def compiled(self, source: str, flags: int) -> regex.Pattern[str]:
        """The expression, compiled; raises `regex.error` when it is not valid."""
        key = hashlib.sha256(f"{_ENGINE} {flags} {source}".encode()).digest()
        kept = self._asked("SELECT sum, rest, code FROM expressions WHERE key = ?", (key,))
        if kept is not None and kept[0] == _sum(*kept[1:]):
            return _put_together(source, *kept[1:])
        pattern = regex.compile(source, flags)
        row = _row(pattern) if self._of_use else None
        if row is not None:
            self._asked("INSERT OR REPLACE INTO expressions VALUES (?, ?, ?, ?)", (key, _sum(*row), *row))
        return pattern

    def outline(self, source: str, backwards: bool) -> bytes:
        """The outline of an expression (`outlines.outline`)."""
        key = hashlib.sha256(f"{_ENGINE} {OUTLINES} {backwards} {source}".encode()).digest()
        kept = self._asked("SELECT sum, rest, code FROM expressions WHERE key = ?", (key,))
        if kept is not None and kept[0] == _sum(*kept[1:]):
            return bytes(kept[2])
        made = outline(source, backwards)
        self._asked("INSERT OR REPLACE INTO expressions VALUES (?, ?, ?, ?)", (key, _sum("", made), "", made))
        return made

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
                self.forget()
            return None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def forget(self) -> None:
        """Remove the file, if it can be removed."""
        self.close()
        with contextlib.suppress(OSError):
            self._file.unlink()


@cache
def kept_expressions() -> KeptExpressions:
    """Those in the user's cache folder."""
    return KeptExpressions(paths.user_cache() / "expressions.sqlite3")


def _opened(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    # Whether a power cut loses it does not matter: it is made anew.
    connection = sqlite3.connect(file, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(_TABLE)
    return connection


def _row(pattern: regex.Pattern[str]) -> tuple[str, bytes] | None:
    """What is kept of a pattern; None for one with lists of words, which no rule has."""
    assert _apart is not None
    _, flags, code, groups, _, lists, list_places, *required, count = _apart(pattern)[1]
    if lists or list_places or not isinstance(code, bytes):
        return None
    return json.dumps([flags, groups, required, count]), code


def _put_together(source: str, rest: str, code: bytes) -> regex.Pattern[str]:
    assert _apart is not None
    flags, groups, (offset, characters, required_flags), count = json.loads(rest)
    names = {number: name for name, number in groups.items()}
    make = _apart(regex.compile(""))[0]
    return make(source, flags, code, groups, names, {}, [], offset, tuple(characters), required_flags, count)


def _sum(rest: str, code: bytes) -> bytes:
    return hashlib.sha256(rest.encode() + code).digest()
