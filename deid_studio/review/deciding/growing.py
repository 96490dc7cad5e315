"""Growing: what is marked, or gets other ends, takes in what lies in its way and gives back what it leaves; pure.

Taken in are pending suggestions, and accepted mentions of the same class. No letter that is marked or suggested is lost
by it: what of a suggestion sticks out stays to be decided, and what was taken in comes back, as it was, where nothing
holds it any longer. So does what is cut off the end of a suggestion and may be PHI (`cut_off.py`). What a person
rejected stays rejected; it is not seen where something is accepted over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from deid_studio.errors import EditError
from deid_studio.model.edits import Accept, Add, Edit, Note, Remove, Resize, Restore, Several, TakeIn
from deid_studio.model.fragments import trimmed, without
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Span, over
from deid_studio.review.deciding.cut_off import cut_off
from deid_studio.review.deciding.history import Step


@dataclass(frozen=True, slots=True)
class Taken:
    """The mentions that others have taken in, by their ids: whole, but for what a person has decided on since; and, by
    its id, of which of them each piece was left that nobody has decided on. `steps` are those that led to it."""

    wholes: Mapping[int, Mention] = field(default_factory=dict)
    pieces: Mapping[int, int] = field(default_factory=dict)
    steps: tuple[Step, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a mention grows on: desk and text, what was taken in before, and the ids of mentions that are `needed` as
    they are, since other lines of the `.ann` speak of them."""

    desk: Desk
    text: str
    taken: Taken = Taken()
    needed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Growth:
    """An edit, and the mention that is larger or smaller after it."""

    edit: Edit
    mention_id: int


@dataclass(frozen=True, slots=True)
class Grown:
    """What a growth did beside what was asked: whether it accepted a suggestion, how many it took in, which accepted
    mentions it merged, and the first that the mention overlaps now and did not before."""

    mention: Mention
    confirmed: bool
    taken: int
    merged: tuple[Mention, ...]
    beneath: Mention | None


def taken_in(steps: tuple[Step, ...], before: Taken | None = None) -> Taken:
    """What was taken in by steps, and has not come back.

    Where they are those of `before` and some more, only these are looked at.
    """
    before = before or Taken()
    known = len(before.steps)
    # One that was undone is never the same again, and neither is what was done before it.
    if known and (len(steps) < known or steps[known - 1] is not before.steps[-1]):
        before, known = Taken(), 0
    wholes, pieces = dict(before.wholes), dict(before.pieces)
    for step in steps[known:]:
        for part, undo in step.parts:
            match part, undo:
                case TakeIn(), Restore(was):
                    if pieces.pop(was.id, None) is None:
                        wholes[was.id] = was
                case Restore(now), Remove():
                    whole = None if wholes.pop(now.id, None) else _whole_of(now, wholes.values())
                    if whole is not None:
                        pieces[now.id] = whole.id
                case _, Restore(was) if was.id in pieces and not isinstance(part, Note):
                    _settle(wholes, pieces.pop(was.id), was.span)
    return Taken(wholes, pieces, steps)


def _whole_of(piece: Mention, wholes: Iterable[Mention]) -> Mention | None:
    """The one of `wholes` that a piece was left of."""
    return next(
        (one for one in wholes if replace(piece, id=one.id, span=one.span) == one and one.span.covers(piece.span)), None
    )


def _settle(wholes: dict[int, Mention], whole_id: int, decided: Span) -> None:
    """Forget the part of a whole that a person has decided on: it does not come back."""
    whole = wholes.pop(whole_id)
    left = without(whole.span.fragments, decided.fragments)
    if left:
        wholes[whole_id] = replace(whole, span=over(left, whole.span.phi_class))


def marking(ground: Ground, span: Span) -> Growth:
    """Mark `span`: a mention that is there with the same ends and class is accepted, else one is added.

    Raises `EditError` when the very span is accepted already.
    """
    desk = ground.desk
    if any(m.decision is Decision.ACCEPTED and m.span == span for m in desk.at(span.start)):
        raise EditError(detail="the same span with the same class is there already")
    whole, merged = _merged(ground, span, lambda m: not m.span.covers(span))
    same = next((m for m in desk.at(whole.start) if m.span == whole and m not in merged), None)
    own = desk.next_id if same is None else same.id
    first = Add(own, whole) if same is None else Accept(own)
    return _growth(ground, own, first, merged, "" if same is None else same.note)


def resizing(ground: Ground, mention: Mention, span: Span, sharing: bool = False) -> Growth:
    """Give a mention these fragments, and with it accept it; `sharing`: what sticks out of it stays as it is, since a
    surname that is written once may be part of two names."""

    def is_met(other: Mention) -> bool:
        if other.id == mention.id or (sharing and not span.covers(other.span)):
            return False
        return other.span == span or not other.span.shares(mention.span)

    whole, merged = _merged(ground, span, is_met)
    first = Resize(mention.id, whole.start, whole.end, whole.gaps)
    growth = _growth(ground, mention.id, first, merged, mention.note, sharing)
    left = tuple(cut_off(growth.edit.apply(ground.desk), ground.text, mention, whole))
    return Growth(Several((growth.edit, *left)), mention.id) if left else growth


