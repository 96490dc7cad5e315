"""Parrot attack: an attacker who has released reports alone points at what may be real among the surrogates.

Everything that looks like PHI is marked, surrogates and leaks alike. A tagger is trained on one half and asked about
the other: what it does not find, the one may have missed as well by which the reports were marked before they left. To
that come the habits of surrogates (`learning/attack/habits.py`) and what this program draws them from.

D. S. Carrell et al., "The machine giveth and the machine taketh away: a parrot attack on clinical text deidentified
with hiding in plain sight", JAMIA 26 (2019), 1536-1544; on repeating, J. D. Osborne et al., Electronics 14 (2025),
3945.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.learning.attack.habits import Habit, habits
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress

Place = tuple[str, int, int]  # a report and where in its text
HALVES = 2
POINTED = 3.0  # a place that the corpus's own habits would give one time in twenty (its natural logarithm)
UNTAGGED = 0.5
_WORTH_TELLING = -math.log(0.5)  # of a reason
_LEAST_CHANCE = 1e-4
_MOST_TRAINED = 500  # reports that a tagger is trained on
_OPTIONS = TrainingOptions(iterations=40, augmented=0.0)
# The attacker's tagger need not know what is what: few labels are learned from few reports, and fast.
_FAMILIES = {
    "person": "name", "relative": "name", "place": "place", "country": "place", "street": "place", "centre": "place",
    "institution": "place", "date": "date", "number": "number", "phone": "number", "email": "number", "web": "number",
}  # fmt: skip
_OTHER = "other"

NeverDrawn = Callable[[str, str], bool]  # whether no surrogate of a kind can have a text


class Reason(StrEnum):
    """Why something is suspected: it is not annotated where surrogates are, the parrot does not find it, it stands
    alone where others repeat or the other way round, it recurs in other reports less than others do, no surrogate can
    be it."""

    NOT_ANNOTATED = "not-annotated"
    NOT_REPLICATED = "not-replicated"
    ALONE = "alone"
    REPEATED = "repeated"
    NEW = "new"
    NEVER_DRAWN = "never-drawn"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A place that may have leaked, its class the kind of thing: how much it is suspected, why, and the chance that the
    parrot gives it (None where it was not asked)."""

    report: str
    span: Span
    suspicion: float
    reasons: tuple[Reason, ...]
    chance: float | None = None

    @property
    def is_pointed_at(self) -> bool:
        """Whether the attacker would say that it leaked."""
        return self.suspicion >= POINTED

    @property
    def is_untagged(self) -> bool:
        """Whether the parrot alone would say so (Carrell et al.)."""
        return self.chance is not None and self.chance < UNTAGGED


def suspects(
    docs: Sequence[Document],
    annotated: Mapping[str, Sequence[Span]],
    never_drawn: NeverDrawn = lambda kind, text: False,
    progress: Progress | None = None,
    seed: int = 1,
) -> list[Suspect]:
    """Every marked place of released reports, the most suspected first.

    The spans of `docs` are all that looks like PHI, their classes kinds of things (`PhiClass.kind`). Of reports that
    left with annotations, `annotated` has these: what is marked outside them is a leak for whoever reads them. The same
    reports and seed give the same suspects. Raises `CancelledError`.
    """
    progress = progress or Progress()
    docs = sorted(docs, key=lambda doc: doc.id)
    plain = [doc for doc in docs if doc.id not in annotated]
    found = [
        Suspect(doc.id, span, _doubt(0.0), (Reason.NOT_ANNOTATED,))
        for doc in docs
        for span in doc.spans
        if doc.id in annotated and not _touched(span, annotated[doc.id])
    ]
    chances = replicated(plain, progress, seed)
    for doc, of_span, own in zip(plain, chances, habits(plain), strict=True):
        for span in doc.spans:
            never = never_drawn(span.phi_class, span.text(doc.text))
            found.append(_suspect(doc.id, span, of_span[span], own[span], never))
    return sorted(found, key=lambda one: (-one.suspicion, one.report, one.span))


