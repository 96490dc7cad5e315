"""Labelled values: what stands before a value on its line or above it in its table, and whether that, or words around,
say what it is; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import regex

from deid_studio.model.span import Span, Suggestion
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.folding import fold
from deid_studio.people.roles import told_role

_BESIDE = 48  # characters around a mention whose words may say of whom it is
_LABEL = r"(?:^|[|;\t]|[.,]\s|\s{2})[ \t]*(\p{L}[^|;:=\t\n]{1,40}?)[ \t]*[:=][ \t]*"
_BEFORE = regex.compile(_LABEL + r"\Z")
_ANY = regex.compile(_LABEL + r"(?=[^\s|;:=])", regex.MULTILINE)
_CELL = regex.compile(r"[^|\s](?:[^|\n]*[^|\s])?|(?<=\|)(?=[ \t]*\|)")  # an empty one is a cell too
COLUMN = " | "  # parts the heads of a table, and the number of a column from them
_LONGEST_HEAD = 5  # words of what heads a column
_WORD = regex.compile(r"[\p{L}\p{N}]+")

Place = tuple[int, int]


def label_before(text: str, start: int) -> str:
    """The folded label that a place stands after on its line; empty where there is none."""
    found = _BEFORE.search(text[text.rfind("\n", 0, start) + 1 : start])
    return fold(found[1]) if found else ""


def labels_in(text: str) -> Iterator[tuple[str, int]]:
    """The folded labels of a text that a value follows on the line, each with where the value begins."""
    last = -1
    for found in _ANY.finditer(text, overlapped=True):
        if found.end() > last:  # of two that end there the longer one
            last = found.end()
            yield fold(found[1]), last


def cells_in(text: str, is_head: Callable[[str, Sequence[Place]], bool]) -> Iterator[tuple[str, Place]]:
    """The cells below the heads of tables whose columns `|` parts, each with its column: its number, and the folded
    heads of all. `is_head` says whether a line that may be heads, told by these and its cells, is."""
    heads: tuple[str, int] = "", 0
    start = 0
    for line in text.split("\n"):
        cells = [found.span() for found in _CELL.finditer(text, start, start + len(line))] if "|" in line else []
        start += len(line) + 1
        names = COLUMN.join(fold(text[slice(*cell)]) for cell in cells)
        if not cells:
            heads = "", 0
        elif all(_may_head(text[slice(*cell)]) for cell in cells) and is_head(names, cells):
            heads = names, len(cells)
        elif len(cells) == heads[1]:
            there = ((number, cell) for number, cell in enumerate(cells) if cell[0] < cell[1])
            yield from ((f"{number}{COLUMN}{heads[0]}", cell) for number, cell in there)


def _may_head(text: str) -> bool:
    words = _WORD.findall(text)
    return 0 < len(words) <= _LONGEST_HEAD and not any(map(str.isdigit, text))


def stands_labelled(text: str, span: Span) -> bool:
    """Whether a label stands before a span, or words beside it say whose name it is."""
    first = max(span.start - _BESIDE, 0)
    beside = fold_signs(text[first : span.end + _BESIDE])
    return bool(label_before(text, span.start)) or told_role(beside, span.start - first, span.end - first) is not None


def has_its_own_right(suggestion: Suggestion, text: str, by_label: bool = True) -> bool:
    """Whether the patient's record says of what class a suggestion is or, where that counts, a label or words beside
    it do: whoever else is called so, it keeps its class."""
    known = any(fact.kind == "patient" for fact in suggestion.evidence)
    return known or (by_label and stands_labelled(text, suggestion.span))
