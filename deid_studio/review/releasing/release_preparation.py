"""Preparing a release: the signed-off reports released in memory, and what holds them back.

What window and command line do alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

from deid_studio.errors import (
    DeidError,
    NothingToReleaseError,
)
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.register import Register
from deid_studio.progress import Progress
from deid_studio.release.gate.answers import Answer, fitting, unanswered
from deid_studio.release.gate.held import HeldKind, HeldPlace, says_who
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.gate.sightings import Reader, Seen, Sighting, Unread
from deid_studio.release.gate.standing import kind_of
from deid_studio.release.policy import Policy
from deid_studio.release.released import Released, Releaser
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.releasing.original_documents import DocumentCheck, OriginalDocuments
from deid_studio.review.releasing.release_gathering import Gathered, Source, gather
from deid_studio.review.releasing.release_request import ReleaseRequest, patients_of, secret_of
from deid_studio.review.releasing.released_names import tells

_SUGGESTED = (Evidence("suggested"),)


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

    def drawn() -> Iterator[tuple[_Drawn, Unread]]:
        # One scope after the other: its dictionary of surrogates is made once.
        for scope, sources in sorted(scopes.items()):
            basis = bases[scope] = _basis(request, releaser, scope, sources, others)
            same = before is not None and before.basis.get(scope) == basis
            for source in sorted(sources, key=lambda one: one.doc.id):
                if same:
                    done(replace(known[source.doc.id], source=source))
                else:
                    one = _drawn(releaser, source, others)
                    yield one, one.unread(request)

    def done(report: Checked) -> None:
        checked.append(report)
        progress.step(len(checked), len(gathered.sources))

    progress.step(0, len(gathered.sources))
    # What mentions have to agree on is drawn here, once; reading each report, which takes longest, may be elsewhere.
    for one, seen in request.reader.each(drawn()):
        done(_checked(request, one, seen))
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
            drawn = _drawn(releaser, source, _decided_elsewhere(request, gathered))
            checked = _checked(request, drawn, request.reader.seen(drawn.unread(request)))
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
    secret = secret_of(request)
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


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A report as it leaves, to be read: what was decided elsewhere of its patient, and their register."""

    source: Source
    released: Released
    others: tuple[tuple[str, str], ...]
    people: Register | None

    def unread(self, request: ReleaseRequest) -> Unread:
        """What a reader is asked."""
        doc = self.source.doc
        return Unread(doc.id, doc.text, self.released.text, request.fields.get(doc.id))


def _drawn(releaser: Releaser, source: Source, others: Mapping[str, tuple[tuple[str, str], ...]]) -> _Drawn:
    doc, released = source.doc, releaser.release(source.doc)
    return _Drawn(source, released, others.get(doc.id, ()), releaser.people_of(doc))


def _checked(request: ReleaseRequest, drawn: _Drawn, seen: Seen) -> Checked:
    source, released, doc = drawn.source, drawn.released, drawn.source.doc
    suggested = (Sighting(Suggestion(span, 1.0, _SUGGESTED), HeldKind.SUGGESTED) for span in source.pending)
    places = held_places(
        doc, released, (*suggested, *seen.original), seen.released, request.policy, request.project.tagset,
        request.fields.get(doc.id), drawn.others, drawn.people,
    )  # fmt: skip
    return _answered(Checked(source, released, places, places), request.answers)
