"""What killed programs left is removed at the next use of its place, and nothing else ever is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deid_studio.formats import leftovers
from deid_studio.formats.files import write_file
from deid_studio.formats.folder_swap import bring_back, remove_abandoned, whole_folder
from deid_studio.formats.leftovers import remove_leftovers, remove_leftovers_below, unfinished_path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks of POSIX")

_WRITING = """
import os, signal, sys
from pathlib import Path
from deid_studio.formats import files
def sync(_):
    print("here", flush=True)
    if sys.argv[2] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read(1)
files.os.fsync = sync
files.write_file(Path(sys.argv[1]), b"new")
"""


def writing(path: Path, how: str) -> subprocess.Popen[bytes]:
    """A process that is in the middle of writing a file, and dies there or waits for a byte."""
    process = subprocess.Popen(
        [sys.executable, "-c", _WRITING, path, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == b"here\n"
    return process


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_program_left_goes_with_the_next_file_that_is_written_there(tmp_path):
    path = tmp_path / "informe.ann"
    path.write_bytes(b"old")
    assert writing(path, "dies").wait() < 0
    (left,) = set(names(tmp_path)) - {path.name}
    assert path.read_bytes() == b"old" and "informe" not in left
    write_file(tmp_path / "otro.ann", b"x")
    assert names(tmp_path) == ["informe.ann", "otro.ann"]


def test_what_is_being_written_stays_and_arrives(tmp_path):
    path = tmp_path / "informe.ann"
    process = writing(path, "waits")
    (left,) = names(tmp_path)
    old = time.time() - 10 * 3600  # whatever its clock says
    os.utime(tmp_path / left, (old, old))
    remove_leftovers(tmp_path)
    remove_leftovers_below([tmp_path])
    write_file(path, b"ours")
    assert names(tmp_path) == [left, "informe.ann"]
    process.communicate(b"x")
    assert process.returncode == 0 and path.read_bytes() == b"new" and names(tmp_path) == ["informe.ann"]


@pytest.mark.parametrize(("hours", "stays"), [(0.5, True), (2, False)])
def test_a_file_of_another_computer_or_version_goes_only_when_it_is_old(tmp_path, monkeypatch, hours, stays):
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(leftovers, "_host", lambda: "abcdef")
        there = unfinished_path(tmp_path / "a")
    before = tmp_path / re.sub(r"-[0-9a-f]{16}\.tmp", ".tmp", there.name)
    for path in (there, before):
        path.write_bytes(b"x")
        when = time.time() - hours * 3600
        os.utime(path, (when, when))
    remove_leftovers(tmp_path)
    assert [path.exists() for path in (there, before)] == [stays, stays]


def test_links_and_what_only_looks_like_ours_stay(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a").write_bytes(b"x")
    unfinished_path(tmp_path / "a").symlink_to(tmp_path / "kept" / "a")
    unfinished_path(tmp_path / "b").mkdir()
    (tmp_path / ".deid-notes.tmp").write_bytes(b"x")
    (tmp_path / ".out.new-0123abcd").symlink_to(tmp_path / "kept")
    (tmp_path / ".mine.new-0123abcd").mkdir()
    (tmp_path / ".mine.new-0123abcd" / "thesis.txt").write_bytes(b"x")
    before = sorted(tmp_path.rglob("*"))
    remove_leftovers_below([tmp_path])
    remove_abandoned(tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_only_one_files_leftovers_go_when_one_is_asked_for(tmp_path):
    mine, other = unfinished_path(tmp_path / "a"), unfinished_path(tmp_path / "b")
    for path in (mine, other):
        path.write_bytes(b"x")
    remove_leftovers(tmp_path, tmp_path / "a")
    assert not mine.exists() and other.exists()


# --- folders ------------------------------------------------------------------------------------------------------

_FILLING = """
import os, signal, sys
from pathlib import Path
from deid_studio.formats import folder_swap
if sys.argv[2] == "between":
    folder_swap._exchanged = lambda *_: False
    folder_swap.shutil.rmtree = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
    rename = Path.rename
    def renamed(path, target):
        if path.name == "folder":
            os.kill(os.getpid(), signal.SIGKILL)
        return rename(path, target)
    Path.rename = renamed
with folder_swap.whole_folder(Path(sys.argv[1])) as fresh:
    (fresh / "a").write_text("new")
    if sys.argv[2] == "filling":
        os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_while(how: str, target: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FILLING, target, how], check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode < 0


@pytest.fixture
def model(tmp_path):
    with whole_folder(tmp_path / "m") as fresh:
        (fresh / "a").write_text("old")
    return tmp_path / "m"


def test_a_half_filled_folder_goes_when_another_one_is_filled_beside(model):
    killed_while("filling", model)
    assert len(names(model.parent)) == 2
    with whole_folder(model.with_name("other")):
        pass
    assert names(model.parent) == ["m", "other"] and (model / "a").read_text() == "old"


def test_what_stepped_aside_comes_back_before_it_is_asked_for(model):
    killed_while("between", model)
    assert not model.exists()
    bring_back(model)
    remove_abandoned(model.parent)
    assert (model / "a").read_text() == "old" and names(model.parent) == ["m"]


def test_what_stepped_aside_for_a_program_that_is_at_work_is_left_to_it(model):
    with whole_folder(model.with_name("m")) as fresh:
        aside = model.with_name(".m.old-0123")
        model.rename(aside)
        bring_back(model)
        assert aside.exists() and not model.exists()
        (fresh / "a").write_text("new")
    assert (model / "a").read_text() == "new"
    shutil.rmtree(aside)
