"""Writing a release: the reports, the certificate, the ledger and the vault, whole or not at all.

Nothing is written before every report was checked.
"""

from __future__ import annotations

import contextlib
import hmac
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from deid_studio.errors import (
    DeidError,
    DocumentsRefusedError,
    HandoverMissingError,
    PlacesHeldError,
    ReleaseFolderError,
    ReleaseNotWrittenError,
    UnreviewedVaultError,
    VaultPlaceError,
    WriteError,
    printable,
)
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.formats.unreviewed_folder import LINE, marked, unreviewed_files
from deid_studio.progress import Progress
from deid_studio.release.outputs import OutputFormat, csv_bytes, jsonl_bytes, report_files
from deid_studio.release.policy import policy_values
from deid_studio.release.released import Released
from deid_studio.release.vault import forget_vault
from deid_studio.review.certificate.certifying import certificate_files
from deid_studio.review.certificate.ledger import Issue, Ledger, LedgerEntry, contents_sha256
from deid_studio.review.certificate.release_certificate import (
    CERTIFICATE_FILES,
    Certificate,
    DocumentRemark,
    ReportLine,
    SecondReading,
    VaultMark,
    by_decision,
    is_release,
    release_number_in,
    unreviewed_values,
)
from deid_studio.review.handover import missing_words
from deid_studio.review.journal import now
from deid_studio.review.project import Project
from deid_studio.review.releasing.original_documents import OriginalDocuments
from deid_studio.review.releasing.release_limits import refuse_elsewhere, refuse_forbidden
from deid_studio.review.releasing.release_preparation import Checked, Prepared
from deid_studio.review.releasing.release_request import ReleaseRequest, keep_secret, secret_of
from deid_studio.review.releasing.release_vault import forget_unfinished, new_number, put_vault, vault_content
from deid_studio.review.releasing.released_names import numbered_names, released_names
from deid_studio.review.second.second_policy import Choice
from deid_studio.review.second.second_reading import findings_of
from deid_studio.texts import Text

_REPORTS_THERE = Text("the original reports are there")
_AMONG_REPORTS = Text("it is among the original reports")
_NO_FOLDER = Text("it is no folder")
_TABLES = {OutputFormat.CSV: "reports.csv", OutputFormat.JSONL: "reports.jsonl"}
_OTHER_FILES = Text("it holds other files")


def write_release(request: ReleaseRequest, prepared: Prepared, progress: Progress) -> Certificate:
    """Write what was prepared: the reports in their formats, brat's configuration, the certificate, the vault.

    An unreviewed export says in all names, documents and tables that it is one, and has no certificate; what would
    stand on it is given back all the same.

    With `quarantine` reports that are held stay, and the others leave. Raises `PlacesHeldError` or
    `DocumentsRefusedError` when anything holds it back, `ReleaseFolderError` when `out` is not empty and no earlier
    release, or lies in the folder of the reports or around it, `VaultPlaceError` when there is a vault already or it
    would leave with the reports, `DocumentTextChangedError`, `DocumentMacrosError` or `DocumentNotCleanError` when a
    Word document was changed since it was looked at, `ReleaseNotWrittenError`, `JournalError`. What was in `out` is
    replaced in one step; until then it stays as it was.
    """
    make_ready(request)
    refuse_held(request, prepared)
    prepared = _asked(request, prepared)
    prepared = prepared.without_held() if request.quarantine else prepared
    own = [one.source.doc.id for one in prepared.reports]
    names = numbered_names(own, secret_of(request)) if request.numbered else released_names(own)
    if request.unreviewed:
        names = {own: marked(name) for own, name in names.items()}
    # In the order of these names: that of the originals would tell which number was whose.
    prepared = replace(prepared, reports=tuple(sorted(prepared.reports, key=lambda one: names[one.source.doc.id])))
    released = [replace(one.released, id=names[one.source.doc.id]) for one in prepared.reports]
    certificate = _certificate(request, prepared, names, progress)
    if request.secret is not None:
        keep_secret(request.project, request.secret)
    ledger = Ledger(request.project)
    try:
        certificate, entry = _write(request, prepared, released, certificate, names, progress)
    except BaseException as error:
        number = certificate.number
        if release_number_in(request.out) != number:
            if request.vault is not None:
                forget_vault(request.vault, number)
            ledger.forget(number)
            if isinstance(error, WriteError):
                raise ReleaseNotWrittenError(**error.params) from error
        raise
    with contextlib.suppress(DeidError):  # it is made and noted: what cannot be confirmed now is settled the next time
        ledger.confirm(entry.number)
    return certificate


