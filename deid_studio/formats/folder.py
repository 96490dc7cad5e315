"""Folders of reports: which `.txt` and other files are in one, and each with the `.ann` beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from deid_studio.errors import DeidError, FolderUnusableError, printable, reason
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.formats.text import SIZE_LIMIT_MB, Report, read_bytes, read_report
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

# Written by this program beside reports; their copies are not reports to review.
_OURS = frozenset({"retraining"})
_NUMBER = re.compile("[0-9]+")


def find_reports(
    folder: Path, tell: Callable[[DeidError], None] | None = None, progress: Progress | None = None
) -> list[Path]:
    """The paths of the reports in a folder; see `named_reports`."""
    return [path for _, path in named_reports(folder, tell, progress)]


def named_reports(
    folder: Path, tell: Callable[[DeidError], None] | None = None, progress: Progress | None = None
) -> list[tuple[str, Path]]:
    """The reports (`.txt`) in a folder and its subfolders, each with its id (`report_id`), in natural order.

    Left out: hidden files and folders, this program's own, and linked folders. A subfolder that cannot be listed is
    passed to `tell` and left out; raises `FolderUnusableError` when the folder itself cannot.
    """
    return _named_files(folder, lambda path: path.suffix.lower() == ".txt", tell, progress)


def find_files(
    folder: Path,
    wanted: Callable[[Path], bool],
    tell: Callable[[DeidError], None] | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """The files that are wanted, found like reports; see `named_reports`. Each folder looked into is a step."""
    return [path for _, path in _named_files(folder, wanted, tell, progress)]


def _named_files(
    folder: Path,
    wanted: Callable[[Path], bool],
    tell: Callable[[DeidError], None] | None,
    progress: Progress | None,
) -> list[tuple[str, Path]]:
    def refused(error: OSError) -> None:
        problem = FolderUnusableError(path=error.filename, detail=reason(error))
        if Path(error.filename) == folder:
            raise problem from error
        if tell is not None:
            tell(problem)

    found: list[Path] = []
    for here, folders, files in os.walk(folder, onerror=refused):
        if progress is not None:
            progress.step(len(found))
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _OURS]
        found.extend(path for name in files if not name.startswith(".") and wanted(path := Path(here, name)))
    named = [(report_id(path, folder), path) for path in found]
    named.sort(key=lambda one: _natural(one[0]))
    return named


def report_id(path: Path, folder: Path) -> str:
    """The id of a report of a folder: its path there, with `/` and without `.txt`, as text that can be kept."""
    here, there = f"{folder}{os.sep}", str(path)
    if not there.startswith(here):
        return printable(path.relative_to(folder).with_suffix("").as_posix())
    # The same, in a fraction of the time for folders of thousands.
    return printable(there.removeprefix(here).removesuffix(path.suffix).replace(os.sep, "/"))


def ann_path(path: Path) -> Path:
    """Where the annotations of a report are: beside it, ending in `.ann`."""
    return path.with_suffix(".ann")


def nearest(folder: Path, name: str) -> Path | None:
    """The file of that name in a folder, else in the nearest above it, as brat looks for its configuration.

    The user's home and the root of the file system are not looked into, unless one is the folder itself.
    """
    folder = folder.resolve()
    for here in (folder, *folder.parents):
        if here != folder and (here == Path.home() or here == here.parent):
            return None
        if (here / name).is_file():
            return here / name
    return None


def read_pair(
    path: Path, id: str | None = None, tagset: TagSet | None = None, limit_mb: float = SIZE_LIMIT_MB
) -> tuple[Report, AnnFile | None]:
    """A report and the `.ann` beside it, None when there is none; raises what `read_report` and `parse_ann` do."""
    report = read_report(path, id, limit_mb)
    beside = ann_path(path)
    if not os.path.lexists(beside):
        return report, None
    return report, parse_ann(read_bytes(beside, limit_mb), report.document.text, beside, tagset)


def read_folder(folder: Path, tagset: TagSet | None = None) -> Iterator[Document]:
    """The reports of a folder in natural order, each with the spans of the `.ann` beside it.

    Raises what `find_reports` and `read_pair` do, at the report where it happens.
    """
    for id, path in named_reports(folder):
        report, ann = read_pair(path, id, tagset)
        doc = report.document
        yield doc if ann is None else Document(doc.id, doc.text, ann.spans)


def _natural(id: str) -> str:
    # Digits compare as numbers: informe 2 before informe 10. A number is led by its length, and what no name holds
    # stands between: one text compares in a fraction of the time that its parts do.
    return _NUMBER.sub(_sortable, id.casefold()) + f"\0\0{id}"


def _sortable(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0")
    return f"\0{chr(len(digits) + 1)}{digits}\0"
