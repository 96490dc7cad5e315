"""Benefit: what looking at a report, or at a mention, is worth: how uncertain it is, and what would leak without it.

Both are summed from confidences, so they are as right as those are: the model's are calibrated. Sorting by them is
uncertainty sampling (B. Settles, "Active Learning Literature Survey", Computer Sciences Technical Report 1648,
University of Wisconsin-Madison, 2009, section 3.1) by the entropy of C. E. Shannon ("A Mathematical Theory of
Communication", Bell System Technical Journal 27, 1948).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import log2

from deid_studio.model.mentions import Desk, Mention, desk_of
from deid_studio.model.span import Suggestion
from deid_studio.review.deciding.sensitivity import confidence_of


@dataclass(frozen=True, slots=True)
class Benefit:
    """Of what is pending in a report: `uncertainty` in bits, and `leak`, the expected number of mentions of PHI that
    would leave if only what is accepted were taken out now."""

    uncertainty: float = 0.0
    leak: float = 0.0


@lru_cache(maxsize=10_000)  # a large report has thousands of suggestions, of few confidences
def entropy(confidence: float) -> float:
    """How open a yes or no is that holds with this probability, in bits: 1 as tossing a coin, 0 when it is certain."""
    rest = 1 - confidence
    return -sum(share * log2(share) for share in (confidence, rest) if 0 < share < 1)


def uncertainty_of(mention: Mention) -> float:
    """How open it was whether a mention is PHI, in bits; 0 where a person or a file put it."""
    return entropy(confidence_of(mention))


def leak_of(mention: Mention) -> float:
    """How likely a mention is PHI that would leave if it were not accepted, 0 to 1; 0 where nobody suggested it."""
    return 0.0 if mention.suggestion is None else mention.suggestion.confidence


def benefit(suggestions: Iterable[Suggestion]) -> Benefit:
    """The benefit of deciding on suggestions that nobody has decided on, hidden ones and doubts too."""
    confidences = [one.confidence for one in suggestions]
    return Benefit(sum(map(entropy, confidences)), sum(confidences))


def benefit_of_desk(desk: Desk, doubts: Iterable[Suggestion] = ()) -> Benefit:
    """The benefit of what is pending on a desk, and of the doubts that are not on it."""
    return benefit((*(m.suggestion for m in desk.pending if m.suggestion is not None), *beside_desk(doubts, desk)))


def beside_desk(doubts: Iterable[Suggestion], desk: Desk) -> list[Suggestion]:
    """The doubts that touch no mention, of any decision: what is there already is looked at there."""
    doubts = tuple(doubts)
    if not doubts:
        return []
    free = desk_of((mention.span for mention in desk), doubts).pending
    return [mention.suggestion for mention in free if mention.suggestion is not None]
