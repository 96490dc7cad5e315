"""A folder put in place whole or not at all: filled beside its place, then exchanged for what was there."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deid_studio.errors import WriteError, reason

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A new folder to fill, which takes the place of `target` at the end; after an error all is as it was.

    What is written into it is on the disk before it takes the place. Killed at any moment, either the old or the new
    folder is there; where the system cannot exchange two folders in one step (not on Linux) the old one may be left
    beside, as `.NAME.old-…`, and comes back at the next call, which also removes what was half filled. Raises
    `WriteError`.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100 - a link stays a link
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _bring_back(target)
        fresh = target.with_name(f".{target.name}.new-{os.getpid()}-{secrets.token_hex(4)}")
        fresh.mkdir()
    except OSError as error:
        raise WriteError(path=target, detail=reason(error)) from error
    try:
        yield fresh
        _put(fresh, target)
    except OSError as error:
        raise WriteError(path=target, detail=reason(error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _put(fresh: Path, target: Path) -> None:
    for path in sorted(fresh.rglob("*"), reverse=True):
        _sync(path)
    _sync(fresh)
    if not target.exists():
        fresh.rename(target)
    elif not _exchanged(fresh, target):
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
    leftovers += [path for path in target.parent.glob(f".{target.name}.new-*") if not _is_being_filled(path)]
    for leftover in leftovers:
        shutil.rmtree(leftover, ignore_errors=True)


def _is_being_filled(folder: Path) -> bool:
    """Whether the program that made a folder still runs."""
    number = folder.name.rpartition(".new-")[2].partition("-")[0]
    if not number.isdigit() or int(number) == os.getpid():
        return number == str(os.getpid())
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
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
