"""Misread signs: letters that a scanner put in the place of figures; lengths stay."""

from __future__ import annotations

import regex

# Beside figures, or alone between the signs of a date (`l/O6/2O22`). `1o` is an ordinal, `12-I` a Roman month.
_FIGURES = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}])(?:(?=[OolI]*\p{N})[OolI\p{N}]*[OlI\p{N}]|[Ol]{1,2}(?=[/.-][OlI]*\p{N}))(?![\p{L}\p{M}\p{N}])"
)
_AS_FIGURES = str.maketrans("OolI", "0011")


def with_figures(text: str) -> str:
    """The text with letters that stand for figures as these: `l4/O6/2O22` → `14/06/2022`."""
    return str(_FIGURES.sub(lambda match: match.group().translate(_AS_FIGURES), text))
