"""Grips: the ends of the current mention, dragged with the pointer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from deid_studio.gui.text.marks.box_shapes import grips
from deid_studio.gui.text.marks.current import Current
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.gui.text.marks.marks import Marks
from deid_studio.gui.text.page import Page
from deid_studio.gui.text.sight import Sight
from deid_studio.gui.text.token_steps import nearest_edge
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


class Grips(QObject):
    """The grips of the current mention under the pointer; without `movable` none are offered, and mentions are pointed
    at only."""

    resize_wanted = Signal(int, int, int)  # mention id, start, end

    def __init__(
        self, viewport: QWidget, page: Page, sight: Sight, current: Current, marks: Marks, movable: bool
    ) -> None:
        super().__init__(viewport)
        self._viewport, self._page, self._sight, self._current, self._marks = viewport, page, sight, current, marks
        self._movable = movable
        self._drag: GripDrag | None = None
        self._hovering = False
        current.replaced.connect(lambda *_: self.drop())
        current.changed.connect(self._leave)

    @property
    def dragging(self) -> bool:
        """Whether an end is being dragged."""
        return self._drag is not None

    @property
    def shown(self) -> bool:
        """Whether the grips are to be seen."""
        return self._hovering or self.dragging

    def press(self, point: QPoint) -> bool:
        """Begin to drag what is under the point; False where there is nothing to drag."""
        self._drag = self._under(point)
        if self._drag is not None:
            self._viewport.update()
        return self.dragging

    def move(self, point: QPoint, by_token: bool) -> bool:
        """Drag to the point, or to the edge of a token that is nearest; False when nothing is dragged."""
        if self._drag is None:
            return False
        offset = self._sight.nearest_to(point)
        if by_token:
            offset = nearest_edge(self._page.edges, offset, len(self._page.text))
        self._drag = self._drag.to(offset)
        self._viewport.update()
        return True

    def release(self) -> bool:
        """Ask for the ends that were dragged to; False when nothing was dragged."""
        drag, mention = self._drag, self._current.mention
        if drag is None:
            return False
        self.drop()
        if mention is not None and mention.id == drag.mention_id and drag.changes(mention):
            self.resize_wanted.emit(drag.mention_id, drag.start, drag.end)
        return True

    def drop(self) -> None:
        """Give up dragging."""
        if self._drag is not None:
            self._drag = None
            self._viewport.update()

    def hover(self, point: QPoint) -> None:
        """Show what can be done where the pointer is."""
        shapes, under = Qt.CursorShape, self._marks.under(point)
        if not self._movable:
            self._viewport.setCursor(shapes.PointingHandCursor if under is not None else shapes.IBeamCursor)
            return
        over_grip = self._under(point) is not None
        self._viewport.setCursor(shapes.SizeHorCursor if over_grip else shapes.IBeamCursor)
        hovering = over_grip or (under is not None and under == self._current.id)
        if hovering != self._hovering:
            self._hovering = hovering
            self._viewport.update()

    def dragged(self, mark: Mark, clip: QRectF) -> Mark:
        """The mark of the current mention as it would become."""
        drag, offsets = self._drag, self._page.offsets
        if drag is None:
            return mark
        span = mark.mention.span.stretched(drag.start, drag.end)
        boxes = tuple(
            box
            for start, end in span.fragments
            for box in self._sight.boxes(offsets.to_shown(start), offsets.to_shown(end, before_insertion=True), clip)
        )
        return replace(mark, mention=replace(mark.mention, span=span), boxes=boxes or mark.boxes, links=())

    def _leave(self) -> None:
        self._hovering = False

    def _under(self, point: QPoint) -> GripDrag | None:
        mark = self._marks.of_current() if self._movable else None
        return None if mark is None else grip_under(mark, point.toPointF())
