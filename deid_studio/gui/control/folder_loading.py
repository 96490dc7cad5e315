"""What it takes to open a folder and a report of it: jobs, without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from deid_studio.corpora.layer_opening import OpenLayer, folder_to_open, layer_for
from deid_studio.errors import (
    DeidError,
    NoReportsError,
    OnlyDocumentsError,
    ReportUnreadableError,
    ReviewFileError,
    WriteError,
)
from deid_studio.formats.conversion.documents import is_document
from deid_studio.formats.folder import ann_path, find_files
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.alike.house import House
from deid_studio.review.alike.house_folder import Left, with_left
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.elsewhere.report_files import OnDisk
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal import Summary
from deid_studio.review.kept_settings import SECOND_POLICY, SENSITIVITY
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.second.second_policy import Choice, SecondPolicy
from deid_studio.review.second.second_reading import risks_of
from deid_studio.review.session import ReviewSession
from deid_studio.review.tag_set.tag_set_changing import finish_change


@dataclass(frozen=True, slots=True)
class FolderRequest:
    """What is needed to open a folder, or the reviewer's layer of a corpus."""

    folder: Path
    tagset: TagSet
    reviewer: str
    limit_mb: float = SIZE_LIMIT_MB
    lock: FolderLock | None = None  # of a folder that is open here already


@dataclass(frozen=True, slots=True)
class LoadedFolder:
    """A project with its summaries, the reports whose interrupted saves were completed, what hindered others, what the
    person should know of the folder, what is known of patients, and the least confidence that is shown."""

    project: Project
    summaries: dict[str, Summary]
    finished: tuple[str, ...] = ()
    hindered: tuple[DeidError, ...] = ()
    told: tuple[DeidError, ...] = ()
    patients: Mapping[str, PatientFields] = field(default_factory=dict)
    sensitivity: float = 0.0
    second: SecondPolicy = field(default_factory=SecondPolicy)
    risks: Mapping[str, float] = field(default_factory=dict)  # of reports whose sign-off does not say it
    layer: OpenLayer | None = None


def load_folder(request: FolderRequest, progress: Progress) -> LoadedFolder:
    """Open the project and complete saves that a crash cut short.

    Raises the errors of `Project`, of `folder_to_open` and `layer_for`, and `OnlyDocumentsError` when there is
    something to convert instead.
    """
    folder = folder_to_open(request.folder, request.reviewer, progress)
    layer = layer_for(folder, request.reviewer)
    try:
        own = request.lock if request.lock is not None and request.lock.is_of(folder) else None
        lock = own or FolderLock(folder, PRIVATE, request.reviewer)
        project = Project(folder, request.tagset, request.reviewer, request.limit_mb, lock, progress)
        opened = None if layer is None else OpenLayer(layer, folder, request.tagset)
    except NoReportsError as error:
        documents = find_files(folder, is_document)
        raise OnlyDocumentsError(path=folder, count=len(documents)) if documents else error from error
    finished: list[str] = []
    hindered: list[DeidError] = []
    told = list(project.told)
    try:
        try:
            if not project.read_only:
                finish_change(project)
        except DeidError as error:
            told.append(error)
        interrupted: list[str] = []
        summaries = project.summaries()
        try:
            if not project.read_only:
                damaged = project.mend()
                told += [] if damaged is None else [damaged]
            review = project.review_file.read()
            told += review.faults[:1]
            if not project.read_only:  # where another window decides, what it has under way is no interrupted save
                interrupted = list(project.interrupted(summaries, review))
        except (ReportUnreadableError, ReviewFileError, WriteError) as error:
            told.append(error)  # what cannot be read beside the reports must not keep anyone from them
        try:
            Ledger(project).settle()
        except DeidError as error:
            told.append(error)  # nor must a ledger
        for name in progress.each(interrupted, len(interrupted)):
            try:
                project.finish(name)
                finished.append(name)
            except DeidError as error:
                hindered.append(error)
        summaries = project.summaries() if interrupted else summaries
        patients = project.patient_fields()
        least, second = project.kept(SENSITIVITY), project.kept(SECOND_POLICY)
        risks = risks_of(project, progress) if second.choice is Choice.RISKIEST else {}
        done, hindrances = tuple(finished), tuple(hindered)
        return LoadedFolder(
            project, dict(summaries), done, hindrances, tuple(told), patients, least, second, risks, opened
        )
    except BaseException:
        project.close()
        raise


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What is needed to open a report; the house learns from the one that is left for it."""

    project: Project
    name: str
    house: House
    left: Left | None = None


def load_report(request: ReportRequest, progress: Progress) -> tuple[ReviewSession, OnDisk, House]:
    """Open a report, and look whether another program changed it since; raises the errors of `Project.open`."""
    session = request.project.open(request.name)
    progress.step(1)
    return session, session.on_disk(), with_left(request.house, request.left)


def count_accepted(reports: tuple[Path, ...], progress: Progress) -> dict[Path, int]:
    """How many spans the `.ann` beside each report holds; those without one, or that cannot be read, are left out."""
    counts: dict[Path, int] = {}
    for path in progress.each(reports):
        try:
            raw = read_bytes(ann_path(path))
        except DeidError:
            continue
        counts[path] = raw.startswith(b"T") + raw.count(b"\nT")
    return counts
