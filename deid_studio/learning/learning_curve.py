"""Learning curve: what a model finds that learned from few and from more of a folder's reports, and how it goes on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, isinf

import numpy as np

from deid_studio.errors import TrainingDataError
from deid_studio.learning.power_law import Needed, reports_needed
from deid_studio.learning.scores import Counts, character_counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.texts import Text, figures

System = Callable[[Document], Sequence[Span]]  # it must not look at the spans
Learn = Callable[[Sequence[Document]], System]

_LEAST = 6  # reports: of fewer every curve is noise
_PARTS = 4


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What models that learned from `learned` reports found in each of all reports, none of which they knew."""

    learned: int
    counts: tuple[Counts, ...]

    @property
    def recall(self) -> float:
        """The share of characters of PHI found, of all reports."""
        return sum(self.counts, Counts()).recall


def learning_curve(
    documents: Sequence[Document], learn: Learn, folds: int = 3, seed: int = 1, progress: Progress | None = None
) -> list[CurvePoint]:
    """The curve of signed reports, cross-validated: in each fold a model learns from growing parts of the others.

    Raises `TrainingDataError` for fewer than six reports, `CancelledError` when the person stops.
    """
    if len(documents) < _LEAST:
        raise TrainingDataError(
            path=f"{len(documents)} reports", detail=Text("a learning curve needs at least {least}", least=_LEAST)
        )
    progress = progress or Progress()
    shuffled = list(documents)
    random.Random(seed).shuffle(shuffled)
    most = len(shuffled) - ceil(len(shuffled) / folds)
    sizes = sorted({max(most * part // _PARTS, 1) for part in range(1, _PARTS + 1)})
    counts: dict[int, list[Counts]] = {size: [] for size in sizes}
    for step, fold in enumerate(range(folds)):
        held_out = shuffled[fold::folds]
        others = [doc for place, doc in enumerate(shuffled) if place % folds != fold]
        for place, size in enumerate(sizes):
            progress.step(step * len(sizes) + place, folds * len(sizes), "adapting")
            system = learn(others[:size])
            counts[size] += [character_counts(doc.spans, system(doc), doc.text) for doc in held_out]
    return [CurvePoint(size, tuple(own)) for size, own in counts.items()]


def needed_for(recall: float, curve: Sequence[CurvePoint]) -> Needed:
    """How many reports altogether a recall takes, by a curve."""
    found, missed = (
        np.asarray([[getattr(one, name) for one in point.counts] for point in curve], dtype=np.float64)
        for name in ("tp", "fn")
    )
    return reports_needed(recall, [point.learned for point in curve], found, missed)


def to_text(curve: Sequence[CurvePoint], wanted: Sequence[float], language: str = "en") -> str:
    """The curve as a table, and a sentence for each wanted recall."""
    lines = [f"{Text('reports').said(language):>10}{Text('recall').said(language):>16}"]
    lines += [f"{point.learned:>10}{figures(f'{point.recall:.3f}').said(language):>16}" for point in curve]
    there = len(curve[0].counts)
    lines += [sentence(recall, needed_for(recall, curve), there).said(language) for recall in wanted]
    return "\n".join(lines) + "\n"


def sentence(recall: float, needed: Needed, there: int) -> Text:
    """What the curve says of a recall, where there are so many reports already."""
    share = figures(f"{recall:.3g}")
    more, low, high = (one - there for one in (needed.reports, needed.low, needed.high))
    if high <= 0:
        return Text("Recall {recall}: these reports are enough.", recall=share)
    if isinf(high) and not 0 < low < inf:
        return Text("Recall {recall}: how many reports it takes cannot be told from these.", recall=share)
    if isinf(high):
        return Text(
            "Recall {recall}: at least {least} more reports; how many cannot be told yet.",
            recall=share,
            least=ceil(low),
        )
    about = dict(zip(("count", "low", "high"), (max(ceil(one), 0) for one in (more, low, high)), strict=True))
    return Text("Recall {recall}: about {count} more reports ({low}–{high}, 95 %).", recall=share, **about)
