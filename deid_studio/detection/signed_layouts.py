"""Layouts: whether a report is laid out as reports are that a person signed.

What a form prints stands in each of its reports (`DNI [`, `residente en`) and hardly anywhere else. A mark is three
words side by side, all figures alike; a model that has learned from signed reports tells its layouts' marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from deid_studio.detection.tokens import tokenizer
from deid_studio.last_texts import LastTexts
from deid_studio.model.span import Span
from deid_studio.people.folding import fold

LAYOUTS = "layouts"  # in a model's manifest
LEAST_MARKS = 4  # that reports of one layout share; by chance they have fewer
_WORDS = 3


def marks_in(text: str, spans: Sequence[Span] = ()) -> frozenset[str]:
    """What may be marks of a report's layout: none has letters or figures of these spans."""
    return frozenset(mark for mark, start, end in _marks(text) if not any(_overlap(one, start, end) for one in spans))


def marks_of(text: str, spans: Sequence[Span]) -> frozenset[str]:
    """Those that have letters or figures of these spans."""
    return frozenset(mark for mark, start, end in _marks(text) if any(_overlap(one, start, end) for one in spans))


def _marks(text: str) -> Iterator[tuple[str, int, int]]:
    for line in tokenizer().lines(text):
        words = ["#" if word.isdigit() else fold(word) for word in line.words]
        for at in range(len(words) - _WORDS + 1):
            own = words[at : at + _WORDS]
            if any(map(str.isalpha, own)):
                yield " ".join(own), line.starts[at], line.ends[at + _WORDS - 1]


def _overlap(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


class Layouts:
    """The layouts that a model has learned, by their marks."""

    def __init__(self, marks: Collection[str] = ()) -> None:
        self._marks = frozenset(marks)
        self._read = LastTexts(self._marked)

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> Layouts:
        """Those that a model's manifest tells of."""
        return cls(manifest.get(LAYOUTS, ()))

    def know(self, text: str) -> bool:
        """Whether a report has one of these layouts."""
        return bool(self._marks) and self._read(text)[0]

    def printed(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where marks stand in a report that has one of these layouts, in text order: what a form prints is no PHI."""
        return self._read(text)[1] if self._marks else ()

    def _marked(self, text: str) -> tuple[bool, tuple[tuple[int, int], ...]]:
        found = [(mark, start, end) for mark, start, end in _marks(text) if mark in self._marks]
        known = len({mark for mark, _, _ in found}) >= LEAST_MARKS
        return known, tuple((start, end) for _, start, end in found) if known else ()
