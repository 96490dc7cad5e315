"""Layouts: whether a report is laid out as reports are that a person signed.

What a form prints stands in each of its reports (`DNI [`, `residente en`) and hardly anywhere else. A mark is three
words side by side, all figures alike; a model that has learned from signed reports tells its layouts' marks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from deid_studio.detection.tokens import tokenizer
from deid_studio.model.span import Span
from deid_studio.people.folding import fold

LAYOUTS = "layouts"  # in a model's manifest
LEAST_MARKS = 4  # that reports of one layout share; by chance they have fewer
_WORDS = 3


def marks_in(text: str, spans: Sequence[Span] = ()) -> frozenset[str]:
    """What may be marks of a report's layout: none has letters or figures of these spans."""
    found = set()
    for line in tokenizer().lines(text):
        words = ["#" if word.isdigit() else fold(word) for word in line.words]
        for at in range(len(words) - _WORDS + 1):
            own, start, end = words[at : at + _WORDS], line.starts[at], line.ends[at + _WORDS - 1]
            if any(map(str.isalpha, own)) and not any(span.start < end and start < span.end for span in spans):
                found.add(" ".join(own))
    return frozenset(found)


class Layouts:
    """The layouts that a model has learned, by their marks."""

    def __init__(self, marks: Collection[str] = ()) -> None:
        self._marks = frozenset(marks)
        self._last = ("", False)

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> Layouts:
        """Those that a model's manifest tells of."""
        return cls(manifest.get(LAYOUTS, ()))

    def know(self, text: str) -> bool:
        """Whether a report has one of these layouts."""
        if not self._marks:
            return False
        # The detectors of a pipeline ask for the same report one after the other.
        last, known = self._last
        if last != text:
            known = len(self._marks & marks_in(text)) >= LEAST_MARKS
            self._last = text, known
        return known