def _asked(request: ReleaseRequest, prepared: Prepared) -> Prepared:
    """What was prepared, without what was found of documents whose layout nobody asks for."""
    return prepared if request.in_layout else replace(prepared, documents={})


def refuse_held(request: ReleaseRequest, prepared: Prepared) -> None:
    """Raise `PlacesHeldError` or `DocumentsRefusedError` when anything holds the release, or all reports of one."""
    prepared = _asked(request, prepared)
    if not prepared.is_held or (request.quarantine and prepared.without_held().reports):
        return
    places = sum(map(len, prepared.held.values())) + len(prepared.telling_names)
    if places:
        raise PlacesHeldError(count=places, reports=len({*prepared.held, *prepared.telling_names}))
    raise DocumentsRefusedError(count=len(prepared.refused))


def _write(
    request: ReleaseRequest,
    prepared: Prepared,
    released: Sequence[Released],
    certificate: Certificate,
    names: Mapping[str, str],
    progress: Progress,
) -> tuple[Certificate, LedgerEntry]:
    originals, remarks = OriginalDocuments(request.project), list[DocumentRemark]()
    files: dict[str, str] = {}
    watermark = LINE if request.unreviewed else ""
    tables = {form: marked(name) if watermark else name for form, name in _TABLES.items()}
    with whole_folder(request.out) as folder:

        def put(name: str, data: bytes) -> None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            files[printable(name)] = sha256(data).hexdigest()

        for one, checked in progress.each(zip(released, prepared.reports, strict=True), len(released)):
            docx = _in_layout(request, originals, checked, remarks)
            for ending, data in report_files(one, request.formats, docx, watermark).items():
                put(f"{one.id}{ending}", data)
        if OutputFormat.CSV in request.formats:
            put(tables[OutputFormat.CSV], csv_bytes(released, watermark))
        if OutputFormat.JSONL in request.formats:
            put(tables[OutputFormat.JSONL], jsonl_bytes(released, watermark))
        if OutputFormat.BRAT in request.formats:
            for name, data in conf_files(request.project.tagset, request.language).items():
                put(name, data)
        certificate = replace(certificate, contents=contents_sha256(files), remarks=tuple(remarks))
        for name, data in _says_of_itself(request, certificate).items():
            put(name, data)
        entry = _entry(request, prepared, certificate, names, files)
        # Before the reports are seen, so that none leaves that is not in the ledger.
        Ledger(request.project).note(entry)
        # Last, so that who cancels leaves none; before the reports are seen, so that they never are without it.
        if request.vault is not None and certificate.vault is not None:
            content = vault_content(((one.source, one.released) for one in prepared.reports), names)
            put_vault(folder, request.vault, content, request.passphrases, certificate.vault.number)
    return certificate, entry


def _says_of_itself(request: ReleaseRequest, certificate: Certificate) -> dict[str, bytes]:
    """The certificate, or what says that there is none."""
    if request.unreviewed:
        return unreviewed_files(unreviewed_values(certificate))
    return certificate_files(certificate, request.language)


def _entry(
    request: ReleaseRequest,
    prepared: Prepared,
    certificate: Certificate,
    names: Mapping[str, str],
    files: Mapping[str, str],
) -> LedgerEntry:
    """What the ledger says of a release whose files are written."""
    issue = Issue(certificate.made_at, {name: digest for name, digest in files.items() if name in CERTIFICATE_FILES})
    return LedgerEntry(
        certificate.number,
        now(),
        request.project.reviewer,
        str(Path(os.path.realpath(request.out))),
        certificate.handover,
        policy_values(request.policy),
        tuple(form.value for form in request.formats),
        names,
        {name: digest for name, digest in files.items() if name not in CERTIFICATE_FILES},
        {why.value: left for why, left in prepared.left_out.items()},
        certificate.vault is not None,
        unreviewed=request.unreviewed,
        issues=() if request.unreviewed else (issue,),
    )


