"""Sensitivity: how sure a pending suggestion must be to be shown, and what hiding the others is expected to cost; pure.

What is expected is summed from confidences, so it is as right as they are: the model's are calibrated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deid_studio.model.mentions import Decision, Mention

# From only the sure to anything possible; the last hides nothing. Finer where most suggestions are.
STOPS = (0.99, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Pending suggestions shown and hidden: of the hidden so many are expected to be PHI, of the shown not to be."""

    shown: int
    hidden: int
    missed: float
    false: float


def confidence_of(mention: Mention) -> float:
    """How sure it is that a mention is PHI (0 to 1); 1 where a person or a file put it."""
    return 1.0 if mention.suggestion is None else mention.suggestion.confidence


def is_faint(mention: Mention, least: float) -> bool:
    """Whether a mention is hidden: pending and less sure than `least`; what is decided always stays."""
    return mention.decision is Decision.PENDING and confidence_of(mention) < least


def outlook(mentions: Iterable[Mention], least: float) -> Outlook:
    """What showing the pending ones from a confidence of `least` on means; others are not counted."""
    pending = [confidence_of(m) for m in mentions if m.decision is Decision.PENDING]
    hidden = [confidence for confidence in pending if confidence < least]
    shown = [confidence for confidence in pending if confidence >= least]
    return Outlook(len(shown), len(hidden), sum(hidden), sum(1 - confidence for confidence in shown))


def stop_at(least: float) -> int:
    """The place among `STOPS` of the first that hides nothing which `least` shows."""
    return next((place for place, stop in enumerate(STOPS) if stop <= least), len(STOPS) - 1)
