"""Signed reports that another program changed are found, and what looks as it did is not read for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from deid_studio.progress import Progress
from deid_studio.review import signed_files
from deid_studio.review.project import Project
from deid_studio.review.signed_files import Look, SignedFiles, look_at
from tests.review.conftest import TEXT, Opening, decide_all, opened


def _noted(names: list[str], read: Callable[..., bytes | None], path: Path, limit_mb: float) -> bytes | None:
    names.append(path.name)
    return read(path, limit_mb)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read."""
    names: list[str] = []
    for function in ("read_bytes", "read_bytes_if_any"):
        monkeypatch.setattr(signed_files, function, partial(_noted, names, getattr(signed_files, function)))
    return names


def _signed(project: Project, *names: str) -> dict[str, str]:
    for name in names:
        session = opened(project, name)
        decide_all(session)
        session.sign_off()
    return {name: one.signatures[-1].at for name, one in project.summaries().items()}


def _changed(looks: dict[str, Look]) -> set[str]:
    return {name for name, look in looks.items() if look.changed}


def test_only_files_that_look_otherwise_are_read_and_each_once(
    folder: Path, open_project: Opening, read: list[str]
) -> None:
    project = open_project()
    signed = _signed(project, "a1", "a2", "planta 2/b1")
    looks = look_at(SignedFiles(project, signed), Progress())
    assert looks.keys() == signed.keys() and not _changed(looks)
    read.clear()
    assert look_at(SignedFiles(project, signed, looks), Progress()) == looks and not read

    # Of the same size, and put in its place with its time.
    report, before = folder / "a1.txt", (folder / "a1.txt").stat()
    (folder / "other").write_bytes(TEXT.replace("61", "62").encode())
    os.utime(folder / "other", ns=(before.st_atime_ns, before.st_mtime_ns))
    (folder / "other").replace(report)
    (folder / "a2.ann").write_bytes(b"")
    looks = look_at(SignedFiles(project, signed, looks), Progress())
    assert _changed(looks) == {"a1", "a2"} and set(read) == {"a1.txt", "a2.txt", "a2.ann"}
    read.clear()
    assert _changed(look_at(SignedFiles(project, signed, looks), Progress())) == {"a1", "a2"} and not read

    # Only touched, as by who makes a copy; as they were again; without the `.ann`; gone, which is told elsewhere.
    os.utime(folder / "planta 2/b1.txt")
    report.write_bytes(TEXT.encode())
    (folder / "a2.ann").unlink()
    looks = look_at(SignedFiles(project, signed, looks), Progress())
    assert _changed(looks) == {"a2"}
    report.unlink()
    assert "a1" not in look_at(SignedFiles(project, signed, looks), Progress())


def test_what_was_not_touched_since_its_sign_off_is_not_read(
    folder: Path, open_project: Opening, read: list[str]
) -> None:
    project = open_project()
    signed = dict.fromkeys(_signed(project, "a1"), "2999-01-01T00:00:00.000+00:00")
    assert not _changed(look_at(SignedFiles(project, signed), Progress())) and not read
    assert not _changed(look_at(SignedFiles(project, dict.fromkeys(signed, "")), Progress())) and read
