"""Releasing a folder: its signed-off reports by a policy, held where anything may leak, written whole or not at all.

What window and command line do alike. Nothing is written before every report was checked.
"""

from __future__ import annotations

import contextlib
import hmac
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock

from deid_studio.errors import (
    DeidError,
    Detail,
    DocumentsRefusedError,
    HandoverMissingError,
    NothingToReleaseError,
    PlacesHeldError,
    ReleaseFolderError,
    UnreviewedVaultError,
    VaultPlaceError,
    printable,
)
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.formats.unreviewed_folder import LINE, marked, unreviewed_files
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.folding import fold
from deid_studio.progress import Progress
from deid_studio.release.gate.answers import Answer, fitting, unanswered
from deid_studio.release.gate.held import HeldKind, HeldPlace, says_who
from deid_studio.release.gate.places import held_places
from deid_studio.release.gate.reading import Reader, Sighting, shipped_reader
from deid_studio.release.gate.standing import kind_of
from deid_studio.release.outputs import OutputFormat, csv_bytes, jsonl_bytes, report_files
from deid_studio.release.policy import Policy, policy_values
from deid_studio.release.released import Released, Releaser
from deid_studio.release.surrogates.draws import new_secret
from deid_studio.release.vault import forget_vault
from deid_studio.review.certificate.certificate_page import certificate_page, html_bytes
from deid_studio.review.certificate.certificate_pdf import pdf_bytes
from deid_studio.review.certificate.ledger import Issue, Ledger, LedgerEntry, contents_sha256
from deid_studio.review.certificate.release_certificate import (
    CERTIFICATE_FILES,
    Certificate,
    ReportLine,
    SecondReading,
    VaultMark,
    by_decision,
    is_release,
    json_bytes,
    release_number_in,
    unreviewed_values,
)
from deid_studio.review.handover import Handover, missing_words
from deid_studio.review.journal import now
from deid_studio.review.project import Project
from deid_studio.review.releasing.original_documents import DocumentCheck, DocumentRemark, OriginalDocuments
from deid_studio.review.releasing.release_gathering import Gathered, LeftOut, Source, gather
from deid_studio.review.releasing.release_vault import forget_unfinished, new_number, put_vault, vault_content
from deid_studio.review.releasing.released_names import numbered_names, released_names, tells
from deid_studio.review.second.second_policy import Choice
from deid_studio.review.second.second_reading import findings_of

_REPORTS_THERE = Detail("ahí están los informes originales", "the original reports are there")
_AMONG_REPORTS = Detail("está dentro de la carpeta de los informes originales", "it is among the original reports")
_NO_FOLDER = Detail("no es una carpeta", "it is no folder")
_TABLES = {OutputFormat.CSV: "reports.csv", OutputFormat.JSONL: "reports.jsonl"}
_SUGGESTED = (Evidence("suggested"),)
_OTHER_FILES = Detail("contiene otros archivos", "it holds other files")


@dataclass(frozen=True, slots=True)
class ReleaseRequest:
    """What to release how.

    `patients` names each report's patient, `fields` what is known of them; `answers` are what a person said of held
    places, by report; `remembered` a person's own surrogates (see `Releaser`). `reader` reads for the gate. With
    `quarantine` only the reports that are held stay, else one holds all. With `numbered` the files are called by
    numbers: names of reports may tell whose they are. `passphrases` make a vault at `vault`. Word documents have the
    layout of the originals with `keep_layout`, their pictures only with `keep_pictures`. `secret` is what surrogates
    are drawn by; without one it is the project's, made now if there is none. `handover` says for whom the release is;
    ledger and certificate have it. `reviewed_by` says who reviewed annotations that were not made here, and how (`WHO,
    HOW`). With `unreviewed` all leaves, reviewed or not, and says so.
    """

    project: Project
    policy: Policy
    out: Path
    formats: tuple[OutputFormat, ...] = (OutputFormat.BRAT,)
    unreviewed: bool = False
    numbered: bool = False
    patients: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, PatientFields] = field(default_factory=dict, repr=False)
    answers: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict, repr=False)
    remembered: Mapping[tuple[str, str, str], str] = field(default_factory=dict)
    vault: Path | None = None
    passphrases: tuple[str, ...] = field(default=(), repr=False)
    language: str = "es"
    keep_layout: bool = True
    keep_pictures: bool = False
    secret: bytes | None = field(default=None, repr=False)
    handover: Handover = field(default_factory=Handover)
    reviewed_by: str = ""
    quarantine: bool = False
    reader: Reader = field(default_factory=shipped_reader, repr=False)

    @property
    def in_layout(self) -> bool:
        """Whether Word documents are to leave in the layout of the originals."""
        return OutputFormat.DOCX in self.formats and self.keep_layout


