"""Calibrating: from the suggestions for annotated reports to a `Calibration`, and how far it can be believed.

Isotonic regression (Zadrozny & Elkan 2002): the share of right suggestions as a rising function of their confidence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import numpy as np

from deid_studio.detection.calibration import Calibration, Knot
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.progress import Progress

# A step of the polygon stands for at least so many suggestions; sources with fewer in all are left as they are.
_LEAST = 20
BOUNDS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)


@dataclass(frozen=True, slots=True)
class Judged:
    """A suggestion's source and confidence, and whether it is exactly a gold span; `overlaps`: at least part of one."""

    source: str
    confidence: float
    right: bool
    overlaps: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The suggestions with a confidence in `[low, high)` (the last bin holds 1): how many, their mean confidence, and
    the shares that are right, and that overlap PHI."""

    low: float
    high: float
    count: int
    confidence: float
    right: float
    overlaps: float


def judged(pipeline: Pipeline, documents: Sequence[Document], progress: Progress | None = None) -> list[list[Judged]]:
    """The suggestions for each annotated report, before any calibration."""
    return [
        [judgement(suggestion, source, doc) for suggestion, source in pipeline.joined(doc)]
        for doc in (progress or Progress()).each(documents, len(documents), "annotating")
    ]


def judgement(suggestion: Suggestion, source: str, doc: Document) -> Judged:
    """Whether a suggestion for an annotated report is right; `source` are the detectors that suggest it."""
    own = suggestion.span
    right = any((own.start, own.end, own.phi_class) == (gold.start, gold.end, gold.phi_class) for gold in doc.spans)
    return Judged(source, suggestion.confidence, right, any(own.overlaps(gold) for gold in doc.spans))


def fit(reports: Iterable[Iterable[Judged]], model: str = "", kept: Calibration | None = None) -> Calibration:
    """The calibration that the judged suggestions of annotated reports give; what they say too little of is `kept`."""
    by_source: dict[str, list[Judged]] = defaultdict(list)
    for one in (one for report in reports for one in report):
        by_source[one.source].append(one)
    knots = {source: _knots(own) for source, own in sorted(by_source.items()) if len(own) >= _LEAST}
    return Calibration(model, {**(kept.knots if kept is not None else {}), **knots})


def reliability(reports: Sequence[Sequence[Judged]], calibration: Calibration | None = None) -> list[Bin]:
    """How often suggestions of each confidence are right; without `calibration` as crossed halves would have it.

    Crossed: each half of the reports is calibrated by the other, so that the table does not flatter itself.
    """
    if calibration is not None:
        return _bins(_calibrated(reports, calibration))
    halves = reports[::2], reports[1::2]
    return _bins([*_calibrated(halves[0], fit(halves[1])), *_calibrated(halves[1], fit(halves[0]))])


def error(bins: Iterable[Bin]) -> float:
    """The expected calibration error: the mean distance between confidence and share right, weighted by count."""
    bins = list(bins)
    total = sum(one.count for one in bins)
    return sum(one.count * abs(one.confidence - one.right) for one in bins) / total if total else 0.0


def _calibrated(reports: Iterable[Iterable[Judged]], calibration: Calibration) -> Iterator[Judged]:
    for one in (one for report in reports for one in report):
        yield Judged(one.source, calibration.confidence(one.source, one.confidence), one.right, one.overlaps)


def _bins(found: Iterable[Judged]) -> list[Bin]:
    own: list[list[Judged]] = [[] for _ in BOUNDS[1:]]
    for one in found:
        own[min(int(np.searchsorted(BOUNDS, one.confidence, side="right")) - 1, len(own) - 1)].append(one)
    return [
        Bin(
            low, high, len(here), fmean(o.confidence for o in here), fmean(o.right for o in here),
            fmean(o.overlaps for o in here),
        )
        for (low, high), here in zip(pairwise(BOUNDS), own, strict=True)
        if here
    ]  # fmt: skip


def _knots(own: Sequence[Judged]) -> tuple[Knot, ...]:
    from scipy.optimize import isotonic_regression  # takes a moment to import

    confidence = np.asarray([one.confidence for one in own])
    right = np.asarray([float(one.right) for one in own])
    _, place, count = np.unique(confidence, return_inverse=True, return_counts=True)
    fitted = isotonic_regression(np.bincount(place, right) / count, weights=count).x[place]
    steps: list[tuple[float, float, int]] = []  # sum of confidences, right ones, count
    for value in np.unique(fitted):
        here = fitted == value
        steps.append((float(confidence[here].sum()), float(right[here].sum()), int(here.sum())))
    joined: list[tuple[float, float, int]] = []
    for step in steps:
        if joined and (joined[-1][2] < _LEAST or step[2] < _LEAST):
            step = _sum(joined.pop(), step)
        joined.append(step)
    # Half a right and half a wrong one more: no measurement shows that something is always right.
    return _rising((total / count, (good + 0.5) / (count + 1)) for total, good, count in joined)


def _sum(one: tuple[float, float, int], other: tuple[float, float, int]) -> tuple[float, float, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _rising(knots: Iterable[Knot]) -> tuple[Knot, ...]:
    kept: list[Knot] = []
    for x, y in knots:
        place, share = round(x, 6), round(y, 4)
        if kept and place <= kept[-1][0]:
            kept[-1] = (kept[-1][0], max(kept[-1][1], share))
        else:
            kept.append((place, max(share, kept[-1][1] if kept else 0.0)))
    return tuple(kept)


def by_source(reports: Iterable[Iterable[Judged]]) -> Mapping[str, tuple[int, float]]:
    """For each source how many suggestions come from it, and the share that is right."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in (one for report in reports for one in report):
        counts[one.source][0] += 1
        counts[one.source][1] += one.right
    return {source: (count, right / count) for source, (count, right) in sorted(counts.items())}
