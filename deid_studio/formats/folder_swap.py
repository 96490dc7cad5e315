"""A folder put in place whole or not at all: filled beside its place, then exchanged for what was there."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from deid_studio.errors import WriteError, reason

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_FOLDER = "folder"
_PATIENCE_SECONDS = 2.0  # another program may be looking whether this one is gone
_ABANDONED_AFTER_SECONDS = 86_400.0  # where the file system has no locks that tell it


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A new folder to fill, which takes the place of `target` at the end; after an error all is as it was.

    What is written into it is on the disk before it takes the place. Killed at any moment, either the old or the new
    folder is there; where the system cannot exchange two folders in one step (not on Linux) the old one may be left
    beside, as `.NAME.old-…`, and comes back at the next call, which also removes what was half filled. What is written
    beside the new folder, into its parent, is never seen: it is there for `half_filled`. Raises `WriteError`.
    """
    target = Path(os.path.realpath(target))  # a link stays a link
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _bring_back(target)
        work = target.with_name(f".{target.name}.new-{secrets.token_hex(4)}")
        work.mkdir(mode=0o700)
        lock = _locked(work, _PATIENCE_SECONDS)
        fresh = work / _FOLDER
        fresh.mkdir()
    except OSError as error:
        raise WriteError(path=target, detail=reason(error)) from error
    try:
        yield fresh
        _put(fresh, target)
    except OSError as error:
        raise WriteError(path=target, detail=reason(error)) from error
    finally:
        if lock is not None:
            lock.release()
        shutil.rmtree(work, ignore_errors=True)


def half_filled(target: Path) -> list[Path]:
    """The folders that were to take the place of `target` when their program was killed.

    One of them may be the folder that was there before, on its way out.
    """
    target = Path(os.path.realpath(target))
    return [work / _FOLDER for work in target.parent.glob(f".{target.name}.new-*") if _is_abandoned(work)]


def _put(fresh: Path, target: Path) -> None:
    for path in sorted(fresh.rglob("*"), reverse=True):
        _sync(path)
    _sync(fresh)
    if not target.exists():
        fresh.rename(target)
        _sync(target.parent)
        return
    # Who may look into the folder stays as it was: it may be private on purpose.
    fresh.chmod(stat.S_IMODE(target.stat().st_mode))
    if not _exchanged(fresh, target):
        old = target.with_name(f".{target.name}.old-{secrets.token_hex(4)}")
        target.rename(old)
        fresh.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    _sync(target.parent)


def _exchanged(fresh: Path, target: Path) -> bool:
    """Whether two folders changed places in one step of the system."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done: int = exchange(_AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE)
    return done == 0


def _bring_back(target: Path) -> None:
    """Put right what a program that was killed between two steps left."""
    leftovers = sorted(target.parent.glob(f".{target.name}.old-*"))
    if leftovers and not target.exists():
        leftovers.pop().rename(target)
    leftovers += [fresh.parent for fresh in half_filled(target)]
    for leftover in leftovers:
        shutil.rmtree(leftover, ignore_errors=True)


def _locked(work: Path, wait_seconds: float = 0.0) -> FileLock | None:
    """The lock that tells others that a folder is being filled; None where the file system has none."""
    lock = FileLock(work / "lock", thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(timeout=wait_seconds)
    except Timeout:
        raise
    except OSError:
        return None
    return lock


def _is_abandoned(work: Path) -> bool:
    """Whether the program that made a folder is gone, on whichever computer it ran."""
    try:
        lock = _locked(work)
        if lock is None:
            return time.time() - work.stat().st_mtime > _ABANDONED_AFTER_SECONDS
        lock.release()
    except OSError:
        return False
    return True


def _sync(path: Path) -> None:
    if os.name != "posix":
        return
    # Some network file systems refuse to sync a folder.
    with contextlib.suppress(*((OSError,) if path.is_dir() else ())):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
