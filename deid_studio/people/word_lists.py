"""Word lists: the words that code goes by and somebody may want to add to, from `resources/words`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import regex

from deid_studio import paths
from deid_studio.errors import ResourceError


class WordLists:
    """The lists of a TOML file, each of words between blanks, or a table of such; raises `ResourceError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._lists: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ResourceError(path=path, detail=str(error)) from error

    def words(self, name: str) -> frozenset[str]:
        """The words of a list."""
        return frozenset(self._split(self._lists.get(name)))

    def table(self, name: str) -> dict[str, tuple[str, ...]]:
        """The words of each row of a table, in order."""
        rows = self._lists.get(name)
        return {key: self._split(words) for key, words in (rows if isinstance(rows, dict) else {name: rows}).items()}

    def _split(self, words: object) -> tuple[str, ...]:
        if not isinstance(words, str) or not words.strip():
            raise ResourceError(path=self._path, detail="a list is missing")
        return tuple(words.split())


@cache
def word_lists(name: str) -> WordLists:
    """The lists that are shipped by this name."""
    return WordLists(paths.resources() / "words" / f"{name}.toml")


def any_of(words: Iterable[str]) -> str:
    """An expression for one of some words and no more, the longest first."""
    return "|".join(map(regex.escape, sorted(words, key=len, reverse=True)))


def listed(path: Path) -> frozenset[str]:
    """The lines of a list, but for comments (`#`); raises `ResourceError`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise ResourceError(path=path, detail=str(error)) from error
    return frozenset(line for line in lines if line and not line.startswith("#"))
