"""Kept programs: programs of expressions, beside what the engine compiles these into."""

from __future__ import annotations

from deid_studio.detection.expressions.program import PROGRAMS, program
from deid_studio.detection.kept_expressions import ENGINE, kept_expressions


def kept_program(source: str, flags: int) -> bytes:
    """The program of an expression (`program.program`), made once for each user."""
    file = kept_expressions().kept
    key = f"{ENGINE} program {PROGRAMS} {flags} {source}"
    if (kept := file.found(key)) is not None:
        return kept[1]
    made = program(source, flags)
    file.keep(key, "", made)
    return made
