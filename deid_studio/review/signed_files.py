"""SignedFiles: which signed reports another program has changed since they were signed, without reading them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.formats.folder import ann_path
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes, read_bytes_if_any
from deid_studio.progress import Progress
from deid_studio.review.elsewhere.ann_beside import sha256, sha_of
from deid_studio.review.journal import Summary
from deid_studio.review.project import Project
from deid_studio.review.signing.review_file import ReviewLine

Mark = tuple[int, int] | None  # when a file was changed last, in nanoseconds, and its size; None where there is none


@dataclass(frozen=True, slots=True)
class Look:
    """How a report and its `.ann` looked, beside the sign-off of which time, and whether they differed from it."""

    marks: tuple[Mark, Mark]
    signed_at: str
    changed: bool


@dataclass(frozen=True, slots=True)
class SignedFiles:
    """The reports of a project to look at, each with the time of its sign-off, and how they looked before."""

    project: Project
    signed_at: Mapping[str, str]
    before: Mapping[str, Look] = field(default_factory=dict)
    limit_mb: float = SIZE_LIMIT_MB


def look_at(files: SignedFiles, progress: Progress) -> dict[str, Look]:
    """Look whether signed reports and their `.ann` are as they were signed.

    What looks as before, or was not touched since the sign-off, is not read. A report that is gone or cannot be read is
    left out: who opens it is told, and a folder may be away for a moment. Raises the errors of journal and review file.
    """
    looks: dict[str, Look] = {}
    unlike: dict[str, tuple[Mark, Mark]] = {}
    for name, signed_at in progress.each(files.signed_at.items(), len(files.signed_at)):
        path = files.project[name].path
        marks = text, ann = _mark(path), _mark(ann_path(path))
        known = files.before.get(name)
        if known is not None and (known.marks, known.signed_at) == (marks, signed_at):
            looks[name] = known
        elif text is not None and ann is not None and max(text[0], ann[0]) < _nanoseconds(signed_at):
            looks[name] = Look(marks, signed_at, False)
        elif text is not None:
            unlike[name] = marks
    if unlike:
        summaries, lines = files.project.summaries(), files.project.review_file.read().last_lines()
        for name, marks in progress.each(unlike.items(), len(unlike)):
            path, summary = files.project[name].path, summaries.get(name)
            try:
                changed = summary is not None and _differs(path, summary, lines.get(name), files.limit_mb)
            except DeidError:
                continue
            looks[name] = Look(marks, files.signed_at[name], changed)
    return looks


def _differs(path: Path, summary: Summary, line: ReviewLine | None, limit_mb: float) -> bool:
    if not summary.signed:
        return False  # it was withdrawn meanwhile
    # What versions before the review file signed does not say of which text.
    proof = line.proof if line is not None and line.proof.sha256 == summary.signatures[-1].proof else None
    if proof is not None and sha256(read_bytes(path, limit_mb)) != proof.text_sha256:
        return True
    return not summary.unsaved and sha_of(read_bytes_if_any(ann_path(path), limit_mb)) != summary.ann_sha256


def _mark(path: Path) -> Mark:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    # A file that was put in the place of another may keep its own time of writing.
    return max(found.st_mtime_ns, found.st_ctime_ns), found.st_size


def _nanoseconds(moment: str) -> float:
    try:
        return datetime.fromisoformat(moment).timestamp() * 1e9
    except ValueError:
        return 0.0
