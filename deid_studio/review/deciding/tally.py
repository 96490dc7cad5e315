"""Tally: how many mentions of a desk are in each state, and how each came to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deid_studio.model.mentions import Decision, Desk, Mention, Origin

if TYPE_CHECKING:
    from deid_studio.review.journal import Counts

KINDS = ("accepted", "relabelled", "resized", "rejected", "added", "kept", "pending")


def counts_of(desk: Desk) -> Counts:
    """How many mentions are pending, accepted and rejected."""
    # Imported here: what reads a folder's settings needs no journal.
    from deid_studio.review.journal import Counts

    return Counts(*(desk.counts[d] for d in (Decision.PENDING, Decision.ACCEPTED, Decision.REJECTED)))


def decisions_of(desk: Desk) -> dict[str, int]:
    """How many spans were accepted as suggested, relabelled, resized, rejected, added, kept as found, pending."""
    kinds = dict.fromkeys(KINDS, 0)
    for mention in desk:
        kinds[kind_of(mention)] += 1
    return kinds


def kind_of(mention: Mention) -> str:
    """How a mention came to its state: one of `KINDS`."""
    match mention.decision, mention.origin, mention.suggestion:
        case Decision.PENDING, _, _:
            return "pending"
        case Decision.REJECTED, _, _:
            return "rejected"
        case _, Origin.PERSON, _:
            return "added"
        case (_, Origin.FILE, _) | (_, _, None):
            return "kept"
        case _, _, suggestion:
            if mention.span.phi_class != suggestion.span.phi_class:
                return "relabelled"
            return "accepted" if mention.span == suggestion.span else "resized"
