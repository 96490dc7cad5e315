"""Sensitivity: how sure a pending suggestion must be to be shown, and what hiding the others is expected to cost; pure.

What is expected is summed from confidences, so it is as right as they are: the model's are calibrated. A doubt is a
suggestion that no detector decided for (`detection/doubts.py`); it is the last to be shown, however likely.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deid_studio.model.mentions import Decision, Mention
from deid_studio.model.span import Suggestion

ALL_SUGGESTIONS = 0.0  # every suggestion, no doubt: where a folder begins
EVERYTHING = -1.0
LIKELY = 0.5  # from here on a suggestion is rather PHI than not, and never rejected unread
# From only the sure to anything possible; finer where most suggestions are. Below 0, doubts from `1 + stop` on as well.
STOPS = (
    0.99, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, ALL_SUGGESTIONS,
    -0.8, -0.9, -0.95, EVERYTHING,
)  # fmt: skip

_DOUBTS = frozenset((("crf", "marginal"), ("rule", "looks")))
LEFT_OUT = ("house", "rejected")  # evidence of what is a doubt whatever else speaks for it
_LAST_OF_DOUBTS = -1e-9  # the surest doubt still comes after every suggestion


@dataclass(frozen=True, slots=True)
class Outlook:
    """Pending suggestions shown and hidden: of the hidden so many are expected to be PHI, of the shown not to be."""

    shown: int
    hidden: int
    missed: float
    false: float


def is_doubt(suggestion: Suggestion) -> bool:
    """Whether no detector decided for a suggestion: the model held it possible, or it merely looks like PHI; or people
    rejected the same in other reports again and again."""
    first = suggestion.evidence[0]
    return (first.kind, first.name) == LEFT_OUT or all((one.kind, one.name) in _DOUBTS for one in suggestion.evidence)


def rank_of(suggestion: Suggestion) -> float:
    """Its place between only the sure (1) and anything possible (-1), in the terms of `STOPS`."""
    confidence = suggestion.confidence
    return min(confidence - 1, _LAST_OF_DOUBTS) if is_doubt(suggestion) else confidence


def confidence_of(mention: Mention) -> float:
    """How sure it is that a mention is PHI (0 to 1); 1 where a person or a file put it."""
    return 1.0 if mention.suggestion is None else mention.suggestion.confidence


def is_likely(mention: Mention) -> bool:
    """Whether a mention is rather PHI than not, for all that is known of it."""
    return confidence_of(mention) >= LIKELY


def is_faint(mention: Mention, least: float) -> bool:
    """Whether a mention is hidden: pending and below `least`; what is decided always stays."""
    suggestion = mention.suggestion
    if suggestion is None or mention.decision is not Decision.PENDING or least <= EVERYTHING:
        return False
    if least > 0 and suggestion.confidence < least:
        return True
    return is_doubt(suggestion) and min(suggestion.confidence - 1, _LAST_OF_DOUBTS) < least


@dataclass(frozen=True, slots=True)
class IsShown:
    """Whether a mention is seen: one for which it holds is neither hidden by `least` nor of a `hidden` class.

    With `pending`, of those alone on which nobody has decided. For `Desk.those`.
    """

    least: float
    hidden: frozenset[str] = frozenset()
    pending: bool = False

    def __call__(self, mention: Mention) -> bool:
        if self.pending and mention.decision is not Decision.PENDING:
            return False
        return mention.span.phi_class not in self.hidden and not is_faint(mention, self.least)


def outlook(mentions: Iterable[Mention], least: float, doubts: Iterable[Suggestion] = ()) -> Outlook:
    """What showing the pending ones from `least` on means; `doubts` are not on the desk, and hidden."""
    hidden = [one.confidence for one in doubts]
    shown: list[float] = []
    for mention in mentions:
        if mention.decision is Decision.PENDING:
            (hidden if is_faint(mention, least) else shown).append(confidence_of(mention))
    return Outlook(len(shown), len(hidden), sum(hidden), sum(1 - confidence for confidence in shown))


def stop_at(least: float) -> int:
    """The place among `STOPS` of the first that hides nothing which `least` shows."""
    return next((place for place, stop in enumerate(STOPS) if stop <= least), len(STOPS) - 1)


def stop_for(mention: Mention) -> float:
    """The stop furthest to the sure at which a mention is shown though it is pending."""
    return STOPS[0] if mention.suggestion is None else STOPS[stop_at(rank_of(mention.suggestion))]
