"""Outlines: where an expression can match at all, as an automaton small enough to be asked at every sign of a report.

An outline says less than its expression: contexts, look-arounds and back-references are left out, long repetitions may
be longer still, and what comes after its first places may be anything. It stands wherever the expression matches, and
seldom elsewhere, so that the engine is asked in few places only. Signs outside of ASCII are one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import regex

OUTLINES = 3  # raised when outlines change: kept ones are then made anew
_ASCII = "".join(map(chr, range(128)))
_OTHER = 1 << 128
_ALL = (_OTHER << 1) - 1
_SIGNS = 129
_MOST_PLACES = 256
_MOST_COPIES = 4
_LARGEST_COPIED = 24  # places of what is repeated: of more, how often is not counted
_QUANTIFIER = regex.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})[?+]?")
_GROUP = regex.compile(r"\((?:\?(?:(?P<look><?[=!])|>|P?<\w+>|(?P<on>[ims]*)(?:-(?P<off>[ims]+))?:|(?P<other>)))?")
_SET = regex.compile(r"\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\\[])*\]", regex.DOTALL)
_TOKEN = regex.compile(
    r"\\(?:[pPN]\{[^}]*\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[dDsSwWhntrfv]|[^\p{L}\p{N}])|[^\\]", regex.DOTALL
)
_NOTHING_THERE = regex.compile(r"\\[bBAZmM]|[\^$]")
_BACK_REFERENCE = regex.compile(r"\\[1-9]\d?")
# What stands for signs of ASCII only, unless case does not count (`_LIKE`).
_PLAIN_SET = regex.compile(r"\[[^\\^\[\P{ASCII}]*\]|[^.\\\P{ASCII}]|\\[ntrfv]|\\[^\w\P{ASCII}]")
# What an expression may begin with: which signs are not before it.
_LEADING = regex.compile(r"(?:(?P<line>\^)|\(\?<!(?P<not>\[[^\[\]\\]*(?:\\.[^\[\]\\]*)*\]|\\p\{\w+\})\))(?![?*+{])")
# What is not ASCII and yet a letter of it when case does not count.
_LIKE = {0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}


@dataclass(frozen=True, slots=True)
class _Sign:
    """One sign of a set, told as bits."""

    of: int


@dataclass(frozen=True, slots=True)
class _Series:
    parts: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    parts: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Node
    least: int
    most: int | None


_Node = _Sign | _Series | _Choice | _Repeat
_NOTHING = _Series(())
_ANYTHING = _Repeat(_Sign(_ALL), 0, None)


class _Signs(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if code < 128 else _LIKE.get(code, "\x80")
        return self[code]


_SIGN_OF = _Signs()


def signs(text: str) -> bytes:
    """A text as outlines are laid on it: a byte for each code point."""
    return text.translate(_SIGN_OF).encode("latin-1")


def outline(source: str, backwards: bool = False) -> bytes:
    """The outline of an expression, for the kernel (`outline.h`); empty where it would say nothing.

    `backwards`: for text that is read from its end.
    """
    reader = _Reader(source)
    try:
        parts = reader.alternatives()
    except _Unreadable:
        return b""
    if reader.at < len(source):
        return b""
    automaton = _Automaton(backwards)
    part = automaton.part(_one_of(parts))
    return b"" if part.empty else automaton.written(part, _before(source) if len(parts) == 1 else _ALL)


def _before(source: str) -> int:
    """The signs that can stand before a match, as far as the beginning of the expression tells."""
    found = _LEADING.match(source)
    if found is None:
        return _ALL
    return 1 << 10 if found["line"] else _ALL & ~_set_of(found["not"], False) | _OTHER


class _Unreadable(Exception):
    """An expression holds what is not read here: it has no outline."""


class _Reader:
    """Reads an expression, group by group."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self._any_case = False

    def alternatives(self) -> list[_Node]:
        """All up to the end of the group."""
        parts = [self._series()]
        while self.source.startswith("|", self.at):
            self.at += 1
            parts.append(self._series())
        return parts

    def _series(self) -> _Node:
        parts = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            part = self._repeated(self._atom())
            if part != _NOTHING:
                parts.append(part)
        return parts[0] if len(parts) == 1 else _Series(tuple(parts))

    def _atom(self) -> _Node:
        source = self.source
        if source[self.at] == "(":
            return self._group()
        for form, node in ((_NOTHING_THERE, _NOTHING), (_BACK_REFERENCE, _ANYTHING)):
            if (found := form.match(source, self.at)) is not None:
                self.at = found.end()
                return node
        if (
            source[self.at] in "{*+?"
            or (found := (_SET if source[self.at] == "[" else _TOKEN).match(source, self.at)) is None
        ):
            raise _Unreadable
        self.at = found.end()
        return _Sign(_set_of(found.group(), self._any_case))

    def _group(self) -> _Node:
        found = _GROUP.match(self.source, self.at)
        assert found is not None
        if found["other"] is not None:
            raise _Unreadable
        if found["look"]:
            self.at = _end_of_group(self.source, self.at)
            return _NOTHING
        before, self.at = self._any_case, found.end()
        if found["on"] is not None:
            self._any_case = "i" in found["on"] or (before and "i" not in (found["off"] or ""))
        node = _one_of(self.alternatives())
        if not self.source.startswith(")", self.at):
            raise _Unreadable
        self.at += 1
        self._any_case = before
        return node

    def _repeated(self, node: _Node) -> _Node:
        while (found := _QUANTIFIER.match(self.source, self.at)) is not None:
            self.at = found.end()
            sign, least, comma, most = found.groups()
            if sign:
                bounds: tuple[int, int | None] = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            else:
                bounds = int(least), (int(most) if most else None) if comma else int(least)
            node = node if node == _NOTHING else _Repeat(node, *bounds)
        return node


