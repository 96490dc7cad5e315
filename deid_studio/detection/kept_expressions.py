"""Kept expressions: what compiling regular expressions gives, in the user's cache folder, so that it is done once.

Compiling is half of what a start takes until the first report is read. What is kept is under the expression and the
engine's version. Without the file, or where it cannot be read or written, expressions are compiled as ever.
"""

from __future__ import annotations

import copyreg
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import regex

from deid_studio import paths
from deid_studio.detection.kept_file import KeptFile

_NAME = "expressions.sqlite3"
ENGINE = f"{regex.__version__} {sys.byteorder} {sys.maxsize}"

_Parts = tuple[Any, ...]
# How the engine takes a pattern apart to be copied: into what makes one, and of what.
_apart: Callable[[regex.Pattern[str]], tuple[Callable[..., regex.Pattern[str]], _Parts]] | None
_apart = copyreg.dispatch_table.get(regex.Pattern)  # type: ignore[assignment]


class KeptExpressions:
    """Compiled expressions in a file that threads and processes share."""

    def __init__(self, file: Path, installed: Path | None = None) -> None:
        self.kept = KeptFile(file, installed)

    def compiled(self, source: str, flags: int) -> regex.Pattern[str]:
        """The expression, compiled; raises `regex.error` when it is not valid."""
        if _apart is None:
            return regex.compile(source, flags)
        key = f"{ENGINE} {flags} {source}"
        if (kept := self.kept.found(key)) is not None:
            return _put_together(source, *kept)
        pattern = regex.compile(source, flags)
        if (row := _row(pattern)) is not None:
            self.kept.keep(key, *row)
        return pattern

    def written(self, form: str, write: Callable[[str, int], bytes], source: str, flags: int) -> bytes:
        """What `write` makes of an expression, made once for each user; another `form` is made anew."""
        key = f"{ENGINE} {form} {flags} {source}"
        if (kept := self.kept.found(key)) is not None:
            return kept[1]
        made = write(source, flags)
        self.kept.keep(key, "", made)
        return made


@cache
def kept_expressions() -> KeptExpressions:
    """Those in the user's cache folder, and those that the installation has."""
    return KeptExpressions(paths.user_cache() / _NAME, paths.resources() / "kept" / _NAME)


def _row(pattern: regex.Pattern[str]) -> tuple[str, bytes] | None:
    """What is kept of a pattern; None for one with lists of words, which no rule has."""
    assert _apart is not None
    _, flags, code, groups, _, lists, list_places, *required, count = _apart(pattern)[1]
    if lists or list_places or not isinstance(code, bytes):
        return None
    return json.dumps([flags, groups, required, count]), code


def _put_together(source: str, rest: str, code: bytes) -> regex.Pattern[str]:
    assert _apart is not None
    flags, groups, (offset, characters, required_flags), count = json.loads(rest)
    names = {number: name for name, number in groups.items()}
    make = _apart(regex.compile(""))[0]
    return make(source, flags, code, groups, names, {}, [], offset, tuple(characters), required_flags, count)
