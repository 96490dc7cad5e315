"""Occurrences: where in a report the text stands that a line of its `.ann` covers; pure."""

from __future__ import annotations

import unicodedata

from deid_studio.formats.ann_doctor.ann_rows import Row
from deid_studio.formats.report_text import Fragments, ReportText

_COMMON, _TRIED = 50, 20_000  # occurrences that are too many to tell anything, and places that are looked at


class Occurrences:
    """Of the lines of one `.ann`; each text is looked for once."""

    def __init__(self, report: ReportText) -> None:
        self._report = report
        self._starts: dict[tuple[str, int | None], tuple[int, ...] | None] = {}

    def of(self, row: Row, base: Fragments) -> tuple[Fragments, ...] | None:
        """The places of a line's text, as fragments like those in `base`; None: too many, or the line has no text."""
        starts = self.starts(row, base)
        if starts is None or len(starts) > _COMMON:
            return None
        places = (row.at(by_shift(base, start - base[0][0]), self._report) for start in starts)
        return tuple(place for place in places if place is not None)

    def starts(self, row: Row, base: Fragments) -> tuple[int, ...] | None:
        """Where the text of a line's first fragment begins; None: too many places to look at, or it has no text."""
        length = base[0][1] - base[0][0] if len(base) > 1 else None
        key = (row.covered, length)
        if key not in self._starts:
            found = None if not row.ink else self._searched(row.covered.strip()[:length])
            self._starts[key] = None if found is None else tuple(sorted(found))
        return self._starts[key]

    def _searched(self, covered: str) -> set[int] | None:
        found: set[int] = set()
        text, tried = self._report.text, 0
        for form in dict.fromkeys((covered, *(unicodedata.normalize(name, covered) for name in ("NFC", "NFD")))):
            words = form.split()
            at = text.find(words[0])
            while at >= 0:
                tried += 1
                if tried > _TRIED:
                    return None
                if _follow(words, text, at):
                    found.add(at)
                at = text.find(words[0], at + 1)
        return found

    def whole_words(self, fragments: Fragments) -> bool:
        """Whether a place begins and ends where words do."""
        text = self._report.text
        edges = fragments[0][0], fragments[-1][1]
        return not any(text[max(edge - 1, 0) : edge].isalnum() and text[edge : edge + 1].isalnum() for edge in edges)


def by_shift(fragments: Fragments, shift: int) -> Fragments:
    """Fragments moved by so many characters, not before the beginning."""
    return tuple((max(start + shift, 0), max(end + shift, 0)) for start, end in fragments)


def _follow(words: list[str], text: str, at: int) -> bool:
    """Whether words stand at a place of a text, apart by any white space."""
    for word in words:
        while text[at : at + 1].isspace():
            at += 1
        if not text.startswith(word, at):
            return False
        at += len(word)
    return True
