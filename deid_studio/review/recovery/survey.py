"""Survey: what is left of a damaged journal and of each report in it, and what it can be made whole from."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Literal

from deid_studio.errors import DeidError, JournalError
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.folder import ann_path
from deid_studio.formats.text import Report, read_bytes_if_any, read_report
from deid_studio.model.mentions import Desk
from deid_studio.progress import Progress
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.history import History, begin_payload, replayed
from deid_studio.review.elsewhere.ann_beside import sha_of
from deid_studio.review.journal import Event, EventKind
from deid_studio.review.journal.chain import START, Row
from deid_studio.review.journal.salvage import DATABASE, MIRROR, Source, of_database, of_mirror, of_snapshot
from deid_studio.review.journal.snapshots import Snapshot, snapshots
from deid_studio.review.journal.tables import COVERAGE, PATIENT_FIELDS, SETTINGS
from deid_studio.review.journal_paths import journal_path
from deid_studio.review.signing.retraining import listed
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof, Said, proof_in, spans_sha256
from deid_studio.texts import Text


class Fate(Enum):
    """What recovery leaves of a report, in Spanish and English.

    `WHOLE`: every decision, and its sign-off if it has one. `UNSIGNED`: every decision, but the sign-off is not proven.
    `PARTLY`: the decisions that could be read, and those in its `.ann`. `LOST`: none; its `.ann` is what is left.
    `UNKNOWN`: as lost, and nothing tells whether there were any.
    """

    WHOLE = Text("safe")
    UNSIGNED = Text("decisions safe; it has to be signed off again")
    PARTLY = Text(
        "decisions were lost; those that can be read and those of its .ann stay: go through it and sign it off"
    )
    LOST = Text("the decisions were lost; its .ann stays, if there is one: it has to be reviewed anew")
    UNKNOWN = Text("if it had been worked on, that is lost; its .ann stays, if there is one")

    def text(self, language: str) -> str:
        """The fate in a language."""
        return self.value.said(language)


class Lack(Enum):
    """What of the folder as a whole recovery cannot bring back as it was last."""

    SETTINGS = Text("settings of the folder and the ledger of releases")
    PATIENTS = Text("what was known of patients")
    COVERAGE = Text("how much of each report had been read")
    EVENTS = Text("decisions of reports that are not known")

    def text(self, language: str) -> str:
        """The lack in a language."""
        return self.value.said(language)


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left of a report: its fate and its events, where they lead, the proof of the sign-off that holds, and the
    `BEGIN` that it goes on from where decisions were lost."""

    report: str
    fate: Fate
    rows: tuple[Row, ...] = ()
    history: History = field(default_factory=lambda: History(Desk()))
    proof: Proof | None = None
    begin: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What recovery would do: what is left of each report, what it is joined from, and the other snapshots."""

    folder: Path
    remains: tuple[Remains, ...]
    lacks: tuple[Lack, ...]
    sources: tuple[Source, ...]
    rows: tuple[Row, ...]
    gold: frozenset[str]
    snapshots: tuple[Snapshot, ...] = ()


def survey(folder: Path, reports: Mapping[str, Path], progress: Progress, only: Snapshot | None = None) -> Plan:
    """Look what can be recovered of a folder's journal; writes nothing.

    `reports` are the paths of the reports that are there, by name; `only`: nothing else than a snapshot is wanted.
    """
    journal = journal_path(folder)
    kept = tuple(snapshots(journal))
    places = [of_snapshot(only)] if only else [of_database(journal), of_mirror(journal), *map(of_snapshot, kept)]
    sources = _of_one_journal([one for one in places if one is not None], reports)
    events: dict[int, Row] = {}
    for source in sources:
        events = source.events | events
    rows = [events[seq] for seq in sorted(events)]
    by_report: dict[str, list[Row]] = {}
    for row in rows:
        by_report.setdefault(row.report, []).append(row)
    lines, gold = _review_lines(folder), _gold(folder)
    signed = {name for name, line in lines.items() if line.kind is Said.SIGN_OFF}
    names = sorted({*by_report, *signed, *gold} - {""})
    remains = []
    for name in progress.each(names, len(names)):
        own = by_report.get(name, [])
        newest = max((source.last_seqs.get(name, 0) for source in sources), default=0)
        places_of_last = sum(bool(own) and own[-1].seq in source.events for source in sources)
        trace = _Trace(lines.get(name), gold.get(name), newest, places_of_last)
        remains.append(_remains(name, own, trace, reports.get(name)))
    # Without the mirror nothing tells how far the journal went.
    stale = all(source.name != MIRROR for source in sources)
    if stale:
        remains = [_compared(one, sources, reports.get(one.report)) for one in remains]
    foreign = not by_report.keys() & reports.keys()  # nothing of the journal is left, or it is of other reports
    if stale or foreign:
        remains += [Remains(name, Fate.UNKNOWN) for name in reports if name not in names]
    lacks = tuple(Lack) if foreign else _lacks(sources, rows, remains, stale)
    return Plan(folder, tuple(remains), lacks, tuple(sources), tuple(rows), frozenset(gold), kept)


@dataclass(frozen=True, slots=True)
class _Trace:
    """What tells of a report beside its events: the review file's last line, who signed it in the retraining data, the
    number of its last event as far as known, and how many places have the last one that was found."""

    line: Proof | None
    gold: str | None
    newest: int
    places: int


def _of_one_journal(sources: list[Source], reports: Mapping[str, Path]) -> list[Source]:
    """The sources of the journal that is this folder's, the one that goes furthest first."""
    journals: dict[str, list[Source]] = {}
    for source in sources:
        journals.setdefault(source.journal, []).append(source)

    def fit(own: list[Source]) -> tuple[int, int]:
        here = {row.report for source in own for row in source.events.values()} & reports.keys()
        return len(here), sum(len(source.events) for source in own)

    nameless = journals.pop("", [])  # a place that does not say any more which journal it is of
    chosen = max(journals.values(), key=fit, default=[])
    hashes = {row.hash for source in chosen for row in source.events.values()}
    chosen += [one for one in nameless if not chosen or any(row.hash in hashes for row in one.events.values())]
    return sorted(chosen, key=lambda source: source.writes, reverse=True)


