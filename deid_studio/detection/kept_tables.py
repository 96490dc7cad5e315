"""Kept tables: what is made of lists and grammars before the first report, kept as JSON, so that it is made once."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from deid_studio import __version__, paths
from deid_studio.detection.kept_file import KeptFile


def kept_table(name: str, made_of: Iterable[bytes], by: Iterable[str], make: Callable[[], Any]) -> Any:
    """The table that `make` gives, of lists, dictionaries, texts and numbers, or the same as it was kept.

    It is made anew when what it is `made_of` has changed, or one of the modules `by` which it is made. Of each name
    the last one is kept.
    """
    fingerprint = _fingerprint(made_of, by)
    found = _file().found(name, fingerprint)
    if found is not None:
        return json.loads(found[1])
    made = make()
    _file().keep(name, fingerprint, json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode())
    return made


_NAME = "tables.sqlite3"


@cache
def _file() -> KeptFile:
    return KeptFile(paths.user_cache() / _NAME, paths.resources() / "kept" / _NAME)


def _fingerprint(made_of: Iterable[bytes], by: Iterable[str]) -> str:
    parts = (__version__.encode(), *map(_source, by), *made_of)
    whole = hashlib.sha256()
    for part in parts:
        whole.update(b"%d:" % len(part))
        whole.update(part)
    return whole.hexdigest()


def _source(module: str) -> bytes:
    """What a module says; nothing where the program is frozen, and its version tells all."""
    path = sys.modules[module].__file__
    return Path(path).read_bytes() if path is not None and Path(path).is_file() else b""
