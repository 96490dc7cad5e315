"""Reading the journal's file: from end to end, each hash looked at, and what it knows of patients."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from typing import Any

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.progress import Progress
from deid_studio.review.journal.chain import START, UNSEALED, event_hash, resealed, row_hash
from deid_studio.review.journal.events import EventKind
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.journal.tables import EVENT_COLUMNS, REPORTS, SCHEMA, SETTINGS, TABLES, State, Table, read_state
from deid_studio.review.signing.sign_off import proof_in

_KINDS = {kind.value: kind for kind in FieldKind}
_STEP = 1000  # events between two questions whether to stop
_UNDECIDED = frozenset((EventKind.BEGIN, EventKind.SUGGEST))
_SPEAKING = frozenset((EventKind.BEGIN, EventKind.SIGN_OFF, EventKind.RECOVER))  # what is looked at is in their payload


@dataclass(slots=True)
class Known:
    """What the events say of a report: its last one, whether that signs it off with which proof, all proofs, and
    whether it was ever signed off."""

    last_seq: int = 0
    begun: int = 0  # its newest `BEGIN`
    decided: bool = False
    signed_seq: int | None = None
    proof: str = ""
    proofs: set[str] = field(default_factory=set)
    ever_signed: bool = False


@dataclass(slots=True)
class Book:
    """What is in the journal's file: what it says of itself, of each report, and what recoveries said before."""

    state: State
    reports: dict[str, Known] = field(default_factory=dict)
    known_gold: set[str] = field(default_factory=set)  # in the retraining data, and known to be of no event
    adopted: bool = False  # a person said that it is this folder's, although no report is as it says
    holds_head: bool = False  # of the mirror
    last_at: str = ""  # when its last event was


def read_book(db: sqlite3.Connection, mirror_head: bytes, progress: Progress) -> tuple[Book | None, list[Finding]]:
    """Go through the file within one transaction; what is in it, None if that cannot be said, and what is wrong."""
    found: list[Finding] = []
    try:
        db.execute("BEGIN")
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            found.append(Finding(Harm.UNREADABLE))
        schema = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql NOTNULL") if _is_ours(sql)}
        if schema != set(SCHEMA):
            return None, [Finding(Harm.UNREADABLE)]
        book = Book(read_state(db))
        book.holds_head = mirror_head == START
        found += _read_events(db, book, mirror_head, progress)
        for table in TABLES:
            found += _read_table(db, book, table)
        return book, list(dict.fromkeys(found))
    except (sqlite3.DatabaseError, ValueError, TypeError, OverflowError):
        return None, list(dict.fromkeys([*found, Finding(Harm.UNREADABLE)]))
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _is_ours(sql: str) -> bool:
    return "sqlite_sequence" not in sql  # SQLite's own


def _read_events(db: sqlite3.Connection, book: Book, mirror_head: bytes, progress: Progress) -> list[Finding]:
    # Half a million events are gone through whenever a large folder is opened: what is done for each is little.
    wrong: dict[int, Finding] = {}
    mended: set[int] = set()
    last: dict[str, int] = {}
    kinds: dict[str, str] = {}  # of the last event of each report
    decided: set[str] = set()
    before, at = START, ""
    cursor = db.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY seq")
    for seq, report, after, at, reviewer, kind, payload, previous, digest in cursor:
        if digest != event_hash(seq, report, after, at, reviewer, kind, payload, previous):
            wrong[seq] = Finding(Harm.CHANGED, report)
        elif after != last.get(report, 0) and report:
            wrong[seq] = Finding(Harm.GONE, report)
        elif previous != before:
            wrong[seq] = Finding(Harm.GONE)
        before = digest
        last[report], kinds[report] = seq, kind
        if digest == mirror_head:
            book.holds_head = True
        if kind not in _UNDECIDED:
            decided.add(report)
        if kind in _SPEAKING and seq not in wrong:
            try:
                if kind == EventKind.RECOVER:
                    mended |= _take_recovery(book, json.loads(payload))
                else:
                    _take(book.reports.setdefault(report, Known()), EventKind(kind), seq, report, reviewer, payload)
            except (ValueError, TypeError, AttributeError, KeyError):
                wrong[seq] = Finding(Harm.CHANGED, report)
        if seq % _STEP == 0:
            progress.step(seq)
    book.last_at = at
    last.pop("", None)
    for report, seq in last.items():
        known = book.reports.setdefault(report, Known())
        known.last_seq, known.decided = seq, report in decided
        if kinds[report] != EventKind.SIGN_OFF:
            known.signed_seq, known.proof = None, ""
    found = [one for seq, one in wrong.items() if seq not in mended]
    if before != book.state.head:
        found.append(Finding(Harm.GONE))
    return found


def _take(known: Known, kind: EventKind, seq: int, report: str, reviewer: str, payload: str) -> None:
    if kind is EventKind.BEGIN:
        known.begun = seq
        return
    proof = proof_in(report, reviewer, json.loads(payload))
    known.signed_seq, known.ever_signed, known.proof = seq, True, ""
    if proof is not None:
        known.proof = proof.sha256
        known.proofs.add(proof.sha256)


def _take_recovery(book: Book, said: dict[str, Any]) -> set[int]:
    """Take up what a recovery said; the events after which it said that others are missing."""
    book.known_gold |= set(said.get("gold", ()))
    book.adopted |= bool(said.get("adopted"))
    return set(said.get("breaks", ()))


def _read_table(db: sqlite3.Connection, book: Book, table: Table) -> list[Finding]:
    found, seal = [], UNSEALED
    for *values, digest in db.execute(f"SELECT {', '.join((*table.names, 'hash'))} FROM {table.name}"):
        seal = resealed(seal, None, digest)
        report = "" if table is SETTINGS else str(values[0])
        if digest != row_hash(table.name, tuple(values)):
            found.append(Finding(Harm.CHANGED, report))
        elif table is REPORTS and not _agrees(book.reports.get(report), values):
            found.append(Finding(Harm.GONE, report))
    if table is REPORTS and not found:
        standing = {name for (name,) in db.execute("SELECT name FROM reports")}
        found += [Finding(Harm.GONE, name) for name in book.reports if name not in standing]
    if seal != book.state.seals[table.name] and not found:
        found.append(Finding(Harm.GONE))
    return found


def _agrees(known: Known | None, values: list[Any]) -> bool:
    _, last, _, _, _, decided, signed, *_ = values
    return known is not None and (known.last_seq, known.decided, known.signed_seq) == (last, bool(decided), signed)


def read_patients(db: sqlite3.Connection) -> dict[str, PatientFields]:
    """What is known, by report; kinds of a newer version of the program are left out."""
    values: dict[str, list[FieldValue]] = {}
    for report, kind, value in db.execute("SELECT report, kind, value FROM patient_fields ORDER BY report, place"):
        if kind in _KINDS:
            values.setdefault(report, []).append(FieldValue(_KINDS[kind], value))
    return {report: PatientFields(tuple(own)) for report, own in values.items()}
