"""Sections of a report as they are shown: its header, the headings of its body, and its footer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deid_studio.detection.sections import Field

# Longer texts are no reports that a person reads from one end to the other, and would hold the window up.
_LONGEST = 200_000
_LINE = re.compile("[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_CHUNK = re.compile(r"\S+")
_LONGEST_HEADING = 60
_MOST_WORDS = 8
_LEAST_LETTERS = 4
_LONGEST_LETTERHEAD = 8


class BandKind(Enum):
    """What begins with a band: a part of the report, or what a heading of its body stands over."""

    HEADER = "header"
    BODY = "body"
    HEADING = "heading"
    FOOTER = "footer"


@dataclass(frozen=True, slots=True)
class Band:
    """Where a part of a report begins: the begin of a line, in code points."""

    start: int
    kind: BandKind


def section_bands(text: str) -> tuple[Band, ...]:
    """The bands of a report in its order; none of one that is enormous.

    Header and footer are those of the detectors (`detection.sections`), the header with a letterhead above it; a body
    that the report begins with is not told. A heading is a short line of the body in capitals, or of a few words closed
    by a colon.
    """
    if len(text) > _LONGEST:
        return ()
    # Imported here: it takes a twentieth of a second, and the window is to be there first.
    from deid_studio.detection.sections import Section, fields, sections
    from deid_studio.detection.tokens import TokenLine
    from deid_studio.people.pieces import pieces

    found = list(_LINE.finditer(text))
    lines = []
    for line in found:
        words: list[str] = []
        for chunk in _CHUNK.finditer(line.group()):
            words += pieces(chunk.group())
        lines.append(TokenLine(words, [], []))
    filled = [(line, place) for line, place in zip(lines, found, strict=True) if line.words]
    lines = [line for line, _ in filled]
    found_fields = [fields(line) for line in lines]
    first = _letterhead(found_fields)
    kinds = sections(lines[first:], found_fields[first:])
    kinds = [kinds[0] if kinds and kinds[0] is Section.HEADER else Section.BODY] * first + kinds
    parts = {Section.HEADER: BandKind.HEADER, Section.BODY: BandKind.BODY, Section.FOOTER: BandKind.FOOTER}

    def bands() -> Iterator[Band]:
        placed = zip(kinds, (place for _, place in filled), strict=True)
        for section, group in groupby(placed, key=lambda one: one[0]):
            places = [place for _, place in group]
            told = section is not Section.BODY or places[0].start() > filled[0][1].start()
            if told:
                yield Band(places[0].start(), parts[section])
            if section is Section.BODY:
                yield from (Band(p.start(), BandKind.HEADING) for p in places[told:] if is_heading(p.group()))

    return tuple(bands())


def _letterhead(line_fields: Sequence[Sequence[Field]]) -> int:
    """How many lines stand above the first field of a report; 0 where they are too many to be a letterhead."""
    first = next((i for i, own in enumerate(line_fields) if own and own[0].start == 0), 0)
    return first if first <= _LONGEST_LETTERHEAD else 0


def is_heading(line: str) -> bool:
    """Whether a line of the body looks like a heading."""
    words = line.split()
    if not words or len(line) > _LONGEST_HEADING or len(words) > _MOST_WORDS or not words[0][0].isupper():
        return False
    label, colon, value = line.partition(":")
    if value.strip() or sum(c.isalpha() for c in label) < _LEAST_LETTERS:
        return False
    return bool(colon) or line.isupper()