def _review_lines(folder: Path) -> dict[str, Proof]:
    with contextlib.suppress(DeidError):
        review = ReviewFile(folder).read()
        if not review.faults:
            return {name: line.proof for name, line in review.last_lines().items()}
    return {}


def _gold(folder: Path) -> dict[str, str]:
    """The reports in the retraining data, and who signed them."""
    with contextlib.suppress(DeidError):
        entries = listed(folder / "retraining")
        return {name: str(entry.get("reviewer", "")) for name, entry in entries.items()}
    return {}


def _remains(name: str, rows: list[Row], trace: _Trace, path: Path | None) -> Remains:
    events = _since_begin(rows)
    history = _replayed(events)
    if not events:
        needed = rows or (trace.gold is not None and path is not None and not ann_path(path).exists())
        begin = _begin(name, None, History(Desk()), path) if needed else None
        return Remains(name, Fate.LOST, tuple(rows), begin=begin)
    line = trace.line if trace.line is not None and trace.line.kind is Said.SIGN_OFF else None
    lost = line is not None and not _knows(rows, line)
    cut = events[-1].seq < max(rows[-1].seq, trace.newest)
    if cut or (lost and line is not None and not _is_of(line, events, history)):
        return Remains(name, Fate.PARTLY, tuple(rows), history, begin=_begin(name, events[0], history, path))
    if not history.signed:
        return Remains(name, Fate.UNSIGNED if lost else Fate.WHOLE, tuple(rows), history)
    proof = _standing(events, history)
    proven = isinstance(proof, Proof) and proof == line
    # The review file may be the one that was lost: then two places of the journal and the retraining data agree.
    proven |= proof is not False and trace.gold == events[-1].reviewer and (trace.places > 1 or proof is None)
    if not proven or proof is False:
        return Remains(name, Fate.UNSIGNED, tuple(rows), history)
    return Remains(name, Fate.WHOLE, tuple(rows), history, proof)


def _compared(one: Remains, sources: list[Source], path: Path | None) -> Remains:
    """A report that seems whole, looked at once more: its `.ann` may be newer than the journal that was found."""
    if one.fate is not Fate.WHOLE or one.proof is not None or path is None:
        return one
    saved = last_saved(one.report, sources)
    begun = _since_begin(list(one.rows))[0]
    known = begun.payload.get("ann_sha256") if saved is None else saved[1]
    with contextlib.suppress(DeidError):
        if sha_of(read_bytes_if_any(ann_path(path))) == known:
            return one
    return replace(one, fate=Fate.PARTLY, begin=_begin(one.report, begun, one.history, path))


