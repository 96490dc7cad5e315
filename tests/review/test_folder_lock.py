"""The folder's lock: one window decides; a crash frees it; looking writes nothing; others are told who holds it."""

from __future__ import annotations

import errno
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from deid_studio.errors import FolderHeldError, FolderReadOnlyError, JournalError
from deid_studio.model.edits import Accept, Reject
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.review.folder_lock import Access, FolderLock, Owner, read_owner
from deid_studio.review.journal import Journal
from deid_studio.review.kept_settings import SENSITIVITY
from deid_studio.review.project import PRIVATE, Project
from tests.review.conftest import opened

ROOT = Path(__file__).resolve().parents[2]
_HOLDER = """
import sys, time
from pathlib import Path
from deid_studio.review.folder_lock import FolderLock

lock = FolderLock(Path(sys.argv[1]), ".deid-studio", "Dr. Otro")
lock.claim()
print(lock.access.value, flush=True)
time.sleep(600)
"""


def _lock(folder: Path, reviewer: str = "Dra. Prueba") -> FolderLock:
    return FolderLock(folder, PRIVATE, reviewer)


@contextmanager
def _held_elsewhere(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(folder)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline().strip() == b"ours"
        yield holder
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


def _open(folder: Path, tagset: TagSet, lock: FolderLock | None = None) -> Project:
    return Project(folder, tagset, "Dra. Prueba", lock=lock or _lock(folder))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix not in (".db-shm",)}


def test_looking_at_an_untouched_folder_writes_nothing(folder: Path, tagset: TagSet) -> None:
    before = _files(folder)
    project = _open(folder, tagset)
    opened(project)
    assert project.lock is not None and project.lock.access is Access.FREE and not project.read_only
    project.close()
    assert _files(folder) == before and not (folder / PRIVATE).exists()


def test_the_first_decision_takes_the_lock_and_says_who_holds_it(folder: Path, tagset: TagSet) -> None:
    project = _open(folder, tagset)
    opened(project).perform(Accept(1))
    assert project.lock is not None and project.lock.access is Access.OURS
    owner = json.loads((folder / PRIVATE / "owner.json").read_text())
    assert owner.pop("since").endswith("+00:00")
    assert owner == {"reviewer": "Dra. Prueba", "computer": platform.node(), "process": os.getpid()}
    assert (folder / PRIVATE).stat().st_mode & 0o077 == 0
    project.close()
    assert not (folder / PRIVATE / "owner.json").exists()


def test_who_holds_it_follows_the_name(folder: Path, tagset: TagSet) -> None:
    project = _open(folder, tagset)
    assert project.lock is not None
    project.lock.rename("Dra. Primera")
    assert not (folder / PRIVATE).exists()
    opened(project).perform(Accept(1))
    before = read_owner(folder / PRIVATE / "owner.json")
    project.lock.rename("Dra. Segunda")
    after = read_owner(folder / PRIVATE / "owner.json")
    assert (before.reviewer, after.reviewer) == ("Dra. Primera", "Dra. Segunda") and after.since == before.since
    other = _open(folder, tagset)
    assert other.lock is not None
    other.lock.rename("Dr. Otro")
    assert other.read_only and read_owner(folder / PRIVATE / "owner.json") == after
    other.close()
    project.close()
    assert not (folder / PRIVATE / "owner.json").exists()


def test_a_folder_with_decisions_is_held_from_its_opening_on(folder: Path, tagset: TagSet) -> None:
    first = _open(folder, tagset)
    opened(first).perform(Accept(1))
    first.close()
    again = _open(folder, tagset)
    other = _open(folder, tagset)
    assert again.lock is not None and again.lock.access is Access.OURS
    assert other.read_only
    again.close()
    other.close()


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_a_process_that_is_killed_frees_the_folder(folder: Path, tagset: TagSet) -> None:
    with _held_elsewhere(folder) as holder:
        reader = _open(folder, tagset)
        assert reader.read_only and reader.lock is not None
        assert reader.lock.owner.reviewer == "Dr. Otro" and reader.lock.owner.process == holder.pid
        with pytest.raises(FolderHeldError) as caught:
            opened(reader).perform(Accept(1))
        assert "Dr. Otro (en este equipo)" in caught.value.what("es") and "Dr. Otro" in caught.value.what("en")
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert (folder / PRIVATE / "owner.json").exists(), "it could not tidy up"
        assert reader.read_only, "what it shows may be old: it reads everything anew first"
        reader.close()
        after = _open(folder, tagset)
        opened(after).perform(Accept(1))
        assert read_owner(folder / PRIVATE / "owner.json").reviewer == "Dra. Prueba"
        after.close()


