"""Cells: tabs and wide gaps part the columns of a table, and no mention goes over them.

Of 60,000 mentions of all corpora none holds a tab, and eleven hold four blanks, in scans; of 150 suggestions that hold
either, three were right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deid_studio.model.lines import CELL_BORDER
from deid_studio.model.span import Span, Suggestion


def in_cells(suggestions: Iterable[Suggestion], text: str) -> Iterator[Suggestion]:
    """The suggestions, each in as many parts as cells that it lies in and that hold a letter or a figure; those that
    hold none (ruled lines, empty fields) are left out."""
    for one in suggestions:
        start, end = one.span.start, one.span.end
        parts = [(start, end)]
        if not one.span.gaps and (breaks := list(CELL_BORDER.finditer(text, start, end))):
            parts = list(
                zip((start, *(gap.end() for gap in breaks)), (*(gap.start() for gap in breaks), end), strict=True)
            )
        for first, last in parts:
            if any(map(str.isalnum, text[first:last])):
                whole = (first, last) == (start, end)
                yield one if whole else Suggestion(Span(first, last, one.span.phi_class), one.confidence, one.evidence)
