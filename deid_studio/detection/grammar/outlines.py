"""Outlines: where an expression can match at all, as an automaton small enough to be asked at every sign of a report.

An outline says less than its expression: contexts, back-references and look-arounds are left out, but for what an
expression looks for at its beginning; long repetitions may be longer still, and what comes after the first places may
be anything. It stands wherever the expression matches, and seldom elsewhere, so that the engine is asked in few places
only. Signs outside of ASCII are one.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from functools import cache

import regex

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

OUTLINES = 5  # raised when outlines change: kept ones are then made anew
_ASCII = "".join(map(chr, range(128)))
_OTHER = 1 << 128
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
# What an expression may begin with, and a look for no sign of a set.
_LEADING = regex.compile(r"(?P<line>\^)|\\b|\(\?(?P<look><?[=!])")
_ONE_SIGN = regex.compile(r"\[[^\[\]\\]*(?:\\.[^\[\]\\]*)*\]|\\p\{\w+\}")
_QUANTIFIERS = ("?", "*", "+", "{")
_MULTILINE = "(?m)"  # as all are
# What is not ASCII and yet a letter of it when case does not count.
_LIKE = {0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}


class _Signs(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if code < 128 else _LIKE.get(code, "\x80")
        return self[code]


_SIGN_OF = _Signs()


def _beyond_ascii(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    return error.object[error.start : error.end].translate(_SIGN_OF).encode("latin-1"), error.end


codecs.register_error("deid.signs", _beyond_ascii)


def signs(text: str) -> bytes:
    """A text as outlines are laid on it: a byte for each code point."""
    return text.encode("ascii", "deid.signs")


def outline(source: str, backwards: bool = False) -> bytes:
    """The outline of an expression, for the kernel (`outline.h`); empty where it would say nothing.

    `backwards`: for text that is read from its end.
    """
    source = source.removeprefix(_MULTILINE)
    try:
        parts = _Reader(source).whole()
        ahead = tables_of(_one_of(parts), backwards)
        if ahead is None:
            return b""
        leading = _Leading(source) if len(parts) == 1 else None
    except _Unreadable:
        return b""
    before, behind = (leading.before, leading.behind) if leading else (ALL, None)
    for looked in leading.ahead if leading else ():
        ahead = ahead.begun_as(looked)
    words = bytes((ahead.words, behind.words if behind else 0))
    rows = ahead.rows + (behind.rows if behind else b"")
    return b"".join((words, _flags(before), _flags(ahead.begins), ahead.pairs, rows))


class _Leading:
    """What an expression looks for at its beginning: the signs that can stand before it, what stands there and what
    it begins with, as far as is told before its first sign."""

    def __init__(self, source: str) -> None:
        self.before = ALL
        self.behind: Tables | None = None
        self.ahead: list[Tables] = []
        at = 0
        while (found := _LEADING.match(source, at)) is not None:
            end = _end_of_group(source, at) if found["look"] else found.end()
            if source[end : end + 1] in _QUANTIFIERS:
                break
            inner = source[found.end() : end - 1]
            if found["line"]:
                self.before &= 1 << 10
            elif found["look"] == "<!" and _ONE_SIGN.fullmatch(inner):
                self.before &= ALL & ~_set_of(inner, False) | _OTHER
            elif found["look"] == "<=":
                self.behind = self.behind or _looked(inner, backwards=True)
            elif found["look"] == "=" and (looked := _looked(inner, backwards=False)) is not None:
                self.ahead.append(looked)
            at = end


def _looked(inner: str, backwards: bool) -> Tables | None:
    try:
        return tables_of(_one_of(_Reader(inner).whole()), backwards)
    except _Unreadable:
        return None


def _flags(some: int) -> bytes:
    return bytes(some >> min(byte, SIGNS - 1) & 1 for byte in range(256))


class _Unreadable(Exception):
    """An expression holds what is not read here: it has no outline."""


class _Reader:
    """Reads an expression, group by group."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self._any_case = False

    def whole(self) -> list[Node]:
        """The alternatives of the whole expression."""
        parts = self.alternatives()
        if self.at < len(self.source):
            raise _Unreadable
        return parts

    def alternatives(self) -> list[Node]:
        """All up to the end of the group."""
        parts = [self._series()]
        while self.source.startswith("|", self.at):
            self.at += 1
            parts.append(self._series())
        return parts

    def _series(self) -> Node:
        parts = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            part = self._repeated(self._atom())
            if part != NOTHING:
                parts.append(part)
        return parts[0] if len(parts) == 1 else Series(tuple(parts))

    def _atom(self) -> Node:
        source = self.source
        if source[self.at] == "(":
            return self._group()
        for form, node in ((_NOTHING_THERE, NOTHING), (_BACK_REFERENCE, ANYTHING)):
            if (found := form.match(source, self.at)) is not None:
                self.at = found.end()
                return node
        if (
            source[self.at] in "{*+?"
            or (found := (_SET if source[self.at] == "[" else _TOKEN).match(source, self.at)) is None
        ):
            raise _Unreadable
        self.at = found.end()
        return Sign(_set_of(found.group(), self._any_case))

    def _group(self) -> Node:
        found = _GROUP.match(self.source, self.at)
        assert found is not None
        if found["other"] is not None:
            raise _Unreadable
        if found["look"]:
            self.at = _end_of_group(self.source, self.at)
            return NOTHING
        before, self.at = self._any_case, found.end()
        if found["on"] is not None:
            self._any_case = "i" in found["on"] or (before and "i" not in (found["off"] or ""))
        node = _one_of(self.alternatives())
        if not self.source.startswith(")", self.at):
            raise _Unreadable
        self.at += 1
        self._any_case = before
        return node

    def _repeated(self, node: Node) -> Node:
        while (found := _QUANTIFIER.match(self.source, self.at)) is not None:
            self.at = found.end()
            sign, least, comma, most = found.groups()
            if sign:
                bounds: tuple[int, int | None] = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            else:
                bounds = int(least), (int(most) if most else None) if comma else int(least)
            node = node if node == NOTHING else Repeat(node, *bounds)
        return node


def _one_of(parts: Sequence[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))


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
