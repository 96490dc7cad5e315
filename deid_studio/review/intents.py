"""Intents: what a person wants of a desk, as the one edit that does it; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from deid_studio.errors import EditError
from deid_studio.model.edits import Accept, Add, Edit, Reject, Remove, Reopen, Several
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span


def adding(desk: Desk, span: Span) -> Edit:
    """Mark `span`: accepts a mention that is there with the same ends and class, and rejects pending ones in its way.

    Raises `EditError` when the very span is accepted already.
    """
    same = [m for m in desk.at(span.start) if m.span == span]
    if any(m.decision is Decision.ACCEPTED for m in same):
        raise EditError(detail="the same span with the same class is there already")
    in_the_way = [m for m in desk.pending if m.span.overlaps(span) and m.span != span]
    first: Edit = Accept(same[0].id) if same else Add(desk.next_id, span)
    return _one([*(Reject(m.id) for m in in_the_way), first])


def discarding(mention: Mention) -> Edit:
    """Say that a mention is not PHI: one that a person added goes altogether, any other stays as rejected."""
    return Remove(mention.id) if mention.origin is Origin.PERSON else Reject(mention.id)


def accepting(mentions: Iterable[Mention]) -> Edit | None:
    """Accept those of the mentions that are pending, in one step; None when there is none."""
    edits = [Accept(m.id) for m in mentions if m.decision is Decision.PENDING]
    return _one(edits) if edits else None


def rejecting(mentions: Iterable[Mention]) -> Edit | None:
    """Reject those of the mentions that are pending, in one step; None when there is none."""
    edits = [Reject(m.id) for m in mentions if m.decision is Decision.PENDING]
    return _one(edits) if edits else None


def reopening(mentions: Iterable[Mention]) -> Edit | None:
    """Take back the decisions on the mentions, in one step; None when none is decided."""
    edits = [Reopen(m.id) for m in mentions if m.decision is not Decision.PENDING]
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


def carried_over(desk: Desk, old_text: str, new_text: str) -> tuple[Desk, list[Mention]]:
    """The desk for a report whose text another program changed, and the mentions that have no place in it.

    A mention keeps its decision where its line is unchanged, or where its text stands exactly once in what replaced
    its lines.
    """
    old_lines, new_lines = old_text.splitlines(keepends=True), new_text.splitlines(keepends=True)
    old_at, new_at = _offsets(old_lines), _offsets(new_lines)
    blocks = [
        (tag == "equal", old_at[i1], old_at[i2], new_at[j1], new_at[j2])
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()
    ]
    kept: list[Mention] = []
    lost: list[Mention] = []
    for mention in desk:
        moved = _moved(mention.span, blocks, old_text, new_text)
        if moved is None:
            lost.append(mention)
        else:
            suggestion = mention.suggestion
            if suggestion is not None:
                suggested = _moved(suggestion.span, blocks, old_text, new_text) or moved
                suggestion = replace(suggestion, span=suggested)
            kept.append(replace(mention, span=moved, suggestion=suggestion))
    return Desk(kept, desk.next_id), lost


def _moved(
    span: Span, blocks: list[tuple[bool, int, int, int, int]], old_text: str, new_text: str
) -> Span | None:
    touched = [block for block in blocks if block[1] < span.end and span.start < block[2]]
    if all(equal for equal, *_ in touched):
        start, end = (new - old for _, old, _, new, _ in (touched[0], touched[-1]))
        if start != end:
            return None
        shift = start
    else:
        wanted = old_text[span.start : span.end]
        new_start, new_end = touched[0][3], touched[-1][4]
        if new_text.count(wanted, new_start, new_end) != 1:
            return None
        shift = new_text.index(wanted, new_start, new_end) - span.start
    gaps = tuple((a + shift, b + shift) for a, b in span.gaps)
    return Span(span.start + shift, span.end + shift, span.phi_class, gaps)


def _offsets(lines: list[str]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets


def _one(edits: Sequence[Edit]) -> Edit:
    return edits[0] if len(edits) == 1 else Several(tuple(edits))