def letting_go(ground: Ground, mention: Mention, edit: Edit) -> Edit:
    """Reject a mention or take it off by an edit: what it had taken in comes back."""
    return _growth(ground, mention.id, edit, [], mention.note).edit


def grown(before: Desk, after: Desk, mention_id: int) -> Grown:
    """What a growth of this mention did beside what was asked."""
    mention, was = after[mention_id], before.get(mention_id)
    gone = [m for m in before if m.id not in after]
    beneath = (
        m
        for m in after
        if m.id != mention_id
        and m.decision is not Decision.REJECTED
        and m.span.shares(mention.span)
        and (was is None or not m.span.shares(was.span))
    )
    return Grown(
        mention,
        was is not None and was.decision is not Decision.ACCEPTED,
        sum(m.decision is Decision.PENDING for m in gone),
        tuple(m for m in gone if m.decision is Decision.ACCEPTED),
        next(beneath, None),
    )


def _merged(ground: Ground, span: Span, is_met: Callable[[Mention], bool]) -> tuple[Span, list[Mention]]:
    """The span with all accepted mentions of its class that it meets, and these."""
    left = [
        m
        for m in ground.desk
        if m.decision is Decision.ACCEPTED
        and m.span.phi_class == span.phi_class
        and m.id not in ground.needed
        and is_met(m)
    ]
    merged: list[Mention] = []
    while (met := next((m for m in left if m.span.shares(span)), None)) is not None:
        left.remove(met)
        merged.append(met)
        span = over((*span.fragments, *met.span.fragments), span.phi_class, ground.text)
    return span, merged


def _growth(ground: Ground, own: int, first: Edit, merged: list[Mention], note: str, sharing: bool = False) -> Growth:
    edits: list[Edit] = [*(TakeIn(m.id) for m in merged), first]
    notes = [m.note for m in merged if m.note]
    if notes:
        edits.append(Note(own, "\n".join(filter(None, (note, *notes)))))
    after = Several(tuple(edits)).apply(ground.desk)
    edits += _settling(ground, after, after.get(own), sharing)
    return Growth(edits[0] if len(edits) == 1 else Several(tuple(edits)), own)


def _settling(ground: Ground, desk: Desk, own: Mention | None, sharing: bool) -> Iterator[Edit]:
    """What brings the mentions around one that has just changed to what is left of them, or was."""
    for whole in _concerned(ground, desk, own, sharing):
        pieces = [m for m in desk if whole.id in (m.id, ground.taken.pieces.get(m.id)) and m is not own]
        ids = {m.id for m in pieces}
        near = (m for m in desk if m.id not in ids and m.span.shares(whole.span))
        left = list(_left_of(whole, [m.span for m in near if _holds(m, whole)], ground.text))
        if left == [m.span for m in pieces]:
            continue
        edits: list[Edit] = [TakeIn(m.id) for m in pieces]
        for number, span in enumerate(left, start=desk.next_id):
            edits.append(Restore(whole if span == whole.span else replace(whole, id=number, span=span)))
        desk = Several(tuple(edits)).apply(desk)
        yield from edits


def _holds(mention: Mention, whole: Mention) -> bool:
    """Whether what two mentions share is the first one's, not what is left of the other."""
    return mention.decision is Decision.ACCEPTED or mention.decision is whole.decision is Decision.PENDING


def _concerned(ground: Ground, desk: Desk, own: Mention | None, sharing: bool) -> Iterator[Mention]:
    """The mentions, whole as they were, that one that has just changed may hold or hold no longer; accepted ones first,
    which what is pending gives way to."""
    taken = ground.taken
    wholes = {m.id: m for m in taken.wholes.values() if m.id not in desk}
    if own is not None and own.decision is not Decision.REJECTED:
        meets = own.span.covers if sharing else own.span.shares
        near = (m for m in desk.pending if m is not own and meets(m.span))
        wholes |= {m.id: m for m in near if m.id not in taken.pieces}
    yield from sorted(wholes.values(), key=lambda m: m.decision is Decision.PENDING)


def _left_of(whole: Mention, others: Iterable[Span], text: str) -> Iterator[Span]:
    """The spans that are left of a mention beside others."""
    stretches = without(whole.span.fragments, (fragment for span in others for fragment in span.fragments))
    ends = text[whole.span.start] + text[whole.span.end - 1]
    if stretches == whole.span.fragments and " " not in ends:
        yield whole.span
        return
    for start, end in stretches:
        piece = trimmed(text, start, end)
        if piece is not None:
            yield Span(*piece, whole.span.phi_class)
