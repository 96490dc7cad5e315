"""Certifying: a release's certificate issued again, with what attacks on it found since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from deid_studio.errors import (
    LedgerDamagedError,
    NoCertificateError,
    NotInLedgerError,
    PolicyError,
    ReleaseChangedError,
)
from deid_studio.formats.files import write_file
from deid_studio.progress import Progress
from deid_studio.review.attack_figures import read_figures
from deid_studio.review.ledger import Issue, Ledger, LedgerEntry, compared
from deid_studio.review.project import Project
from deid_studio.review.reader_sample import release_digest
from deid_studio.review.release_certificate import Certificate, certificate_from
from deid_studio.review.releasing import certificate_files


def certify(project: Project, released: Path, figures: Sequence[Path], progress: Progress) -> Certificate:
    """Issue the certificate in a released folder again, with what the attacks in these files found.

    The folder has to be as it left, and the attacks have to be on its texts. The ledger notes the issue before it is
    written, so that a killed program leaves the earlier certificate, or the new one, and both are known. Raises
    `NotInLedgerError`, `ReleaseChangedError`, `NoCertificateError` for an unreviewed export, `AttackFiguresError`,
    `WriteError`, and what the journal raises.
    """
    ledger = Ledger(project)
    ledger.settle()
    found = compared(ledger.entries(), released, progress)
    if found is None:
        raise NotInLedgerError(path=released)
    if not found.is_same:
        raise ReleaseChangedError(path=released, count=found.differences)
    if not found.entry.issues:
        raise NoCertificateError(path=released)
    certificate = _latest(project, found.entry)
    digest = release_digest({line.name: line.sha256_after for line in certificate.reports})
    attacks = {(one.by, one.source_sha256): one for one in certificate.attacks}
    for one in (one for path in figures for one in read_figures(path, digest)):
        attacks.setdefault((one.by, one.source_sha256), one)
    certificate = replace(
        certificate,
        attacks=tuple(attacks.values()),
        issued_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    files = certificate_files(certificate, certificate.language)
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    issue = Issue(certificate.issued_at, certificate.values(), digests)
    ledger.note(replace(found.entry, issues=(*found.entry.issues, issue)))
    for name, data in files.items():
        write_file(released / name, data)
    return certificate


def _latest(project: Project, entry: LedgerEntry) -> Certificate:
    try:
        return certificate_from(entry.issues[-1].certificate, project.tagset)
    except (ValueError, KeyError, TypeError, AttributeError, PolicyError) as error:
        raise LedgerDamagedError(path=project.journal_path) from error
