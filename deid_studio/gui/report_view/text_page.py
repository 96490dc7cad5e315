"""TextPage: a report's text to read, walk through and select in, by code points; it knows no mentions."""

from __future__ import annotations

from bisect import bisect_left

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
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from deid_studio.gui.report_view.mark_geometry import VisibleBlock
from deid_studio.gui.report_view.page_layout import PageLayout
from deid_studio.gui.report_view.token_steps import Edges, next_start, next_stop, token_at, whole_tokens
from deid_studio.gui.theme import LIGHT, Theme
from deid_studio.model.offsets import OffsetMap

BREAK_AFTER = 4000  # code points; a paragraph of a whole report would be shaped and searched as one at every paint
_POINT_SIZE = 11.5
_ZOOM_STEPS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0)
_LINE_TOLERANCE = 4.0  # pixels above and below a line that still belong to it

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


class TextPage(QPlainTextEdit):
    """Shows a text in a readable column. All offsets of its interface are code points of that text."""

    selection_changed = Signal(object)  # (start, end) or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._offsets = OffsetMap("")
        self._edges: Edges = lambda offset, direction: 0
        self._selected: tuple[int, int] | None = None
        self._line_numbers = False
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
        self._offsets = OffsetMap(text, BREAK_AFTER)
        with QSignalBlocker(self):  # until the new text is there, the old cursor is nowhere
            self.setPlainText(self._offsets.shown)
        self._fit_gutter()
        self._tell_selection()

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
        self.setFont(font)
        self._fit_gutter()

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
        viewport = self.viewport().rect()
        first = self.cursorForPosition(QPoint(0, 0)).position()
        last = self.cursorForPosition(QPoint(viewport.width(), viewport.height())).position()
        return self._offsets.to_text(first), self._offsets.to_text(last)

    # --- caret and selection ---------------------------------------------------------------------------------

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
        anchor, caret = self._offsets.to_text(self.textCursor().anchor()), self.caret()
        token = token_at(self._text, self._edges, caret) if anchor == caret else None
        if token is not None and token[0] < caret:
            self._select(*(token if direction > 0 else token[::-1]))
        else:
            self._select(anchor, next_stop(self._text, self._edges, caret, direction))

    def snap_selection(self) -> None:
        """Widen the selection to whole tokens; blanks at its ends are left out."""
        selected = self.selected_range()
        if selected is None:
            return
        start, end = whole_tokens(self._text, self._edges, *selected)
        if start < end and (start, end) != selected:
            backwards = self.textCursor().position() < self.textCursor().anchor()
            self._select(*((end, start) if backwards else (start, end)), scroll=False)

    def _select(self, anchor: int, caret: int, scroll: bool = True) -> None:
        cursor = self.textCursor()
        cursor.setPosition(self._offsets.to_shown(anchor))
        if caret != anchor:
            cursor.setPosition(self._offsets.to_shown(caret), QTextCursor.MoveMode.KeepAnchor)
        top = self.verticalScrollBar().value()
        self.setTextCursor(cursor)
        if not scroll:
            self.verticalScrollBar().setValue(top)

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
        """The code point whose letter lies under a point of the viewport, None beside the text."""
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
        return self._offsets.to_text(min(cursor.position(), position))

    # --- what the person does --------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # The base claims letters, Delete and more before the window's shortcuts can see them.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._is_own_key(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.selected_range() is not None:
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
        offset = self._offset_under(event.position().toPoint())
        token = None if offset is None else token_at(self._text, self._edges, offset)
        if event.button() == Qt.MouseButton.LeftButton and token is not None:
            self._select(*token)

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
            return self.selected_range() is not None
        return any(event.matches(key) for key in (*_OWN_KEYS, *(key for key, _, _ in _TOKEN_KEYS)))

    def _step_token(self, direction: int, selecting: bool) -> None:
        caret = self.caret()
        if direction > 0 and not selecting:
            stop = next_start(self._text, self._edges, caret)
        else:
            stop = next_stop(self._text, self._edges, caret, direction)
        self._select(self._offsets.to_text(self.textCursor().anchor()) if selecting else stop, stop)

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
        digits = len(str(self.document().blockCount()))
        width = QFontMetricsF(self._small_font()).horizontalAdvance("0") * digits
        self._layout.gutter = width if self._line_numbers else 0.0
        self._layout.set_page_width(self.viewport().width())

    def _visible_blocks(self, clip: QRectF) -> list[VisibleBlock]:
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        found = []
        while block.isValid() and top <= clip.bottom():
            height = self._layout.blockBoundingRect(block).height()
            if top + height >= clip.top():
                start = block.position()
                found.append(VisibleBlock(block, start, start + block.length() - 1, QPointF(0, top)))
            top += height
            block = block.next()
        return found

    def _draw_line_numbers(self, painter: QPainter, blocks: list[VisibleBlock]) -> None:
        painter.setPen(QColor(self._theme.muted))
        painter.setFont(self._small_font())
        right = self._layout.left - 14
        soft_breaks = self._offsets.soft_breaks
        for visible in blocks:
            breaks_before = bisect_left(soft_breaks, visible.start)
            continued = breaks_before > 0 and soft_breaks[breaks_before - 1] == visible.start - 1
            if not continued:
                line = visible.block.layout().lineAt(0)
                rect = QRectF(0, visible.top_left.y() + line.y(), right, line.height())
                number = visible.block.blockNumber() + 1 - breaks_before
                painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number))

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(self.font().pointSizeF() * 0.68, 6.5))
        return font