def last_saved(report: str, sources: Iterable[Source]) -> tuple[int, str | None] | None:
    """Which event the `.ann` was last written after, and the hash of that file."""
    found = [source.saved[report] for source in sources if report in source.saved]
    return max(found, key=lambda saved: saved[0], default=None)


def _since_begin(rows: list[Row]) -> list[Event]:
    """The events from the newest `BEGIN` on, up to the first place where one is missing."""
    sound: list[Row] = []
    cut = True
    for row in rows:
        if row.kind == EventKind.BEGIN:
            sound, cut = [row], False
        elif not cut and row.after == sound[-1].seq:
            sound.append(row)
        else:
            cut = True
    return [
        Event(row.seq, row.report, row.at, row.reviewer, EventKind(row.kind), json.loads(row.payload)) for row in sound
    ]


def _replayed(events: list[Event]) -> History:
    """Where events lead; those that do not fit are taken off the list."""
    while events:
        try:
            return replayed(events)
        except JournalError:
            events.pop()
    return History(Desk())


def _standing(events: list[Event], history: History) -> Proof | Literal[False] | None:
    """The proof of the sign-off that is the last event, None for one of earlier versions, False for one that is not of
    what was decided."""
    last = events[-1]
    try:
        proof = proof_in(last.report, last.reviewer, last.payload)
    except (ValueError, KeyError):
        return False
    return proof if proof is None or _is_of(proof, events, history) else False


def _is_of(proof: Proof, events: list[Event], history: History) -> bool:
    text, spans = events[0].payload.get("text_sha256"), spans_sha256(history.desk.decided_spans)
    return (proof.text_sha256, proof.spans_sha256) == (text, spans)


def _knows(rows: list[Row], proof: Proof) -> bool:
    return any(row.kind == EventKind.SIGN_OFF and json.loads(row.payload).get("proof") == proof.sha256 for row in rows)


def _begin(name: str, begin: Event | None, history: History, path: Path | None) -> Mapping[str, Any] | None:
    """The `BEGIN` that a report goes on from: what can be read of its decisions, and the spans of its `.ann`."""
    model = "" if begin is None else str(begin.payload.get("model", ""))
    try:
        report = None if path is None else read_report(path)
        if report is not None and path is not None and (begin is None or begin.payload["text_sha256"] == report.sha256):
            text, raw = report.document.text, read_bytes_if_any(ann_path(path))
            spans = parse_ann(_gold_ann(name, report) if raw is None else raw, text, ann_path(path)).spans
            edit = intents.towards(history.desk, spans)
            desk = history.desk if edit is None else edit.apply(history.desk)
            return begin_payload(desk, text, report.sha256, sha_of(raw), model)
    except DeidError:
        pass  # its text or `.ann` cannot be read now, and is told when it is opened
    if begin is None:
        return None
    return begin_payload(
        history.desk, begin.payload["text"], begin.payload["text_sha256"], begin.payload["ann_sha256"], model
    )


def _gold_ann(name: str, report: Report) -> bytes:
    """The `.ann` of a report in the retraining data, if it is of the same text."""
    folder = report.path.parents[name.count("/")] / "retraining" / "brat"
    same = read_bytes_if_any(folder / f"{name}.txt") == report.raw
    return (read_bytes_if_any(folder / f"{name}.ann") or b"") if same else b""


def _lacks(sources: list[Source], rows: list[Row], remains: list[Remains], stale: bool) -> tuple[Lack, ...]:
    """What no place has as it was last."""
    found = []
    for table, lack in ((SETTINGS, Lack.SETTINGS), (PATIENT_FIELDS, Lack.PATIENTS), (COVERAGE, Lack.COVERAGE)):
        changed = max((source.changed.get(table.name, 0) for source in sources), default=0)
        newest = [one for one in sources if table.name in one.complete and one.writes >= changed]
        if not newest or (stale and newest[0].name != DATABASE):
            found.append(lack)
    known = {row.hash for row in rows} | {START}
    told = {Fate.PARTLY, Fate.LOST}.intersection(one.fate for one in remains)
    if stale or (not told and any(row.previous not in known for row in rows)):
        found.append(Lack.EVENTS)
    return tuple(found)
