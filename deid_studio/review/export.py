"""Export: a BRAT copy of a project's reports in another folder; the project itself stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from deid_studio.errors import DeidError, WouldOverwriteError, WriteError, reason
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.files import write_file
from deid_studio.progress import Progress
from deid_studio.review.project import Project
from deid_studio.review.signing.machine_annotations import MachineAnnotations
from deid_studio.review.waiting import Waiting, opened


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to copy where: `waiting` are in-memory suggestions by report, exported only with `include_pending`."""

    project: Project
    names: tuple[str, ...]
    folder: Path
    include_pending: bool = False
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    config_files: bool = True
    language: str = "es"


@dataclass(frozen=True, slots=True)
class Exported:
    """How many reports were copied, and what hindered the others."""

    copied: int
    hindered: tuple[DeidError, ...] = ()


def export_copy(request: ExportRequest, progress: Progress) -> Exported:
    """Write `.txt` (byte for byte) and `.ann` of the reports, and brat's configuration.

    Raises `WouldOverwriteError` before anything is written when a file is there already, `WriteError` when the disk
    refuses. A report that cannot be read does not stop the others.
    """
    targets = {name: request.folder / f"{name}.txt" for name in request.names}
    there = sum(p.exists() for path in targets.values() for p in (path, path.with_suffix(".ann")))
    if there:
        raise WouldOverwriteError(path=request.folder, count=there)
    hindered: list[DeidError] = []
    copied = 0
    machine = MachineAnnotations(request.folder, "copy with suggestions that nobody has decided")
    for name in progress.each(request.names, len(request.names)):
        try:
            session = opened(request.project, name, request.waiting)
            text, ann = session.pair(request.include_pending)
        except DeidError as error:
            hindered.append(error)
            continue
        path = targets[name]
        _make_folder(path.parent)
        report = request.project[name].path
        if request.include_pending and session.desk.pending:
            machine.note(name, parse_ann(ann, session.text, path).spans)
        # The .ann first: were this interrupted in between, a .txt alone would look like a report without PHI.
        write_file(path.with_suffix(".ann"), ann, like=report)
        write_file(path, text, like=report)
        copied += 1
    if request.config_files and copied:
        for file_name, data in conf_files(request.project.tagset, request.language).items():
            if not (request.folder / file_name).exists():
                write_file(request.folder / file_name, data)
    return Exported(copied, tuple(hindered))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path=folder, detail=reason(error)) from error
