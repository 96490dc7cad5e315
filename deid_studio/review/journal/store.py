"""Journal: every decision on a folder's reports, as events in one SQLite file.

An event is on disk before anything shows it as done (write-ahead log, full synchronisation), so a crash at any moment
loses no decision. Undo and redo are events too: replaying a report's events in order gives its desk and its history.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from deid_studio.errors import (
    DeidError,
    FolderReadOnlyError,
    JournalDamagedError,
    JournalError,
    OvertakenError,
    WriteError,
    reason,
)
from deid_studio.formats.private_folder import make_private
from deid_studio.model.patient_fields import PatientFields
from deid_studio.review.journal.chain import Row, row_hash
from deid_studio.review.journal.connection import connect_to_read, told
from deid_studio.review.journal.events import Counts, Event, EventKind, Signature, Summary, signature
from deid_studio.review.journal.journal_reading import read_patients
from deid_studio.review.journal.migration import UNCHAINED, chain, chained_in_memory, format_of, new_name
from deid_studio.review.journal.mirror import Mirror
from deid_studio.review.journal.snapshots import forget, keep_snapshot
from deid_studio.review.journal.tables import EVENT_COLUMNS, FORMAT, SETTINGS, State, create, read_state
from deid_studio.review.journal.writing import Writing
from deid_studio.review.journal_paths import mirror_path
from deid_studio.texts import Text

CHANGED = Text("some events are not as they were written")
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
    " FROM events WHERE kind NOT IN ('suggest', 'recover', 'tag_set') ORDER BY seq"
)


class Journal:
    """The project's journal file. Every method raises `JournalError` when the file cannot be used.

    `claim` is called before anything is written, and what it raises is passed on: nothing is written then. With
    `read_only` not even the file is made ready.
    """

    def __init__(self, path: Path, claim: Callable[[], None] | None = None, read_only: bool = False) -> None:
        self.path = path
        self.mirror = Mirror(mirror_path(path))
        self._claim: Callable[[], None] | None = None  # an empty journal may be made ready while another window writes
        # Reports are opened in another thread than the one that decides.
        self._lock = threading.RLock()
        with self._told():
            writable = not path.exists() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
            if read_only or not writable or not self._may_chain(claim):
                # A folder that cannot be written can still be looked at.
                self._db = connect_to_read(path)
                if format_of(self._db) == UNCHAINED:
                    self._db = chained_in_memory(self._db)
                self._identity = _identity(path)
                self._check_format()
                self._claim = claim
                return
            if not path.exists():
                make_private(path.parent)
                # Born private: SQLite would create it with the umask's mode.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
            self._identity = _identity(path)
            try:
                self._prepare(claim)
            except BaseException:
                self._db.close()
                raise
        self._claim = claim

    def _may_chain(self, claim: Callable[[], None] | None) -> bool:
        """Whether the file is of this format, or may be brought into it here."""
        if claim is None or not self.path.exists() or not self.path.stat().st_size:
            return True
        db = connect_to_read(self.path)
        try:
            if format_of(db) == UNCHAINED:
                claim()
        except DeidError:
            return False
        finally:
            db.close()
        return True

    def _prepare(self, claim: Callable[[], None] | None) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        if format_of(self._db) in (0, UNCHAINED):
            self._db.execute("PRAGMA secure_delete=ON")
            with self._begun():
                found = format_of(self._db)  # another window may have made it meanwhile
                if not found:
                    create(self._db, State(new_name()))
                elif found == UNCHAINED:
                    chain(self._db)
                if found in (0, UNCHAINED):
                    self.mirror.write_anew(self._db)  # before it counts: a journal of this format is never without one
        self._check_format()
        standing, state = self.mirror.standing(), read_state(self._db)
        if standing.damaged or standing.torn or standing.number < state.writes:
            with contextlib.suppress(FolderReadOnlyError):  # another window has it, and completes it
                if claim is not None:
                    claim()
                with self._begun():
                    self.mirror.write_anew(self._db)

    def _check_format(self) -> None:
        found = format_of(self._db)
        if found != FORMAT:
            raise JournalError(path=self.path, detail=f"its format is {found}, this program reads {FORMAT}")

    def keep_safe(self) -> None:
        """Bring what the write-ahead log holds into the file itself, and make a snapshot when it is time for one.

        It may be done in another thread while decisions go on; what hinders it is made good later.
        """
        with contextlib.suppress(sqlite3.Error, OSError, ValueError, WriteError):
            uri = f"{self.path.absolute().as_uri()}?mode=rw"  # one that was taken away is not made anew
            with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            keep_snapshot(self.path)

    def close(self) -> None:
        """Close the file; the journal cannot be used afterwards. Waits for what another thread is reading."""
        with self._lock:
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
        with self._told(), self._transaction() as writing:
            row = self._db.execute("SELECT last_seq FROM reports WHERE name=?", (report,)).fetchone()
            if (row[0] if row else 0) != after:
                raise OvertakenError(path=report)
            if begin is not None:
                after = writing.event(report, after, EventKind.BEGIN, begin, reviewer)
            seq = writing.event(report, after, kind, payload, reviewer)
            writing.report(report, seq, kind, counts, payload if kind is EventKind.BEGIN else begin)
            if coverage is not None:
                writing.coverage(report, *coverage)
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
                detail=Text("another program removed or replaced it; close the folder and open it again"),
            )

    def last_seq(self, report: str) -> int:
        """The number of the report's last event; 0 when nobody has decided anything."""
        with self._told():
            row = self._db.execute("SELECT last_seq FROM reports WHERE name=?", (report,)).fetchone()
        return int(row[0]) if row else 0

    def mark_saved(self, report: str, seq: int, ann_sha256: str | None) -> None:
        """Record that the `.ann` on disk is as of event `seq`; does nothing for a report without events."""
        with self._told(), self._transaction() as writing:
            writing.saved(report, seq, ann_sha256)

    def events(self, report: str) -> list[Event]:
        """The report's events since its newest `BEGIN`, oldest first; empty when nobody has decided anything."""
        with self._told():
            rows = self._db.execute(
                f"SELECT {EVENT_COLUMNS}, (SELECT last_seq FROM reports WHERE name=:name) FROM events"
                " WHERE report=:name AND seq >= (SELECT max(seq) FROM events WHERE report=:name AND kind='begin')"
                " ORDER BY seq",
                {"name": report},
            ).fetchall()
            events = [Row(*row[:-1]) for row in rows]
            follow = all(one.after == before.seq for before, one in pairwise(events))
            if not all(row.fits for row in events) or not follow or (rows and events[-1].seq != rows[-1][-1]):
                raise JournalDamagedError(path=self.path, detail=CHANGED)
            return [
                Event(row.seq, row.report, row.at, row.reviewer, EventKind(row.kind), json.loads(row.payload))
                for row in events
            ]

    def has_events(self) -> bool:
        """Whether anything was ever decided, lost or recovered here; other classes, settings and patients' data decide
        nothing."""
        with self._told():
            return self._db.execute("SELECT 1 FROM events WHERE kind != 'tag_set' LIMIT 1").fetchone() is not None

    def tag_set_changes(self) -> list[Event]:
        """How the folder's classes were changed, oldest first."""
        with self._told():
            rows = self._db.execute(
                "SELECT seq, at, reviewer, payload FROM events WHERE kind='tag_set' ORDER BY seq"
            ).fetchall()
            return [Event(seq, "", at, who, EventKind.TAG_SET, json.loads(payload)) for seq, at, who, payload in rows]

    def keep_tag_set_change(self, payload: dict[str, Any], reviewer: str, settings: Mapping[str, str]) -> None:
        """Keep how the folder's classes were changed, by whom, together with what is set otherwise for it."""
        self._refuse_removed()
        with self._told(), self._transaction() as writing:
            writing.event("", 0, EventKind.TAG_SET, payload, reviewer)
            for key, value in settings.items():
                writing.setting(key, value)

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
            row = self._db.execute("SELECT key, value, hash FROM settings WHERE key=?", (key,)).fetchone()
            return None if row is None else self._sound(*row)

    def settings(self, prefix: str) -> dict[str, str]:
        """What is kept under keys that begin so, by the rest of the key."""
        with self._told():
            rows = self._db.execute("SELECT key, value, hash FROM settings").fetchall()
            return {row[0].removeprefix(prefix): self._sound(*row) for row in rows if row[0].startswith(prefix)}

    def _sound(self, key: str, value: str, digest: bytes) -> str:
        if digest != row_hash(SETTINGS.name, (key, value)):
            raise JournalDamagedError(path=self.path, detail=CHANGED)
        return value

    def keep_setting(self, key: str, value: str) -> None:
        """Keep what a person set for this folder alone."""
        self._refuse_removed()
        with self._told(), self._transaction() as writing:
            writing.setting(key, value)

    def coverage(self, report: str, reader: str, text_sha256: str) -> bytes | None:
        """What a reader read of a report's text (`Coverage.packed`); None when nothing is kept of it."""
        with self._told():
            row = self._db.execute(
                "SELECT packed FROM coverage WHERE report=? AND reader=? AND text_sha256=?",
                (report, reader, text_sha256),
            ).fetchone()
        return bytes(row[0]) if row else None

    def keep_coverage(self, report: str, reader: str, text_sha256: str, packed: bytes) -> None:
        """Keep what a reader read of a report's text, in place of what was."""
        self._refuse_removed()
        with self._told(), self._transaction() as writing:
            writing.coverage(report, reader, text_sha256, packed)

    def patient_fields(self) -> dict[str, PatientFields]:
        """What is known of each report's patient, by report."""
        with self._told():
            return read_patients(self._db)

    def keep_patient_fields(self, records: Mapping[str, PatientFields]) -> None:
        """Put what is known of these reports' patients in place of what was; what is taken out is gone for good."""
        self._refuse_removed()
        with self._told():
            self._db.execute("PRAGMA secure_delete=ON")
            with self._transaction() as writing:
                writing.patient_fields(records)
            forget(self.path)

    @contextmanager
    def _transaction(self) -> Iterator[Writing]:
        if self._claim is not None:
            self._claim()
        with self._begun():
            writing = Writing(self._db)
            yield writing
            line = writing.finish()
        self.mirror.append(line)

    @contextmanager
    def _begun(self) -> Iterator[None]:
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
            raise told(self.path, error) from error


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
        saved or 0,
    )


def _signatures_by_report(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Signature]]:
    """The sign-offs since each report's newest `BEGIN`, from those and these in their order."""
    found: dict[str, list[Signature]] = {}
    for report, kind, reviewer, at, second, risk, proof in rows:
        if kind == "begin":
            found.pop(report, None)
        else:
            found.setdefault(report, []).append(signature(reviewer, at, second, risk, proof))
    return found


def _identity(path: Path) -> tuple[int, int]:
    there = path.stat()
    return there.st_dev, there.st_ino
