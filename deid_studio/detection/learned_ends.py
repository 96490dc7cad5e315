"""Learned ends: a CRF that has learned from a hospital's reports knows where its fields begin and end.

What knows no layout takes a kind of centre for the beginning of its name (`SANATORIO PRIVADO Punta Alta`) or a label
for a name: the others suggest so much, and reports that a person signed have less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.detector import KNOWN
from deid_studio.detection.linear_chain import Floats
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion

_UNSURE = 0.02  # probability that a token is PHI which surely is none, or none which surely is


class LearnedEnds:
    """Takes off the ends of suggestions what an adapted CRF is sure is no PHI, where it is sure that the rest is."""

    def __init__(self, crf: CrfDetector, name: str = "learned-ends") -> None:
        self.name = name
        self._crf = crf

    def of(self, crf: CrfDetector) -> LearnedEnds:
        """The same by another CRF."""
        return LearnedEnds(crf, self.name)

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only moves the ends of what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions in text order, some shorter; all as they are by a CRF that was not adapted."""
        if not suggestions or not self._crf.model.manifest.get("adapted"):
            return list(suggestions)
        places, chances = self._read(doc.text)
        return [one if _is_left(one) else _shortened(one, places, chances) for one in suggestions]

    def _read(self, text: str) -> tuple[NDArray[np.int64], Floats]:
        """Where the tokens of a report are, `(n, 2)`, and how probable it is that each is PHI, `(n,)`."""
        outside = self._crf.model.tags.index("O")
        places: list[tuple[int, int]] = []
        chances = []
        for part in self._crf.read(text):
            for view in part.views:
                places += zip(view.line.starts, view.line.ends, strict=True)
            chances.append(1 - part.chances.probabilities()[:, outside])
        return np.asarray(places, dtype=np.int64).reshape(-1, 2), np.concatenate([*chances, np.zeros(0)])


def _is_left(one: Suggestion) -> bool:
    return bool(one.span.gaps) or any(fact.kind in KNOWN for fact in one.evidence)


def _shortened(one: Suggestion, places: NDArray[np.int64], chances: Floats) -> Suggestion:
    span = one.span
    first, last = np.searchsorted(places[:, 1], span.start, "right"), np.searchsorted(places[:, 0], span.end)
    inside = chances[first:last]
    if not (inside >= 1 - _UNSURE).any():
        return one
    kept = first + np.flatnonzero(inside > _UNSURE)
    start, end = max(span.start, int(places[kept[0], 0])), min(span.end, int(places[kept[-1], 1]))
    return replace(one, span=replace(span, start=start, end=end))
