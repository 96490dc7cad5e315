"""Sight: what of a page is on the screen, and what lies under a point of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.boxes import Box, BoxesOf, VisibleBlock, stretch_boxes
from deid_studio.gui.text.page import Page

REACH = 24.0  # pixels that a ring or a tag stands out of its line
_BELOW = 80.0  # pixels below the page of which something may stand into it
_FAR = 1e7  # pixels; further than any line
_LINE_TOLERANCE = 4.0  # pixels above and below a line that still belong to it


class Sight:
    """Where the text of a page lies on the widget's viewport; offsets are code points, points are of the viewport."""

    def __init__(self, edit: QPlainTextEdit, page: Page) -> None:
        self._edit, self._page = edit, page
        self._blocks: list[tuple[VisibleBlock, float, float]] = []  # what is on the screen and little more
        self._blocks_of: tuple[float, ...] = ()
        self._blocks_to = 0.0
        self._boxes: dict[tuple[int, int], list[Box]] = {}  # of stretches on them that were asked for
        self._readable: tuple[tuple[int, int], ...] = ()
        self._readable_of: tuple[object, ...] = ()

    # --- places ----------------------------------------------------------------------------------------------

    @property
    def area(self) -> QRectF:
        """The viewport."""
        return QRectF(self._edit.viewport().rect())

    @property
    def near(self) -> QRectF:
        """The viewport with the lines around it of which something stands into it."""
        return self.area.adjusted(0, -REACH, 0, REACH)

    @property
    def left(self) -> float:
        """Where the column of text begins, in pixels."""
        return self._page.layout.left + self._edit.contentOffset().x()

    def blocks(self, clip: QRectF) -> list[VisibleBlock]:
        """The blocks of which something is inside `clip`."""
        self._look(clip)
        return [visible for visible, top, end in self._blocks if top <= clip.bottom() and end >= clip.top()]

    def boxes(self, start: int, end: int, clip: QRectF) -> list[Box]:
        """The boxes of the shown stretch [start, end), one for each line it touches inside `clip`."""
        return self.boxes_in(clip)(start, end)

    def boxes_in(self, clip: QRectF) -> BoxesOf:
        """The boxes inside `clip` of each stretch that is asked for before anything moves: it is looked once."""
        self._look(clip)
        above, below = clip.top(), clip.bottom()

        def boxes_of(start: int, end: int) -> list[Box]:
            boxes = self._boxes.get((start, end))
            if boxes is None:
                blocks = [visible for visible, _, _ in self._blocks]
                whole = QRectF(0, -_FAR, _FAR, 2 * _FAR)
                boxes = self._boxes[start, end] = stretch_boxes(start, end, blocks, whole)
            return [box for box in boxes if box.rect.top() <= below and box.rect.bottom() >= above]

        return boxes_of

    def _look(self, clip: QRectF) -> None:
        # Asked for several times at each key: the layout is asked once for all until something moves.
        edit, layout = self._edit, self._page.layout
        first, offset = edit.firstVisibleBlock(), edit.contentOffset()
        of = first.position(), offset.x(), offset.y(), self._page.document.revision(), layout.laid_out
        if of != self._blocks_of or clip.bottom() > self._blocks_to:
            bottom = max(clip.bottom(), edit.viewport().height() + _BELOW)
            self._blocks = list(self._blocks_from(first, bottom))
            # What was laid out just now counts.
            self._blocks_of, self._blocks_to = (*of[:-1], layout.laid_out), bottom
            self._boxes.clear()

    def _blocks_from(self, block: QTextBlock, bottom: float) -> Iterator[tuple[VisibleBlock, float, float]]:
        """The blocks down to there, each with its top and its end on the viewport."""
        layout, offset = self._page.layout, self._edit.contentOffset()
        top = self._edit.blockBoundingGeometry(block).translated(offset).top()
        left, room = offset.x(), layout.extra_height()
        while block.isValid() and top <= bottom:
            end = top + layout.blockBoundingRect(block).height()
            start = block.position()
            last, joined = start + block.length() - 1, self._page.offsets.joins_lines
            yield VisibleBlock(block, start, last, QPointF(left, top), room, joined), top, end
            top = end
            block = block.next()

    def filled_box(self, start: int, end: int) -> QRectF | None:
        """Where [start, end) of what is walked through begins, to the end of its line; None when it is not in sight."""
        clip, offsets = self.area, self._page.offsets
        boxes = self.boxes(offsets.filled_to_shown(start), offsets.filled_to_shown(end), clip)
        return boxes[0].rect if boxes and boxes[0].begins else None

    def draw_anew(self, stretches: Iterable[tuple[int, int]]) -> None:
        """Have the lines drawn anew on which these stretches lie, with what stands out of them."""
        boxes_of, offsets, viewport = self.boxes_in(self.near), self._page.offsets, self._edit.viewport()
        for start, end in stretches:
            for box in boxes_of(offsets.to_shown(start), offsets.to_shown(end, before_insertion=True)):
                top, bottom = box.rect.top() - REACH, box.rect.bottom() + REACH
                viewport.update(0, floor(top), viewport.width(), ceil(bottom) - floor(top))

    # --- what is in sight ------------------------------------------------------------------------------------

    def stretch(self) -> tuple[int, int]:
        """The stretch of text that is on the screen."""
        first, last = self.filled_stretch()
        return self._page.offsets.filled_to_text(first), self._page.offsets.filled_to_text(last)

    def filled_stretch(self) -> tuple[int, int]:
        """The stretch of what is walked through that is on the screen."""
        rect, offsets = self._edit.viewport().rect(), self._page.offsets
        first, last = self._position(QPoint(0, 0)), self._position(QPoint(rect.width(), rect.height()))
        return offsets.shown_to_filled(first), offsets.shown_to_filled(last)

    def readable(self) -> tuple[tuple[int, int], ...]:
        """The stretches of text that are on the screen, without lines that its lower edge cuts."""
        # Asked for several times at each key, as the blocks are.
        if self._readable_of != self._place_of_page():
            self._readable = self._readable_now()
            self._readable_of = self._place_of_page()  # what was laid out just now counts
        return self._readable

    def _place_of_page(self) -> tuple[object, ...]:
        edit, page = self._edit, self._page
        bars = (edit.verticalScrollBar(), edit.horizontalScrollBar())
        places = ((bar.value(), bar.maximum()) for bar in bars)
        size = edit.viewport().size().toTuple()
        return *places, size, page.document.revision(), page.layout.laid_out, page.offsets

    def _readable_now(self) -> tuple[tuple[int, int], ...]:
        edit, to_text = self._edit, self._page.offsets.to_text
        width, whole = edit.viewport().width(), edit.viewport().height()
        bar = edit.verticalScrollBar()
        if bar.value() < bar.maximum():  # at the end the last line is whole
            whole = max(whole - edit.fontMetrics().height() - round(self._page.layout.extra_height()), 0)
        if not edit.horizontalScrollBar().maximum():
            return ((to_text(self._position(QPoint(0, 0))), to_text(self._position(QPoint(width, whole)))),)
        found = []
        for visible in self.blocks(QRectF(0, 0, width, whole)):
            for line in visible.lines():
                top = visible.top_left.y() + line.y()
                if 0 <= top <= whole:
                    ends = (line.xToCursor(x - visible.top_left.x()) for x in (0.0, float(width)))
                    start, end = (to_text(visible.start + end) for end in ends)
                    found.append((start, end))
        return tuple(found)

    # --- what lies under a point -----------------------------------------------------------------------------

    def offset_under(self, point: QPoint) -> int | None:
        """The code point whose letter lies under a point, None beside the text and where none is."""
        offset = self.filled_under(point)
        if offset is None or self._page.offsets.insertion_at(offset) is not None:
            return None
        return self._page.offsets.filled_to_text(offset)

    def filled_under(self, point: QPoint) -> int | None:
        """The same for what is walked through."""
        edit = self._edit
        cursor = edit.cursorForPosition(point)
        rect = edit.cursorRect(cursor)
        position = cursor.position()
        if not rect.top() - _LINE_TOLERANCE <= point.y() <= rect.bottom() + _LINE_TOLERANCE:
            return None
        backwards = point.x() < rect.center().x()
        cursor.movePosition(
            QTextCursor.MoveOperation.PreviousCharacter if backwards else QTextCursor.MoveOperation.NextCharacter
        )
        other = edit.cursorRect(cursor)
        if cursor.position() == position or abs(other.top() - rect.top()) > rect.height() / 2:
            return None
        return self._page.offsets.shown_to_filled(min(cursor.position(), position))

    def nearest_to(self, point: QPoint) -> int:
        """The place between letters that is nearest to a point."""
        return self._page.offsets.to_text(self._position(point))

    def _position(self, point: QPoint) -> int:
        return self._edit.cursorForPosition(point).position()
