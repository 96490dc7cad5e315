"""Which lines of a text are those of tables; pure."""

from __future__ import annotations

import regex

from deid_studio.model.lines import LINE_END

_GAP = regex.compile(r"\S(?: {3,}|\t+)\S|\|[^|]*\S[^|]*\|")  # between two cells
_LEAST_LINES = 4
_WIDEST = 160  # letters; what is longer is broken


def table_width(text: str) -> int:
    """How many letters the widest line of its tables has; 0 for a text that does not look like it has any."""
    lines = [line.expandtabs(8) for line in LINE_END.split(text) if _GAP.search(line.strip())]
    return min(max(map(len, lines)), _WIDEST) if len(lines) >= _LEAST_LINES else 0
