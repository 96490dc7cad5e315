"""Sign automata: what an expression's signs may follow each other in, as tables of bits for the kernel (outline.h)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

SIGNS = 129  # those of ASCII, and one that stands for all others
ALL = (1 << SIGNS) - 1
_MOST_PLACES = 256
_MOST_COPIES = 4
_LARGEST_COPIED = 24  # places of what is repeated: of more, how often is not counted


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a set, told as bits."""

    of: int


@dataclass(frozen=True, slots=True)
class Series:
    """One node after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One node or another."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node so often; without bounds where `most` is None."""

    part: Node
    least: int
    most: int | None


Node = Sign | Series | Choice | Repeat
NOTHING = Series(())
ANYTHING = Repeat(Sign(ALL), 0, None)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of an automaton's places, as bits: those it begins and ends with, and whether it may be empty."""

    empty: bool
    first: int
    last: int


_EMPTY_PART = _Part(True, 0, 0)


@dataclass(frozen=True, slots=True)
class Tables:
    """An automaton as the kernel reads it: `words` of 64 bits for its places, `rows` of them; which signs begin it, as
    bits, by each sign which can be second, and by each second one which can be third."""

    words: int
    begins: int
    pairs: bytes
    second_pairs: bytes
    rows: bytes

    def begun_as(self, other: Tables) -> Tables:
        """The same automaton where the first three signs are those of another one too."""
        return replace(
            self,
            begins=self.begins & other.begins,
            pairs=_both(self.pairs, other.pairs),
            second_pairs=_both(self.second_pairs, other.second_pairs),
        )


def tables_of(node: Node, backwards: bool) -> Tables | None:
    """The automaton of a node; None where it would say nothing. `backwards`: for text that is read from its end."""
    automaton = _Automaton(backwards)
    part = automaton.part(node)
    return None if part.empty else automaton.tables(part)


class _Automaton:
    """An automaton whose places are the signs of an expression; source: Glushkov (1961)."""

    def __init__(self, backwards: bool) -> None:
        self._backwards = backwards
        self._signs: list[int] = []
        self._follow: list[int] = []

    def part(self, node: Node) -> _Part:
        """The places of a node, added."""
        if isinstance(node, Sign):
            self._signs.append(node.of)
            self._follow.append(0)
            place = 1 << (len(self._signs) - 1)
            return _Part(False, place, place)
        if isinstance(node, Series):
            return self._series([self.part(one) for one in node.parts])
        if isinstance(node, Choice):
            parts = [self.part(one) for one in node.parts]
            return _Part(any(p.empty for p in parts), _union(p.first for p in parts), _union(p.last for p in parts))
        return self._repeat(node)

    def _series(self, parts: Sequence[_Part]) -> _Part:
        whole = _EMPTY_PART
        for part in reversed(parts) if self._backwards else parts:
            self._lead(whole.last, part.first)
            first = whole.first | part.first if whole.empty else whole.first
            last = whole.last | part.last if part.empty else part.last
            whole = _Part(whole.empty and part.empty, first, last)
        return whole

    def _repeat(self, node: Repeat) -> _Part:
        if node.most == 0:
            return _EMPTY_PART
        before = len(self._signs)
        copies = [self.part(node.part)]
        size = len(self._signs) - before
        counted = node.most is not None and node.most <= _MOST_COPIES and size * node.most <= _LARGEST_COPIED
        least = min(node.least, _MOST_COPIES if size * _MOST_COPIES <= _LARGEST_COPIED else 1)
        wanted = node.most if counted and node.most else max(least, 1)
        copies.extend(self.part(node.part) for _ in range(wanted - 1))
        if not counted and node.most != 1:
            self._lead(copies[-1].last, copies[-1].first)
        return self._series([replace(one, empty=one.empty or n >= least) for n, one in enumerate(copies)])

    def _lead(self, some: int, to: int) -> None:
        for place in _bits(some):
            self._follow[place] |= to

    def tables(self, part: _Part) -> Tables | None:
        """The automaton with as many places as it may have, those nearest to the beginning; None where it has more that
        begin it."""
        kept, reached, edge = part.first, part.first, part.first
        while edge:
            edge = _union(self._follow[place] for place in _bits(edge)) & ~reached
            reached |= edge
            if reached.bit_count() > _MOST_PLACES:
                break
            kept = reached
        if kept.bit_count() > _MOST_PLACES:
            return None
        places = list(_bits(kept))
        number = {place: new for new, place in enumerate(places)}

        def renumbered(some: int) -> int:
            return sum(1 << number[place] for place in _bits(some & kept))

        words = (len(places) + 63) // 64
        last = part.last | _union(1 << place for place in places if self._follow[place] & ~kept)
        of_sign = [
            sum(1 << new for new, place in enumerate(places) if self._signs[place] >> sign & 1) for sign in range(SIGNS)
        ]
        first = renumbered(part.first)
        follow = [renumbered(self._follow[place]) for place in places] + [0] * (words * 64 - len(places))
        end = renumbered(last)
        rows = b"".join(row.to_bytes(words * 8, sys.byteorder) for row in (first, end, *of_sign, *follow))
        second = _union(follow[place] for place in _bits(first))
        pairs = b"".join(self._next(of_sign, first & own, end, follow) for own in of_sign)
        # What may end with its first sign may be followed by any two.
        over = first & end
        second_pairs = b"".join(self._next(of_sign, second & own | over, end, follow) for own in of_sign)
        begins = sum(1 << sign for sign in range(SIGNS) if of_sign[sign] & first)
        return Tables(words, begins, pairs, second_pairs, rows)

    @staticmethod
    def _next(of_sign: Sequence[int], now: int, last: int, follow: Sequence[int]) -> bytes:
        """Which signs can be next after one that stands in the places `now`."""
        after = _union(follow[place] for place in _bits(now))
        whole = ALL if now & last else sum(1 << sign for sign in range(SIGNS) if of_sign[sign] & after)
        return whole.to_bytes((SIGNS + 7) // 8, "little")


def _both(some: bytes, other: bytes) -> bytes:
    return (int.from_bytes(some) & int.from_bytes(other)).to_bytes(len(some))


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for one in sets:
        whole |= one
    return whole


def _bits(some: int) -> Iterator[int]:
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
