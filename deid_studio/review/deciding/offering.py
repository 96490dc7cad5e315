"""Offering: what new suggestions change on a desk on which a person has decided something; pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from deid_studio.detection.rule_ids import rests_on
from deid_studio.model.mentions import Desk, Mention, Origin, desk_of
from deid_studio.model.span import Suggestion


@dataclass(frozen=True, slots=True)
class Offer:
    """The pending mentions that a desk loses, and those that it gets, with their ids there."""

    gone: tuple[Mention, ...] = ()
    fresh: tuple[Mention, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.fresh)


def offered(
    desk: Desk,
    suggestions: Iterable[Suggestion],
    off: Collection[str] = (),
    has_class: Callable[[str], bool] = lambda _name: True,
) -> Offer:
    """What a detector's suggestions change on a desk whose decisions stay.

    Those that touch nothing on the desk come. A pending one goes when it is suggested no longer, and rests on a rule of
    `off` (ids) or is of a class that the folder has not (any more); one with a note stays: the note is a person's.
    """
    suggestions = tuple(suggestions)
    now = {one.span for one in suggestions}
    gone = tuple(m for m in desk.pending if m.span not in now and _is_over(m, off, has_class))
    lost = {mention.id for mention in gone}
    fresh = desk_of([m.span for m in desk if m.id not in lost], suggestions).pending
    return Offer(gone, tuple(replace(m, id=desk.next_id + number) for number, m in enumerate(fresh)))


def _is_over(mention: Mention, off: Collection[str], has_class: Callable[[str], bool]) -> bool:
    if mention.suggestion is None or mention.origin is not Origin.DETECTOR or mention.note:
        return False
    return not has_class(mention.span.phi_class) or bool(off and rests_on(mention.suggestion, off))
