"""Where mentions lie on the screen: the boxes of their fragments, and what joins them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF

from deid_studio.gui.text.boxes import Box, BoxesOf
from deid_studio.model.mentions import Mention
from deid_studio.model.offsets import OffsetMap

_STUB = 10.0  # pixels


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention as it is drawn: its boxes in reading order, the lines that join its fragments, and how deep it lies."""

    mention: Mention
    boxes: tuple[Box, ...]
    links: tuple[QLineF, ...]
    level: int


def marks_of(
    mentions: Sequence[Mention],
    boxes_of: BoxesOf,
    offsets: OffsetMap,
    among: Sequence[Mention] = (),
) -> list[Mark]:
    """The marks of `mentions`, outer ones first, of the boxes that stretches of what is shown have; without any, none.

    `among` are all mentions with which they share the levels, if these are more.
    """
    depth = levels({mention.id: mention for mention in (*among, *mentions)}.values())
    marks = []
    for mention in mentions:
        boxes: list[Box] = []
        links: list[QLineF] = []
        for start, end in mention.span.fragments:
            last = offsets.to_shown(end, before_insertion=True)
            found = boxes_of(offsets.to_shown(start), last)
            if boxes and found:
                links += _link(boxes[-1].rect, found[0].rect)
            boxes += found
        if boxes:
            marks.append(Mark(mention, tuple(boxes), tuple(links), depth[mention.id]))
    marks.sort(key=lambda mark: mark.level)
    return marks


def levels(mentions: Iterable[Mention]) -> dict[int, int]:
    """How deep each mention lies among those it overlaps: 0 for an outermost one; keys are mention ids.

    Mentions that overlap never share a level, so that their boxes can be told apart.
    """
    found: dict[int, int] = {}
    open_until: list[int] = []  # per level, where its last mention ends
    for mention in sorted(mentions, key=lambda m: (m.span.start, -m.span.end, m.id)):
        level = next((i for i, end in enumerate(open_until) if end <= mention.span.start), len(open_until))
        open_until[level : level + 1] = [mention.span.end]
        found[mention.id] = level
    return found


def _link(one: QRectF, other: QRectF) -> list[QLineF]:
    """A line under the gap between two fragments, where it strikes nothing out; on different lines, two stubs."""
    if abs(one.top() - other.top()) < 1:
        return [QLineF(one.right(), one.bottom(), other.left(), one.bottom())]
    return [
        QLineF(one.right(), one.bottom(), one.right() + _STUB, one.bottom()),
        QLineF(other.left() - _STUB, other.bottom(), other.left(), other.bottom()),
    ]
