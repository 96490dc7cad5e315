"""Files written whole or not at all: beside, fsync, rename, fsync of the folder."""

from __future__ import annotations

import contextlib
import functools
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from deid_studio.errors import WriteError, reason
from deid_studio.formats.leftovers import held, remove_leftovers, unfinished_path


def write_file(path: Path, data: bytes, like: Path | None = None, private: bool = False) -> None:
    """Put `data` into the file at `path`, whole or not at all; see `unfinished_file`."""
    with unfinished_file(path, like, private) as descriptor:
        _write_all(descriptor, data)


@contextlib.contextmanager
def unfinished_file(path: Path, like: Path | None = None, private: bool = False) -> Iterator[int]:
    """Put what is written to a descriptor into the file at `path`, once the block ends well, whole or not at all.

    A file that is replaced keeps its mode, a new one takes that of the file `like` (a copy of a private report is as
    private) without the bits of a program; a `private` one is its owner's alone, new or not. A symbolic link stays and
    its target is replaced. Raises `WriteError` (disk full, no permission); the old file is intact then and nothing is
    left beside it.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_to_keep(target)
        if private:
            mode = 0o600
        elif mode is None and like is not None:
            # Writable for its owner all the same: the annotations of a write-protected report go on changing. None of
            # this is a program, though on some shares every file looks like one.
            mode = stat.S_IMODE(like.stat().st_mode) & 0o666 | stat.S_IWUSR
        _tidied(target.parent)
        beside, descriptor = _created(target, 0o666 if mode is None else 0o600)
        try:
            try:
                yield descriptor
                if mode is not None and hasattr(os, "fchmod"):
                    os.fchmod(descriptor, mode)
                os.fsync(descriptor)
                if os.name == "posix":  # held until it is in its place
                    beside.replace(target)
            finally:
                os.close(descriptor)
            if os.name != "posix":
                beside.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error


def _mode_to_keep(target: Path) -> int | None:
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise OSError(0, "not a regular file")
    if not os.access(target, os.W_OK):
        # A rename would succeed in a writable folder, but the file was protected on purpose.
        raise PermissionError(0, "the file is read-only")
    return stat.S_IMODE(found.st_mode)


@functools.lru_cache(maxsize=10_000)
def _tidied(folder: Path) -> None:
    """Remove what killed programs left in a folder, once as long as this one runs."""
    remove_leftovers(folder)


def _created(target: Path, mode: int) -> tuple[Path, int]:
    """A new file of a mode beside the target, held by this program, and its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        beside = unfinished_path(target)
        descriptor = os.open(beside, flags, mode)
        try:
            if held(beside, descriptor):
                return beside, descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    # Some network file systems refuse to fsync a folder; the file itself is safe by now.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
