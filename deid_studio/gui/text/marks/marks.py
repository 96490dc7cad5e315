"""Marks: where the shown mentions of a report lie on its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRectF

from deid_studio.gui.text.boxes import VisibleBlock
from deid_studio.gui.text.marks.current import Current
from deid_studio.gui.text.marks.mark_geometry import Mark, marks_of
from deid_studio.gui.text.marks.shown_mentions import ShownMentions
from deid_studio.gui.text.page import Page
from deid_studio.gui.text.sight import Sight
from deid_studio.model.mentions import Mention


class Marks:
    """The mentions that are drawn, as they are drawn; only what is in sight is ever looked at."""

    def __init__(self, page: Page, sight: Sight, mentions: ShownMentions, current: Current) -> None:
        self._page, self._sight, self._mentions, self._current = page, sight, mentions, current
        current.replaced.connect(self._redraw_both)

    def on(self, blocks: list[VisibleBlock], clip: QRectF) -> list[Mark]:
        """The marks of these blocks, outer ones first."""
        area = self._sight.area
        # How deep a mention lies is a matter of all that are in sight, of which this may be a part.
        among = self._drawn_on(self._sight.blocks(area)) if clip.height() < area.height() else ()
        return marks_of(self._drawn_on(blocks), self._sight.boxes_in(clip), self._page.offsets, among)

    def of_current(self) -> Mark | None:
        """The mark of the current mention, if it is in sight."""
        mention = self._current.mention
        if mention is None:
            return None
        clip = self._sight.area
        nested = self._mentions.meeting(mention.span.start, mention.span.end)
        marks = marks_of(nested, self._sight.boxes_in(clip), self._page.offsets)
        return next((mark for mark in marks if mark.mention.id == mention.id), None)

    def at(self, offset: int) -> int | None:
        """The innermost shown mention that holds the code point at `offset`."""
        mention = self._mentions.innermost(offset, offset + 1)
        return None if mention is None else mention.id

    def under(self, point: QPoint) -> int | None:
        """The innermost shown mention under a point of the viewport."""
        offset = self._sight.offset_under(point)
        return None if offset is None else self.at(offset)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Have the lines drawn anew on which marks look otherwise after what is done within."""
        blocks = self._sight.blocks(self._sight.near)
        before = self._drawn_on(blocks)
        yield
        after = self._drawn_on(blocks)
        same = {id(mention) for mention in before} & {id(mention) for mention in after}
        self._redraw(mention for mention in (*before, *after) if id(mention) not in same)

    def draw_anew(self, ids: Iterable[int]) -> None:
        """Have these mentions drawn anew: something else is said of them by how they look."""
        mentions = (self._mentions.desk.get(one) for one in ids)
        self._redraw(m for m in mentions if m is not None)

    def _redraw_both(self, left: Mention | None, now: Mention | None) -> None:
        self._redraw(mention for mention in (left, now) if mention is not None)

    def _redraw(self, mentions: Iterable[Mention]) -> None:
        self._sight.draw_anew(fragment for mention in mentions for fragment in mention.span.fragments)

    def _drawn_on(self, blocks: list[VisibleBlock]) -> list[Mention]:
        if not blocks:
            return []
        to_text = self._page.offsets.to_text
        drawn = list(self._mentions.meeting(to_text(blocks[0].start), to_text(blocks[-1].end)))
        current = self._current.mention
        if current is not None and self._mentions.is_hidden(current):
            drawn.append(current)  # what a person is asked to decide on is always seen
        return drawn
