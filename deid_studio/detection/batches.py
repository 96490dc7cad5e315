"""Batches: reports that are read at once, as many as what is kept of texts has room for (`last_texts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from deid_studio.last_texts import ROOM

T = TypeVar("T")

MOST = 32
_CHARACTERS = ROOM // 2  # the same reports are read in other forms, too


def batches(
    items: Iterable[T], size: Callable[[T], int], most: Callable[[int], int] = lambda given: MOST
) -> Iterator[list[T]]:
    """The items in their order, some together: of sizes (in code points) that fit, and as many as `most` says at most
    after those that were given."""
    some: list[T] = []
    taken = given = 0
    for item in items:
        own = size(item)
        if some and (len(some) >= most(given) or taken + own > _CHARACTERS):
            yield some
            given += len(some)
            some, taken = [], 0
        some.append(item)
        taken += own
    if some:
        yield some
