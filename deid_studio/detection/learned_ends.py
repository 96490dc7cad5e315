"""Learned ends: a CRF that has learned from a hospital's reports knows where its fields begin and end.

What knows no layout takes a kind of centre for the beginning of its name (`SANATORIO PRIVADO Punta Alta`) or a label
for a name: the others suggest so much, and reports that a person signed have less. What a signed layout prints in its
reports, and nobody marked in any, is no PHI at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.detector import KNOWN
from deid_studio.detection.linear_chain import Floats
from deid_studio.detection.signed_layouts import Layouts
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion

_UNSURE = 0.02  # probability that a token is PHI which surely is none, or none which surely is
_MOSTLY = 0.5  # share of its tokens that a form prints of what is none


class LearnedEnds:
    """Takes off the ends of suggestions what an adapted CRF is sure is no PHI and what a signed layout prints, where it
    is sure that the rest is; where it is not, what is mostly printed is no suggestion."""

    def __init__(self, crf: CrfDetector, name: str = "learned-ends") -> None:
        self.name = name
        self._crf = crf
        self._layouts = Layouts.of(crf.model.manifest)

    def of(self, crf: CrfDetector) -> LearnedEnds:
        """The same by another CRF."""
        return LearnedEnds(crf, self.name)

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only moves the ends of what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions in text order, some shorter or left out; all as they are by a CRF that was not adapted."""
        if not suggestions or not self._crf.model.manifest.get("adapted"):
            return list(suggestions)
        places, chances = self._read(doc.text)
        printed = _words_in(doc.text, places, self._layouts.printed(doc.text))
        shorter = (one if _is_left(one) else _shortened(one, places, chances, printed) for one in suggestions)
        return [one for one in shorter if one is not None]

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


def _words_in(text: str, places: NDArray[np.int64], stretches: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """Which tokens lie in one of these stretches of a text, `(n,)`; figures, which are others elsewhere, never do."""
    inside = np.zeros(len(places), dtype=np.bool_)
    for start, end in stretches:
        inside |= (places[:, 0] >= start) & (places[:, 1] <= end)
    return inside & [not any(map(str.isdigit, text[start:end])) for start, end in places.tolist()]


def _shortened(
    one: Suggestion, places: NDArray[np.int64], chances: Floats, printed: NDArray[np.bool_]
) -> Suggestion | None:
    """A suggestion without such ends; None where it is what a form prints."""
    span = one.span
    first, last = np.searchsorted(places[:, 1], span.start, "right"), np.searchsorted(places[:, 0], span.end)
    inside, ours = chances[first:last], printed[first:last]
    if not (inside[~ours] >= 1 - _UNSURE).any():
        return None if ours.any() and ours.mean() >= _MOSTLY else one
    kept = first + np.flatnonzero((inside > _UNSURE) & ~ours)
    start, end = max(span.start, int(places[kept[0], 0])), min(span.end, int(places[kept[-1], 1]))
    return replace(one, span=replace(span, start=start, end=end))
