"""A folder put in place whole or not at all: filled beside its place, then exchanged for what was there."""

from __future__ import annotations

import contextlib
import ctypes
import glob
import os
import re
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
_FOLDER, _LOCK = "folder", "lock"
_WORK_NAME = re.compile(r"\..+\.new-[0-9a-f]{8}")
_KNOWN_NOTES = frozenset({"vault.json"})  # what is left beside a folder for its program's next start
_TRIES = 5
_PATIENCE_SECONDS = 2.0  # another program may be looking whether this one is gone
_ABANDONED_AFTER_SECONDS = 86_400.0  # where the file system has no locks that tell it


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A new folder to fill, which takes the place of `target` at the end; after an error all is as it was.

    What is written into it is on the disk before it takes the place. Killed at any moment, either the old or the new
    folder is there; where the system cannot exchange two folders in one step (not on Linux) the old one may be left
    beside, as `.NAME.old-…`, and comes back at the next call, which also removes what was half filled. A note that is
    written beside the new folder, into its parent, is never seen: it is there for `half_filled`. Raises `WriteError`.
    """
    target = Path(os.path.realpath(target))  # a link stays a link
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        bring_back(target)
        with _work_folder(target.parent, target.name) as fresh:
            yield fresh
            _put(fresh, target)
    except OSError as error:
        raise WriteError(path=target, detail=reason(error)) from error


@contextmanager
def _work_folder(parent: Path, name: str) -> Iterator[Path]:
    """A private folder to fill in `parent`, removed at the end or, after a kill, by who fills the next one there."""
    remove_abandoned(parent)
    work, lock = _new_work(parent, name)
    try:
        yield work / _FOLDER
    finally:
        if lock is not None:
            lock.release()
        shutil.rmtree(work, ignore_errors=True)


def remove_abandoned(parent: Path) -> None:
    """Remove the folders that killed programs worked in; one with a note beside it stays for who can read that."""
    for folder in half_filled(parent):
        with contextlib.suppress(OSError):
            if not _notes(folder.parent):
                shutil.rmtree(folder.parent, ignore_errors=True)


def half_filled(parent: Path) -> list[Path]:
    """The folders in `parent` that were to take the place of another when their program was killed.

    One of them may be the folder that was there before, on its way out. Links, and what is not of this form, are none.
    """
    found: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if _WORK_NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                work = Path(entry.path)
                with contextlib.suppress(OSError):
                    if _notes(work) <= _KNOWN_NOTES and _is_abandoned(work):
                        found.append(work / _FOLDER)
    return found


def _notes(work: Path) -> set[str]:
    return {path.name for path in work.iterdir()} - {_FOLDER, _LOCK}


def _new_work(parent: Path, name: str) -> tuple[Path, FileLock | None]:
    tries = 0
    while True:
        work = parent / f".{name}.new-{secrets.token_hex(4)}"
        try:
            work.mkdir(mode=0o700)
            lock = _locked(work, _PATIENCE_SECONDS)
            (work / _FOLDER).mkdir()
        except FileNotFoundError:
            # Somebody took it for abandoned before it was locked.
            tries += 1
            if tries == _TRIES:
                raise
        else:
            return work, lock


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


def bring_back(target: Path) -> None:
    """Put right what a program that was killed between two steps left of a folder; raises `OSError`."""
    beside = glob.escape(f".{target.name}")
    aside = sorted(path for path in target.parent.glob(f"{beside}.old-*") if not path.is_symlink())
    if not aside or not all(map(_is_abandoned, target.parent.glob(f"{beside}.new-*"))):
        return  # somebody is exchanging them right now
    if not target.exists():
        aside.pop().rename(target)
    for path in aside:
        shutil.rmtree(path, ignore_errors=True)


def _locked(work: Path, wait_seconds: float = 0.0) -> FileLock | None:
    """The lock that tells others that a folder is being filled; None where the file system has none."""
    lock = FileLock(work / _LOCK, thread_local=False, fallback_to_soft=False)
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
