"""Where stretches of text lie on the screen: one box a line, from the lines of the visible blocks only."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextLine

from deid_studio.model.offsets import LINE_SEPARATOR


@dataclass(frozen=True, slots=True)
class VisibleBlock:
    """A block of the document with its place: `start` and `end` are shown positions, `top_left` is in the viewport,
    `room` are the pixels between two of its lines. With `joined` it may be of several lines of the report."""

    block: QTextBlock
    start: int
    end: int
    top_left: QPointF
    room: float = 12.0
    joined: bool = False

    def lines(self) -> Iterator[QTextLine]:
        """Its lines on the screen."""
        layout = self.block.layout()
        return map(layout.lineAt, range(layout.lineCount()))

    def begun_lines(self) -> Iterator[tuple[int, QTextLine]]:
        """Where lines of the report begin, and the first line on the screen of each."""
        layout = self.block.layout()
        yield self.start, layout.lineAt(0)
        at = 0
        for letter in self.block.text() if self.joined else "":
            at += 2 if letter > "\uffff" else 1
            if letter == LINE_SEPARATOR:
                yield self.start + at, layout.lineForTextPosition(at)


@dataclass(frozen=True, slots=True)
class Box:
    """One line's part of a fragment; `begins` and `ends` say on which sides the mention's fragment itself ends.

    `room` is what lies between its line and the next, `line_end` where the line's text ends, both in pixels.
    """

    rect: QRectF
    begins: bool
    ends: bool
    room: float = 12.0
    line_end: float = 0.0


# The boxes of a shown stretch [start, end).
BoxesOf = Callable[[int, int], list[Box]]


def stretch_boxes(start: int, end: int, blocks: Sequence[VisibleBlock], clip: QRectF) -> list[Box]:
    """The boxes of the shown stretch [start, end), one for each line it touches inside `clip`."""
    boxes = []
    first = max(bisect_right(blocks, start, key=lambda b: b.start) - 1, 0)
    for block in blocks[first:]:
        if block.start >= end:
            break
        boxes += _boxes_in_block(max(start, block.start), min(end, block.end), (start, end), block, clip)
    return boxes


def _boxes_in_block(start: int, end: int, whole: tuple[int, int], visible: VisibleBlock, clip: QRectF) -> list[Box]:
    boxes: list[Box] = []
    if start >= end:
        return boxes
    layout = visible.block.layout()
    in_block, until = start - visible.start, end - visible.start
    first = layout.lineForTextPosition(in_block).lineNumber()
    for number in range(max(first, 0), layout.lineCount()):
        line = layout.lineAt(number)
        line_start = line.textStart()
        line_end = line_start + line.textLength()
        if line_start >= until:
            break
        top = visible.top_left.y() + line.y()
        if top > clip.bottom():
            break
        if top + line.height() < clip.top():
            continue
        left = _x(line, max(in_block, line_start))
        # Blanks that hang over the line's end are not drawn, so the box stops at the last letter.
        right = min(_x(line, min(until, line_end)), line.x() + line.naturalTextWidth())
        if right > left:
            rect = QRectF(visible.top_left.x() + left, top, right - left, line.height())
            begins = visible.start + max(in_block, line_start) == whole[0]
            ends = visible.start + min(until, line_end) == whole[1]
            text_end = visible.top_left.x() + line.x() + line.naturalTextWidth()
            boxes.append(Box(rect, begins, ends, visible.room, text_end))
    return boxes


def _x(line: QTextLine, position: int) -> float:
    # The binding declares `object`: the place, and the position it was clamped to.
    place: tuple[float, int] = line.cursorToX(position)  # type: ignore[assignment]
    return place[0]
