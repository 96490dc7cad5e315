"""Cells: what stands above and before each token of a table or a form, as features of a CRF that was adapted.

A place where a column's name or a field's label says what a text is may be far from it: `Dirección` heads a street of
ten tokens. The base knows no such attribute; what signed reports teach of theirs is learned from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from deid_studio.detection.report_context import LineContext

FAMILY = "Q="  # then `^` and what heads a column, `<` and what stands before in the line
_LONGEST_NAME = 5  # words of a label or a column's name

Cell = tuple[int, int]  # the tokens `[first, last)`


def cell_features(lines: Sequence[LineContext], first: int = 0, last: int | None = None) -> Iterator[list[list[str]]]:
    """The features of the cells of every token of the sequences `[first, last)`, strings; none outside of cells."""
    heads: dict[int, list[str]] = {}  # by the number of cells in a row
    for number, view in enumerate(lines[:last]):
        cells = _cells(view)
        names = [_name(view, cell) for cell in cells]
        above = heads.get(len(cells), [""] * len(cells))
        if len(cells) > 1 and all(names):
            heads[len(cells)] = names
        elif len(cells) < 2 and any(map(str.isalnum, "".join(view.line.words))):
            heads = {}  # prose, not a ruled line: the table is over
        if number >= first:
            yield _features(view, cells, names, above)


def _features(view: LineContext, cells: Sequence[Cell], names: Sequence[str], above: Sequence[str]) -> list[list[str]]:
    features: list[list[str]] = [[] for _ in view.words]
    for (start, end), head, before in zip(cells, above, ["", *names], strict=False):
        for i in range(start, end):
            place = "B" if i == start else "L" if i == end - 1 else "I"
            shape = view.words[i].short_shape
            for told in (f"^{head}" if head else "", f"<{before}" if before else ""):
                if told:
                    features[i] += (f"{FAMILY}{told}", f"{FAMILY}{told}|{place}", f"{FAMILY}{told}|{shape}")
    return features


def _cells(view: LineContext) -> list[Cell]:
    """The cells of a line: what is divided by `|`, or by two blanks and more."""
    starts, ends, words = view.line.starts, view.line.ends, view.line.words
    count = len(words)
    bars = [i for i, word in enumerate(words) if word == "|"]
    if bars:
        bounds = [-1, *bars, count] if bars[0] else [*bars, count]
        return [(a + 1, b) for a, b in pairwise(bounds) if a + 1 < b or b < count]
    bounds = [0, *(i for i in range(1, count) if starts[i] - ends[i - 1] > 1), count]
    return list(pairwise(bounds)) if len(bounds) > 2 else []


def _name(view: LineContext, cell: Cell) -> str:
    """The folded words of a cell that may be the name of others; empty where it is none: with figures, or too long."""
    words = [word.folded for word in view.words[slice(*cell)] if any(map(str.isalnum, word.folded))]
    if not 0 < len(words) <= _LONGEST_NAME or any(map(str.isdigit, "".join(words))):
        return ""
    return " ".join(words)
