"""MarginalsDetector: wherever the CRF thinks PHI of any class possible, however it decides in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.linear_chain import Floats
from deid_studio.detection.one_core import one_core
from deid_studio.detection.report_context import LineContext
from deid_studio.detection.tokens import TokenLine
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

# A short word between two others needs so many times the least probability.
_LONGEST_BRIDGE = 3
_BRIDGE = 10


def _unweighed(lines: Sequence[TokenLine]) -> Sequence[Sequence[Weight]]:
    return [[Weight.OPEN] * len(line) for line in lines]


class MarginalsDetector:
    """Suggests every run of tokens whose probability of being PHI is at least `least`, for high recall.

    The class is the one with the most probability over the run; confidence is the mean probability of being PHI. What
    `weigh` calls plain or harmless needs at least `least_plain` or `least_harmless`, but for a short word between two
    others. One detector serves one thread at a time.
    """

    def __init__(
        self,
        crf: CrfDetector,
        least: float = 0.1,
        name: str = "crf-marginals",
        least_plain: float = 0.0,
        least_harmless: float = 0.0,
        weigh: Callable[[Sequence[TokenLine]], Sequence[Sequence[Weight]]] = _unweighed,
    ) -> None:
        self.name = name
        self._crf = crf
        self._least = least
        self._leasts = {
            Weight.OPEN: least,
            Weight.JOINING: least,
            Weight.PLAIN: max(least, least_plain),
            Weight.HARMLESS: max(least, least_harmless),
        }
        self._weigh = weigh
        tags = crf.model.tags
        self._outside = tags.index("O")
        self._classes = sorted({tag[2:] for tag in tags if tag != "O"})
        self._to_class = np.zeros((len(tags), len(self._classes)))
        for number, tag in enumerate(tags):
            if tag != "O":
                self._to_class[number, self._classes.index(tag[2:])] = 1.0

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the model's manifest, which holds those of its files."""
        return self._crf.fingerprint

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order, none overlapping another."""
        found: list[Suggestion] = []
        for part in self._crf.read(doc.text):
            found.extend(self._suggestions(part.views, part.chances.probabilities()))
        return found

    def _suggestions(self, views: list[LineContext], chances: Floats) -> Iterator[Suggestion]:
        phi = np.clip(1.0 - chances[:, self._outside], 0.0, 1.0)
        with one_core():
            classes = chances @ self._to_class
        start = 0
        for view, weights in zip(views, self._weigh([view.line for view in views]), strict=True):
            count = len(view.line)
            own, own_classes = phi[start : start + count], classes[start : start + count]
            start += count
            if not np.any(own >= self._least):
                continue
            likely = np.flatnonzero(self._likely(view.line, own, weights))
            if not len(likely):
                continue
            for run in np.split(likely, np.flatnonzero(np.diff(likely) > 1) + 1):
                kept = [int(i) for i in run]
                while kept and not any(map(str.isalnum, view.line.words[kept[0]])):
                    kept.pop(0)
                while kept and self._ends_nothing(view.line.words[kept[-1]], weights[kept[-1]], own[kept[-1]]):
                    kept.pop()
                if kept:
                    phi_class = self._classes[int(own_classes[kept].sum(axis=0).argmax())]
                    chance = min(float(own[kept].mean()), 1.0)
                    span = Span(view.line.starts[kept[0]], view.line.ends[kept[-1]], phi_class)
                    yield Suggestion(span, chance, (Evidence("crf", "marginal", f"{chance:.2f}"),))

    def _ends_nothing(self, word: str, weight: Weight, chance: float) -> bool:
        """Whether a word at the end of a run is no part of it."""
        joining = weight is Weight.JOINING and chance < self._leasts[Weight.PLAIN]
        return joining or not any(map(str.isalnum, word))

    def _likely(self, line: TokenLine, own: Floats, weights: Sequence[Weight]) -> list[bool]:
        """Which tokens of a line are likely enough for what they are."""
        likely = [bool(chance >= self._leasts[weight]) for chance, weight in zip(own, weights, strict=True)]
        for i in range(1, len(likely) - 1):
            short = len(line.words[i]) <= _LONGEST_BRIDGE and own[i] >= _BRIDGE * self._least
            if short and likely[i - 1] and likely[i + 1]:
                likely[i] = True
        return likely
