"""Release request: what to release how, and the secret and the patients that it goes by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from deid_studio.errors import (
    DeidError,
)
from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.people.folding import fold
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.readers import shipped_reader
from deid_studio.release.gate.sightings import Reader
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Policy
from deid_studio.release.surrogates.draws import new_secret
from deid_studio.review.handover import Handover
from deid_studio.review.kept_settings import RELEASE_SECRET
from deid_studio.review.project import Project


class ReleaseOptions(TypedDict, total=False):
    """What a request may say beside what to release, where to, by what: fields of `ReleaseRequest`."""

    formats: tuple[OutputFormat, ...]
    unreviewed: bool
    numbered: bool
    vault: Path | None
    passphrases: tuple[str, ...]
    language: str
    keep_layout: bool
    keep_pictures: bool
    handover: Handover
    quarantine: bool


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


def secret_of(request: ReleaseRequest) -> bytes:
    """What the surrogates of a release are drawn by: its own secret, else its project's."""
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
    kept = project.kept(RELEASE_SECRET)
    return kept if kept is not None else keep_secret(project, new_secret())


def keep_secret(project: Project, secret: bytes) -> bytes:
    """Keep a secret as the project's, if it has none and can be written; gives it back."""
    if project.kept(RELEASE_SECRET) is not None:
        return secret
    try:
        project.keep(RELEASE_SECRET, secret)
    except DeidError:
        return secret
    return secret
