"""Expressions of the grammar: symbols expanded, lists and assigned classes split off as elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import regex

_REFERENCE = regex.compile(r"(?<!\\[pPN])\{([@=]?)([A-Za-z_][\w|]*)\}")
_MOST_VARIANTS = 16
_DEEPEST = 20


class ExpressionError(ValueError):
    """What is wrong with an expression, for the person who writes it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an expression that is a plain regular expression; `groups` is the number of its groups."""

    source: str
    groups: int


@dataclass(frozen=True, slots=True)
class Reference:
    """Part of an expression that is any entry of lists (`kind` "@") or any stretch of assigned classes ("=").

    `group` tells whether it is a group, that is, whether its stretch can be assigned.
    """

    kind: str
    names: tuple[str, ...]
    group: bool


Element = Piece | Reference


def expand(source: str, symbols: Mapping[str, str], inline: Callable[[str], str | None]) -> str:
    """The expression with symbols replaced by their meaning, and those lists that `inline` has an expression for.

    Raises `ExpressionError` for an unknown symbol, or symbols that mean each other.
    """
    for _ in range(_DEEPEST):
        changed = False

        def replaced(match: regex.Match[str]) -> str:
            nonlocal changed
            kind, name = match.groups()
            if kind == "=":
                return str(match.group())
            if kind == "@":
                parts = [inline(part) for part in name.split("|")]
                known = [part for part in parts if part is not None]
                if not known:
                    return str(match.group())
                if len(known) < len(parts):
                    raise ExpressionError(f"{match.group()} joins lists that are scanned for and lists written in")
                changed = True
                return "(?:" + "|".join(known) + ")"
            if name not in symbols:
                raise ExpressionError(f"unknown symbol {match.group()}")
            changed = True
            return f"(?:{symbols[name]})"

        source = _REFERENCE.sub(replaced, source)
        if not changed:
            return source
    raise ExpressionError("symbols that mean each other")


def variants(source: str) -> list[tuple[Element, ...]]:
    """The element sequences that an expanded expression stands for, in the order to be tried.

    A reference stands at the top level, as a group of its own, or in an optional group of the top level, which gives
    two sequences. Raises `ExpressionError` elsewhere.
    """
    sources = [source]
    done: list[tuple[Element, ...]] = []
    while sources:
        current = sources.pop(0)
        if len(sources) + len(done) > _MOST_VARIANTS:
            raise ExpressionError("too many optional groups with lists or classes")
        optional = _optional_group_with_reference(current)
        if optional is None:
            done.append(_elements(current))
            continue
        start, inner_start, inner_end, end = optional
        inner = current[inner_start:inner_end]
        # Groups keep their numbers in the sequence without: one that never matches stands in for each.
        without = current[:start] + "(\\b\\B)?" * _groups_of(inner) + current[end:]
        sources[:0] = [current[:start] + "(?:" + inner + ")" + current[end:], without]
    return [_flattened(one) for one in done]


def _flattened(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    return tuple(one for one in elements if not (isinstance(one, Piece) and one.source == ""))


def _groups_of(source: str) -> int:
    plain = _REFERENCE.sub("x", source)
    try:
        return int(regex.compile(plain, regex.VERSION1).groups)
    except regex.error as error:
        raise ExpressionError(str(error)) from error


def _spans_of_groups(source: str) -> Iterable[tuple[int, int, int]]:
    """Start, end (after the closing parenthesis) and depth of each parenthesis, in order of their ends."""
    opened: list[int] = []
    at = 0
    while at < len(source):
        character = source[at]
        if character == "\\":
            at += 2
            continue
        if character == "[":
            at = _class_end(source, at)
            continue
        if character == "(":
            opened.append(at)
        elif character == ")":
            if not opened:
                raise ExpressionError("a closing parenthesis too many")
            yield opened.pop(), at + 1, len(opened)
        at += 1
    if opened:
        raise ExpressionError("a parenthesis is not closed")


def _class_end(source: str, at: int) -> int:
    depth = 0
    start = at
    while at < len(source):
        if source[at] == "\\":
            at += 2
            continue
        if source[at] == "[":
            depth += 1
            # `[]…]` and `[^]…]` hold the bracket itself.
            after = at + 1 + (source[at + 1 : at + 2] == "^")
            if source[after : after + 1] == "]":
                at = after
        elif source[at] == "]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise ExpressionError(f"a character class is not closed: {source[start:start + 20]}")


def _optional_group_with_reference(source: str) -> tuple[int, int, int, int] | None:
    for start, end, depth in _spans_of_groups(source):
        if depth or not source.startswith("(?:", start) or source[end : end + 1] != "?":
            continue
        if _REFERENCE.search(source, start, end):
            return start, start + 3, end - 1, end + 1
    return None


def _elements(source: str) -> tuple[Element, ...]:
    source = _without_plain_brackets(source)
    groups = list(_spans_of_groups(source))
    elements: list[Element] = []
    at = 0
    for match in _REFERENCE.finditer(source):
        start, end = match.span()
        around = [(s, e, d) for s, e, d in groups if s < start and end < e]
        own_group = len(around) == 1 and around[0][:2] == (start - 1, end + 1)
        if around and not own_group:
            raise ExpressionError(f"{match.group()} stands inside a group; put it at the top level")
        before = source[at : start - own_group]
        elements.append(Piece(before, _groups_of(before)))
        elements.append(Reference(match.group(1), tuple(match.group(2).split("|")), own_group))
        at = end + own_group
        if source[at : at + 1] in ("?", "*", "+"):
            raise ExpressionError(f"{match.group()} cannot be repeated; write (?:…)? around it")
    rest = source[at:]
    elements.append(Piece(rest, _groups_of(rest)))
    return tuple(elements)


def _without_plain_brackets(source: str) -> str:
    """`(?:…)` of the top level that holds a reference and is not repeated says no more than what is inside it."""
    while True:
        for start, end, depth in _spans_of_groups(source):
            if depth or not source.startswith("(?:", start) or source[end : end + 1] in ("?", "*", "+", "{"):
                continue
            inner = source[start + 3 : end - 1]
            if _REFERENCE.search(inner) and not _has_alternatives(inner):
                source = source[:start] + inner + source[end:]
                break
        else:
            return source


def _has_alternatives(source: str) -> bool:
    groups = [(s, e) for s, e, d in _spans_of_groups(source) if d == 0]
    at = 0
    while at < len(source):
        if source[at] == "\\":
            at += 2
        elif source[at] == "[":
            at = _class_end(source, at)
        else:
            if source[at] == "|" and not any(s < at < e for s, e in groups):
                # The bar inside {@a|b} joins lists.
                before = source.rfind("{", 0, at)
                if before < 0 or "}" in source[before:at]:
                    return True
            at += 1
    return False
