"""Kept outlines: outlines of expressions, beside what these are compiled into."""

from __future__ import annotations

from deid_studio.detection.grammar.outlines import OUTLINES, outline
from deid_studio.detection.kept_expressions import ENGINE, kept_expressions


def kept_outline(source: str, flags: int) -> bytes:
    """The outline of an expression (`outlines.outline`), made once for each user."""
    file = kept_expressions().kept
    key = f"{ENGINE} {OUTLINES} {flags} {source}"
    if (kept := file.found(key)) is not None:
        return kept[1]
    made = outline(source, flags)
    file.keep(key, "", made)
    return made
