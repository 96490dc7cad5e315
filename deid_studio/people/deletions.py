"""Deletions: which of many texts may be a few edits apart, without comparing each with each.

Two texts that are so many edits apart are one text once at most as many letters are left out of each, whichever edits
they are (of swapped neighbours one is left out of both). So what is left of all texts is looked up instead.

Source of the approach: Bocek, Hunt & Stiller, "Fast Similarity Search in Large Dictionaries" (2007).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

# Of longer texts the beginnings are compared: what is left of a text is so much at most, and few begin alike by chance.
_LETTERS = 14
_POWERS = np.array([pow(0x9E3779B97F4A7C15, power, 2**64) for power in range(_LETTERS)], dtype=np.uint64)
# Where every eighth pair may be near, as of texts that begin alike, comparing all is as quick and takes less memory.
_MOST_OF_ALL = 8

Places = NDArray[np.intp]
Hashes = NDArray[np.uint64]


def candidates(wanted: Sequence[str], words: Sequence[str], edits: int) -> Iterator[tuple[Places, Places]]:
    """Pairs among which are all that are at most `edits` apart, each once: places in `wanted`, places in `words`.

    An edit inserts, deletes or replaces a letter or swaps two neighbours, also with letters put between them.
    """
    own, others = _by_length(wanted), _by_length(words)
    left: dict[tuple[int, int], tuple[Hashes, Places]] = {}
    for length in own:
        for other in range(length - edits, length + edits + 1):
            if other in others:
                # What is left of both is equally long.
                without = max(min(length, other) - edits, 0)
                if (other, without) not in left:
                    left[other, without] = _left(words, others[other], other, without)
                yield from _sharing(_left(wanted, own[length], length, without), left[other, without])


def _by_length(texts: Sequence[str]) -> Mapping[int, Places]:
    found: dict[int, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        found[min(len(text), _LETTERS)].append(place)
    return {length: np.array(places) for length, places in found.items()}


def _left(texts: Sequence[str], places: Places, length: int, left: int) -> tuple[Hashes, Places]:
    """All that is left of texts where so many of their first letters are: ordered hashes, and of which text each is."""
    letters = np.array([texts[place][:length] for place in places.tolist()], dtype=f"U{max(length, 1)}")
    codes = letters.view(np.uint32).reshape(len(places), -1).astype(np.uint64)
    powers = _POWERS[:left]
    hashes = np.concatenate([codes[:, kept] @ powers for kept in map(list, combinations(range(length), left))])
    order = hashes.argsort(kind="stable")
    return hashes[order], np.tile(places, len(hashes) // len(places))[order]


def _sharing(own: tuple[Hashes, Places], others: tuple[Hashes, Places]) -> Iterator[tuple[Places, Places]]:
    """The pairs of texts of which the same may be left."""
    first, behind = (np.searchsorted(others[0], own[0], side) for side in ("left", "right"))
    shared = behind - first
    some, all_others = np.unique(own[1]), np.unique(others[1])
    if shared.sum() * _MOST_OF_ALL > len(some) * len(all_others):
        for place in some.tolist():
            yield np.full(len(all_others), place), all_others
        return
    at = np.repeat(first - np.concatenate(([0], shared.cumsum()[:-1])), shared) + np.arange(shared.sum())
    beyond = all_others[-1] + 1
    yield np.divmod(np.unique(np.repeat(own[1], shared) * beyond + others[1][at]), beyond)
