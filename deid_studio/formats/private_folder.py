"""Folders that only their owner can look into, whatever the umask: files 0600, folders 0700."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_FILE, _FOLDER = 0o600, 0o700


def make_private(folder: Path, top: Path | None = None) -> None:
    """Make a folder, and those between it and `top`, which are private as well; those that are there become so.

    Raises `OSError` when one cannot be made. A file system without modes is left as it is.
    """
    top = folder if top is None else top
    top.parent.mkdir(parents=True, exist_ok=True)
    between = [folder, *(parent for parent in folder.parents if parent.is_relative_to(top))]
    for one in reversed(between):
        one.mkdir(mode=_FOLDER, exist_ok=True)
        _set_mode(one, _FOLDER)


def make_all_private(top: Path) -> None:
    """Take away from others what older versions, or another umask, gave them in a folder; links are not followed."""
    for here, _, files in os.walk(top):
        _set_mode(Path(here), _FOLDER)
        for name in files:
            _set_mode(Path(here, name), _FILE)


def is_private(folder: Path) -> bool:
    """Whether nobody else can look into a folder, or there is none."""
    try:
        return not stat.S_IMODE(folder.lstat().st_mode) & 0o077
    except OSError:
        return True


def _set_mode(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):
        found = path.lstat().st_mode
        if not stat.S_ISLNK(found) and stat.S_IMODE(found) != mode:
            path.chmod(mode)
