"""A folder is put in place whole or not at all, whatever stops the program."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deid_studio.errors import WriteError
from deid_studio.formats import folder_swap
from deid_studio.formats.folder_swap import half_filled, whole_folder


def fill(folder: Path, mark: str) -> None:
    for number in range(5):
        (folder / f"{number}.txt").write_text(mark)


def content(folder: Path) -> set[str]:
    return {path.read_text() for path in folder.iterdir()}


@pytest.fixture(params=[True, False], ids=["exchanged", "renamed twice"])
def target(request, tmp_path, monkeypatch):
    if not request.param:
        monkeypatch.setattr(folder_swap, "_exchanged", lambda *_: False)
    return tmp_path / "out"


def test_a_new_folder_and_one_in_place_of_another(target):
    for mark in ("one", "two"):
        with whole_folder(target) as fresh:
            fill(fresh, mark)
        assert content(target) == {mark}
    assert [path.name for path in target.parent.iterdir()] == ["out"]


@pytest.mark.skipif(os.name != "posix", reason="modes and links of folders")
def test_who_may_look_into_the_folder_stays_and_a_link_stays_a_link(target, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o750)
    target.symlink_to(tmp_path / "elsewhere")
    for mark in ("one", "two"):
        with whole_folder(target) as fresh:
            fill(fresh, mark)
        assert target.is_symlink() and content(tmp_path / "elsewhere") == {mark}
        assert stat.S_IMODE((tmp_path / "elsewhere").stat().st_mode) == 0o750
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "out"]


def test_what_another_program_is_filling_is_left_alone(target):
    with whole_folder(target) as slow:
        assert half_filled(target.parent) == []
        with whole_folder(target) as fresh:
            fill(fresh, "one")
        fill(slow, "two")
    assert content(target) == {"two"}


def test_an_error_leaves_everything_as_it_was(target):
    with whole_folder(target) as fresh:
        fill(fresh, "one")
    with pytest.raises(RuntimeError), whole_folder(target) as fresh:
        fill(fresh, "two")
        raise RuntimeError
    assert content(target) == {"one"}
    assert [path.name for path in target.parent.iterdir()] == ["out"]


def test_what_a_kill_between_two_steps_left_comes_back(target):
    with whole_folder(target) as fresh:
        fill(fresh, "one")
    target.rename(target.with_name(".out.old-1234"))
    with pytest.raises(RuntimeError), whole_folder(target):
        assert content(target) == {"one"}
        raise RuntimeError
    assert content(target) == {"one"}


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError), whole_folder(tmp_path / "file" / "out"):
        pass


_KILLED = """
import sys
from pathlib import Path
from deid_studio.formats.folder_swap import whole_folder
while True:
    for mark in ("one", "two"):
        with whole_folder(Path(sys.argv[1])) as fresh:
            for number in range(5):
                (fresh / f"{number}.txt").write_text(mark)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="two folders are exchanged in one step on Linux alone")
def test_killed_at_any_moment_one_whole_folder_is_there(tmp_path):
    target = tmp_path / "out"
    for turn in range(6):
        process = subprocess.Popen([sys.executable, "-c", _KILLED, str(target)])
        deadline = time.monotonic() + 20
        while not target.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.013 * turn)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert len(list(target.iterdir())) == 5
        assert content(target) in ({"one"}, {"two"})
