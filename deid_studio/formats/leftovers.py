"""Leftovers: the unfinished files of programs that were killed, told from those that somebody is writing right now.

Whoever writes holds a lock of the operating system on its unfinished file, and the system frees it when the program
dies. The file's name says on which computer it is written: some shared file systems keep locks to one computer.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import os
import platform
import re
import secrets
import sys
import time
from collections.abc import Iterable
from pathlib import Path

if sys.platform != "win32":
    import fcntl

# `.deid-`, what tells the file it is for, where it is written, chance; older versions wrote less.
_NAME = re.compile(r"\.deid-[0-9a-f]{16}(?:-(?P<host>[0-9a-f]{6})[0-9a-f]{10}|-[0-9a-f]{8})?\.tmp")
_ABANDONED_AFTER_SECONDS = 3600.0  # where no lock tells it
_HELD = frozenset({errno.EACCES, errno.EAGAIN})
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def unfinished_path(target: Path) -> Path:
    """A new path beside `target` to write it at first.

    It does not hold the target's name: a listing of leftovers must not tell whose report it was.
    """
    return target.with_name(f"{_stem(target)}-{_host()}{secrets.token_hex(5)}.tmp")


def held(path: Path, descriptor: int) -> bool:
    """Mark an unfinished file as being written, until it is closed; False when another one had it for abandoned."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # where there are no locks, its age tells
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return path.exists()


def remove_leftovers(folder: Path, target: Path | None = None) -> None:
    """Remove what killed programs left in a folder (of one target alone, if it is given), never what is in use."""
    stem = None if target is None else _stem(target)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _NAME.fullmatch(entry.name)
            if found and (stem is None or entry.name.startswith(stem)) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_if_abandoned(Path(entry.path), here=found["host"] == _host())


def remove_leftovers_below(folders: Iterable[Path]) -> None:
    """Remove what killed programs left in folders and all that is in them; links are not followed."""
    for folder in folders:
        for here, _, files in os.walk(folder):
            if any(map(_NAME.fullmatch, files)):
                remove_leftovers(Path(here))


def _remove_if_abandoned(path: Path, here: bool) -> None:
    if sys.platform == "win32":
        path.unlink()  # the system refuses it while the file is open
        return
    descriptor = os.open(path, os.O_RDWR | _NO_FOLLOW)
    try:
        old = time.time() - os.fstat(descriptor).st_mtime > _ABANDONED_AFTER_SECONDS
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD:
                return
            here = False
        if here or old:
            path.unlink()
    finally:
        os.close(descriptor)


def _stem(target: Path) -> str:
    return f".deid-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]}"


@functools.cache
def _host() -> str:
    return hashlib.sha256(platform.node().encode()).hexdigest()[:6]
