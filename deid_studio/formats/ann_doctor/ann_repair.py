"""Writing a repaired `.ann` with the original kept beside it, and putting that one back."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from deid_studio.errors import AnnChangedError, WriteError, reason
from deid_studio.formats.ann_doctor.diagnosis import Diagnosis, diagnose
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes, read_bytes_if_any, read_report
from deid_studio.progress import Progress


def examine(report: Path, limit_mb: float = SIZE_LIMIT_MB, progress: Progress | None = None) -> Diagnosis:
    """What is wrong with the `.ann` beside a report; nothing if there is none.

    Raises what `read_report`, `read_bytes_if_any` and `diagnose` do.
    """
    path = ann_path(report)
    text = read_report(report, limit_mb=limit_mb).document.text
    return diagnose(read_bytes_if_any(path, limit_mb) or b"", text, path, progress)


def repair(diagnosis: Diagnosis, leave_out: bool = False) -> Path:
    """Write the repaired file, and say where the original is now: beside it, in a file that was not there.

    Raises `AnnChangedError` when the file is not the one that was examined any more, and `WriteError`.
    """
    _make_sure(diagnosis.path, diagnosis.raw)
    original = _free_name(diagnosis.path)
    write_file(original, diagnosis.raw, like=diagnosis.path)
    write_file(diagnosis.path, diagnosis.repaired(leave_out))
    return original


def put_back(diagnosis: Diagnosis, original: Path, leave_out: bool = False) -> None:
    """Undo a repair; raises what `repair` does when one of the two files was changed since."""
    _make_sure(diagnosis.path, diagnosis.repaired(leave_out))
    _make_sure(original, diagnosis.raw)
    write_file(diagnosis.path, diagnosis.raw)
    try:
        original.unlink()
    except OSError as error:
        raise WriteError(path=original, detail=reason(error)) from error


def _make_sure(path: Path, expected: bytes) -> None:
    if read_bytes(path, max(SIZE_LIMIT_MB, len(expected) / 1_000_000 + 1)) != expected:
        raise AnnChangedError(path=path)


def _free_name(path: Path) -> Path:
    candidates = (path.with_name(f"{path.name}.original{f'-{n}' if n > 1 else ''}") for n in count(1))
    return next(one for one in candidates if not os.path.lexists(one))
