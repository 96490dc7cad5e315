"""Which lines of a text are those of tables; pure."""

from __future__ import annotations

import regex

from deid_studio.model.lines import LINE

_GAP = regex.compile(r"\S(?: {3,}|\t+)\S|\|[^|]*\S[^|]*\|")  # between two cells
_SIGNS = ("   ", "\t", "|")  # one of them is in each gap
_LEAST_LINES = 4
_WIDEST = 160  # letters; what is longer is broken


def table_width(text: str) -> int:
    """How many letters the widest line of its tables has; 0 for a text that does not look like it has any."""
    likely = (line for line in LINE.findall(text) if any(sign in line for sign in _SIGNS))
    lines = [line.expandtabs(8) for line in likely if _GAP.search(line.strip())]
    return min(max(map(len, lines)), _WIDEST) if len(lines) >= _LEAST_LINES else 0
