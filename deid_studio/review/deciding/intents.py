"""Intents: what a person wants of a desk, as the one edit that does it; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from deid_studio.model.edits import Accept, AcceptPassage, Add, Edit, Reject, Remove, Reopen, Several
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span


def discarding(mention: Mention) -> Edit:
    """Say that a mention is not PHI: one that a person added goes altogether, any other stays as rejected."""
    return Remove(mention.id) if mention.origin is Origin.PERSON else Reject(mention.id)


def accepting(mentions: Iterable[Mention]) -> Edit | None:
    """Accept those of the mentions that are pending, in one step; None when there is none."""
    edits = [Accept(m.id) for m in mentions if m.decision is Decision.PENDING]
    return _one(edits) if edits else None


def accepting_passage(mentions: Iterable[Mention]) -> Edit | None:
    """Accept those of the mentions of a passage that are pending, as what was read at one look; None for none."""
    edit = accepting(mentions)
    return AcceptPassage(edit.edits) if isinstance(edit, Several) else edit


def rejecting(mentions: Iterable[Mention]) -> Edit | None:
    """Reject those of the mentions that are pending, in one step; None when there is none."""
    edits = [Reject(m.id) for m in mentions if m.decision is Decision.PENDING]
    return _one(edits) if edits else None


def towards(desk: Desk, spans: Iterable[Span]) -> Edit | None:
    """What makes the accepted spans exactly `spans` (another program's `.ann`), in one step; None when they are."""
    wanted = Counter(spans)
    edits: list[Edit] = []
    for mention in desk:
        if wanted[mention.span] and mention.decision is not Decision.REJECTED:
            wanted[mention.span] -= 1
            if mention.decision is Decision.PENDING:
                edits.append(Accept(mention.id))
        elif mention.decision is Decision.ACCEPTED:
            # The other program's silence on a suggestion is no decision; what it took out is gone.
            edits.append(Reopen(mention.id) if mention.origin is Origin.DETECTOR else Remove(mention.id))
    edits += [Add(desk.next_id + number, span) for number, span in enumerate(sorted(wanted.elements()))]
    return _one(edits) if edits else None


def _one(edits: Sequence[Edit]) -> Edit:
    return edits[0] if len(edits) == 1 else Several(tuple(edits))
