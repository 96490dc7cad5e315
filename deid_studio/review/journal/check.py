"""Check: a folder's journal against its own hashes, its mirror, the review file, the retraining data and the reports.

It writes nothing. What is found here keeps the folder from being opened as if nothing were wrong.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import (
    DeidError,
    JournalDamagedError,
    JournalError,
    JournalMissingError,
    ReviewFileError,
)
from deid_studio.formats.text import read_bytes
from deid_studio.progress import Progress
from deid_studio.review.elsewhere.ann_beside import sha256
from deid_studio.review.journal.chain import row_hash
from deid_studio.review.journal.connection import connect_to_read, told
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.journal.journal_reading import Book, Known, read_book
from deid_studio.review.journal.migration import UNCHAINED, chained_in_memory, format_of
from deid_studio.review.journal.mirror import Mirror, Standing
from deid_studio.review.journal.tables import FORMAT
from deid_studio.review.journal_paths import PRIVATE, journal_path, mirror_path, traces
from deid_studio.review.signing.retraining import listed
from deid_studio.review.signing.review_file import Review, ReviewFile
from deid_studio.review.signing.sign_off import Said

_ENOUGH = 3  # reports of which none has the text that the journal says: it is of others
_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the journal's file, read before it: it may be written on meanwhile, and never gets ahead."""

    mirror: Standing
    review: Review
    gold: Mapping[str, str]  # the reports in the retraining data, and when they were signed
    review_unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a folder's journal, and the report whose sign-off was cut short, if one was: it stands in the
    files around the journal, and the journal was to have it last."""

    findings: tuple[Finding, ...] = ()
    cut_short: str = ""


_UNREADABLE = Checked((Finding(Harm.UNREADABLE),))


def look_beside(folder: Path) -> Beside:
    """Read what stands beside a folder's journal."""
    path = journal_path(folder)
    try:
        mirror = Mirror(mirror_path(path)).standing()
    except OSError:
        mirror = Standing(True, 1)
    try:
        entries = listed(folder / "retraining")
        gold = {name: str(entry.get("signed_at", "")) for name, entry in entries.items()}
    except DeidError:
        gold = {}  # a damaged list is told and made anew by `Project.mend`
    try:
        return Beside(mirror, ReviewFile(folder).read(), gold)
    except ReviewFileError:
        return Beside(mirror, Review(), gold, True)


def check(folder: Path, reports: Mapping[str, Path], progress: Progress) -> Checked:
    """What is wrong with a folder's journal; `reports` are the paths of the reports that are there, by name.

    Raises `JournalError` when the file cannot be used for a reason that lies around it, or is a newer version's.
    """
    path, beside = journal_path(folder), look_beside(folder)
    if not path.exists():
        return _absent(beside) if traces(folder) else Checked()
    try:
        db = connect_to_read(path)
        try:
            found = format_of(db)
            if not found:
                return _absent(beside) if _is_trace(beside) else Checked()
            if found == UNCHAINED:
                if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                    return _UNREADABLE
                db = chained_in_memory(db)
            elif found > FORMAT and _is_newer(db):
                raise JournalError(path=path, detail=f"its format is {found}, this program reads {FORMAT}")
            head = beside.mirror.head if found == FORMAT else b""
            book, findings = read_book(db, head, progress)
            if book is None:
                return Checked(tuple(findings))
            if found == FORMAT:
                findings += _against_mirror(book, beside.mirror, Mirror(mirror_path(path)))
            cut_short = _cut_short(book, beside) if found == FORMAT and not findings else ""
            findings += _against_traces(book, beside, cut_short)
            if not book.adopted and _is_foreign(db, book, reports):
                findings.append(Finding(Harm.FOREIGN))
            return Checked(tuple(dict.fromkeys(findings)), cut_short)
        finally:
            db.close()
    except sqlite3.Error as error:
        wrong = told(path, error)
        if type(wrong) is JournalError:
            raise wrong from error
        return _UNREADABLE
    except (ValueError, OSError):
        return _UNREADABLE


def unsound(folder: Path, findings: tuple[Finding, ...]) -> DeidError:
    """What a person is told who opens a folder with findings; they are its parameter `findings`."""
    path, first = journal_path(folder), findings[0]
    if first.harm is Harm.MISSING:
        return JournalMissingError(path=path, trace=_trace(folder), findings=findings)
    return JournalDamagedError(path=path, detail=first.harm.value, findings=findings)


