"""Syntax: a regular expression as a tree, as far as the grammar's and the induced rules' expressions go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import regex

from deid_studio.detection.expressions.alphabet import set_of


class Unreadable(Exception):
    """An expression holds what is not read here; what it means is known to the engine alone."""


class Spot(Enum):
    """What can be asked of a place between characters."""

    LINE_BEGINS = "^"
    LINE_ENDS = "$"
    TEXT_BEGINS = r"\A"
    TEXT_ENDS = r"\Z"
    WORD_EDGE = r"\b"
    NO_WORD_EDGE = r"\B"


class Manner(Enum):
    """How a repetition takes as much as it may: first all, first little, or all and never less."""

    GREEDY = ""
    LAZY = "?"
    POSSESSIVE = "+"


@dataclass(frozen=True, slots=True)
class Characters:
    """One character; `of` are the bytes of those that it may be, as bits, or None where the alphabet cannot say it."""

    written: str
    flags: int
    of: int | None


@dataclass(frozen=True, slots=True)
class At:
    """A place between characters."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Same:
    """What a group matched, again."""


@dataclass(frozen=True, slots=True)
class Series:
    """One node after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The first of some nodes with which all that follows matches."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node so often; without bounds where `most` is None."""

    part: Node
    least: int
    most: int | None
    manner: Manner = Manner.GREEDY


@dataclass(frozen=True, slots=True)
class Group:
    """A node whose places are told."""

    number: int
    part: Node


@dataclass(frozen=True, slots=True)
class Atomic:
    """A node as it matches first, whatever follows."""

    part: Node


@dataclass(frozen=True, slots=True)
class Look:
    """What stands, or does not stand, ahead of or behind a place."""

    part: Node
    behind: bool
    wanted: bool


Node = Characters | At | Same | Series | Choice | Repeat | Group | Atomic | Look

_QUANTIFIER = regex.compile(r"(?:([*+?])|\{(\d*)(?:(,)(\d*))?(?<!\{,?)\})([?+]?)")
_GROUP = regex.compile(
    r"\((?:\?(?:(?P<look><?[=!])|(?P<atomic>>)|P?<(?P<name>\w+)>|(?P<on>[ims]*)(?:-(?P<off>[ims]+))?(?P<rest>[:)])"
    r"|(?P<other>)))?"
)
_SET = regex.compile(r"\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\\[])*\]", regex.DOTALL)
_TOKEN = regex.compile(
    r"\\(?:[pP]\{[^}]*\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[dDsSwWntrfv]|[^\p{L}\p{N}])|[^\\]", regex.DOTALL
)
_SPOT = regex.compile(r"\\[bBAZ]|[\^$]")
_BACK_REFERENCE = regex.compile(r"\\[1-9]\d?")
# Numbers, since the engine's flags, which are members of an enumeration, take ten times as long to be joined.
_LETTERS = {"i": int(regex.IGNORECASE), "m": int(regex.MULTILINE), "s": int(regex.DOTALL)}
_OF_TOKENS = int(regex.IGNORECASE | regex.DOTALL | regex.VERSION0 | regex.VERSION1)


def tree_of(source: str, flags: int) -> tuple[Node, int]:
    """An expression that the engine takes, as a tree, and how many groups it has.

    Raises `Unreadable` where it holds what no tree says.
    """
    reader = _Reader(source, flags)
    return reader.whole(), reader.groups


class _Reader:
    """Reads an expression, group by group."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._at = 0
        self._flags = int(flags)
        self.groups = 0
        self._names: set[str] = set()

    def whole(self) -> Node:
        node = self._alternatives()
        if self._at < len(self._source):
            raise Unreadable
        return node

    def _alternatives(self) -> Node:
        """All up to the end of the group."""
        parts = [self._series()]
        while self._source.startswith("|", self._at):
            self._at += 1
            parts.append(self._series())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _series(self) -> Node:
        parts: list[Node] = []
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            parts.append(self._repeated(self._atom()))
        return _series_of(parts)

    def _atom(self) -> Node:
        source = self._source
        if source[self._at] == "(":
            return self._group()
        if (found := _SPOT.match(source, self._at)) is not None:
            self._at = found.end()
            return self._spot(found.group())
        if (found := _BACK_REFERENCE.match(source, self._at)) is not None:
            self._at = found.end()
            return Same()
        form = _SET if source[self._at] == "[" else _TOKEN
        if source[self._at] in "{*+?" or (found := form.match(source, self._at)) is None:
            raise Unreadable
        self._at = found.end()
        flags = self._flags & _OF_TOKENS
        return Characters(found.group(), flags, set_of(found.group(), flags))

    def _spot(self, sign: str) -> Node:
        if sign == "$" and not self._flags & regex.MULTILINE:  # before a last line's end too
            at_end = At(Spot.TEXT_ENDS)
            return Choice((at_end, Look(Series((Characters("\n", 0, 1 << 10), at_end)), behind=False, wanted=True)))
        if sign == "^" and not self._flags & regex.MULTILINE:
            return At(Spot.TEXT_BEGINS)
        return At(Spot(sign))

    def _group(self) -> Node:
        found = _GROUP.match(self._source, self._at)
        assert found is not None
        if found["other"] is not None:
            raise Unreadable
        before, self._at = self._flags, found.end()
        if found["rest"]:
            self._switch(found["on"], found["off"] or "")
        if found["rest"] == ")":  # for all that follows
            if found.start() > 0:
                raise Unreadable
            return Series(())
        numbered = found.group() == "(" or found["name"] is not None
        if found["name"] in self._names:  # the same group once more
            raise Unreadable
        self._names.update((found["name"],) if found["name"] else ())
        if numbered:
            self.groups += 1
        number = self.groups
        node = self._alternatives()
        if not self._source.startswith(")", self._at):
            raise Unreadable
        self._at += 1
        self._flags = before
        if found["look"]:
            return Look(node, behind=found["look"][0] == "<", wanted=found["look"][-1] == "=")
        if found["atomic"]:
            return Atomic(node)
        return Group(number, node) if numbered else node

    def _switch(self, on: str, off: str) -> None:
        for letter in on:
            self._flags |= _LETTERS[letter]
        for letter in off:
            self._flags &= ~_LETTERS[letter]

    def _repeated(self, node: Node) -> Node:
        found = _QUANTIFIER.match(self._source, self._at)
        if found is None:
            return node
        self._at = found.end()
        if _QUANTIFIER.match(self._source, self._at) is not None:
            raise Unreadable
        sign, least, comma, most, manner = found.groups()
        if sign:
            bounds: tuple[int, int | None] = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        elif comma:
            bounds = int(least or 0), int(most) if most else None
        else:
            bounds = int(least), int(least)
        return Repeat(node, *bounds, Manner(manner))


def _series_of(parts: Sequence[Node]) -> Node:
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Series) else (part,))
    return flat[0] if len(flat) == 1 else Series(tuple(flat))
