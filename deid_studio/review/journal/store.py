"""Journal: every decision on a folder's reports, as events in one SQLite file.

An event is on disk before anything shows it as done (write-ahead log, full synchronisation), so a crash at any moment
loses no decision. Undo and redo are events too: replaying a report's events in order gives its desk and its history.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from deid_studio.errors import Detail, JournalError, OvertakenError, reason
from deid_studio.model.patient_fields import PatientFields
from deid_studio.review.coverage_records import read_coverage, write_coverage
from deid_studio.review.patient_records import read_records, write_records

FORMAT = 1

# What SQLite refuses with, by the first two words of its error's name.
_REASONS_ES = {
    "SQLITE_BUSY": "otro programa lo está usando",
    "SQLITE_CANTOPEN": "no se puede abrir el archivo",
    "SQLITE_CORRUPT": "el archivo está dañado",
    "SQLITE_FULL": "no queda espacio en el disco",
    "SQLITE_IOERR": "error de lectura o escritura del disco",
    "SQLITE_LOCKED": "otro programa lo está usando",
    "SQLITE_NOTADB": "el archivo no es un diario",
    "SQLITE_READONLY": "el archivo es de solo lectura",
}

_SETTING = "setting:"  # before a setting's key among what the file says of itself

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    report TEXT NOT NULL,
    at TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_report ON events (report, seq);
CREATE TABLE reports (
    name TEXT PRIMARY KEY,
    last_seq INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    signed_seq INTEGER,
    saved_seq INTEGER,
    ann_sha256 TEXT
) STRICT;
"""

# Made at the first sign-off, so that nobody's signature is looked for among millions of decisions.
_INDEX_OF_SIGNATURES = (
    "CREATE INDEX IF NOT EXISTS signatures ON events (report, seq, kind, reviewer, at)"
    " WHERE kind IN ('begin', 'sign_off')"
)
_STANDING = (
    "SELECT name, last_seq, pending, accepted, rejected, decided, signed_seq, saved_seq, ann_sha256,"
    " (SELECT reviewer FROM events WHERE report=name AND kind NOT IN ('begin', 'suggest') ORDER BY seq DESC LIMIT 1)"
    " FROM reports"
)
_SIGNATURES = (
    "SELECT report, kind, reviewer, at,"
    # Damage in one report's line is told when that report is opened, and keeps nobody from the others.
    " CASE WHEN kind='sign_off' AND json_valid(payload) THEN payload ->> '$.second' END,"
    " CASE WHEN kind='sign_off' AND json_valid(payload) THEN payload ->> '$.risk' END,"
    " CASE WHEN kind='sign_off' AND json_valid(payload) THEN payload ->> '$.proof' END"
    " FROM events WHERE kind IN ('begin', 'sign_off')"
)
_CREDITS = (
    "SELECT report, at, reviewer, kind,"
    " CASE WHEN kind='sign_off' AND json_valid(payload) THEN payload ->> '$.formerly' END,"
    " CASE WHEN kind='sign_off' AND json_valid(payload) THEN payload ->> '$.named_at' END"
    " FROM events WHERE kind != 'suggest' ORDER BY seq"
)


class EventKind(StrEnum):
    """What happened: `BEGIN` holds the desk a review starts from, `SUGGEST` later suggestions."""

    BEGIN = "begin"
    SUGGEST = "suggest"
    PERFORM = "perform"
    UNDO = "undo"
    REDO = "redo"
    SIGN_OFF = "sign_off"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal; `at` is ISO 8601 in UTC, `payload` JSON values."""

    seq: int
    report: str
    at: str
    reviewer: str
    kind: EventKind
    payload: dict[str, Any]


class Signature(NamedTuple):  # made for each report whenever a folder is opened: half the time of a dataclass
    """A sign-off: by whom and when (ISO 8601 in UTC), and whether as second reader.

    `risk` is how many mentions of PHI were expected to be unmarked then; None where that was not recorded. `proof` is
    the hash of what was signed (`sign_off.Proof`); empty for the sign-offs of earlier versions.
    """

    reviewer: str
    at: str
    second: bool = False
    risk: float | None = None
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """Where a report stands, without replaying its events.

    Counts are of mentions; `decided` tells whether a person has decided anything; `ann_sha256` is the `.ann` as this
    program last read or wrote it (None: there was none); `unsaved`: decisions newer than the `.ann`. `signatures` are
    the sign-offs since the newest `BEGIN`, oldest first, of which the last holds if `signed`; `reviewer` decided last.
    """

    name: str
    last_seq: int
    pending: int
    accepted: int
    rejected: int
    decided: bool
    signed: bool
    unsaved: bool
    ann_sha256: str | None
    signatures: tuple[Signature, ...] = ()
    reviewer: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many mentions of a desk are in each state."""

    pending: int
    accepted: int
    rejected: int


