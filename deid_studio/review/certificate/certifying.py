"""Certifying: a release's certificate in all its forms, and issued again with what attacks on it found since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from deid_studio.errors import (
    NoCertificateError,
    NotInLedgerError,
    PolicyError,
    ReleaseChangedError,
    ReportUnreadableError,
)
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes
from deid_studio.progress import Progress
from deid_studio.review.certificate.attack_figures import read_figures
from deid_studio.review.certificate.certificate_page import certificate_page, html_bytes
from deid_studio.review.certificate.certificate_pdf import pdf_bytes
from deid_studio.review.certificate.ledger import Issue, Ledger, compared
from deid_studio.review.certificate.reader_sample import release_digest
from deid_studio.review.certificate.release_certificate import (
    CERTIFICATE_FILES,
    Certificate,
    certificate_from,
    json_bytes,
)
from deid_studio.review.project import Project
from deid_studio.texts import Text


def certificate_files(certificate: Certificate, language: str) -> dict[str, bytes]:
    """The certificate in all its forms, by the names of their files."""
    page = certificate_page(certificate, language)
    forms = json_bytes(certificate), html_bytes(page), pdf_bytes(page)
    return dict(zip(CERTIFICATE_FILES, forms, strict=True))


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
    certificate = _certificate_in(released, project)
    digest = release_digest({line.name: line.sha256_after for line in certificate.reports})
    # A copy may have an earlier certificate: the ledger knows what later ones told of.
    attacks = {(one.by, one.source_sha256): one for issue in found.entry.issues for one in issue.attacks}
    known = len(attacks)
    for one in (one for path in figures for one in read_figures(path, digest)):
        attacks.setdefault((one.by, one.source_sha256), one)
    certificate = replace(
        certificate,
        attacks=tuple(attacks.values()),
        issued_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    files = certificate_files(certificate, certificate.language)
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    ledger.note_issue(found.entry, Issue(certificate.issued_at, digests, certificate.attacks[known:]))
    for name, data in files.items():
        write_file(released / name, data)
    return certificate


def _certificate_in(released: Path, project: Project) -> Certificate:
    """The certificate of a folder whose files are those that the ledger knows."""
    path = released / CERTIFICATE_FILES[0]
    try:
        return certificate_from(json.loads(read_bytes(path)), project.tagset)
    except (ValueError, KeyError, TypeError, AttributeError, PolicyError) as error:
        detail = Text("it is no certificate of this version")
        raise ReportUnreadableError(path=path, detail=detail) from error
