"""Expressions of the grammar: symbols expanded, lists and assigned classes split off as elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import regex

from deid_studio.people.folded_text import unaccented

_REFERENCE = regex.compile(r"(?<!\\[pPN])\{([@=]?)([A-Za-z_][\w|]*)\}")
# A set of letters only; each is looked at by itself when an expression is compiled, so that fewer is faster.
_SET = regex.compile(r"(?<!\\)\[(\p{L}+)\]")
_MOST_VARIANTS = 16
_DEEPEST = 20


class ExpressionError(ValueError):
    """What is wrong with an expression, for the person who writes it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an expression that is a plain regular expression; `groups` are the numbers of its groups in the whole."""

    source: str
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """Part of an expression that is any entry of lists (`kind` "@") or any stretch of assigned classes ("=").

    `group` is the number of the group that it belongs to, 0 for none.
    """

    kind: str
    names: tuple[str, ...]
    group: int = 0


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


def without_accents(source: str) -> str:
    """The expression for a text without accents (`unaccented`): `m[eé]dic[oa]` and `médic[oa]` → `medic[oa]`."""
    return str(_SET.sub(_lean, unaccented(source)))


def _lean(match: regex.Match[str]) -> str:
    letters = "".join(dict.fromkeys(match.group(1)))
    return letters if len(letters) == 1 else f"[{letters}]"


def variants(source: str) -> list[tuple[Element, ...]]:
    """The element sequences that an expanded expression stands for, in the order to be tried.

    A reference stands outside of groups, in groups that are assigned, or in optional groups, each of which gives two
    sequences. A group that spans several elements has its number in each of them. Raises `ExpressionError` elsewhere.
    """
    sources = [source]
    done: list[tuple[Element, ...]] = []
    while sources:
        current = sources.pop(0)
        if len(sources) + len(done) > _MOST_VARIANTS:
            raise ExpressionError("too many optional groups with lists or classes")
        optional = _optional_group_with_reference(current)
        if optional is None:
            done.append(_elements(_without_plain_brackets(current)))
            continue
        start, inner_start, inner_end, end = optional
        inner = current[inner_start:inner_end]
        # Groups keep their numbers in the sequence without: one that never matches stands in for each.
        without = current[:start] + "(\\b\\B)?" * _groups_of(inner) + current[end:]
        sources[:0] = [current[:start] + "(?:" + inner + ")" + current[end:], without]
    return done


def _groups_of(source: str) -> int:
    plain = _REFERENCE.sub("x", source)
    try:
        return int(regex.compile(plain).groups)
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
    raise ExpressionError(f"a character class is not closed: {source[start : start + 20]}")


def _optional_group_with_reference(source: str) -> tuple[int, int, int, int] | None:
    """The outermost optional group with a reference: where it starts, its inside starts and ends, and it ends."""
    if _REFERENCE.search(source) is None:  # most rules: where their groups are need not be looked at
        return None
    groups = sorted(_spans_of_groups(source), key=lambda group: group[2])
    for start, end, _ in groups:
        if source.startswith("(?:", start) and source[end : end + 1] == "?" and _REFERENCE.search(source, start, end):
            return start, start + 3, end - 1, end + 1
    return None


def _elements(source: str) -> tuple[Element, ...]:
    groups = sorted(_spans_of_groups(source))
    numbers = {start: n for n, start in enumerate((s for s, _, _ in groups if _assigns(source, s)), start=1)}
    references = list(_REFERENCE.finditer(source))
    spanning: dict[int, tuple[int, int]] = {}  # number of a group with references: where its inside starts and ends
    for match in references:
        around = [(s, e) for s, e, _ in groups if s < match.start() and match.end() < e]
        if len(around) > 1 or any(s not in numbers for s, _ in around):
            raise ExpressionError(f"{match.group()} stands inside a group; put it at the top level")
        spanning.update((numbers[s], (s + 1, e - 1)) for s, e in around)
        if source[match.end() : match.end() + 1] in ("?", "*", "+"):
            raise ExpressionError(f"{match.group()} cannot be repeated; write (?:…)? around it")
    elements: list[Element] = []
    at = 0
    for match in references:
        elements.append(_piece(source, at, match.start(), numbers, spanning))
        group = next((n for n, (s, e) in spanning.items() if s <= match.start() < e), 0)
        elements.append(Reference(match.group(1), tuple(match.group(2).split("|")), group))
        at = match.end()
    elements.append(_piece(source, at, len(source), numbers, spanning))
    return tuple(one for one in elements if not (isinstance(one, Piece) and not one.source))


def _assigns(source: str, start: int) -> bool:
    """Whether the parenthesis there opens a group that is assigned (it has a number)."""
    return source[start + 1 : start + 2] != "?"


def _piece(source: str, start: int, end: int, numbers: dict[int, int], spanning: dict[int, tuple[int, int]]) -> Piece:
    """What stands between two references; its share of a group that spans several elements becomes a group itself."""
    text = ""
    own: list[int] = []
    at = start
    for number, (inside, closing) in sorted(spanning.items(), key=lambda item: item[1]):
        if closing < start or inside > end:
            continue
        opening = max(inside - 1, at)
        first, last = max(inside, start), min(closing, end)
        text += source[at:opening]
        own += [n for s, n in sorted(numbers.items()) if at <= s < opening]
        if first < last:
            text += f"({source[first:last]})"
            own += [number, *(n for s, n in sorted(numbers.items()) if first <= s < last)]
        at = min(closing + 1, end)
    text += source[at:end]
    own += [n for s, n in sorted(numbers.items()) if at <= s < end]
    return Piece(text, tuple(own))


def _without_plain_brackets(source: str) -> str:
    """`(?:…)` that holds a reference and is not repeated says no more than what is inside it."""
    while _REFERENCE.search(source) is not None:
        for start, end, _ in _spans_of_groups(source):
            if not source.startswith("(?:", start) or source[end : end + 1] in ("?", "*", "+", "{"):
                continue
            inner = source[start + 3 : end - 1]
            if _REFERENCE.search(inner) and not _has_alternatives(inner):
                source = source[:start] + inner + source[end:]
                break
        else:
            break
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
