"""Grips: the ends of the current mention, dragged with the pointer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF

from deid_studio.gui.text.mark_geometry import Mark
from deid_studio.gui.text.mark_painter import grips
from deid_studio.model.mentions import Mention

_REACH = 7.0  # pixels


@dataclass(frozen=True, slots=True)
class GripDrag:
    """An end of a mention under way: [start, end) is what it would become."""

    mention_id: int
    moves_start: bool
    start: int
    end: int

    def to(self, offset: int) -> GripDrag:
        """The drag with the moving end at `offset`, kept on its side of the other end."""
        if self.moves_start:
            return replace(self, start=min(offset, self.end - 1))
        return replace(self, end=max(offset, self.start + 1))

    def changes(self, mention: Mention) -> bool:
        """Whether the mention would become another one."""
        return (self.start, self.end) != (mention.span.start, mention.span.end)


def grip_under(mark: Mark, point: QPointF) -> GripDrag | None:
    """The drag that would begin at a point of the viewport, None away from the mark's grips."""
    span = mark.mention.span
    for moves_start, grip in zip((True, False), grips(mark), strict=True):
        if grip is not None and (grip - point).manhattanLength() <= _REACH:
            return GripDrag(mark.mention.id, moves_start, span.start, span.end)
    return None
