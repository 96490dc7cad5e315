"""Trades: the words with which what somebody is by profession begins."""

from __future__ import annotations

from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import read_gazetteer
from deid_studio.people.folding import fold

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_ENDINGS = ("ista", "istas")


def is_profession(text: str) -> bool:
    """Whether a text begins with what somebody is by profession."""
    first = next(iter(_WORD.findall(fold(text))), "")
    return first in trades() or first.endswith(_ENDINGS)


@cache
def trades() -> frozenset[str]:
    """Folded first words of all professions that are known."""
    folder = paths.resources() / "gazetteers"
    lists = (folder / "lists" / "professions.txt", folder / "grammar" / "occupations.txt")
    return frozenset(fold(one.split()[0]) for path in lists for one in read_gazetteer(path).entries)
