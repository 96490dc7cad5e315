"""Public bodies: what a state or each town has, which says of nobody who it is: `Policía Local`, `Registro Civil`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deid_studio import paths
from deid_studio.people.word_lists import listed


def length_of_body(folded: Sequence[str], at: int = 0) -> int:
    """How many folded words from a place are what a public body is called, as many as can be; 0: none are."""
    bodies, longest = _bodies()
    lengths = range(min(longest, len(folded) - at), 0, -1)
    return next((length for length in lengths if " ".join(folded[at : at + length]) in bodies), 0)


@cache
def _regional() -> frozenset[str]:
    return listed(paths.resources() / "words" / "regional_police.txt")


@cache
def _bodies() -> tuple[frozenset[str], int]:
    bodies = listed(paths.resources() / "words" / "public_bodies.txt")
    return bodies, max(len(one.split()) for one in bodies)


def is_regional(folded: Sequence[str]) -> bool:
    """Whether some folded words begin with what the police of one region is called."""
    return any(" ".join(folded[:length]) in _regional() for length in range(1, 7))
