"""Navigation: which mention is next, which changed, and what a selection means; pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from deid_studio.model.mentions import Desk, Mention

Place = tuple[int, int, int]  # start, end, id: the order of a desk


def place_of(mention: Mention) -> Place:
    """Where a mention stands in the order of its desk."""
    return mention.span.start, mention.span.end, mention.id


def walk(mentions: Sequence[Mention], place: Place, direction: int) -> Iterator[Mention]:
    """The mentions, which are in text order, from the next after (1) or before (-1) a place on, once round."""
    if direction > 0:
        first = bisect_right(mentions, place, key=place_of)
        places = chain(range(first, len(mentions)), range(first))
    else:
        first = bisect_left(mentions, place, key=place_of)
        places = chain(range(first - 1, -1, -1), range(len(mentions) - 1, first - 1, -1))
    return (mentions[at] for at in places)


def beside(
    mentions: Iterable[Mention], place: Any, direction: int, key: Callable[[Mention], Any] = place_of
) -> Mention | None:
    """The mention next after (1) or before (-1) a place, round the end; None when there are none.

    The mentions are in the order of `key`, in whose terms the place is: by default their places in the text.
    """
    ordered = list(mentions)
    if direction > 0:
        after = (m for m in ordered if key(m) > place)
        return next(after, ordered[0] if ordered else None)
    before = [m for m in ordered if key(m) < place]
    return before[-1] if before else (ordered[-1] if ordered else None)


def changed_mentions(before: Desk, after: Desk) -> frozenset[int]:
    """The ids of the mentions that one desk holds and the other does not, or not like that, or of which other things
    are said."""
    if before is after:
        return frozenset()
    return after.changed_since(before) | _said_otherwise(before, after)


def _said_otherwise(before: Desk, after: Desk) -> set[int]:
    """The mentions of the second desk of which something else is said."""
    if before.said is after.said:
        return set()
    statements = {one for one in (*before.said, *after.said) if before.said.get(one) is not after.said.get(one)}
    return {target for one in statements for target in one.targets if isinstance(target, int) and target in after}
