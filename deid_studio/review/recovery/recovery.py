"""Recovery: a damaged journal made whole from what a survey found.

Nothing is deleted: what was there is put aside in `.deid-studio/put-aside`. What was done stands in the journal itself.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deid_studio.errors import DeidError, WriteError, reason
from deid_studio.model import edits
from deid_studio.model.mentions import Desk
from deid_studio.review.deciding.tally import counts_of
from deid_studio.review.journal import EventKind, now
from deid_studio.review.journal.connection import told
from deid_studio.review.journal.findings import Finding
from deid_studio.review.journal.migration import new_name
from deid_studio.review.journal.mirror import Mirror
from deid_studio.review.journal.salvage import Source
from deid_studio.review.journal.tables import COVERAGE, PATIENT_FIELDS, REPORTS, SETTINGS, State, create, put
from deid_studio.review.journal.writing import Writing, add_row
from deid_studio.review.journal_paths import PRIVATE, PUT_ASIDE, SNAPSHOTS, journal_path, mirror_path
from deid_studio.review.recovery.survey import Fate, Plan, Remains, last_saved
from deid_studio.review.signing.review_file import REVIEW_FILE, Review, ReviewFile
from deid_studio.review.signing.sign_off import Said

_RECOVERED = "recovered"


def recover(plan: Plan, findings: Iterable[Finding], reviewer: str, adopted: bool = False) -> Path:
    """Put a journal in place that holds what can be recovered; where the one that was there is put aside.

    `findings` are what was wrong, which the journal keeps; `adopted`: a person said that it is this folder's. Raises
    `WriteError` or `JournalError`; stopped at any moment, it can be done again.
    """
    journal = journal_path(plan.folder)
    build = journal.parent / _RECOVERED
    try:
        journal.parent.mkdir(mode=0o700, exist_ok=True)
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir(mode=0o700)
        aside = _aside(plan.folder)
        note = {
            "findings": [[one.harm.name, one.report] for one in findings],
            "fates": {one.report: one.fate.name for one in plan.remains if one.fate is not Fate.WHOLE},
            "lacks": [one.name for one in plan.lacks],
            "from": [source.name for source in plan.sources],
            "gold": sorted(plan.gold),
            "adopted": adopted,
            "aside": aside.name,
        }
        _write(plan, build / journal.name, note, reviewer)
        for path in (journal, _wal(journal), mirror_path(journal), plan.folder / REVIEW_FILE):
            if path.is_file():
                shutil.copy2(path, aside / path.name)
            elif os.path.lexists(path):  # a pipe, or what leads nowhere
                path.rename(aside / path.name)
        # The mirror first: until the file follows it tells that the file lacks something, and all of it is there.
        mirror_path(build / journal.name).replace(mirror_path(journal))
        for beside in (_wal(journal), journal.with_name(f"{journal.name}-shm")):
            beside.unlink(missing_ok=True)
        (build / journal.name).replace(journal)
        shutil.rmtree(build, ignore_errors=True)
    except OSError as error:
        raise WriteError(path=journal, detail=reason(error)) from error
    _mend_review_file(plan, aside, reviewer)
    return aside


def begin_anew(folder: Path) -> Path:
    """Put aside all that the program kept in a folder, so that it opens as one that nobody reviewed; where it is then.

    Reports and `.ann` stay where they are. Raises `WriteError`; stopped at any moment, it can be done again.
    """
    journal = journal_path(folder)
    try:
        aside = _aside(folder)
        private = (journal, _wal(journal), mirror_path(journal), journal.parent / SNAPSHOTS)
        journal.with_name(f"{journal.name}-shm").unlink(missing_ok=True)
        for path in (*private, folder / "retraining", folder / REVIEW_FILE):
            if path.exists():
                path.rename(aside / path.name)
    except OSError as error:
        raise WriteError(path=journal, detail=reason(error)) from error
    return aside


def _aside(folder: Path) -> Path:
    private = folder / PRIVATE
    private.mkdir(mode=0o700, exist_ok=True)
    (private / PUT_ASIDE).mkdir(mode=0o700, exist_ok=True)
    aside = private / PUT_ASIDE / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    aside.mkdir(mode=0o700)
    return aside


def _wal(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-wal")


def _write(plan: Plan, path: Path, note: dict[str, Any], reviewer: str) -> None:
    """Write a journal of what is left, and its mirror."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    state = State(next((one.journal for one in plan.sources if one.journal), new_name()))
    state.writes = max((one.writes for one in plan.sources), default=0)
    db = sqlite3.connect(path, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        create(db, state)
        breaks, last = [], dict[str, int]()
        for row in plan.rows:
            if row.previous != state.head or (row.report and row.after != last.get(row.report, 0)):
                breaks.append(row.seq)
            add_row(db, row)
            last[row.report], state.head = row.seq, row.hash
        newest = max((seq for one in plan.sources for seq in one.last_seqs.values()), default=0)
        db.execute("DELETE FROM sqlite_sequence WHERE name='events'")
        db.execute("INSERT INTO sqlite_sequence VALUES ('events', ?)", (max([newest, *last.values()]),))
        _write_tables(db, state, plan.sources)
        writing = Writing(db, state)
        for one in plan.remains:
            if one.rows or one.begin is not None:
                _write_report(db, writing, one, plan.sources, reviewer)
        writing.event("", 0, EventKind.RECOVER, note | {"breaks": breaks}, reviewer)
        writing.finish()
        db.execute("COMMIT")
        Mirror(mirror_path(path)).write_anew(db)
    except sqlite3.Error as error:
        raise told(path, error) from error
    finally:
        db.close()


def _write_tables(db: sqlite3.Connection, state: State, sources: Iterable[Source]) -> None:
    settings: dict[str, str] = {}
    for source in sources:
        settings = source.settings | settings
    for key, value in settings.items():
        put(db, state, SETTINGS, key, value)
    for table in (PATIENT_FIELDS, COVERAGE):
        places = sorted(sources, key=lambda source: table.name not in source.complete)  # whole ones first
        rows = next((own for one in places if (own := one.patients if table is PATIENT_FIELDS else one.coverage)), [])
        for row in rows:
            put(db, state, table, *row)


def _write_report(
    db: sqlite3.Connection, writing: Writing, one: Remains, sources: Iterable[Source], reviewer: str
) -> None:
    """Write where a report stands, and the events that recovery adds to it."""
    desk = one.history.desk
    last = one.rows[-1].seq if one.rows else 0
    signed = last if one.rows and one.rows[-1].kind == EventKind.SIGN_OFF else None
    decided = int(any(row.kind not in (EventKind.BEGIN, EventKind.SUGGEST) for row in one.rows))
    begun = [json.loads(row.payload).get("ann_sha256") for row in one.rows if row.kind == EventKind.BEGIN]
    saved = last_saved(one.report, sources)
    seq, ann = saved if saved is not None else (None, begun[-1] if begun else None)
    counts = counts_of(desk)
    values = (counts.pending, counts.accepted, counts.rejected, decided, signed, seq, ann)
    put(db, writing.state, REPORTS, one.report, last, *values)
    if one.begin is not None:
        payload = dict(one.begin)
        mentions = [edits.mention_from_json(fields) for fields in payload["mentions"]]
        kind, desk = EventKind.BEGIN, Desk(mentions, payload["next_id"])
    elif signed and one.fate is not Fate.WHOLE:
        kind, payload = EventKind.WITHDRAW, {}
    else:
        return
    number = writing.event(one.report, last, kind, payload, reviewer)
    writing.report(one.report, number, kind, counts_of(desk), payload if kind is EventKind.BEGIN else None)


def _mend_review_file(plan: Plan, aside: Path, reviewer: str) -> None:
    """Have the review file say what is signed off, and no more."""
    file = ReviewFile(plan.folder)
    standing = {one.report: one.proof for one in plan.remains if one.proof is not None}
    try:
        review = file.read()
        damaged = bool(review.faults)
    except DeidError:
        damaged = True
    if damaged:
        try:
            file.path.replace(aside / file.path.name)
        except OSError as error:
            raise WriteError(path=file.path, detail=reason(error)) from error
        review = Review()
    at = now()
    last = {name: line.proof for name, line in review.last_lines().items()}
    for name, proof in last.items():
        if proof.kind is Said.SIGN_OFF and proof != standing.get(name):
            file.append(proof.withdrawn(reviewer, at))
    for name, proof in standing.items():
        if last.get(name) != proof:
            file.append(proof)
