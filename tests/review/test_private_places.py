"""What the program keeps beside reports is its owner's alone, whatever the umask, and what older versions wrote too."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from deid_studio.formats.private_folder import make_all_private
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE, Project

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")


@pytest.fixture(params=[0o000, 0o077], ids=["open to all", "closed to others"])
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


def loose(folder: Path) -> list[str]:
    """What in a folder is not its owner's alone to read and write."""
    paths = [folder, *folder.rglob("*")]
    return [str(path) for path in paths if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)]


def decided(folder: Path, tagset, name: str) -> None:
    project = Project(folder, tagset, "Dra. Prueba", lock=FolderLock(folder, PRIVATE, "Dra. Prueba"))
    session = project.open(name)
    session.perform(Add(session.desk.next_id, Span(10, 15, "NOMBRE_SUJETO_ASISTENCIA")))
    session.save()
    (folder / f"{name}.ann").write_text("T1\tFECHAS 0 8\tPaciente\n")
    session.keep_mine(project.backup_path(name))
    session.sign_off()
    project.close()


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "informes"
    (folder / "sub").mkdir(parents=True)
    for name in ("a", "sub/b"):
        (folder / f"{name}.txt").write_text("Paciente: Nuria Belmonte.\n")
    return folder


def test_reviewing_makes_nothing_that_others_can_read(folder, tagset, umask):
    decided(folder, tagset, "sub/b")
    assert loose(folder / "retraining") == [] and loose(folder / PRIVATE) == []
    assert len(list((folder / "retraining").rglob("*.*"))) == 4 and list((folder / PRIVATE / "replaced").iterdir())


def test_what_others_could_read_is_put_right_at_the_next_write(folder, tagset):
    decided(folder, tagset, "a")
    for path in (*(folder / "retraining").rglob("*"), *(folder / PRIVATE).rglob("*"), folder / PRIVATE):
        path.chmod(0o755 if path.is_dir() else 0o644)
    decided(folder, tagset, "sub/b")
    assert loose(folder / "retraining") == [] and loose(folder / PRIVATE) == []


def test_links_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "a").write_text("x")
    (outside / "a").chmod(0o644)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "folder").symlink_to(outside)
    (tmp_path / "own" / "file").symlink_to(outside / "a")
    make_all_private(tmp_path / "own")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (outside, outside / "a")] == [0o755, 0o644]
