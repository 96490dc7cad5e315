"""CheckedCorpus and CorpusFinding: what a check of a corpus is given, and what it finds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.people.folded_text import FoldedText
from deid_studio.texts import Text

LEAST_LIKELY = 0.5  # what is more likely right than wrong is not told


class FindingKind(StrEnum):
    """What is odd at a place, in the order in which a list is worked through."""

    OVERLAP = "overlap"
    EDGE = "edge"
    CUT = "cut"
    RULE = "rule"
    CLASS = "class"
    LABEL = "label"
    MISSED = "missed"
    LEFTOVER = "leftover"
    DUPLICATE = "duplicate"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class CorpusFinding:
    """A place [start, end) (code points) of a report that is probably wrong.

    `phi_class` is what is marked there, empty for nothing. `proposed_class` with `proposed_start` and `proposed_end` is
    what the corpus itself has at such places; an empty class proposes nothing, or that nothing is marked. `why` quotes
    no text of a report. `likely` (0 to 1) is how likely it is by Laplace's rule that the place is wrong, counted in
    this corpus.
    """

    kind: FindingKind
    report: str
    start: int
    end: int
    phi_class: str
    why: Text
    likely: float
    proposed_class: str = ""
    proposed_start: int = 0
    proposed_end: int = 0

    @property
    def key(self) -> str:
        """What the finding is known by when a person has answered; it tells nothing of the report."""
        place = (self.start, self.end, self.phi_class, self.proposed_class, self.proposed_start, self.proposed_end)
        told = "|".join(map(str, (self.kind, self.report, *place)))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:24]


@dataclass(frozen=True)
class CheckedCorpus:
    """Annotated reports in the classes of a tag set; what stands before the last `/` of a report's id is its part of
    the corpus (train, dev …)."""

    documents: Sequence[Document]
    tagset: TagSet
    folded: Sequence[FoldedText] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", tuple(FoldedText(doc.text) for doc in self.documents))


class Check(Protocol):
    """Finds one kind of what may be wrong in a corpus; the same corpus gives the same findings."""

    def __call__(self, corpus: CheckedCorpus) -> Iterable[CorpusFinding]:
        """The findings, in any order."""


def share(kept: int, broken: int) -> float:
    """How likely the next one keeps what so many kept and so many did not, by Laplace's rule."""
    return (kept + 1) / (kept + broken + 2)