def replicated(docs: Sequence[Document], progress: Progress, seed: int = 1) -> list[dict[Span, float]]:
    """For each span of reports the chance that a tagger gives it which was trained on the other half of them.

    It is the least of its words'. 1 for all where a half holds nothing to learn from.
    """
    order = list(range(len(docs)))
    random.Random(seed).shuffle(order)
    chances: list[dict[Span, float]] = [dict.fromkeys(doc.spans, 1.0) for doc in docs]
    for half in range(HALVES):
        asked, others = order[half::HALVES], order[1 - half :: HALVES]
        learned = [_in_families(docs[at]) for at in others[:_MOST_TRAINED]]
        if not any(doc.spans for doc in learned):
            continue
        detector = CrfDetector(train(learned, _TAGSET, _OPTIONS, progress), default_gazetteers())
        for at in progress.each(asked, len(asked), "asking"):
            chances[at] = _chances(detector, docs[at])
    return chances


def _suspect(report: str, span: Span, chance: float, habit: Habit, never: bool) -> Suspect:
    parts = [
        (Reason.NOT_REPLICATED, min(_doubt(chance), POINTED)),
        (Reason.REPEATED if habit.repeats else Reason.ALONE, _doubt(habit.usual_repeats)),
        (Reason.NEW, _doubt(habit.usual_recurs)),
        (Reason.NEVER_DRAWN, POINTED if never else 0.0),
    ]
    reasons = tuple(reason for reason, weight in parts if weight >= _WORTH_TELLING)
    return Suspect(report, span, sum(weight for _, weight in parts), reasons, chance)


def _doubt(chance: float) -> float:
    return -math.log(min(max(chance, _LEAST_CHANCE), 1.0))


def _chances(detector: CrfDetector, doc: Document) -> dict[Span, float]:
    outside = detector.model.tags.index("O")
    starts: list[int] = []
    ends: list[int] = []
    inside: list[float] = []
    for part in detector.read(doc.text):
        inside += np.clip(1.0 - part.chances.probabilities()[:, outside], 0.0, 1.0).tolist()
        for view in part.views:
            starts += view.line.starts
            ends += view.line.ends
    return {
        span: min(inside[bisect_right(ends, span.start) : bisect_left(starts, span.end)], default=0.0)
        for span in doc.spans
    }


def _in_families(doc: Document) -> Document:
    spans = tuple(replace(span, phi_class=_FAMILIES.get(span.phi_class, _OTHER)) for span in doc.spans)
    return replace(doc, spans=spans)


def _touched(span: Span, others: Sequence[Span]) -> bool:
    return any(one.start < span.end and span.start < one.end for one in others)


_LABELS = (*sorted(set(_FAMILIES.values())), _OTHER)
_TAGSET = TagSet("parrot", "1", tuple(PhiClass(label, {"en": label}) for label in _LABELS))


@dataclass(frozen=True, slots=True)
class LeaksFound:
    """What of known leaks was pointed at: of `pointed` places `right` are leaks, of `leaks` in `reports` reports
    `found` in `reports_found`; `by_chance` is the precision of who points at random."""

    leaks: int
    reports: int
    pointed: int
    right: int
    found: int
    reports_found: int
    by_chance: float

    @property
    def recall(self) -> float | None:
        """The share of leaks that was found; None without any."""
        return self.found / self.leaks if self.leaks else None

    @property
    def precision(self) -> float | None:
        """The share of what was pointed at that leaked; None where nothing was."""
        return self.right / self.pointed if self.pointed else None


def leaks_found(
    marked: Sequence[Suspect],
    leaks: Iterable[Place],
    pointed: Callable[[Suspect], bool] = lambda one: one.is_pointed_at,
) -> LeaksFound:
    """What of the leaks an attacker found who had marked these places, and points at some of them."""
    by_report: dict[str, list[Place]] = {}
    for place in sorted(set(leaks)):
        by_report.setdefault(place[0], []).append(place)

    def met(one: Suspect) -> list[Place]:
        leaked = by_report.get(one.report, ())
        return [place for place in leaked if place[1] < one.span.end and one.span.start < place[2]]

    hits = [met(one) for one in marked if pointed(one)]
    found = {place for places in hits for place in places}
    true = sum(bool(met(one)) for one in marked)
    return LeaksFound(
        sum(map(len, by_report.values())), len(by_report), len(hits), sum(map(bool, hits)), len(found),
        len({place[0] for place in found}), true / len(marked) if marked else 0.0,
    )  # fmt: skip
