"""Relabelling: what a class that is renamed, or merged into another, makes of the mentions of a report; pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from deid_studio.model.edits import Edit, Note, Relabel, Remove, Restore, Several
from deid_studio.model.mentions import Decision, Desk, Mention


def relabelling(desk: Desk, old: str, new: str) -> Edit | None:
    """What gives every mention of a class another one, in one step; None when there is none.

    Decisions stay as they are, and so does what a suggestion was: it was of the class that is now called so. Of two
    mentions that become the same, one is left.
    """
    edits: list[Edit] = []
    for mention in desk:
        for edit in _edits(desk, mention, old, new):
            desk = edit.apply(desk)
            edits.append(edit)
    return Several(tuple(edits)) if len(edits) > 1 else edits[0] if edits else None


def accepted(desk: Desk, name: str) -> int:
    """How many mentions of a class people have accepted on a desk; what is merely suggested is suggested anew."""
    return sum(m.span.phi_class == name for m in desk.accepted)


def touched(desk: Desk, name: str) -> int:
    """How many mentions of a desk are of a class, whatever was decided on them."""
    return sum(mention.span.phi_class == name for mention in desk)


def _edits(desk: Desk, mention: Mention, old: str, new: str) -> Iterator[Edit]:
    if mention.id not in desk:  # it was the same as one before it
        return
    suggestion, span = mention.suggestion, mention.span
    if suggestion is not None and suggestion.span.phi_class == old:
        suggestion = replace(suggestion, span=replace(suggestion.span, phi_class=new))
    if span.phi_class == old:
        span = replace(span, phi_class=new)
    if (span, suggestion) == (mention.span, mention.suggestion):
        return
    twins = [one for one in desk.at(span.start) if one.span == span and one.id != mention.id]
    standing = [one for one in twins if one.decision is Decision.ACCEPTED]
    waiting = [one for one in twins if one.decision is Decision.PENDING]
    if mention.decision is Decision.ACCEPTED and not standing:
        yield from (Remove(one.id) for one in waiting)
    elif mention.decision is not Decision.REJECTED and (standing or waiting):
        yield Remove(mention.id)
        if mention.note and standing and not standing[0].note:
            yield Note(standing[0].id, mention.note)
        return
    if mention.decision is Decision.ACCEPTED and mention.suggestion is None:
        yield Relabel(mention.id, new)
    else:
        yield Restore(replace(mention, span=span, suggestion=suggestion))
