"""Public bodies: what a state or each town has, which says of nobody who it is: `Policía Local`, `Registro Civil`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from deid_studio import paths
from deid_studio.people.word_lists import listed

# The police of one region alone: it would tell the region.
_REGIONAL = frozenset(
    (
        "ertzaintza", "ertzaina", "ertzainak", "mossos d esquadra", "mosso d esquadra", "mossos", "mossa d esquadra",
        "policia foral", "foruzaingoa", "policia canaria", "cuerpo general de la policia canaria", "policia vasca",
        "policia autonoma vasca", "policia autonomica vasca", "policia de la generalitat", "policia de la generalidad",
        "policia autonomica", "policia autonoma", "policia adscrita", "unidad adscrita", "policia de la ciudad",
        "policia de buenos aires", "policia bonaerense", "policia de catalunya", "policia de navarra",
    )
)  # fmt: skip


def length_of_body(folded: Sequence[str], at: int = 0) -> int:
    """How many folded words from a place are what a public body is called, as many as can be; 0: none are."""
    bodies, longest = _bodies()
    lengths = range(min(longest, len(folded) - at), 0, -1)
    return next((length for length in lengths if " ".join(folded[at : at + length]) in bodies), 0)


@cache
def _bodies() -> tuple[frozenset[str], int]:
    bodies = listed(paths.resources() / "words" / "public_bodies.txt")
    return bodies, max(len(one.split()) for one in bodies)


def is_regional(folded: Sequence[str]) -> bool:
    """Whether some folded words begin with what the police of one region is called."""
    return any(" ".join(folded[:length]) in _REGIONAL for length in range(1, 7))