class Journal:
    """The project's journal file. Every method raises `JournalError` when the file cannot be used.

    `claim` is called before anything is written, and what it raises is passed on: nothing is written then.
    """

    def __init__(self, path: Path, claim: Callable[[], None] | None = None) -> None:
        self.path = path
        self._claim: Callable[[], None] | None = None  # an empty journal may be made ready while another window writes
        # Reports are opened in another thread than the one that decides.
        self._lock = threading.RLock()
        with self._told():
            if path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
                # A folder that cannot be written can still be looked at.
                self._db = self._connect_to_read()
                self._identity = _identity(path)
                self._check_format()
                self._claim = claim
                return
            if not path.exists():
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                # Born private: SQLite would create it with the umask's mode.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
            self._identity = _identity(path)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise
        self._claim = claim

    def _connect_to_read(self) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode=ro"
        db = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            db.execute("SELECT 1 FROM sqlite_master")
        except sqlite3.OperationalError:
            db.close()
            # SQLite cannot make its shared memory here. Without it the write-ahead log is not read: right only where
            # there is none, since its decisions would be missing without a word.
            log = self.path.with_name(f"{self.path.name}-wal")
            if log.exists() and log.stat().st_size:
                raise
            return sqlite3.connect(f"{uri}&immutable=1", uri=True, check_same_thread=False)
        return db

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        with self._transaction():
            if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name='meta'").fetchone():
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))
        self._check_format()

    def _check_format(self) -> None:
        found = self._db.execute("SELECT value FROM meta WHERE key='format'").fetchone()
        if not found or found[0] != str(FORMAT):
            version = found[0] if found else "none"
            raise JournalError(path=self.path, detail=f"its format is {version}, this program reads {FORMAT}")

    def close(self) -> None:
        """Close the file; the journal cannot be used afterwards."""
        self._db.close()

    def append(
        self,
        report: str,
        kind: EventKind,
        payload: dict[str, Any],
        *,
        reviewer: str,
        counts: Counts,
        after: int,
        begin: dict[str, Any] | None = None,
        within: Callable[[], object] | None = None,
        coverage: tuple[str, str, bytes] | None = None,
    ) -> int:
        """Put an event on disk and return its number.

        `after` is the report's last event that the caller knows of (0: none); when the journal holds a newer one,
        another window is working on the report and `OvertakenError` is raised. `begin` is written as a `BEGIN` event
        before it, in the same transaction, and so is `coverage`: who read how much of which text (see `keep_coverage`).
        What `within` raises is passed on, and no event is written then.
        """
        self._refuse_removed()
        with self._told(), self._transaction():
            row = self._db.execute("SELECT last_seq FROM reports WHERE name=?", (report,)).fetchone()
            if (row[0] if row else 0) != after:
                raise OvertakenError(path=report)
            if begin is not None:
                self._insert(report, EventKind.BEGIN, begin, reviewer)
            seq = self._insert(report, kind, payload, reviewer)
            signed = seq if kind is EventKind.SIGN_OFF else None
            if signed is not None:
                self._db.execute(_INDEX_OF_SIGNATURES)
            self._db.execute(
                "INSERT INTO reports (name, last_seq, pending, accepted, rejected, decided, signed_seq)"
                " VALUES (:name, :seq, :pending, :accepted, :rejected, :decided, :signed)"
                " ON CONFLICT (name) DO UPDATE SET last_seq=:seq, pending=:pending, accepted=:accepted,"
                " rejected=:rejected, decided=max(decided, :decided), signed_seq=:signed",
                {
                    "name": report,
                    "seq": seq,
                    "pending": counts.pending,
                    "accepted": counts.accepted,
                    "rejected": counts.rejected,
                    "decided": int(kind not in (EventKind.BEGIN, EventKind.SUGGEST)),
                    "signed": signed,
                },
            )
            begun = payload if kind is EventKind.BEGIN else begin
            if begun is not None:
                self._db.execute("UPDATE reports SET ann_sha256=? WHERE name=?", (begun["ann_sha256"], report))
            if coverage is not None:
                write_coverage(self._db, report, *coverage)
            if within is not None:
                within()
        return seq

    def _refuse_removed(self) -> None:
        # An open file that was deleted or replaced still takes events, and nobody would ever see them again.
        try:
            there = _identity(self.path)
        except OSError:
            there = None
        if there is None or there != self._identity:
            raise JournalError(
                path=self.path,
                detail=Detail(
                    "otro programa lo ha borrado o sustituido; cierre la carpeta y vuelva a abrirla",
                    "another program removed or replaced it; close the folder and open it again",
                ),
            )

    def last_seq(self, report: str) -> int:
        """The number of the report's last event; 0 when nobody has decided anything."""
        with self._told():
            row = self._db.execute("SELECT last_seq FROM reports WHERE name=?", (report,)).fetchone()
        return int(row[0]) if row else 0

    def mark_saved(self, report: str, seq: int, ann_sha256: str | None) -> None:
        """Record that the `.ann` on disk is as of event `seq`; does nothing for a report without events."""
        with self._told(), self._transaction():
            self._db.execute(
                "UPDATE reports SET saved_seq=?, ann_sha256=? WHERE name=?", (seq, ann_sha256, report)
            )

    def events(self, report: str) -> list[Event]:
        """The report's events since its newest `BEGIN`, oldest first; empty when nobody has decided anything."""
        with self._told():
            rows = self._db.execute(
                "SELECT seq, report, at, reviewer, kind, payload FROM events WHERE report=:name AND seq >="
                " (SELECT max(seq) FROM events WHERE report=:name AND kind='begin') ORDER BY seq",
                {"name": report},
            ).fetchall()
            return [
                Event(seq, name, at, reviewer, EventKind(kind), json.loads(payload))
                for seq, name, at, reviewer, kind, payload in rows
            ]

    def moments(self) -> list[tuple[str, str, str]]:
        """Each decision's report, time and reviewer, oldest first; suggestions come by themselves and are left out."""
        return [(name, at, who) for name, at, who, kind in self._credited() if kind != EventKind.BEGIN]

    def steps(self) -> list[tuple[str, str, EventKind]]:
        """The report, reviewer and kind of each event but suggestions, oldest first."""
        return [(name, who, EventKind(kind)) for name, _, who, kind in self._credited()]

    def _credited(self) -> list[tuple[str, str, str, str]]:
        """Events but suggestions, oldest first, each with the name that its reviewer gave at the next sign-off."""
        with self._told():
            rows = self._db.execute(_CREDITS).fetchall()
        names: dict[str, tuple[str, str | None]] = {}
        found: list[tuple[str, str, str, str]] = []
        for name, at, who, kind, formerly, named_at in reversed(rows):
            if formerly is not None:
                names[str(formerly)] = who, named_at
            given, until = names.get(who, (who, None))
            found.append((name, at, given if until is None or at <= str(until) else who, kind))
        return found[::-1]

    def last_events(self) -> dict[str, str]:
        """When the last event of each report on which somebody decided was (ISO 8601 in UTC), by name."""
        with self._told():
            return dict(
                self._db.execute(
                    "SELECT name, at FROM reports JOIN events ON events.seq = reports.last_seq WHERE decided"
                ).fetchall()
            )

    def summaries(self) -> dict[str, Summary]:
        """Where every report with events stands, by name."""
        with self._told():
            rows = self._db.execute(_STANDING).fetchall()
            signed = self._db.execute(f"{_SIGNATURES} ORDER BY report, seq").fetchall()
        signatures = _signatures_by_report(signed)
        return {row[0]: _summary(row, signatures.get(row[0], ())) for row in rows}

    def summary(self, report: str) -> Summary | None:
        """Where one report stands; None when nobody has decided anything."""
        with self._told():
            row = self._db.execute(f"{_STANDING} WHERE name=?", (report,)).fetchone()
            signed = self._db.execute(f"{_SIGNATURES} AND report=? ORDER BY seq", (report,)).fetchall()
        return None if row is None else _summary(row, _signatures_by_report(signed).get(report, ()))

    def holds_proof(self, report: str, proof: str) -> bool:
        """Whether a sign-off with this proof is among all of a report's events."""
        with self._told():
            rows = self._db.execute(f"{_SIGNATURES} AND report=?", (report,)).fetchall()
        return any(row[-1] == proof for row in rows)

    def setting(self, key: str) -> str | None:
        """What a person set for this folder alone; None when nothing is kept."""
        with self._told():
            row = self._db.execute("SELECT value FROM meta WHERE key=?", (_SETTING + key,)).fetchone()
        return str(row[0]) if row else None

    def settings(self, prefix: str) -> dict[str, str]:
        """What is kept under keys that begin so, by the rest of the key."""
        start = _SETTING + prefix
        with self._told():
            rows = self._db.execute(
                "SELECT substr(key, ?), value FROM meta WHERE substr(key, 1, ?)=?", (len(start) + 1, len(start), start)
            ).fetchall()
        return {str(key): str(value) for key, value in rows}

    def keep_setting(self, key: str, value: str) -> None:
        """Keep what a person set for this folder alone."""
        self._refuse_removed()
        with self._told(), self._transaction():
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_SETTING + key, value))

    def coverage(self, report: str, reader: str, text_sha256: str) -> bytes | None:
        """What a reader read of a report's text (`Coverage.packed`); None when nothing is kept of it."""
        with self._told():
            return read_coverage(self._db, report, reader, text_sha256)

    def keep_coverage(self, report: str, reader: str, text_sha256: str, packed: bytes) -> None:
        """Keep what a reader read of a report's text, in place of what was."""
        self._refuse_removed()
        with self._told(), self._transaction():
            write_coverage(self._db, report, reader, text_sha256, packed)

    def patient_fields(self) -> dict[str, PatientFields]:
        """What is known of each report's patient, by report."""
        with self._told():
            return read_records(self._db)

    def keep_patient_fields(self, records: Mapping[str, PatientFields]) -> None:
        """Put what is known of these reports' patients in place of what was; what is taken out is gone for good."""
        self._refuse_removed()
        with self._told():
            self._db.execute("PRAGMA secure_delete=ON")
            with self._transaction():
                write_records(self._db, records)

    def _insert(self, report: str, kind: EventKind, payload: dict[str, Any], reviewer: str) -> int:
        cursor = self._db.execute(
            "INSERT INTO events (report, at, reviewer, kind, payload) VALUES (?, ?, ?, ?, ?)",
            (
                report,
                datetime.now(UTC).isoformat(timespec="milliseconds"),
                reviewer,
                kind.value,
                json.dumps(payload, ensure_ascii=False, separators=(",", ":")),
            ),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._claim is not None:
            self._claim()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            # After a full disk SQLite may have rolled back by itself.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except OSError as error:
            raise JournalError(path=self.path, detail=reason(error)) from error
        except (sqlite3.Error, ValueError) as error:
            raise JournalError(path=self.path, detail=_in_words(error)) from error


def _summary(row: tuple[Any, ...], signatures: Iterable[Signature]) -> Summary:
    name, last, pending, accepted, rejected, decided, signed, saved, ann, reviewer = row
    return Summary(
        name,
        last,
        pending,
        accepted,
        rejected,
        bool(decided),
        signed is not None,
        (saved or 0) < last,
        ann,
        tuple(signatures),
        reviewer or "",
    )


def _signatures_by_report(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Signature]]:
    """The sign-offs since each report's newest `BEGIN`, from those and these in their order."""
    found: dict[str, list[Signature]] = {}
    for report, kind, reviewer, at, second, risk, proof in rows:
        if kind == "begin":
            found.pop(report, None)
        else:
            found.setdefault(report, []).append(_signature(reviewer, at, second, risk, proof))
    return found


def signature_of(reviewer: str, at: str, payload: Mapping[str, Any]) -> Signature:
    """What a sign-off's payload says of it."""
    return _signature(reviewer, at, payload.get("second"), payload.get("risk"), payload.get("proof"))


def _signature(reviewer: str, at: str, second: object, risk: object, proof: object) -> Signature:
    expected = risk if isinstance(risk, int | float) else None
    return Signature(reviewer, at, second in (1, True), expected, proof if isinstance(proof, str) else "")


def _in_words(error: sqlite3.Error | ValueError) -> Detail | str:
    # Its names of errors do not change; its sentences are English, and may.
    kind = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    words = _REASONS_ES.get(kind)
    return str(error) if words is None else Detail(words, str(error))


def _identity(path: Path) -> tuple[int, int]:
    there = path.stat()
    return there.st_dev, there.st_ino
