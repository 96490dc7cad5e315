"""Files read whole, and nothing but files: a pipe would block for ever, and a device never end."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

LARGEST = 64_000_000  # bytes
# A key of a hundred parts (`a.a.a…`): nobody writes it, and the library takes the square of its length to read it.
_CHAINED = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*\.[ \t]*){100}""")


def demand_plain(path: Path) -> None:
    """Raise OSError unless there is a regular file at a path."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
    except ValueError as error:  # no system has such a name
        raise OSError(errno.EINVAL, "bad path") from error


def plain_bytes(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a regular file; raises OSError where there is none, it cannot be read, or is longer than `most`."""
    demand_plain(path)
    with path.open("rb") as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return raw


def plain_text(path: Path, most: int = LARGEST) -> str:
    """The text of a file in UTF-8; raises what `plain_bytes` does, and UnicodeDecodeError."""
    return plain_bytes(path, most).decode("utf-8")


def toml_of(text: str) -> dict[str, Any]:
    """What a text says in TOML; raises ValueError, of which TOMLDecodeError is one."""
    import tomllib  # a tenth of what `deid --help` takes

    if _CHAINED.search(text):
        raise ValueError("too deeply nested")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("too deeply nested") from error
