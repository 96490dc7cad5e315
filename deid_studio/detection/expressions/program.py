"""Programs: expressions as steps for the kernel (program.h), which finds what the engine would find, and sooner.

A program is matched as the engine matches: the first way that leads to the end, with all that groups took on it. What
the engine alone can say, and what takes too many steps, is left to it.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from itertools import accumulate
from operator import or_

import regex

from deid_studio.detection.expressions.alphabet import ALL, ALPHABET, WORD
from deid_studio.detection.expressions.syntax import (
    At,
    Atomic,
    Characters,
    Choice,
    Group,
    Look,
    Manner,
    Node,
    Repeat,
    Same,
    Series,
    Spot,
    Unreadable,
    tree_of,
)

PROGRAMS = f"program {ALPHABET}.2"  # other when programs are: kept ones are then made anew
_ENDLESS = 0x7FFFFFFF
_MOST_OFTEN = 0xFFFF  # the kernel keeps smaller numbers only
_LARGEST_COPIED = 48  # steps of a repeated part, written out as often as it may stand
_MOST_STEPS = 60_000


class _Op(IntEnum):
    """What a step does; the order is that of program.h."""

    MATCH = 0
    CHARACTER = 1
    SET = 2
    RUN = 3  # a set, over and over
    BRANCH = 4
    JUMP = 5
    OPEN = 6
    CLOSE = 7
    LOOK = 8
    ATOMIC = 9
    DONE = 10
    COUNT = 11  # from nothing
    AGAIN = 12
    AT = 13


_SPOTS = list(Spot)
_MANNERS = list(Manner)


def program(source: str, flags: int) -> bytes:
    """An expression as a program for the kernel; empty where it is the engine's alone."""
    try:
        node, groups = tree_of(source, flags)
        return _Writer().whole(node, groups, bool(flags & regex.REVERSE))
    except (Unreadable, RecursionError):  # the second for parentheses within parentheses without end
        return b""


