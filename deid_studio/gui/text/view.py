"""ReportView: one report's text with every mention marked; it tells what a person wants and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip, QWidget

from deid_studio.gui.shell.theme import LIGHT, Theme
from deid_studio.gui.text.insertions import Insertions
from deid_studio.gui.text.marks.current import Current
from deid_studio.gui.text.marks.grips import Grips
from deid_studio.gui.text.marks.marks import Marks
from deid_studio.gui.text.marks.shown_mentions import ShownMentions
from deid_studio.gui.text.page import Page
from deid_studio.gui.text.page_layout import FOOT
from deid_studio.gui.text.page_painter import PagePainter, page_palette
from deid_studio.gui.text.scrolling import same_place, show_with_context
from deid_studio.gui.text.section_marks import SectionMarks
from deid_studio.gui.text.selection import Selection
from deid_studio.gui.text.sight import Sight
from deid_studio.gui.text.text_keys import TextKeys, is_base_key
from deid_studio.gui.text.token_steps import Edges
from deid_studio.gui.text.typesetting import Typesetting
from deid_studio.gui.text.unread_bars import UnreadBars
from deid_studio.gui.words.report_sections import Band, BandKind
from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.tagset import TagSet

_SAID_AFTER_MS = 20
_LEFT = Qt.MouseButton.LeftButton
_ALT = Qt.KeyboardModifier.AltModifier


class ReportView(QPlainTextEdit):
    """Shows a report and its mentions; offsets are code points of the report's text.

    It is put together from parts, each with one idea, and whoever wants something of one asks it: the text (`page`),
    how it is set (`typesetting`), what of it is on the screen (`sight`), the caret and what is selected (`selection`),
    what is shown without being of the report (`insertions`), which mentions are shown (`mentions`) and where they lie
    (`marks`), and what was not read (`unread`). What remains here is what takes several of them, and Qt's events.
    """

    current_changed = Signal(object)  # mention id or None
    menu_wanted = Signal(QPoint)  # where on the screen
    resize_wanted = Signal(int, int, int)  # mention id, start, end: an end of the current mention was dragged

    def __init__(self, parent: QWidget | None = None, resizable: bool = True) -> None:
        super().__init__(parent)
        self.page = Page(self)
        self.typesetting = Typesetting(self, self.page)
        self.sight = Sight(self, self.page)
        self.selection = Selection(self, self.page)
        self.insertions = Insertions(self, self.page, self.selection)
        self.mentions = ShownMentions()
        self._current = Current(self, self.selection, self.insertions, self.mentions)
        self.marks = Marks(self.page, self.sight, self.mentions, self._current)
        self.unread = UnreadBars(self.viewport(), self.page, self.sight)
        self._grips = Grips(self.viewport(), self.page, self.sight, self._current, self.marks, resizable)
        self._keys = TextKeys(self, self.selection, self._grips)
        self._painter = PagePainter(self, self.page, self.sight, self.marks, self._grips, self.typesetting, self.unread)
        self._describe: Callable[[Mention], str] | None = None
        self._explain: Callable[[str], str] | None = None
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCursorWidth(2)
        self.setAcceptDrops(False)
        self.setAccessibleName(self.tr("Report text"))
        self.viewport().setMouseTracking(True)
        self.set_theme(LIGHT)
        # Put into words once what a key did is painted: a decision changes the current mention, then leaves it.
        self._saying = QTimer(self, singleShot=True, interval=_SAID_AFTER_MS)
        self._saying.timeout.connect(lambda: self.setAccessibleDescription(self._said_of(self._current.mention)))
        self._current.replaced.connect(lambda _left, _now: self._saying.start())
        self._current.changed.connect(self.current_changed)
        self._grips.resize_wanted.connect(self.resize_wanted)

    # --- what is shown ---------------------------------------------------------------------------------------

    def set_report(self, text: str, desk: Desk, edges: Edges) -> None:
        """Show another report from its start; no mention is current.

        `edges(offset, direction)` gives the next token edge strictly after (direction 1) or before (-1) an offset,
        or the text's end or start where there is none.
        """
        with self._current.held():
            self.mentions.take(Desk())  # the old one does not fit the new text
            self.page.show(text, edges)
            self.typesetting.fit_gutter()
            self.selection.tell()
        self.set_desk(desk)
        self._current.make(None)

    def set_desk(self, desk: Desk) -> None:
        """Show the report's mentions as they are now."""
        self._grips.drop()
        with self.marks.changing():
            self.mentions.take(desk)
            self._current.look_again()

    def set_hidden_classes(self, names: frozenset[str]) -> None:
        """Leave out the mentions of these classes; a current one of them is current no more."""
        self.mentions.hide(names)
        self._leave_out()

    def set_least_confidence(self, least: float) -> None:
        """Leave out pending suggestions that are less sure (0 to 1); a current one of them is current no more."""
        self.mentions.leave_out_below(least)
        self._leave_out()

    def _leave_out(self) -> None:
        self._current.leave_hidden()
        self.viewport().update()

    def set_tagset(self, tagset: TagSet, language: str = "es") -> None:
        """Take the colours and the titles (in `language`) of classes from a tag set."""
        self._painter.set_tagset(tagset, language)
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._painter.set_theme(theme)
        palette = page_palette(self.palette(), theme)
        self.setPalette(palette)
        # A style sheet above gives the viewport a palette of its own, which no longer follows.
        self.viewport().setPalette(palette)
        self.viewport().update()

    def set_bands(self, bands: Sequence[Band], word: Callable[[BandKind], str]) -> None:
        """Mark where parts of the report begin, each with a word; no bands, no marks."""
        self._painter.sections = SectionMarks(bands, word)
        self.viewport().update()

    def set_note_marks(self, shown: bool) -> None:
        """Mark the mentions that have a note by a corner."""
        self._painter.note_marks = shown
        self.viewport().update()

    def set_spoken_of(self, mentions: frozenset[int]) -> None:
        """Mark the mentions of which relations, attributes and the like are said."""
        if mentions != self._painter.spoken_of:
            self._painter.spoken_of = mentions
            self.viewport().update()

    def set_together(self, mentions: frozenset[int]) -> None:
        """Mark the mentions that one key would accept together."""
        changed = mentions ^ self._painter.together
        if changed:
            self._painter.together = mentions
            self.marks.draw_anew(changed)

    def set_describe(self, describe: Callable[[Mention], str] | None) -> None:
        """Take what is said of a mention, to the pointer and to screen readers, from `describe`."""
        self._describe = describe

    def set_explain(self, explain: Callable[[str], str]) -> None:
        """Take what the pointer is told of a mention's class beside that from `explain`."""
        self._explain = explain

    def leave_below(self, height: int) -> None:
        """Keep so many pixels free at the bottom, for what is shown there; no line moves."""
        bar, layout = self.verticalScrollBar(), self.page.layout
        top = bar.value()
        # The page ends in free room anyway, so that it can be scrolled as far as before.
        layout.set_foot(max(FOOT - height, 0.0))
        self.setViewportMargins(0, 0, 0, height)
        layout.tell_size()
        bar.setValue(top)

    # --- where the person is ---------------------------------------------------------------------------------

    @property
    def current(self) -> int | None:
        """The id of the current mention."""
        return self._current.id

    def set_current(self, mention_id: int | None, scroll: bool = True) -> None:
        """Make a mention current, put the caret at its start and, if `scroll`, show it with what is around it.

        With None, or an id that is not on the desk, no mention is current and the caret stays. One that is
        hidden is shown as long as it is current.
        """
        mention = None if mention_id is None else self.mentions.desk.get(mention_id)
        if mention is not None:
            with self._current.held():
                self.selection.select(mention.span.start, mention.span.start, scroll)
            if scroll:
                show_with_context(self, self.page, mention.span.start, mention.span.end)
        self._current.make(None if mention is None else mention.id)

    def go_to(self, offset: int) -> None:
        """Put the caret there and show it with what is around it; the mention there is the current one, or none."""
        self.selection.put(offset)
        show_with_context(self, self.page, offset)

    def show_place(self, offset: int) -> None:
        """Put the caret there and show it with what is around it; which mention is current does not change."""
        with self._current.held():
            self.go_to(offset)

    def on_screen(self, stretch: tuple[int, int] | None) -> QRect:
        """Where on the screen a stretch of the report that is in sight stands, or the caret."""
        boxes: list[QRect] = []
        if stretch is not None:
            start, end = map(self.page.offsets.to_shown, stretch)
            boxes = [box.rect.toAlignedRect() for box in self.sight.boxes(start, end, self.sight.area)]
        place = reduce(QRect.united, boxes) if boxes else self.cursorRect()
        return QRect(self.viewport().mapToGlobal(place.topLeft()), place.size())

    # --- Qt's events -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self._painter.scene(event.rect(), self._current.id)
        with QPainter(self.viewport()) as painter:
            self._painter.draw_below(painter, scene)
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            self._painter.draw_over(painter, scene, self.hasFocus())

    def resizeEvent(self, event: QResizeEvent) -> None:
        in_sight = QRect(QPoint(), event.oldSize()).intersects(self.cursorRect())
        width = event.size().width()
        if width == event.oldSize().width():
            super().resizeEvent(event)
        else:
            with same_place(self, self.page):
                self.page.layout.set_page_width(width)
                super().resizeEvent(event)
        if in_sight:  # a bar that opens below is not to cover the place that it is about
            self.ensureCursorVisible()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        # What stands out of a line that comes into view reaches into one that was there before.
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        # The base claims letters, Delete and more before the window's shortcuts can see them.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._keys.is_own(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._keys.press(event):
            return
        if is_base_key(event):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != _LEFT:
            super().mousePressEvent(event)
            return
        point = event.position().toPoint()
        if self._grips.press(point):
            return
        # The pointer is on a letter, the caret beside it: after a mention's last letter that makes a difference.
        with self._current.held():
            if not event.modifiers() and self.textCursor().hasSelection():
                # Else the base would begin to drag the selected text out of the window.
                self.selection.clear()
            super().mousePressEvent(event)
        self._current.make(self.marks.under(point))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._grips.move(point, by_token=not event.modifiers() & _ALT):
            return
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._grips.hover(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grips.release():
            return
        super().mouseReleaseEvent(event)
        if event.button() is _LEFT and not event.modifiers() & _ALT:
            self.selection.snap()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        offset = self.sight.filled_under(event.position().toPoint())
        if event.button() == _LEFT and offset is not None:
            self.selection.select_token(offset)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        elif event.angleDelta().y():
            (self.typesetting.zoom_in if event.angleDelta().y() > 0 else self.typesetting.zoom_out)()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.globalPos()
        if event.reason() is not QContextMenuEvent.Reason.Mouse:
            place = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        elif self.selection.range() is None:
            found = self.marks.under(self.viewport().mapFromGlobal(place))
            if found is not None:
                self.set_current(found, scroll=False)
        self.menu_wanted.emit(place)
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip_at(event.pos()), self.viewport())  # an empty one is hidden
            return True
        return super().viewportEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        # Qt's own object: the clipboard outlives Python, and would end the process by deleting one made in Python.
        data = super().createMimeDataFromSelection()
        data.text()  # Qt fills it at the first question, and would fill it again over ours
        data.clear()
        selected = self.selection.range()
        if selected is not None:
            data.setText(self.page.text[slice(*selected)])
        return data

    # --- what is said ----------------------------------------------------------------------------------------

    def _said_of(self, mention: Mention | None) -> str:
        return "" if mention is None or self._describe is None else self._describe(mention)

    def _tip_at(self, point: QPoint) -> str:
        under = self.marks.under(point)
        mention = None if under is None else self.mentions.desk.get(under)
        if mention is None:
            return self.unread.tip if self.unread.is_under(point) else ""
        meant = "" if self._explain is None else self._explain(mention.span.phi_class)
        return "\n".join(filter(None, (self._said_of(mention), meant)))
