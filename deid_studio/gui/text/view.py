"""ReportView: one report's text with every mention marked; it tells what a person wants and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import ceil, floor

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from deid_studio.gui.text.grips import GripDrag, grip_under
from deid_studio.gui.text.mark_geometry import Mark, VisibleBlock, marks_of, stretch_boxes
from deid_studio.gui.text.mark_painter import MarkPainter
from deid_studio.gui.text.mention_index import MentionIndex
from deid_studio.gui.text.text_page import TextPage
from deid_studio.gui.text.token_steps import Edges, nearest_edge
from deid_studio.gui.theme import LIGHT, Theme
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding.sensitivity import is_faint, shown_of

_SPACING_WITH_TAGS = 2.0  # leaves room for a tag over every box
_FOCUS_LINE = 2  # pixels
_REACH = 24.0  # pixels that a ring or a tag stands out of its line


class ReportView(TextPage):
    """Shows a report and its mentions; offsets are code points of the report's text.

    The *current* mention is the innermost one that holds the letter after the caret, or all that is selected: it
    follows the caret, and `set_current` takes the caret along.
    Signals are sent only when a value changes.
    """

    current_changed = Signal(object)  # mention id or None
    menu_wanted = Signal(QPoint)  # where on the screen
    resize_wanted = Signal(int, int, int)  # mention id, start, end: an end of the current mention was dragged

    def __init__(self, parent: QWidget | None = None) -> None:
        self._desk = Desk()
        self._hidden: frozenset[str] = frozenset()
        self._least = 0.0
        self._index: MentionIndex | None = None
        self._current: int | None = None
        self._following = True  # whether the current mention follows the caret
        self._drag: GripDrag | None = None
        self._hovering = False
        self._note_marks = True
        self._tags_shown = False
        self._tagset: TagSet | None = None
        self._language = "es"
        self._describe: Callable[[Mention], str] | None = None
        self._painter = MarkPainter(LIGHT, None, self._language)
        super().__init__(parent)
        self._line_spacing = self._layout.line_spacing
        self.viewport().setMouseTracking(True)
        self.cursorPositionChanged.connect(self._caret_moved)
        self.selection_changed.connect(self._caret_moved)

    # --- what is shown ---------------------------------------------------------------------------------------

    def set_report(self, text: str, desk: Desk, edges: Edges) -> None:
        """Show another report from its start; no mention is current.

        `edges(offset, direction)` gives the next token edge strictly after (direction 1) or before (-1) an offset,
        or the text's end or start where there is none.
        """
        self._following = False
        self._desk = Desk()  # the old one does not fit the new text
        self._index = None
        self.set_text(text, edges)
        self._following = True
        self.set_desk(desk)
        self._make_current(None)

    def set_desk(self, desk: Desk) -> None:
        """Show the report's mentions as they are now."""
        dragged, was = self._drag is not None, self._current_mention()
        blocks = self._blocks_near()
        before = self._drawn_on(blocks)
        self._desk = desk
        self._index = None
        self._drag = None
        if self._current is not None and self._current not in desk:
            self._make_current(None)
        if self._current_mention() is not was:
            self._say_current()
        if dragged:
            self.viewport().update()
            return
        after = self._drawn_on(blocks)
        same = {id(mention) for mention in before} & {id(mention) for mention in after}
        self._update_rows((mention for mention in (*before, *after) if id(mention) not in same), blocks)

    def set_tagset(self, tagset: TagSet, language: str = "es") -> None:
        """Take the colours and the titles (in `language`) of classes from a tag set."""
        self._tagset, self._language = tagset, language
        self._painter = MarkPainter(self._theme, tagset, language)
        self.viewport().update()

    def set_hidden_classes(self, names: frozenset[str]) -> None:
        """Leave out the mentions of these classes; a current one of them is current no more."""
        self._hidden = names
        self._leave_out()

    def set_least_confidence(self, least: float) -> None:
        """Leave out pending suggestions that are less sure (0 to 1); a current one of them is current no more."""
        self._least = least
        self._leave_out()

    def _leave_out(self) -> None:
        self._index = None
        current = self._current_mention()
        if current is not None and self._is_hidden(current):
            self._make_current(None)
        self.viewport().update()

    def _is_hidden(self, mention: Mention) -> bool:
        return mention.span.phi_class in self._hidden or is_faint(mention, self._least)

    def set_theme(self, theme: Theme) -> None:
        self._painter = MarkPainter(theme, self._tagset, self._language)
        super().set_theme(theme)

    def set_describe(self, describe: Callable[[Mention], str] | None) -> None:
        """Take what is said of a mention, to the pointer and to screen readers, from `describe`."""
        self._describe = describe

    def set_note_marks(self, shown: bool) -> None:
        """Mark the mentions that have a note by a corner."""
        self._note_marks = shown
        self.viewport().update()

    def set_tags_shown(self, shown: bool) -> None:
        """Show a class tag over every mention, and not only over the current one."""
        self._tags_shown = shown
        self.set_line_spacing(self._line_spacing)

    def set_line_spacing(self, factor: float) -> None:
        """Set the distance of lines, 1 to 3 times the font's own; tags over every mention need at least twice."""
        self._line_spacing = factor
        super().set_line_spacing(max(factor, _SPACING_WITH_TAGS) if self._tags_shown else factor)

    # --- current mention -------------------------------------------------------------------------------------

    @property
    def current(self) -> int | None:
        """The id of the current mention."""
        return self._current

    def set_current(self, mention_id: int | None, scroll: bool = True) -> None:
        """Make a mention current, put the caret at its start and, if `scroll`, show it with what is around it.

        With None, or an id that is not on the desk, no mention is current and the caret stays. One that is
        hidden is shown as long as it is current.
        """
        mention = None if mention_id is None else self._desk.get(mention_id)
        if mention is not None:
            self._following = False
            self._select(mention.span.start, mention.span.start, scroll)
            self._following = True
            if scroll:
                self._show_with_context(mention.span.start)
        self._make_current(None if mention is None else mention.id)

    def go_to(self, offset: int) -> None:
        """Put the caret there and show it with what is around it; the mention there is the current one, or none."""
        self._select(offset, offset)
        self._show_with_context(offset)

    def show_place(self, offset: int) -> None:
        """Put the caret there and show it with what is around it; which mention is current does not change."""
        self._following = False
        self._select(offset, offset)
        self._following = True
        self._show_with_context(offset)

    def mention_at(self, offset: int) -> int | None:
        """The innermost shown mention that holds the code point at `offset`."""
        mention = self._shown().innermost(offset, offset + 1)
        return None if mention is None else mention.id

    def mention_under(self, point: QPoint) -> int | None:
        """The innermost shown mention under a point of the viewport."""
        offset = self._offset_under(point)
        return None if offset is None else self.mention_at(offset)

    def filled_marked(self) -> list[tuple[int, int]]:
        """The stretches that are mentions and not rejected, shown or not, by the text with what is inserted."""
        kept = (m.span for m in self._desk if m.decision is not Decision.REJECTED)
        to_filled = self._offsets.to_filled
        return [
            (to_filled(start), to_filled(end, before_insertion=True)) for span in kept for start, end in span.fragments
        ]

    def _current_mention(self) -> Mention | None:
        return None if self._current is None else self._desk.get(self._current)

    def _make_current(self, mention_id: int | None) -> None:
        if mention_id == self._current:
            return
        left, dragged = self._current_mention(), self._drag is not None
        self._current = mention_id
        self._drag = None
        self._hovering = False
        self._say_current()
        if dragged:
            self.viewport().update()
        else:
            both = (mention for mention in (left, self._current_mention()) if mention is not None)
            self._update_rows(both, self._blocks_near())
        self.current_changed.emit(mention_id)

    def _in_sight(self) -> list[Mention]:
        """The mentions that are drawn."""
        blocks = self._visible_blocks(QRectF(self.viewport().rect()))
        return self._drawn_on(blocks)

    def _near(self) -> QRectF:
        """The viewport with the lines around it of which something stands into it."""
        return QRectF(self.viewport().rect()).adjusted(0, -_REACH, 0, _REACH)

    def _blocks_near(self) -> list[VisibleBlock]:
        return self._visible_blocks(self._near())

    def _update_rows(self, mentions: Iterable[Mention], blocks: list[VisibleBlock]) -> None:
        """Have the lines drawn anew on which these mentions lie, with what stands out of them."""
        clip = self._near()
        for mention in mentions:
            for start, end in mention.span.fragments:
                first, last = self._offsets.to_shown(start), self._offsets.to_shown(end, before_insertion=True)
                for box in stretch_boxes(first, last, blocks, clip):
                    top, bottom = box.rect.top() - _REACH, box.rect.bottom() + _REACH
                    self.viewport().update(0, floor(top), self.viewport().width(), ceil(bottom) - floor(top))

    def _say_current(self) -> None:
        mention = self._current_mention()
        said = self._describe(mention) if self._describe is not None and mention is not None else ""
        self.setAccessibleDescription(said)

    def _caret_moved(self) -> None:
        if self._following:
            caret = self.caret()
            mention = None
            if not self.inserted_here() or self.selected_range() is not None:
                mention = self._shown().innermost(*(self.selected_range() or (caret, caret + 1)))
            self._make_current(None if mention is None else mention.id)

    def _shown(self) -> MentionIndex:
        if self._index is None:
            self._index = MentionIndex(shown_of(self._desk, self._least), self._hidden)
        return self._index

    # --- pointer ---------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._drag = self._grip_under(event.position().toPoint())
        if self._drag is not None:
            self.viewport().update()
            return
        # The pointer is on a letter, the caret beside it: after a mention's last letter that makes a difference.
        self._following = False
        super().mousePressEvent(event)
        self._following = True
        self._make_current(self.mention_under(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._drag is not None:
            offset = self._offsets.to_text(self.cursorForPosition(point).position())
            if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                offset = nearest_edge(self._edges, offset, len(self._text))
            self._drag = self._drag.to(offset)
            self.viewport().update()
            return
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._hover(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is None:
            super().mouseReleaseEvent(event)
            if event.button() is Qt.MouseButton.LeftButton and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.snap_selection()
            return
        self.viewport().update()
        mention = self._desk.get(drag.mention_id)
        if mention is not None and drag.changes(mention):
            self.resize_wanted.emit(drag.mention_id, drag.start, drag.end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._drag = None
            self.viewport().update()
            return
        super().keyPressEvent(event)

    def _is_own_key(self, event: QKeyEvent) -> bool:
        return (event.key() == Qt.Key.Key_Escape and self._drag is not None) or super()._is_own_key(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.globalPos()
        if event.reason() is not QContextMenuEvent.Reason.Mouse:
            place = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        elif self.selected_range() is None:
            found = self.mention_under(self.viewport().mapFromGlobal(place))
            if found is not None:
                self.set_current(found, scroll=False)
        self.menu_wanted.emit(place)
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            mention_id = self.mention_under(event.pos())
            mention = None if mention_id is None else self._desk.get(mention_id)
            if mention is not None and self._describe is not None:
                QToolTip.showText(event.globalPos(), self._describe(mention), self.viewport())
            elif self._is_unread_mark(event.pos()):
                QToolTip.showText(event.globalPos(), self._unread_tip, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _hover(self, point: QPoint) -> None:
        over_grip = self._grip_under(point) is not None
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if over_grip else Qt.CursorShape.IBeamCursor)
        hovering = over_grip or (self._current is not None and self.mention_under(point) == self._current)
        if hovering != self._hovering:
            self._hovering = hovering
            self.viewport().update()

    def _grip_under(self, point: QPoint) -> GripDrag | None:
        mention = self._current_mention()
        if mention is None:
            return None
        clip = QRectF(self.viewport().rect())
        nested = self._shown().meeting(mention.span.start, mention.span.end)
        marks = marks_of(nested, self._visible_blocks(clip), self._offsets, clip)
        mark = next((m for m in marks if m.mention.id == mention.id), None)
        return None if mark is None else grip_under(mark, point.toPointF())

    # --- painting --------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        clip = QRectF(event.rect()).adjusted(0, -_REACH, 0, _REACH)
        blocks = self._visible_blocks(clip)
        marks = self._marks(blocks, clip)
        focus = next((mark for mark in marks if mark.mention.id == self._current), None)
        if focus is not None and self._drag is not None:
            focus = self._dragged(focus, self._drag, blocks, clip)

        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(self._theme.page))
        self._draw_sections(painter, blocks)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.draw_below(painter, marks)
        if focus is not None:
            self._painter.draw_focus(painter, focus, self._hovering or self._drag is not None)
        if self._line_numbers:
            self._draw_line_numbers(painter, blocks)
        self._draw_unread(painter, blocks)
        painter.end()

        super().paintEvent(event)

        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.draw_over(painter, marks, self._note_marks)
        tagged = marks if self._tags_shown else []
        if focus is not None:
            tagged = [focus, *(mark for mark in tagged if mark.mention.id != self._current)]
        self._painter.draw_tags(painter, tagged, self._current, self._tag_font())
        if self.hasFocus():  # the caret alone is easily overlooked
            painter.fillRect(QRectF(0, 0, self.viewport().width(), _FOCUS_LINE), QColor(self._theme.focus))
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _marks(self, blocks: list[VisibleBlock], clip: QRectF) -> list[Mark]:
        # How deep a mention lies is a matter of all that are in sight, of which this may be a part.
        part = clip.height() < self.viewport().height()
        return marks_of(self._drawn_on(blocks), blocks, self._offsets, clip, self._in_sight() if part else ())

    def _drawn_on(self, blocks: list[VisibleBlock]) -> list[Mention]:
        if not blocks:
            return []
        mentions = self._shown().meeting(self._offsets.to_text(blocks[0].start), self._offsets.to_text(blocks[-1].end))
        current = self._current_mention()
        if current is not None and self._is_hidden(current):
            mentions.append(current)  # what a person is asked to decide on is always seen
        return mentions

    def _dragged(self, mark: Mark, drag: GripDrag, blocks: list[VisibleBlock], clip: QRectF) -> Mark:
        first = self._offsets.to_shown(drag.start)
        last = self._offsets.to_shown(drag.end, before_insertion=True)
        boxes = tuple(stretch_boxes(first, last, blocks, clip)) or mark.boxes
        span = Span(drag.start, drag.end, mark.mention.span.phi_class)
        return replace(mark, mention=replace(mark.mention, span=span), boxes=boxes, links=())

    def _tag_font(self) -> QFont:
        font = self._small_font()
        font.setBold(True)
        return font
