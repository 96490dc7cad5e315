"""A held place for who sits at the terminal: its line of the original and, where it is another, of what would leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deid_studio.cli.language import say
from deid_studio.model.lines import LINE_END

if TYPE_CHECKING:
    from deid_studio.release.gate.held import HeldPlace
    from deid_studio.release.released import Released

_AROUND = 100  # code points of the line on each side of the place


def held_lines(original: str, released: Released, place: HeldPlace) -> tuple[str, ...]:
    """The lines of the original and of the released text that hold a place, it between «»: both hold personal data."""
    here = marked_line(original, place.start, place.end)
    there = marked_line(released.text, *place.there)
    first = say("  original: {here}", here=here)
    return (first,) if here == there else (first, say("  released: {there}", there=there))


def marked_line(text: str, start: int, end: int) -> str:
    """The line of a text that holds [start, end), that stretch between «», long lines cut; safe for a terminal."""
    first = max(start - _AROUND, 0)
    begins = max((found.end() for found in LINE_END.finditer(text, first, start)), default=first)
    stop = LINE_END.search(text, end, end + _AROUND)
    stops = min(end + _AROUND, len(text)) if stop is None else stop.start()
    before, after = _visible(text[begins:start]), _visible(text[end:stops])
    cut_before = begins == first > 0 and not LINE_END.match(text, first - 1)
    cut_after = stop is None and stops < len(text)
    before = f"…{before}" if cut_before else before.lstrip()
    return f"{before}«{_visible(text[start:end])}»{f'{after}…' if cut_after else after.rstrip()}"


def _visible(text: str) -> str:
    """A text on one line, with a sign for each character that could steer a terminal or cannot be written to one."""
    shown = LINE_END.sub("⏎", text).replace("\t", " ")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
