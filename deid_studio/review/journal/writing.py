"""Writing: what one transaction puts into the journal's file, with hashes, and as the line that the mirror gets."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from deid_studio.model.patient_fields import PatientFields
from deid_studio.review.journal.chain import Row, Value, event_hash
from deid_studio.review.journal.events import Counts, EventKind, now
from deid_studio.review.journal.mirror import Line
from deid_studio.review.journal.tables import (
    COVERAGE,
    EVENT_COLUMNS,
    PATIENT_FIELDS,
    REPORTS,
    SETTINGS,
    State,
    Table,
    put,
    read_state,
    remove,
    write_state,
)

_INSERT = f"INSERT INTO events ({EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def add_row(db: sqlite3.Connection, row: Row) -> None:
    """Write an event as it is."""
    db.execute(_INSERT, row)


class Writing:
    """One transaction; the caller begins and commits it."""

    def __init__(self, db: sqlite3.Connection, state: State | None = None) -> None:
        self._db = db
        self.state = read_state(db) if state is None else state
        self._events: list[Row] = []
        self._settings: dict[str, str] = {}
        self._saved: list[tuple[str, int, str | None]] = []
        self._changed: set[str] = set()

    def event(self, report: str, after: int, kind: EventKind, payload: dict[str, Any], reviewer: str) -> int:
        """Put an event behind all others; its number. `after` is the number of the report's event before it."""
        at = now()
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
        newest = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name='events'").fetchone()
        seq = 1 + (newest[0] if newest else 0)
        self.row(report, after, at, reviewer, kind.value, text, seq)
        return seq

    def row(self, report: str, after: int, at: str, reviewer: str, kind: str, payload: str, seq: int) -> None:
        """Put an event of this number and time behind all others."""
        previous = self.state.head
        digest = event_hash(seq, report, after, at, reviewer, kind, payload, previous)
        self.copied(Row(seq, report, after, at, reviewer, kind, payload, previous, digest))

    def copied(self, row: Row) -> None:
        """Put an event of another copy of this journal behind all others, as it is."""
        add_row(self._db, row)
        self._events.append(row)
        self.state.head = row.hash

    def report(self, name: str, seq: int, kind: EventKind, counts: Counts, begun: Mapping[str, Any] | None) -> None:
        """Say where a report stands after its event `seq`; `begun` is the payload of a `BEGIN` before or at it."""
        found = self._db.execute("SELECT decided, saved_seq, ann_sha256 FROM reports WHERE name=?", (name,)).fetchone()
        was_decided, saved, ann = found or (0, None, None)
        decided = max(was_decided, int(kind not in (EventKind.BEGIN, EventKind.SUGGEST)))
        signed = seq if kind is EventKind.SIGN_OFF else None
        ann = ann if begun is None else begun["ann_sha256"]
        self._put(REPORTS, name, seq, counts.pending, counts.accepted, counts.rejected, decided, signed, saved, ann)

    def saved(self, name: str, seq: int, ann_sha256: str | None) -> None:
        """Say that the `.ann` on disk is as of event `seq`; nothing for a report without events."""
        found = self._db.execute("SELECT * FROM reports WHERE name=?", (name,)).fetchone()
        if found is not None:
            self._put(REPORTS, *found[:-3], seq, ann_sha256)
            self._saved.append((name, seq, ann_sha256))

    def setting(self, key: str, value: str) -> None:
        """Keep what a person set for this folder alone."""
        self._put(SETTINGS, key, value)
        self._settings[key] = value

    def coverage(self, report: str, reader: str, text_sha256: str, packed: bytes) -> None:
        """Keep what a reader read of a report's text, in place of what was."""
        self._put(COVERAGE, report, reader, text_sha256, packed)
        self._changed.add(COVERAGE.name)

    def patient_fields(self, records: Mapping[str, PatientFields]) -> None:
        """Put what is known of these reports' patients in place of what was known of them."""
        for report, fields in records.items():
            places = self._db.execute("SELECT place FROM patient_fields WHERE report=?", (report,)).fetchall()
            for (place,) in places:
                remove(self._db, self.state, PATIENT_FIELDS, report, place)
            for place, value in enumerate(fields.values):
                self._put(PATIENT_FIELDS, report, place, value.kind.value, value.text)
        self._changed.add(PATIENT_FIELDS.name)

    def finish(self) -> Line:
        """Write what the file says of itself from now on; the line for the mirror."""
        self.state.writes += 1
        write_state(self._db, self.state)
        return Line(
            self.state.writes,
            self.state.head,
            tuple(self._events),
            self._settings,
            tuple(self._saved),
            tuple(sorted(self._changed)),
        )

    def _put(self, table: Table, *values: Value) -> None:
        put(self._db, self.state, table, *values)