def test_who_is_second_decides_nothing_and_writes_nothing(folder: Path, tagset: TagSet) -> None:
    owner = _open(folder, tagset)
    session = opened(owner)
    session.perform(Accept(1))
    reader = _open(folder, tagset)
    shown = reader.open("a1")
    # The owner's unsaved decisions are not the reader's to save.
    assert shown.desk == session.desk and not shown.unsaved
    before = _files(folder)
    refused = (
        lambda: shown.perform(Reject(1)),
        lambda: shown.undo(),
        lambda: opened(reader, "a2").perform(Accept(1)),
        lambda: shown.keep_mine(reader.backup_path("a1")),
        lambda: shown.take_theirs(reader.backup_path("a1")),
        lambda: reader.keep(SENSITIVITY, 0.5),
        lambda: reader.keep_patient_fields({"a1": PatientFields()}),
        lambda: reader.finish("a1"),
    )
    for write in refused:
        with pytest.raises(FolderHeldError):
            write()
    assert not shown.offer((), "m") and not shown.save()
    assert _files(folder) == before and shown.desk == session.desk
    session.perform(Reject(2))
    assert reader.overtook(shown)
    owner.close()
    reader.close()


def test_a_lock_taken_meanwhile_refuses_the_first_decision_and_nothing_is_lost(folder: Path, tagset: TagSet) -> None:
    late, early = _open(folder, tagset), _open(folder, tagset)
    waiting = opened(late)
    opened(early).perform(Accept(1))
    desk = waiting.desk
    with pytest.raises(FolderHeldError):
        waiting.perform(Accept(2))
    assert waiting.desk == desk and not waiting.begun and late.read_only
    assert len(early.journal().events("a1")) == 2
    early.close()
    late.close()


def test_the_same_window_opens_its_folder_again(folder: Path, tagset: TagSet) -> None:
    first = _open(folder, tagset)
    opened(first).perform(Accept(1))
    again = _open(folder, tagset, first.lock)
    first.close()
    again.open("a1").perform(Reject(2))
    assert not again.read_only and _open(folder, tagset).read_only
    again.close()
    free = _open(folder, tagset)
    assert not free.read_only
    free.close()


def test_a_project_that_is_dropped_does_not_hold_the_folder(folder: Path, tagset: TagSet) -> None:
    first = _open(folder, tagset)
    opened(first).perform(Accept(1))
    _open(folder, tagset, first.lock)  # read anew, and the result no longer wanted
    first.close()
    after = _open(folder, tagset)
    assert not after.read_only
    after.close()


def test_a_folder_whose_journal_cannot_be_read_is_not_held(folder: Path, tagset: TagSet) -> None:
    (folder / PRIVATE).mkdir()
    (folder / PRIVATE / "project.db").write_bytes(b"not a database" * 100)
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            _open(folder, tagset)
    (folder / PRIVATE / "project.db").unlink()
    project = _open(folder, tagset)
    assert not project.read_only, caught.value
    project.close()


def test_what_no_system_call_locks_goes_on(folder: Path, tagset: TagSet, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_lock: FileLock, **_wanted: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(FileLock, "acquire", refused)
    project = _open(folder, tagset)
    opened(project).perform(Accept(1))
    assert project.lock is not None and project.lock.access is Access.UNGUARDED and not project.read_only
    project.close()


def test_a_folder_that_cannot_be_written_is_the_same_to_a_person(
    folder: Path, tagset: TagSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    project = _open(folder, tagset)
    assert project.read_only
    with pytest.raises(FolderReadOnlyError) as caught:
        opened(project).perform(Accept(1))
    assert "permiso denegado" in caught.value.what("es").lower()
    assert not (folder / PRIVATE).exists()
    project.close()


def test_an_owner_that_cannot_be_understood_is_another_window(folder: Path, tagset: TagSet) -> None:
    owner = _open(folder, tagset)
    opened(owner).perform(Accept(1))
    for content in (b"", b"[]", b"{", b'{"reviewer": 1}', b"\xff\xfe", b"[" * 9000):
        (folder / PRIVATE / "owner.json").write_bytes(content)
        assert read_owner(folder / PRIVATE / "owner.json") == Owner()
    reader = _open(folder, tagset)
    assert reader.lock is not None and "Another window" in str(reader.lock.refusal())
    reader.close()
    owner.close()


def test_every_writing_of_the_journal_asks_first(tmp_path: Path) -> None:
    def refuse() -> None:
        raise FolderHeldError(path=tmp_path, who="x", since="y")

    Journal(tmp_path / "project.db").close()
    journal = Journal(tmp_path / "project.db", refuse)
    for write in (
        lambda: journal.keep_setting("a", "b"),
        lambda: journal.mark_saved("a1", 1, None),
        lambda: journal.keep_patient_fields({}),
    ):
        with pytest.raises(FolderHeldError):
            write()
    journal.close()
