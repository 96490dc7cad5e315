"""Outlines: where an expression can match at all, as an automaton small enough to be asked at every sign of a report.

An outline says less than its expression: contexts, back-references and look-arounds are left out, but for what an
expression looks for at its beginning; long repetitions may be longer still, and what comes after the first places may
be anything. It stands wherever the expression matches, and seldom elsewhere, so that it is tried in few places only.
Signs outside of ASCII are one.
"""

from __future__ import annotations

from functools import cache

import regex

from deid_studio.detection.expressions import syntax
from deid_studio.detection.expressions.alphabet import in_bytes
from deid_studio.detection.expressions.syntax import Look, Spot, Unreadable, tree_of
from deid_studio.detection.grammar.sign_automaton import (
    ALL,
    ANYTHING,
    NOTHING,
    SIGNS,
    Choice,
    Node,
    Repeat,
    Series,
    Sign,
    Tables,
    tables_of,
)

OUTLINES = "outline 7"  # raised when outlines change: kept ones are then made anew
_ASCII = "".join(map(chr, range(128)))
_OTHER = 1 << 128
# What is not ASCII and yet a letter of it when case does not count.
_LIKE = {0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}


def _sign_of_each_byte() -> bytes:
    like = {(in_bytes(chr(code)) or b"\x80")[0]: ord(letter) for code, letter in _LIKE.items()}
    return bytes(byte if byte < 128 else like.get(byte, 128) for byte in range(256))


_SIGN_OF_BYTES = _sign_of_each_byte()


def signs(text: str, text_in_bytes: bytes | None) -> bytes:
    """A text, which is also told in bytes, as outlines are laid on it: a byte for each code point."""
    if text_in_bytes is None:
        return "".join(map(_sign, text)).encode("latin-1")
    return text_in_bytes.translate(_SIGN_OF_BYTES)


def _sign(character: str) -> str:
    code = ord(character)
    return character if code < 128 else _LIKE.get(code, "\x80")


def outline(source: str, flags: int) -> bytes:
    """The outline of an expression, for the kernel (`outline.h`); empty where it would say nothing."""
    try:
        tree, _ = tree_of(source, flags)
        ahead = tables_of(_rough(tree), backwards=bool(flags & regex.REVERSE))
        if ahead is None:
            return b""
        leading = _Leading(tree.parts if isinstance(tree, syntax.Series) else (tree,))
    except (Unreadable, RecursionError):
        return b""
    for looked in leading.ahead:
        ahead = ahead.begun_as(looked)
    behind = leading.behind
    words = bytes((ahead.words, behind.words if behind else 0))
    rows = ahead.rows + (behind.rows if behind else b"")
    return b"".join((words, _flags(leading.before), _flags(ahead.begins), ahead.pairs, ahead.second_pairs, rows))


class _Leading:
    """What an expression looks for at its beginning: the signs that can stand before it, what stands there and what
    it begins with, as far as is told before its first sign."""

    def __init__(self, parts: tuple[syntax.Node, ...]) -> None:
        self.before = ALL
        self.behind: Tables | None = None
        self.ahead: list[Tables] = []
        for part in parts:
            if isinstance(part, syntax.At):
                self.before &= 1 << 10 if part.spot is Spot.LINE_BEGINS else ALL
            elif not isinstance(part, Look):
                break
            elif part.behind and part.wanted:
                self.behind = self.behind or tables_of(_rough(part.part), backwards=True)
            elif part.behind and isinstance(part.part, syntax.Characters):
                self.before &= ALL & ~_signs_of(part.part) | _OTHER
            elif not part.behind and part.wanted and (looked := tables_of(_rough(part.part), False)) is not None:
                self.ahead.append(looked)


def _flags(some: int) -> bytes:
    return bytes(some >> min(byte, SIGNS - 1) & 1 for byte in range(256))


def _rough(node: syntax.Node) -> Node:
    """What an outline says of a node."""
    match node:
        case syntax.Characters():
            return Sign(_signs_of(node))
        case syntax.Series():
            parts = tuple(rough for part in node.parts if (rough := _rough(part)) != NOTHING)
            return parts[0] if len(parts) == 1 else Series(parts)
        case syntax.Choice():
            return Choice(tuple(map(_rough, node.parts)))
        case syntax.Repeat():
            part = _rough(node.part)
            return part if part == NOTHING else Repeat(part, node.least, node.most)
        case syntax.Group() | syntax.Atomic():
            return _rough(node.part)
        case syntax.Same():
            return ANYTHING
        case _:
            return NOTHING


def _signs_of(node: syntax.Characters) -> int:
    """The signs of a node's characters, and perhaps others."""
    if node.of is None:
        return _of_ascii(node.written, node.flags) | _OTHER
    signs = node.of & ((1 << 128) - 1)
    for byte in range(128, 256):
        if node.of >> byte & 1:
            signs |= 1 << _SIGN_OF_BYTES[byte]
    return signs


@cache
def _of_ascii(written: str, flags: int) -> int:
    return sum(1 << ord(sign) for sign in regex.findall(written, _ASCII, flags))
