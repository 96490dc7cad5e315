"""TextPage: a report's text to read, walk through and select in, by code points; it knows no mentions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from deid_studio.gui.report_sections import Band, BandKind
from deid_studio.gui.text.mark_geometry import VisibleBlock, stretch_boxes
from deid_studio.gui.text.page_layout import PageLayout
from deid_studio.gui.text.section_marks import SectionMarks
from deid_studio.gui.text.token_steps import Edges, next_start, next_stop, token_at, whole_tokens
from deid_studio.gui.theme import LIGHT, Theme
from deid_studio.model.lines import line_number
from deid_studio.model.offsets import OffsetMap

BREAK_AFTER = 4000  # code points; a paragraph of a whole report would be shaped and searched as one at every paint
_POINT_SIZE = 11.5
_ZOOM_STEPS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0)
_LINE_TOLERANCE = 4.0  # pixels above and below a line that still belong to it

_KEEP_ANCHOR = QTextCursor.MoveMode.KeepAnchor
_BELOW = 80.0  # pixels below the page of which something may stand into it
_BAR_WIDTH, _BAR_DISTANCE = 3.0, 10.0  # of the bar beside what is unread, and from its left edge to the text

# What is unread of a stretch of the text, as stretches in code points.
Unread = Callable[[int, int], Sequence[tuple[int, int]]]

_Keys = QKeySequence.StandardKey
_TOKEN_KEYS = (
    (_Keys.MoveToNextWord, 1, False),
    (_Keys.MoveToPreviousWord, -1, False),
    (_Keys.SelectNextWord, 1, True),
    (_Keys.SelectPreviousWord, -1, True),
)
# What the text itself answers to; every other key is the window's.
_OWN_KEYS = (
    _Keys.MoveToNextChar, _Keys.MoveToPreviousChar, _Keys.SelectNextChar, _Keys.SelectPreviousChar,
    _Keys.MoveToNextLine, _Keys.MoveToPreviousLine, _Keys.SelectNextLine, _Keys.SelectPreviousLine,
    _Keys.MoveToNextPage, _Keys.MoveToPreviousPage, _Keys.SelectNextPage, _Keys.SelectPreviousPage,
    _Keys.MoveToStartOfLine, _Keys.MoveToEndOfLine, _Keys.SelectStartOfLine, _Keys.SelectEndOfLine,
    _Keys.MoveToStartOfDocument, _Keys.MoveToEndOfDocument,
    _Keys.SelectStartOfDocument, _Keys.SelectEndOfDocument,
    _Keys.SelectAll, _Keys.Copy,
)  # fmt: skip


def own_keys() -> frozenset[str]:
    """The keys that the text itself answers to, by their portable names."""
    standard = (*_OWN_KEYS, *(key for key, _, _ in _TOKEN_KEYS))
    return frozenset(keys.toString() for one in standard for keys in QKeySequence.keyBindings(one))


class TextPage(QPlainTextEdit):
    """Shows a text in a readable column. All offsets of its interface are code points of that text."""

    selection_changed = Signal(object)  # (start, end) or None
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._offsets = OffsetMap("")
        self._edges: Edges = lambda offset, direction: 0
        self._steps: Edges = self._edges  # of the text with what is inserted
        self._selected: tuple[int, int] | None = None
        self._line_numbers = False
        self._section_marks = SectionMarks()
        self._blocks: list[tuple[VisibleBlock, float, float]] = []  # what is on the screen and little more
        self._blocks_of: tuple[float, ...] = ()
        self._blocks_to = 0.0
        self._unread: Unread | None = None
        self._unread_tip = ""
        self._theme = LIGHT
        self._zoom = 1.0
        self._text_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._text_font.setPointSizeF(_POINT_SIZE)

        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(20)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        self._layout = PageLayout(document)
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCursorWidth(2)
        self.setAcceptDrops(False)
        self.setAccessibleName(self.tr("Report text"))
        self.set_zoom(1.0)
        self.set_theme(LIGHT)
        self.selectionChanged.connect(self._tell_selection)

    # --- what is shown ---------------------------------------------------------------------------------------

    def set_text(self, text: str, edges: Edges) -> None:
        """Show another text from its start; for `edges` see `token_steps.Edges`."""
        self._text, self._edges = text, edges
        self._steps = edges
        self._offsets = OffsetMap(text, BREAK_AFTER)
        self._layout.lines_of_blocks = ()
        with QSignalBlocker(self):  # until the new text is there, the old cursor is nowhere
            self.setPlainText(self._offsets.shown)
        self._layout.lines_of_blocks = self._offsets.lines_of_paragraphs()
        self._fit_gutter()
        self._tell_selection()

    def set_insertions(self, insertions: Sequence[tuple[int, str]], edges_of: Callable[[str], Edges]) -> None:
        """Show texts that do not belong to the report, each at an offset of it, in place of those shown before.

        `edges_of` gives the edges of the text with them. What is in sight and the caret stay; no offset moves, and none
        of them is ever copied.
        """
        before = self._offsets
        if before.insertions == tuple(insertions):
            return
        self._offsets = OffsetMap(self._text, BREAK_AFTER, insertions)
        self._steps = edges_of(self._offsets.filled) if insertions else self._edges
        old, new = dict(before.insertions), dict(self._offsets.insertions)
        top = self.verticalScrollBar().value()
        with QSignalBlocker(self):  # until all is there, positions are nowhere
            cursor = QTextCursor(self.document())
            for offset in sorted(old.keys() | new.keys(), reverse=True):
                if old.get(offset) != new.get(offset):
                    start = before.to_shown(offset, before_insertion=True)
                    cursor.setPosition(start)
                    cursor.setPosition(start + OffsetMap(old.get(offset, "")).shown_length, _KEEP_ANCHOR)
                    cursor.insertText(OffsetMap(new.get(offset, "")).shown)
            # The base has laid out what changed in its own way.
            self._layout.refresh()
            self.verticalScrollBar().setValue(top)
        self._tell_selection()
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        selection = QColor(theme.selection)
        selection.setAlpha(200)  # a mention under the selection stays visible
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(theme.page))
        palette.setColor(QPalette.ColorRole.Text, QColor(theme.text))
        palette.setColor(QPalette.ColorRole.Highlight, selection)
        palette.setColor(QPalette.ColorRole.HighlightedText, QColor(theme.text))
        self.setPalette(palette)
        # A style sheet above gives the viewport a palette of its own, which no longer follows.
        self.viewport().setPalette(palette)
        self.viewport().update()

    def set_line_numbers(self, shown: bool) -> None:
        """Show the number of each line of the report beside it."""
        self._line_numbers = shown
        self._fit_gutter()

    def set_unread(self, unread: Unread | None, tip: str = "") -> None:
        """Show a bar beside lines that are unread, with `tip` on it; None for no bars."""
        self._unread, self._unread_tip = unread, tip
        self.show_read()

    def show_read(self) -> None:
        """Show that more was read."""
        self.viewport().update(0, 0, round(self._layout.left), self.viewport().height())

    def set_line_spacing(self, factor: float) -> None:
        """Set the distance of lines, 1 to 3 times the font's own."""
        self._layout.line_spacing = min(max(factor, 1.0), 3.0)
        self._layout.refresh()

    def set_text_font(self, font: QFont) -> None:
        """Set the face and the size that zoom 1 has."""
        self._text_font = QFont(font)
        self.set_zoom(self._zoom)

    @property
    def zoom(self) -> float:
        """The size of the text, 1 for its own."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the text, 0.6 to 3 times its own."""
        self._zoom = min(max(zoom, _ZOOM_STEPS[0]), _ZOOM_STEPS[-1])
        font = QFont(self._text_font)
        font.setPointSizeF(self._text_font.pointSizeF() * self._zoom)
        changed = font.pointSizeF() != self.font().pointSizeF()
        self.setFont(font)
        self._fit_gutter()
        if changed:
            self.zoom_changed.emit(self._zoom)

    def set_wrapped(self, wrapped: bool) -> None:
        """Break long lines at the column's end, or let the page be scrolled sideways."""
        option = self.document().defaultTextOption()
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WrapAtWordBoundaryOrAnywhere if wrapped else modes.NoWrap)
        policies = Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(policies.ScrollBarAlwaysOff if wrapped else policies.ScrollBarAsNeeded)
        self._layout.wrapped = wrapped
        self.document().setDefaultTextOption(option)
        self._layout.refresh()
        if wrapped:
            self.horizontalScrollBar().setValue(0)

    def set_bands(self, bands: Sequence[Band], word: Callable[[BandKind], str]) -> None:
        """Mark where parts of the report begin, each with a word; no bands, no marks."""
        self._section_marks = SectionMarks(bands, word)
        self.viewport().update()

    def zoom_in(self) -> None:
        """Show the text a step larger."""
        self.set_zoom(next((step for step in _ZOOM_STEPS if step > self._zoom + 0.01), _ZOOM_STEPS[-1]))

    def zoom_out(self) -> None:
        """Show the text a step smaller."""
        self.set_zoom(next((step for step in reversed(_ZOOM_STEPS) if step < self._zoom - 0.01), _ZOOM_STEPS[0]))

    def zoom_reset(self) -> None:
        """Show the text in its own size."""
        self.set_zoom(1.0)

    def visible_range(self) -> tuple[int, int]:
        """The stretch of text that is on the screen."""
        first, last = self.filled_in_sight()
        return self._offsets.filled_to_text(first), self._offsets.filled_to_text(last)

    def readable(self) -> tuple[tuple[int, int], ...]:
        """The stretches of text that are on the screen, without lines that its lower edge cuts."""
        width, whole = self.viewport().width(), self.viewport().height()
        bar = self.verticalScrollBar()
        if bar.value() < bar.maximum():  # at the end the last line is whole
            whole = max(whole - self.fontMetrics().height() - round(self._layout.extra_height()), 0)
        if not self.horizontalScrollBar().maximum():
            first = self.cursorForPosition(QPoint(0, 0)).position()
            last = self.cursorForPosition(QPoint(width, whole)).position()
            return ((self._offsets.to_text(first), self._offsets.to_text(last)),)
        found = []
        for visible in self._visible_blocks(QRectF(0, 0, width, whole)):
            for line in map(visible.block.layout().lineAt, range(visible.block.layout().lineCount())):
                top = visible.top_left.y() + line.y()
                if 0 <= top <= whole:
                    ends = (line.xToCursor(x - visible.top_left.x()) for x in (0.0, float(width)))
                    start, end = (self._offsets.to_text(visible.start + end) for end in ends)
                    found.append((start, end))
        return tuple(found)

    @property
    def text(self) -> str:
        """The report's text."""
        return self._text

    @property
    def edges(self) -> Edges:
        """Where its tokens begin and end."""
        return self._edges

    # --- the text as it is walked through, with what is inserted; offsets are of it ---------------------------

    @property
    def filled_text(self) -> str:
        """The text with what is inserted (`OffsetMap.filled`)."""
        return self._offsets.filled

    @property
    def filled_edges(self) -> Edges:
        """Where its tokens begin and end."""
        return self._steps

    def filled_in_sight(self) -> tuple[int, int]:
        """The stretch of it that is on the screen."""
        viewport = self.viewport().rect()
        first = self.cursorForPosition(QPoint(0, 0)).position()
        last = self.cursorForPosition(QPoint(viewport.width(), viewport.height())).position()
        return self._offsets.shown_to_filled(first), self._offsets.shown_to_filled(last)

    def filled_selection(self) -> tuple[int, int] | None:
        """What of it is selected; None for nothing."""
        anchor, caret = self.filled_cursor()
        return (min(anchor, caret), max(anchor, caret)) if anchor != caret else None

    def filled_box(self, start: int, end: int) -> QRectF | None:
        """Where [start, end) begins on the viewport, to the end of its line; None when that is out of sight."""
        clip = QRectF(self.viewport().rect())
        first, last = self._offsets.filled_to_shown(start), self._offsets.filled_to_shown(end)
        boxes = stretch_boxes(first, last, self._visible_blocks(clip), clip)
        return boxes[0].rect if boxes and boxes[0].begins else None

    def filled_cursor(self) -> tuple[int, int]:
        """Where its anchor and its caret are."""
        cursor = self.textCursor()
        return self._offsets.shown_to_filled(cursor.anchor()), self._offsets.shown_to_filled(cursor.position())

    def select_filled(self, anchor: int, caret: int, scroll: bool = True) -> None:
        """Select from `anchor` to the caret, visibly if `scroll`."""
        cursor = self.textCursor()
        cursor.setPosition(self._offsets.filled_to_shown(anchor))
        if caret != anchor:
            cursor.setPosition(self._offsets.filled_to_shown(caret), _KEEP_ANCHOR)
        top = self.verticalScrollBar().value()
        self.setTextCursor(cursor)
        if not scroll:
            self.verticalScrollBar().setValue(top)

    # --- caret and selection ---------------------------------------------------------------------------------

    @property
    def insertions(self) -> tuple[tuple[int, str], ...]:
        """What is shown without belonging to the report: its offset, and its text."""
        return self._offsets.insertions

    def select_insertion(self, offset: int) -> None:
        """Select what is inserted at an offset, with what is around it in sight."""
        for (start, end), (at, text) in zip(self._offsets.stretches, self._offsets.insertions, strict=True):
            if at == offset:
                self._show_with_context(offset)
                self.select_filled(start + len(text) - len(text.lstrip()), end)

    def inserted_here(self) -> tuple[int, ...]:
        """Where what is inserted lies of which a letter is selected or, with no selection, at the caret."""
        if not self._offsets.insertions:
            return ()
        cursor = self.textCursor()
        first = self._offsets.shown_to_filled(cursor.selectionStart())
        last = self._offsets.shown_to_filled(cursor.selectionEnd())
        found = []
        for (start, end), (offset, text) in zip(self._offsets.stretches, self._offsets.insertions, strict=True):
            begin, until = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
            if (first < until and begin < last) if first < last else begin <= first <= until:
                found.append(offset)
        return tuple(found)

    def caret(self) -> int:
        """Where the caret is."""
        return self._offsets.to_text(self.textCursor().position())

    def set_caret(self, offset: int) -> None:
        """Put the caret there, visibly, and select nothing."""
        self._select(offset, offset)

    def selected_range(self) -> tuple[int, int] | None:
        """What is selected, as it is; None for nothing."""
        cursor = self.textCursor()
        start = self._offsets.to_text(cursor.selectionStart())
        end = self._offsets.to_text(cursor.selectionEnd())
        return (start, end) if start < end else None

    def select_range(self, start: int, end: int) -> None:
        """Select [start, end), visibly, with the caret at its end."""
        self._select(start, end)

    def clear_selection(self) -> None:
        """Select nothing; the caret stays."""
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def token_selection(self, direction: int) -> None:
        """Move the selection's free end by a token, forwards (1) or backwards (-1); with none, begin at the caret.

        From within a token the whole of it is selected first.
        """
        text, (anchor, caret) = self._offsets.filled, self.filled_cursor()
        token = token_at(text, self._steps, caret) if anchor == caret else None
        if token is not None and token[0] < caret:
            self.select_filled(*(token if direction > 0 else token[::-1]))
        else:
            self.select_filled(anchor, next_stop(text, self._steps, caret, direction))

    def snap_selection(self) -> None:
        """Widen the selection to whole tokens; blanks at its ends are left out."""
        anchor, caret = self.filled_cursor()
        selected = min(anchor, caret), max(anchor, caret)
        start, end = whole_tokens(self._offsets.filled, self._steps, *selected)
        if start < end and (start, end) != selected:
            self.select_filled(*((end, start) if caret < anchor else (start, end)), scroll=False)

    def _select(self, anchor: int, caret: int, scroll: bool = True) -> None:
        # Nothing inserted at an end is selected along, or has the caret at it.
        first = self._offsets.to_filled(anchor, before_insertion=anchor >= caret)
        self.select_filled(first, self._offsets.to_filled(caret, before_insertion=caret >= anchor), scroll)

    def _show_with_context(self, offset: int) -> None:
        """Scroll so that the line of `offset` is in the middle part of the page, if it is not there already."""
        cursor = self.textCursor()
        cursor.setPosition(self._offsets.to_shown(offset))
        height = self.viewport().height()
        rect = self.cursorRect(cursor)
        if height * 0.12 <= rect.top() and rect.bottom() <= height * 0.8:
            return
        block = cursor.block()
        self._layout.blockBoundingRect(block)
        target = max(block.layout().lineForTextPosition(cursor.positionInBlock()).lineNumber(), 0)
        lines = target
        above = block.layout().lineAt(target).y() if block.layout().lineCount() else 0.0
        first = block
        while above < height / 3 and first.previous().isValid():
            first = first.previous()
            above += self._layout.blockBoundingRect(first).height()
            lines += first.lineCount()
        while above > height / 3 and lines > 0 and first.layout().lineCount():
            line = first.layout().lineAt(0)
            lines -= 1
            above -= line.height() + self._layout.extra_height()
        self._layout.tell_size()
        self.verticalScrollBar().setValue(block.firstLineNumber() + target - lines)

    def _tell_selection(self) -> None:
        selected = self.selected_range()
        if selected != self._selected:
            self._selected = selected
            self.selection_changed.emit(selected)

    def _offset_under(self, point: QPoint) -> int | None:
        """The code point whose letter lies under a point of the viewport, None beside the text and where none is."""
        offset = self._filled_under(point)
        if offset is None or self._offsets.insertion_at(offset) is not None:
            return None
        return self._offsets.filled_to_text(offset)

    def _filled_under(self, point: QPoint) -> int | None:
        cursor = self.cursorForPosition(point)
        rect = self.cursorRect(cursor)
        position = cursor.position()
        if not rect.top() - _LINE_TOLERANCE <= point.y() <= rect.bottom() + _LINE_TOLERANCE:
            return None
        backwards = point.x() < rect.center().x()
        cursor.movePosition(
            QTextCursor.MoveOperation.PreviousCharacter if backwards else QTextCursor.MoveOperation.NextCharacter
        )
        other = self.cursorRect(cursor)
        if cursor.position() == position or abs(other.top() - rect.top()) > rect.height() / 2:
            return None
        return self._offsets.shown_to_filled(min(cursor.position(), position))

    # --- what the person does --------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # The base claims letters, Delete and more before the window's shortcuts can see them.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._is_own_key(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.textCursor().hasSelection():
            self.clear_selection()
            return
        for key, direction, selecting in _TOKEN_KEYS:
            if event.matches(key):
                self._step_token(direction, selecting)
                return
        if any(event.matches(key) for key in _OWN_KEYS):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not event.modifiers() and self.textCursor().hasSelection():
            # Else the base would begin to drag the selected text out of the window.
            self.clear_selection()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        offset = self._filled_under(event.position().toPoint())
        token = None if offset is None else token_at(self._offsets.filled, self._steps, offset)
        if event.button() == Qt.MouseButton.LeftButton and token is not None:
            self.select_filled(*token)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
            return
        super().wheelEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        # Qt's own object: the clipboard outlives Python, and would end the process by deleting one made in Python.
        data = super().createMimeDataFromSelection()
        data.text()  # Qt fills it at the first question, and would fill it again over ours
        data.clear()
        selected = self.selected_range()
        if selected is not None:
            data.setText(self._text[slice(*selected)])
        return data

    def _is_own_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self.textCursor().hasSelection()
        return any(event.matches(key) for key in (*_OWN_KEYS, *(key for key, _, _ in _TOKEN_KEYS)))

    def _step_token(self, direction: int, selecting: bool) -> None:
        text, (anchor, caret) = self._offsets.filled, self.filled_cursor()
        if direction > 0 and not selecting:
            stop = next_start(text, self._steps, caret)
        else:
            stop = next_stop(text, self._steps, caret, direction)
        self.select_filled(anchor if selecting else stop, stop)

    # --- geometry and painting -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        in_sight = QRect(QPoint(), event.oldSize()).intersects(self.cursorRect())
        self._layout.set_page_width(self.viewport().width())
        super().resizeEvent(event)
        if in_sight:  # a bar that opens below is not to cover the place that it is about
            self.ensureCursorVisible()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        # What stands out of a line that comes into view reaches into one that was there before.
        self.viewport().update()

    def _fit_gutter(self) -> None:
        digits = len(str(sum(self._layout.lines_of_blocks) or self.document().blockCount()))
        width = QFontMetricsF(self._small_font()).horizontalAdvance("0") * digits
        self._layout.gutter = width if self._line_numbers else 0.0
        self._layout.set_page_width(self.viewport().width())

    def _visible_blocks(self, clip: QRectF) -> list[VisibleBlock]:
        # Asked for several times at each key: the layout is asked once for all until something moves.
        first, offset = self.firstVisibleBlock(), self.contentOffset()
        of = first.position(), offset.x(), offset.y(), self.document().revision(), self._layout.laid_out
        if of != self._blocks_of or clip.bottom() > self._blocks_to:
            bottom = max(clip.bottom(), self.viewport().height() + _BELOW)
            self._blocks = list(self._blocks_from(first, bottom))
            # What was laid out just now counts.
            self._blocks_of, self._blocks_to = (*of[:-1], self._layout.laid_out), bottom
        return [visible for visible, top, end in self._blocks if top <= clip.bottom() and end >= clip.top()]

    def _blocks_from(self, block: QTextBlock, bottom: float) -> Iterator[tuple[VisibleBlock, float, float]]:
        """The blocks down to there, each with its top and its end on the viewport."""
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        left, room = self.contentOffset().x(), self._layout.extra_height()
        while block.isValid() and top <= bottom:
            end = top + self._layout.blockBoundingRect(block).height()
            start = block.position()
            last, joined = start + block.length() - 1, self._offsets.joins_lines
            yield VisibleBlock(block, start, last, QPointF(left, top), room, joined), top, end
            top = end
            block = block.next()

    def _draw_line_numbers(self, painter: QPainter, blocks: list[VisibleBlock]) -> None:
        painter.setPen(QColor(self._theme.muted))
        painter.setFont(self._small_font())
        right = self._layout.left - 14 + self.contentOffset().x()
        soft_breaks = self._offsets.soft_breaks
        height = self.viewport().height()
        for visible in blocks:
            number = self._line_number(visible)
            for start, line in visible.begun_lines():
                broken = bisect_left(soft_breaks, start)
                if broken and soft_breaks[broken - 1] == start - 1:
                    continue  # the rest of a line
                rect = QRectF(0, visible.top_left.y() + line.y(), right, line.height())
                if -rect.height() < rect.top() < height:
                    painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number))
                number += 1

    def _line_number(self, visible: VisibleBlock) -> int:
        """The number, in the report, of the first line that begins in a block."""
        if visible.joined:
            return line_number(self._offsets.filled, self._offsets.shown_to_filled(visible.start))
        return visible.block.blockNumber() + 1 - bisect_left(self._offsets.soft_breaks, visible.start)

    def _draw_sections(self, painter: QPainter, blocks: list[VisibleBlock]) -> None:
        room, font = self._layout.extra_height(), self._small_font()
        self._section_marks.draw(painter, blocks, self._offsets, self._theme, room, font)

    def _draw_unread(self, painter: QPainter, blocks: list[VisibleBlock]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.unread))
        for bar in self._unread_bars(blocks):
            painter.drawRoundedRect(bar, _BAR_WIDTH / 2, _BAR_WIDTH / 2)

    def _unread_bars(self, blocks: list[VisibleBlock]) -> list[QRectF]:
        bars: list[QRectF] = []
        if self._unread is None:
            return bars
        page, half = self.viewport().height(), self._layout.extra_height() / 2
        left = self._layout.left - _BAR_DISTANCE + self.contentOffset().x()
        for visible in blocks:
            start, end = self._offsets.to_text(visible.start), self._offsets.to_text(visible.end)
            unread = self._unread(start, end)
            if not unread:
                continue
            for line in map(visible.block.layout().lineAt, range(visible.block.layout().lineCount())):
                top = visible.top_left.y() + line.y() - half
                bottom = top + line.height() + 2 * half
                if bottom < 0 or top > page:
                    continue
                first = self._offsets.to_text(visible.start + line.textStart())
                last = self._offsets.to_text(visible.start + line.textStart() + line.textLength())
                if any(start < last and first < end for start, end in unread):
                    if bars and bars[-1].bottom() >= top - 1:  # lines that follow one another have one bar
                        bars[-1].setBottom(bottom)
                    else:
                        bars.append(QRectF(left, top, _BAR_WIDTH, bottom - top))
        return [bar.adjusted(0, 2, 0, -2) for bar in bars]

    def _is_unread_mark(self, point: QPoint) -> bool:
        clip = QRectF(self.viewport().rect())
        bars = self._unread_bars(self._visible_blocks(clip))
        return any(bar.adjusted(-_BAR_DISTANCE / 2, 0, _BAR_DISTANCE / 2, 0).contains(QPointF(point)) for bar in bars)

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(self.font().pointSizeF() * 0.68, 6.5))
        return font
