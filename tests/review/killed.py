"""What a process leaves that is killed at any moment of its work on a folder."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

_CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.truncate", "os.chmod")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

# Opens what is worked on, and gives the work; it is told how to say that something changed beside files.
Begin = Callable[[Callable[[], None]], Callable[[], object]]


def left_behind(root: Path, begin: Begin) -> Iterator[bool]:
    """Makes of the folder, one after the other, what a process leaves that is killed before its n-th change of a file.

    Given is whether something kills the work; the last time it is done. What is there before each change is copied as
    the work goes on, in one process: what is killed then leaves just that. At one moment a process is killed as well.
    """
    begun, left = root.parent / f"{root.name} begun", root.parent / f"{root.name} left"
    shutil.copytree(root, begun)

    def keep(moment: int) -> None:
        shutil.copytree(root, left / str(moment))

    assert not _killed(root, begin, keep)
    done = left / "done"
    root.rename(done)
    moments = sorted(int(path.name) for path in left.iterdir() if path != done)

    def kill(moment: int) -> None:
        if moment == moments[len(moments) // 2]:
            os.kill(os.getpid(), signal.SIGKILL)

    shutil.copytree(begun, root)
    assert _killed(root, begin, kill)
    yield True
    for moment in moments:
        shutil.rmtree(root)
        (left / str(moment)).rename(root)
        yield True
    shutil.rmtree(root)
    done.rename(root)
    yield False


def _killed(root: Path, begin: Begin, do: Callable[[int], None]) -> bool:
    """Whether a process was killed that does the work, and something before each change of a file."""
    child = os.fork()
    if child:
        status = os.waitpid(child, 0)[1]
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
        return os.WIFSIGNALED(status)
    moments, code = count(), 1

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
        if (writing or event in _CHANGES) and str(arguments[0]).startswith(f"{root}{os.sep}"):
            do(next(moments))

    try:
        work = begin(lambda: do(next(moments)))
        sys.addaudithook(hook)
        work()
        code = 0
    finally:
        os._exit(code)
