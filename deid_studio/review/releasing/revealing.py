"""Revealing: the reports of a release brought back by its vault, with every opening noted beside it."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from deid_studio.errors import (
    DeidError,
    NameClashError,
    NoReleaseError,
    OriginalsFolderError,
    WriteError,
    reason,
)
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.formats.text import read_bytes
from deid_studio.progress import Progress
from deid_studio.release.vault import open_vault, release_of, restored
from deid_studio.review.certificate.release_certificate import is_release, vault_number_in
from deid_studio.texts import Text

_LIMIT_MB = 500
_OPENED = "opened"

_NOT_THERE = Text("there is no such folder")
_OF_ANOTHER = Text("it is a release that belongs to another vault")
_A_RELEASE = Text("a release is there, which would leave with personal data in it")
_NO_FOLDER = Text("it is no folder")
_NOT_EMPTY = Text("it holds other files")


@dataclass(frozen=True, slots=True)
class RevealRequest:
    """What to bring back: the released `folder`, unchanged, its `vault`, where to, and `who` does it.

    With `replacing`, `out` may hold other files, and reports that are there already are replaced.
    """

    folder: Path
    vault: Path
    out: Path
    passphrases: tuple[str, ...] = field(repr=False)
    who: str
    replacing: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """The names of the reports that came back, and, as released, of those that are missing or were changed.

    `annotations` is how many came back with their `.ann`; None: the vault is an older one, which holds none.
    """

    restored: tuple[str, ...]
    failed: tuple[str, ...] = ()
    annotations: int | None = 0


def reveal_reports(request: RevealRequest, progress: Progress) -> Revealed:
    """Bring texts and annotations back; every opening of the vault, a failed one too, is noted beside it (who, when).

    Raises `NoReleaseError` and `OriginalsFolderError` before the vault is opened, what `open_vault` raises, and
    `WriteError`.
    """
    _refuse_release(request)
    _refuse_folder(request)
    try:
        content = open_vault(request.vault, request.passphrases)
    except DeidError as error:
        _note(request, error.code, 0)
        raise
    # Noted before anything is shown: who opens it cannot take that back.
    _note(request, _OPENED, len(content.reports))
    targets = {released: request.out / f"{one.name}.txt" for released, one in content.reports.items()}
    with_ann = [ann_path(targets[released]) for released, one in content.reports.items() if one.ann is not None]
    _refuse_places(request.out, [*targets.values(), *with_ann])
    done: list[str] = []
    failed: list[str] = []
    annotated = 0
    for released, one in progress.each(content.reports.items(), len(targets)):
        try:
            text = read_bytes(request.folder / f"{released}.txt", _LIMIT_MB).decode("utf-8")
            raw = restored(text, one)
        except (DeidError, ValueError):
            failed.append(released)
            continue
        try:
            targets[released].parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(path=targets[released].parent, detail=reason(error)) from error
        # The .ann first: were this interrupted in between, a .txt alone would look like a report without PHI.
        if one.ann is not None:
            write_file(ann_path(targets[released]), one.ann)
            annotated += 1
        write_file(targets[released], raw)
        done.append(one.name)
    return Revealed(tuple(done), tuple(failed), annotated if content.with_annotations else None)


def _refuse_release(request: RevealRequest) -> None:
    """Raise where there is no folder, or the certificate in it names another vault."""
    if not request.folder.is_dir():
        raise NoReleaseError(path=request.folder, detail=_NOT_THERE)
    number, wanted = vault_number_in(request.folder), ""
    with contextlib.suppress(DeidError):  # what is wrong with the vault is told, and noted, when it is opened
        wanted = release_of(request.vault)
    if number and wanted and number != wanted:
        raise NoReleaseError(path=request.folder, detail=_OF_ANOTHER)


def _refuse_folder(request: RevealRequest) -> None:
    """Raise where originals would come to lie in a release or below one, or among files of something else."""
    out = Path(os.path.realpath(request.out))
    if any(is_release(one) for one in (out, *out.parents)):
        raise OriginalsFolderError(path=request.out, detail=_A_RELEASE)
    if out.exists() and not out.is_dir():
        raise OriginalsFolderError(path=request.out, detail=_NO_FOLDER)
    try:
        others = not request.replacing and out.is_dir() and any(out.iterdir())
    except OSError as error:
        raise OriginalsFolderError(path=request.out, detail=reason(error)) from error
    if others:
        raise OriginalsFolderError(path=request.out, detail=_NOT_EMPTY)


def _refuse_places(folder: Path, targets: list[Path]) -> None:
    """Raise when a report would lie outside of the folder, or two would lie at one place."""
    places: set[str] = set()
    out = os.path.realpath(folder)
    for target in targets:
        place = os.path.realpath(target)
        if place in places or not Path(place).is_relative_to(out):
            raise NameClashError(path=target, other=target)
        places.add(place)


def _note(request: RevealRequest, what: str, reports: int) -> None:
    """Add a line to the journal of openings beside a vault; raises `WriteError`, so that none is opened unseen."""
    line = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "who": request.who, "what": what,
            "reports": reports}  # fmt: skip
    path = request.vault.with_name(f"{request.vault.name}.openings.jsonl")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, (json.dumps(line) + "\n").encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