@dataclass(frozen=True, slots=True)
class Checked:
    """A report ready to leave: the places that the gate found, those that hold it back, and the answers that fit."""

    source: Source
    released: Released
    places: tuple[HeldPlace, ...]
    held: tuple[HeldPlace, ...]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class _Basis:
    """All that the releases of one scope's reports and their held places depend on, but for what a person answered."""

    policy: Policy
    secret: bytes = field(repr=False)
    docs: tuple[Document, ...] = field(repr=False)
    pending: tuple[tuple[Span, ...], ...] = field(repr=False)
    fields: tuple[PatientFields | None, ...] = field(repr=False)
    remembered: Mapping[tuple[str, str, str], str] = field(repr=False)
    others: tuple[tuple[tuple[str, str], ...], ...] = field(repr=False)
    reader: Reader = field(repr=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that would be written, and why other reports would not; `hindered` says what could not be read."""

    reports: tuple[Checked, ...]
    left_out: Mapping[LeftOut, tuple[str, ...]]
    hindered: tuple[DeidError, ...] = ()
    telling_names: tuple[str, ...] = ()
    basis: Mapping[str, _Basis] = field(default_factory=dict, repr=False)  # by scope
    documents: Mapping[str, DocumentCheck] = field(default_factory=dict, repr=False)

    @property
    def refused(self) -> Mapping[str, DeidError]:
        """Why Word documents cannot leave in their layout, by report; that holds the release back as well."""
        return {name: one.refused for name, one in self.documents.items() if one.refused is not None}

    @property
    def is_held(self) -> bool:
        """Whether anything holds the release back."""
        return bool(self.held_reports)

    @property
    def held(self) -> Mapping[str, tuple[HeldPlace, ...]]:
        """The held places by report, of those that have any."""
        return {one.source.doc.id: one.held for one in self.reports if one.held}

    @property
    def held_reports(self) -> frozenset[str]:
        """The reports that are held: by a place, by a name that tells whose they are, or by their Word document."""
        return frozenset((*self.held, *self.telling_names, *self.refused))

    def without_held(self) -> Prepared:
        """What may leave when reports that are held stay."""
        held = self.held_reports
        if not held:
            return self
        return replace(
            self,
            reports=tuple(one for one in self.reports if one.source.doc.id not in held),
            left_out={**self.left_out, LeftOut.HELD: tuple(sorted(held))},
            telling_names=(),
            documents={name: one for name, one in self.documents.items() if name not in held},
        )


def prepare(request: ReleaseRequest, progress: Progress) -> Prepared:
    """Look which reports may leave, release them in memory and look what holds them back (see `gather`, `check`).

    Raises `NothingToReleaseError` when no report may leave.
    """
    gathered = gather(request.project, request.unreviewed, progress, reviewed_by=request.reviewed_by)
    if not gathered.sources:
        raise NothingToReleaseError(path=request.project.folder, detail=gathered.why_none)
    return check(request, gathered, progress)


def check(request: ReleaseRequest, gathered: Gathered, progress: Progress, before: Prepared | None = None) -> Prepared:
    """Release what was gathered in memory, and look what holds it: places, and Word documents that cannot be cleaned.

    Writes nothing but the project's secret. Of an earlier preparation (`before`) all is taken that the request would
    give again.
    """
    releaser = _releaser(request, gathered)
    scopes: dict[str, list[Source]] = {}
    for source in gathered.sources:
        scopes.setdefault(releaser.scope_of(source.doc.id), []).append(source)
    known = {} if before is None else {one.source.doc.id: one for one in before.reports}
    others = _decided_elsewhere(request, gathered)
    checked: list[Checked] = []
    bases: dict[str, _Basis] = {}
    progress.step(0, len(gathered.sources))
    # One scope after the other: its dictionary of surrogates is made once.
    for scope, sources in sorted(scopes.items()):
        basis = bases[scope] = _basis(request, releaser, scope, sources, others)
        same = before is not None and before.basis.get(scope) == basis
        for source in sorted(sources, key=lambda one: one.doc.id):
            if same:
                checked.append(replace(known[source.doc.id], source=source))
            else:
                checked.append(_checked(request, releaser, source, others))
            progress.step(len(checked), len(gathered.sources))
    checked.sort(key=lambda one: one.source.doc.id)
    documents = _documents(request, checked, progress, {} if before is None else before.documents)
    prepared = Prepared(tuple(checked), gathered.left_out, gathered.hindered, basis=bases, documents=documents)
    return with_names_told(with_answers(prepared, request.answers), request)


def _documents(
    request: ReleaseRequest, reports: Sequence[Checked], progress: Progress, before: Mapping[str, DocumentCheck]
) -> dict[str, DocumentCheck]:
    """Look which Word documents can leave in their layout, if they shall."""
    if not request.in_layout:
        return {}
    originals, found = OriginalDocuments(request.project), {}
    for one in progress.each(reports, len(reports)):
        doc = one.source.doc
        document = originals.checked(doc, one.released, request.keep_pictures, before.get(doc.id))
        if document is not None:
            found[doc.id] = document
    return found


class Looks:
    """Releases single reports to be looked at, one after the other; in whichever threads they are asked for.

    What a whole scope needs is not made again while only treatments or a person's own surrogates change.
    """

    def __init__(self) -> None:
        self._last: Releaser | None = None
        self._lock = Lock()

    def at(self, request: ReleaseRequest, gathered: Gathered, name: str) -> Checked:
        """One report as it would leave, with what holds it; raises KeyError for one that is not gathered."""
        source = next((one for one in gathered.sources if one.doc.id == name), None)
        if source is None:
            raise KeyError(name)
        releaser = _releaser(request, gathered)
        with self._lock:
            if self._last is not None:
                releaser.take_over(self._last)
            checked = _checked(request, releaser, source, _decided_elsewhere(request, gathered))
            self._last = releaser
        return checked


def scope_of(request: ReleaseRequest, gathered: Gathered, name: str) -> tuple[str, tuple[Document, ...]]:
    """The name of the scope that a report belongs to, and that scope's reports."""
    releaser = _releaser(request, gathered)
    scope = releaser.scope_of(name)
    return scope, tuple(one.doc for one in gathered.sources if releaser.scope_of(one.doc.id) == scope)


def with_answers(prepared: Prepared, answers: Mapping[str, tuple[Answer, ...]]) -> Prepared:
    """What was prepared with these answers and no others."""
    return replace(prepared, reports=tuple(_answered(one, answers) for one in prepared.reports))


def with_names_told(prepared: Prepared, request: ReleaseRequest) -> Prepared:
    """What was prepared with the names that tell whose a report is, unless reports are numbered."""
    if request.numbered:
        return replace(prepared, telling_names=())
    docs = [one.source.doc for one in prepared.reports]
    telling = (doc.id for doc in docs if tells(doc, request.project.tagset, request.fields.get(doc.id)))
    return replace(prepared, telling_names=tuple(telling))


def _answered(one: Checked, answers: Mapping[str, tuple[Answer, ...]]) -> Checked:
    source = one.source
    own = fitting(answers.get(source.doc.id, ()), source.doc.text)
    held = tuple(unanswered(one.places, source.doc, one.released, own, source.rejected))
    return replace(one, held=held, answers=own)


def _decided_elsewhere(request: ReleaseRequest, gathered: Gathered) -> dict[str, tuple[tuple[str, str], ...]]:
    """What says who somebody is and was decided in the other reports of a report's patient: texts and classes."""
    patients, tagset = _patients(request), request.project.tagset
    decided: dict[str, dict[str, set[tuple[str, str]]]] = {}
    for doc in (one.doc for one in gathered.sources if one.doc.id in patients):
        decided.setdefault(patients[doc.id], {})[doc.id] = {
            (span.text(doc.text), span.phi_class) for span in doc.spans if says_who(kind_of(tagset, span.phi_class))
        }
    return {
        name: tuple(sorted(set().union(*(texts for other, texts in reports.items() if other != name))))
        for reports in decided.values()
        for name in reports
    }


def _releaser(request: ReleaseRequest, gathered: Gathered) -> Releaser:
    docs = [one.doc for one in gathered.sources]
    secret = _secret(request)
    return Releaser(docs, request.policy, request.project.tagset, secret, _patients(request), request.remembered)


def _patients(request: ReleaseRequest) -> dict[str, str]:
    return {**patients_of(request.fields), **request.patients}


def _basis(
    request: ReleaseRequest,
    releaser: Releaser,
    scope: str,
    sources: Sequence[Source],
    others: Mapping[str, tuple[tuple[str, str], ...]],
) -> _Basis:
    return _Basis(
        request.policy,
        releaser.secret,
        tuple(one.doc for one in sources),
        tuple(one.pending for one in sources),
        tuple(request.fields.get(one.doc.id) for one in sources),
        {key: own for key, own in request.remembered.items() if key[0] == scope},
        tuple(others.get(one.doc.id, ()) for one in sources),
        request.reader,
    )


def _checked(
    request: ReleaseRequest,
    releaser: Releaser,
    source: Source,
    others: Mapping[str, tuple[tuple[str, str], ...]],
) -> Checked:
    doc, released = source.doc, releaser.release(source.doc)
    fields = request.fields.get(doc.id)
    suggested = (Sighting(Suggestion(span, 1.0, _SUGGESTED), HeldKind.SUGGESTED) for span in source.pending)
    seen = *suggested, *request.reader.read(doc.text, fields)
    there = request.reader.read_released(released.text)
    tagset = request.project.tagset
    places = held_places(doc, released, seen, there, request.policy, tagset, fields, others.get(doc.id, ()))
    return _answered(Checked(source, released, places, places), request.answers)


def _secret(request: ReleaseRequest) -> bytes:
    return project_secret(request.project) if request.secret is None else request.secret


def patients_of(fields: Mapping[str, PatientFields]) -> dict[str, str]:
    """The patient of each report: by identifier, else by name and date of birth; those without either are left out."""
    found = {}
    for report, known in fields.items():
        numbers = known.of(FieldKind.IDENTIFIER)
        name = known.of(FieldKind.FULL_NAME, FieldKind.GIVEN_NAME, FieldKind.SURNAME)
        key = numbers[:1] or ((*name, *known.of(FieldKind.BIRTH_DATE)) if name else ())
        if key:
            found[report] = " ".join(fold(part) for part in key)
    return found


def project_secret(project: Project) -> bytes:
    """The secret that a project's surrogates are drawn by, made at the first release and kept in its private file.

    Where that cannot be written, a new one for this release alone.
    """
    kept = project.release_secret()
    return kept if kept is not None else keep_secret(project, new_secret())


def keep_secret(project: Project, secret: bytes) -> bytes:
    """Keep a secret as the project's, if it has none and can be written; gives it back."""
    if project.release_secret() is not None:
        return secret
    try:
        project.keep_release_secret(secret)
    except DeidError:
        return secret
    return secret


def write_release(request: ReleaseRequest, prepared: Prepared, progress: Progress) -> Certificate:
    """Write what was prepared: the reports in their formats, brat's configuration, the certificate, the vault.

    An unreviewed export says in all names, documents and tables that it is one, and has no certificate; what would
    stand on it is given back all the same.

    With `quarantine` reports that are held stay, and the others leave. Raises `PlacesHeldError` or
    `DocumentsRefusedError` when anything holds it back, `ReleaseFolderError` when `out` is not empty and no earlier
    release, or lies in the folder of the reports or around it, `VaultPlaceError` when there is a vault already or it
    would leave with the reports, `DocumentTextChangedError`, `DocumentMacrosError` or `DocumentNotCleanError` when a
    Word document was changed since it was looked at, `WriteError`, `JournalError`. What was in `out` is replaced in one
    step; until then it stays as it was.
    """
    make_ready(request)
    refuse_held(request, prepared)
    prepared = _asked(request, prepared)
    prepared = prepared.without_held() if request.quarantine else prepared
    own = [one.source.doc.id for one in prepared.reports]
    names = numbered_names(own, _secret(request)) if request.numbered else released_names(own)
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
    except BaseException:
        number = certificate.number
        if release_number_in(request.out) != number:
            if request.vault is not None:
                forget_vault(request.vault, number)
            ledger.forget(number)
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


def certificate_files(certificate: Certificate, language: str) -> dict[str, bytes]:
    """The certificate in all its forms, by the names of their files."""
    page = certificate_page(certificate, language)
    forms = json_bytes(certificate), html_bytes(page), pdf_bytes(page)
    return dict(zip(CERTIFICATE_FILES, forms, strict=True))


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

    Raises `HandoverMissingError` when the policy wants more to be said of the handover, and `UnreviewedVaultError`.
    """
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
    """Raise `ReleaseFolderError` or `VaultPlaceError` when a release cannot go there (see `write_release`)."""
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
    secret = _secret(request)
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