class _Writer:
    """Writes steps, one after the other; where a step leads to one that is not yet written is filled in later."""

    def __init__(self) -> None:
        self._steps: list[list[int]] = []
        self._sets: dict[int, int] = {ALL: 0, WORD: 1}
        self._counters = 0

    def whole(self, node: Node, groups: int, backwards: bool) -> bytes:
        self._node(node, backwards, behind=False)
        self._step(_Op.MATCH)
        first = self._set(_first_or_all(node, backwards))
        head = struct.pack("=5i", len(self._steps), len(self._sets), self._counters, groups, first)
        steps = b"".join(struct.pack("=4i", *step) for step in self._steps)
        return head + steps + b"".join(one.to_bytes(32, "little") for one in self._sets)

    def _step(self, op: _Op, a: int = 0, b: int = 0, c: int = 0, backwards: bool = False, manner: int = 0) -> int:
        if len(self._steps) >= _MOST_STEPS:
            raise Unreadable
        self._steps.append([op | backwards << 8 | manner << 16, a, b, c])
        return len(self._steps) - 1

    def _set(self, of: int) -> int:
        return self._sets.setdefault(of, len(self._sets))

    def _node(self, node: Node, backwards: bool, behind: bool) -> None:
        """Write a node; `behind` when it stands in what looks behind, in which no group is told."""
        match node:
            case Characters():
                self._characters(node, backwards)
            case At():
                self._step(_Op.AT, _SPOTS.index(node.spot))
            case Series():
                for part in reversed(node.parts) if backwards else node.parts:
                    self._node(part, backwards, behind)
            case Choice():
                self._choice(node, backwards, behind)
            case Repeat():
                self._repeat(node, backwards, behind)
            case Group():
                if behind:
                    raise Unreadable
                self._step(_Op.OPEN, node.number)
                self._node(node.part, backwards, behind)
                self._step(_Op.CLOSE, node.number)
            case Atomic():
                self._inside(_Op.ATOMIC, node.part, backwards, behind)
            case Look():
                self._inside(_Op.LOOK, node.part, node.behind, behind or node.behind, manner=int(not node.wanted))
            case Same():
                raise Unreadable

    def _characters(self, node: Characters, backwards: bool) -> None:
        of = _told(node)
        if of.bit_count() == 1:
            self._step(_Op.CHARACTER, of.bit_length() - 1, backwards=backwards)
        else:
            self._step(_Op.SET, self._set(of), backwards=backwards)

    def _inside(self, op: _Op, part: Node, backwards: bool, behind: bool, manner: int = 0) -> None:
        begun = self._step(op, manner=manner)
        self._node(part, backwards, behind)
        self._step(_Op.DONE)
        self._steps[begun][1] = len(self._steps)

    def _choice(self, node: Choice, backwards: bool, behind: bool) -> None:
        firsts = [_first_or_all(part, backwards) for part in node.parts]
        rests = list(accumulate(reversed(firsts), or_))[-2::-1]
        ends = []
        for part, first, rest in zip(node.parts, firsts, rests, strict=False):
            branch = self._step(_Op.BRANCH, self._set(first), 0, self._set(rest), backwards)
            self._node(part, backwards, behind)
            ends.append(self._step(_Op.JUMP))
            self._steps[branch][2] = len(self._steps)
        self._node(node.parts[-1], backwards, behind)
        for end in ends:
            self._steps[end][1] = len(self._steps)

    def _repeat(self, node: Repeat, backwards: bool, behind: bool) -> None:
        most = _ENDLESS if node.most is None else node.most
        if max(node.least, node.most or 0) >= _MOST_OFTEN:
            raise Unreadable
        if isinstance(node.part, Characters):
            own = self._set(_told(node.part))
            self._step(_Op.RUN, own, node.least, most, backwards, _MANNERS.index(node.manner))
        elif node.manner is Manner.POSSESSIVE:
            self._inside(_Op.ATOMIC, Repeat(node.part, node.least, node.most), backwards, behind)
        elif most > 1 and _first(node.part, backwards)[1]:
            raise Unreadable  # where nothing is taken over and over, the engine has ways of its own
        elif most:
            self._written_out(node, most, backwards, behind)

    def _written_out(self, node: Repeat, most: int, backwards: bool, behind: bool) -> None:
        """A part that takes at least a character, as often as it must stand and, behind branches, as it may."""
        first, lazy = self._set(_first_or_all(node.part, backwards)), int(node.manner is Manner.LAZY)
        begun, branches, again = len(self._steps), [], 0
        often = max(node.least, 1) if most == _ENDLESS else most
        for number in range(often):
            again = len(self._steps)
            if number >= node.least:
                branches.append(self._step(_Op.BRANCH, first, backwards=backwards, manner=lazy))
            self._node(node.part, backwards, behind)
            if often > 1 and (len(self._steps) - begun) * (often - number) > _LARGEST_COPIED:
                del self._steps[begun:]
                self._counted(node, most, backwards, behind)
                return
        if most == _ENDLESS:
            if node.least:
                branches.append(self._step(_Op.BRANCH, first, backwards=backwards, manner=lazy))
            self._step(_Op.JUMP, again)
        for branch in branches:
            self._steps[branch][2] = len(self._steps)

    def _counted(self, node: Repeat, most: int, backwards: bool, behind: bool) -> None:
        counter, lazy = self._counters, int(node.manner is Manner.LAZY)
        self._counters += 1
        self._step(_Op.COUNT, counter)
        again = self._step(_Op.AGAIN, counter, node.least, most, manner=lazy)
        left = self._step(_Op.JUMP)
        self._node(node.part, backwards, behind)
        self._step(_Op.JUMP, again)
        self._steps[left][1] = len(self._steps)


def _told(node: Characters) -> int:
    if node.of is None:
        raise Unreadable
    return node.of


def _first(node: Node, backwards: bool) -> tuple[int, bool]:
    """The characters that a node can begin with, and whether it can be empty."""
    match node:
        case Characters():
            return _told(node), False
        case Series():
            first = 0
            for part in reversed(node.parts) if backwards else node.parts:
                own, empty = _first(part, backwards)
                first |= own
                if not empty:
                    return first, False
            return first, True
        case Choice():
            parts = [_first(part, backwards) for part in node.parts]
            first = 0
            for own, _ in parts:
                first |= own
            return first, any(empty for _, empty in parts)
        case Repeat():
            own, empty = _first(node.part, backwards)
            return (own, empty or node.least == 0) if node.most != 0 else (0, True)
        case Group() | Atomic():
            return _first(node.part, backwards)
        case _:
            return 0, True


def _first_or_all(node: Node, backwards: bool) -> int:
    first, empty = _first(node, backwards)
    return ALL if empty else first