def _one_of(parts: Sequence[_Node]) -> _Node:
    return parts[0] if len(parts) == 1 else _Choice(tuple(parts))


def _end_of_group(source: str, at: int) -> int:
    depth = 0
    while at < len(source):
        found = _SET.match(source, at) if source[at] == "[" else None
        depth += (source[at] == "(") - (source[at] == ")")
        at = found.end() if found else at + 1 + (source[at] == "\\")
        if depth == 0:
            return at
    raise _Unreadable


@cache
def _set_of(token: str, any_case: bool) -> int:
    """The signs that the engine takes for a token."""
    found = regex.findall(token, _ASCII, regex.VERSION0 | regex.DOTALL | (regex.IGNORECASE if any_case else 0))
    return sum(1 << ord(sign) for sign in found) | (0 if _PLAIN_SET.fullmatch(token) else _OTHER)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of an automaton's places, as bits: those it begins and ends with, and whether it may be empty."""

    empty: bool
    first: int
    last: int


_EMPTY_PART = _Part(True, 0, 0)


class _Automaton:
    """An automaton whose places are the signs of an expression; source: Glushkov (1961)."""

    def __init__(self, backwards: bool) -> None:
        self._backwards = backwards
        self._signs: list[int] = []
        self._follow: list[int] = []

    def part(self, node: _Node) -> _Part:
        """The places of a node, added."""
        if isinstance(node, _Sign):
            self._signs.append(node.of)
            self._follow.append(0)
            place = 1 << (len(self._signs) - 1)
            return _Part(False, place, place)
        if isinstance(node, _Series):
            return self._series([self.part(one) for one in node.parts])
        if isinstance(node, _Choice):
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

    def _repeat(self, node: _Repeat) -> _Part:
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

    def written(self, part: _Part, before: int) -> bytes:
        """The automaton as the kernel reads it, with as many places as it may have: those nearest to the beginning."""
        kept, reached, edge = part.first, part.first, part.first
        while edge:
            edge = _union(self._follow[place] for place in _bits(edge)) & ~reached
            reached |= edge
            if reached.bit_count() > _MOST_PLACES:
                break
            kept = reached
        if kept.bit_count() > _MOST_PLACES:
            return b""
        places = list(_bits(kept))
        number = {place: new for new, place in enumerate(places)}

        def renumbered(some: int) -> int:
            return sum(1 << number[place] for place in _bits(some & kept))

        words = (len(places) + 63) // 64
        last = part.last | _union(1 << place for place in places if self._follow[place] & ~kept)
        of_sign = [
            sum(1 << new for new, place in enumerate(places) if self._signs[place] >> sign & 1)
            for sign in range(_SIGNS)
        ]
        first = renumbered(part.first)
        follow = [renumbered(self._follow[place]) for place in places] + [0] * (words * 64 - len(places))
        end = renumbered(last)
        rows = b"".join(row.to_bytes(words * 8, sys.byteorder) for row in (first, end, *of_sign, *follow))
        pairs = b"".join(self._second(of_sign, first & own, end, follow) for own in of_sign)
        begins = sum(1 << sign for sign in range(_SIGNS) if of_sign[sign] & first)
        return b"".join((bytes((words,)), _flags(before), _flags(begins), pairs, rows))

    @staticmethod
    def _second(of_sign: Sequence[int], now: int, last: int, follow: Sequence[int]) -> bytes:
        """Which signs can be second after a first one, which stands in the places `now`."""
        after = _union(follow[place] for place in _bits(now))
        whole = _ALL if now & last else sum(1 << sign for sign in range(_SIGNS) if of_sign[sign] & after)
        return whole.to_bytes((_SIGNS + 7) // 8, "little")


def _flags(some: int) -> bytes:
    return bytes(some >> min(byte, _SIGNS - 1) & 1 for byte in range(256))


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