def _in_layout(
    request: ReleaseRequest, originals: OriginalDocuments, one: Checked, remarks: list[DocumentRemark]
) -> bytes | None:
    """A report's Word document in its original's layout, if it leaves so; what is to tell of it joins `remarks`."""
    if request.in_layout:
        docx, remark = originals.in_layout(one.source.doc, one.released, request.keep_pictures)
    else:
        anew = {OutputFormat.DOCX, OutputFormat.PDF} & set(request.formats) and originals.of(one.source.doc.id)
        docx, remark = None, DocumentRemark(one.source.doc.id, anew=True) if anew else None
    if remark is not None:
        remarks.append(remark)
    return docx


def make_ready(request: ReleaseRequest) -> None:
    """Put right what a killed release left where this one goes; raises what `refuse_places` does where it cannot.

    Raises `HandoverMissingError` when the policy wants more to be said of the handover, `UnreviewedVaultError`, and
    `ReleaseForbiddenError` for what an administrator does not allow.
    """
    refuse_forbidden(request)
    missing = request.handover.missing(request.policy.requires)
    if missing:
        raise HandoverMissingError(policy=request.policy.name, detail=missing_words(missing))
    if request.unreviewed and request.vault is not None:
        # A vault belongs to a certificate; who needs the originals of what nobody reviewed has them.
        raise UnreviewedVaultError(path=request.vault)
    Ledger(request.project).settle()  # before what it is settled by is cleared away
    forget_unfinished(request.out)
    refuse_places(request.project, request.out, request.vault)


def refuse_places(project: Project, out: Path, vault: Path | None = None) -> None:
    """Raise `ReleaseFolderError` or `VaultPlaceError` when a release cannot go there (see `write_release`), and
    `ReleaseForbiddenError` where an administrator allows other folders alone."""
    refuse_elsewhere(out)
    target, own = Path(os.path.realpath(out)), Path(os.path.realpath(project.folder))
    if own.is_relative_to(target):
        raise ReleaseFolderError(path=out, detail=_REPORTS_THERE)
    if target.is_relative_to(own):
        raise ReleaseFolderError(path=out, detail=_AMONG_REPORTS)
    if target.exists() and not target.is_dir():
        raise ReleaseFolderError(path=out, detail=_NO_FOLDER)
    if target.exists() and any(target.iterdir()) and not is_release(target):
        raise ReleaseFolderError(path=out, detail=_OTHER_FILES)
    # An older vault is the only way back from an earlier release, of which there may be copies elsewhere.
    if vault is not None and (Path(os.path.realpath(vault)).is_relative_to(target) or os.path.lexists(vault)):
        raise VaultPlaceError(path=vault)


def _certificate(
    request: ReleaseRequest, prepared: Prepared, names: Mapping[str, str], progress: Progress
) -> Certificate:
    secret = secret_of(request)
    lines = []
    decisions: Counter[tuple[str, str]] = Counter()
    classes: Counter[tuple[str, str]] = Counter()
    for one in prepared.reports:
        decisions.update(by_decision(one.source.decisions or {}))
        classes.update((replaced.place.phi_class, replaced.way.value) for replaced in one.released.replacements)
        lines.append(
            ReportLine(
                names[one.source.doc.id],
                hmac.digest(secret, one.source.raw, sha256).hex(),
                sha256(one.released.text.encode()).hexdigest(),
                one.source.reviewers,
                one.source.signed_at,
                one.source.read,
                len(one.answers),
            )
        )
    second = findings_of(request.project, progress).of(Choice.RANDOM)
    number, today = new_number(), datetime.now().date()
    return Certificate(
        policy=request.policy,
        tagset=request.project.tagset,
        reports=tuple(lines),
        left_out={why.value: len(left) for why, left in prepared.left_out.items()},
        models=tuple(sorted({one.source.model for one in prepared.reports if one.source.model})),
        decisions=decisions,
        reviewed_by=request.reviewed_by,
        unknown_decisions=sum(one.source.decisions is None for one in prepared.reports),
        to_read_over=Counter(remark.kind.value for one in prepared.reports for remark in one.released.remarks),
        classes=classes,
        second=SecondReading(
            second.reports, second.words, second.spans, sum(second.missed.values()), second.reports_with_missed
        ),
        number=number,
        language=request.language,
        handover=request.handover.from_day(today, request.policy.expires_days),
        vault=None if request.vault is None else VaultMark(number, len(request.passphrases)),
    )