def _trace(folder: Path) -> Path:
    found = traces(folder) or (folder / PRIVATE,)
    return found[0].relative_to(folder)


def _is_trace(beside: Beside) -> bool:
    return beside.mirror.number > 0 or bool(beside.review.lines) or bool(beside.gold) or beside.review_unreadable


def _absent(beside: Beside) -> Checked:
    signed = {n for n, line in beside.review.last_lines().items() if line.proof.kind is Said.SIGN_OFF}
    names = sorted(signed.union(beside.gold))
    return Checked((Finding(Harm.MISSING), *(Finding(Harm.UNKNOWN_SIGN_OFF, name) for name in names)))


def _is_newer(db: sqlite3.Connection) -> bool:
    row = db.execute("SELECT * FROM state").fetchone()
    return row is not None and row[-1] == row_hash("state", row[:-1])


def _against_mirror(book: Book, standing: Standing, mirror: Mirror) -> list[Finding]:
    state = book.state
    if not standing.there:
        return [Finding(Harm.MIRROR)] if state.writes else []
    if standing.journal not in ("", state.journal):
        return [Finding(Harm.MIRROR)]
    if standing.number > state.writes:
        late = [line for line in mirror.lines() if line.number > state.writes]
        names = dict.fromkeys(row.report for line in late for row in line.events)
        return [Finding(Harm.BEHIND, name) for name in names] or [Finding(Harm.BEHIND)]
    if standing.head and (not book.holds_head or (standing.number == state.writes and standing.head != state.head)):
        return [Finding(Harm.CHANGED)]  # both are whole, and say different things
    return []


def _cut_short(book: Book, beside: Beside) -> str:
    """The report whose sign-off stands around the journal and was to come next in it; empty if there is none.

    The journal and its mirror are whole: had the journal lost it, the mirror would tell.
    """
    lines = beside.review.lines
    if not book.state.writes:
        return ""  # what is signed off was begun, and the journal holds nothing
    if lines and lines[-1].proof.kind is Said.SIGN_OFF:
        proof = lines[-1].proof
        known = book.reports.get(proof.report, Known())
        late = proof.at > book.last_at or (proof.at == book.last_at and known.signed_seq is None)
        if late and proof.sha256 not in known.proofs:
            return proof.report
    strays = [name for name in _strays(book, beside) if beside.gold[name] >= book.last_at]
    return strays[0] if len(strays) == 1 else ""


def _against_traces(book: Book, beside: Beside, cut_short: str) -> list[Finding]:
    """Compare the sign-offs with those that stand elsewhere."""
    if beside.review_unreadable or beside.review.faults:
        return [Finding(Harm.REVIEW_FILE)]
    lines = beside.review.lines
    if cut_short and lines and lines[-1].proof.report == cut_short:
        lines = lines[:-1]
    last = {line.proof.report: line.proof for line in lines}
    found = [
        Finding(Harm.UNKNOWN_SIGN_OFF, name)
        for name, proof in last.items()
        if proof.kind is Said.SIGN_OFF and not _is_known(book, name, proof.sha256)
    ]
    for name, known in book.reports.items():
        proof = last.get(name)
        if known.proof and (proof is None or proof.kind is Said.WITHDRAW or proof.sha256 != known.proof):
            found.append(Finding(Harm.UNPROVEN, name))
    return found + [Finding(Harm.UNKNOWN_SIGN_OFF, name) for name in sorted(_strays(book, beside) - {cut_short})]


def _strays(book: Book, beside: Beside) -> set[str]:
    """The reports in the retraining data that the journal never knew as signed off."""
    signed = {name for name, known in book.reports.items() if known.ever_signed}
    return set(beside.gold) - signed - book.known_gold


def _is_known(book: Book, report: str, proof: str) -> bool:
    return report in book.reports and proof in book.reports[report].proofs


def _is_foreign(db: sqlite3.Connection, book: Book, reports: Mapping[str, Path]) -> bool:
    """Whether none of the reports that the journal speaks of are here, or none of several has the text it says."""
    here = [(name, known) for name, known in book.reports.items() if name in reports and known.begun]
    if not here:
        return bool(book.reports)
    for name, known in here[:_LOOKED_AT]:
        (payload,) = db.execute("SELECT payload FROM events WHERE seq=?", (known.begun,)).fetchone()
        try:
            if sha256(read_bytes(reports[name])) == json.loads(payload)["text_sha256"]:
                return False
        except (DeidError, ValueError, KeyError, TypeError):
            continue
    return len(here) >= _ENOUGH
