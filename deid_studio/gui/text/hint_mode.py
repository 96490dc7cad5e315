"""HintMode: letters at every unmarked word in sight; typing them selects what is there, and has what is held possible
there marked at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from statistics import fmean

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollBar, QWidget

from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.text.hint_targets import Target, further, hints, targets
from deid_studio.gui.text.view import ReportView
from deid_studio.model.span import Span
from deid_studio.model.visible_words import VisibleWords

_PAGES = {
    Qt.Key.Key_PageDown: QScrollBar.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_PageUp: QScrollBar.SliderAction.SliderPageStepSub,
    Qt.Key.Key_Down: QScrollBar.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_Up: QScrollBar.SliderAction.SliderSingleStepSub,
}
_HELD = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
_BETWEEN = 2.0  # pixels between the letters of neighbours
_ENDED_BY = frozenset({QEvent.Type.FocusOut, QEvent.Type.MouseButtonPress, QEvent.Type.Hide, QEvent.Type.Wheel})


class HintMode(QObject):
    """A mode of the report's text: it has the keyboard until letters are typed, Escape is pressed or the page moves."""

    told = Signal(str)  # what was selected, for who does not see it
    taken = Signal(object)  # Span that is to be marked
    helped = Signal(str)  # what can be typed now; empty at the end

    def __init__(self, view: ReportView, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self.active = False  # whether letters are shown
        self._typed = ""
        self._more = 0
        self.possible: Callable[[], Iterable[Span]] = tuple  # what may be PHI and is no mention, in text order
        self.hints: dict[str, Target] = {}
        self._kept: dict[str, Target] = {}  # the letters shown last: what has one keeps it while one marks word by word
        self.overlay = _Overlay(view.viewport(), theme)
        # A bar that comes or goes below the text leaves others in sight, a panel beside it moves all words.
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._show_again)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.overlay.theme = theme
        self.overlay.update()

    def begin(self) -> None:
        """Show letters; shown already, take them away."""
        if self.active:
            self.leave()
            return
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._show()
        if self.hints:
            self.remind()
        else:
            self.leave()
            self.helped.emit(self.tr("There is no unmarked word in sight."))

    def remind(self) -> None:
        """Say again what can be typed, where something else was said meanwhile."""
        if self.active:
            told = self.tr(
                "Words with letters: {count}. Type the letters of one · with Shift, one word more · Page Down: further"
                " down · Esc: leave"
            ).format(count=len(self.hints))
            if any(target.phi_class for target in self.hints.values()):
                told = self.tr("{letters} · letters with +: mark at once").format(letters=told)
            self.helped.emit(told)

    def leave(self) -> None:
        """Take the letters away; nothing is changed."""
        self._typed, self._more = "", 0
        self._kept = self.hints or self._kept
        self.hints = {}
        if self.active:
            self.active = False
            for watched in (self._view, self._view.viewport()):
                watched.removeEventFilter(self)
            self.overlay.hide()
            self.helped.emit("")

    def _show(self) -> None:
        view = self._view
        self._typed, self._more = "", 0
        page, sight = view.page, view.sight
        to_filled = page.offsets.to_filled
        marked = [
            (to_filled(start), to_filled(end, before_insertion=True)) for start, end in view.mentions.not_rejected()
        ]
        possible = [
            Target(to_filled(span.start), to_filled(span.end, before_insertion=True), True, span.phi_class)
            for span in self.possible()
        ]
        found = targets(page.filled, page.filled_edges, *sight.filled_stretch(), marked, possible)
        placed = {one: box for one in found if (box := self._box(one)) is not None}
        self.hints = hints(list(placed), view.selection.filled_cursor()[1], self.hints or self._kept)
        size = QFontInfo(page.document.defaultFont()).pixelSize()
        marking = {keys for keys, one in self.hints.items() if one.phi_class}
        self.overlay.show_hints({keys: placed[one] for keys, one in self.hints.items()}, marking, size)
        self.active = True
        for watched in (view, view.viewport()):
            watched.installEventFilter(self)

    def _box(self, target: Target) -> QRectF | None:
        """Where a target lies on the screen, from the upper edge of its capital letters on; None out of sight."""
        box, page = self._view.sight.filled_box(target.start, target.end), self._view.page
        if box is None:
            return None
        metrics = QFontMetricsF(page.document.defaultFont())
        above = max(metrics.capHeight(), -metrics.tightBoundingRect(page.filled[target.start : target.start + 3]).top())
        return box.adjusted(0, max(metrics.ascent() - above, 0.0), 0, 0)

    def _show_again(self) -> None:
        if self.active:
            typed, more = self._typed, self._more
            self._show()
            if typed and any(keys.startswith(typed) for keys in self.hints):
                self._typed, self._more = typed, more
                self.overlay.narrow(typed)
            self.remind()  # there are others in sight

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and watched is self._view:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                return self._press(event)
        elif event.type() is QEvent.Type.Resize and watched is not self._view:
            self._moved.start()
        elif event.type() in _ENDED_BY:
            self.leave()
        return False

    def _press(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _PAGES:
            self._view.verticalScrollBar().triggerAction(_PAGES[key])
            self._show_again()
        elif key == Qt.Key.Key_Backspace and self._typed:
            self._typed, self._more = "", 0
            self.overlay.narrow("")
        elif Qt.Key.Key_A <= key <= Qt.Key.Key_Z and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self._type(chr(key).lower(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key not in _HELD and not self._is_sign(event):
            self.leave()
        return True

    @staticmethod
    def _is_sign(event: QKeyEvent) -> bool:
        """A sign that leads nowhere, as that which is drawn before letters; but for the one that called the letters.

        Were they gone after it, the letters typed next would be the key of a class.
        """
        return bool(event.text()) and event.text().isprintable() and event.key() != Qt.Key.Key_Apostrophe

    def _type(self, letter: str, with_shift: bool) -> None:
        typed = self._typed + letter
        if not any(keys.startswith(typed) for keys in self.hints):
            return
        self._typed = typed
        self._more += with_shift
        target = self.hints.get(typed)
        if target is None:
            self.overlay.narrow(typed)
            return
        page, more = self._view.page, self._more
        self.leave()
        words, end = VisibleWords(page.filled), target.end
        for _ in range(more):
            end = further(words, end)
        self._view.selection.select_filled(target.start, end)
        selected = self._view.selection.range()
        if target.phi_class and not more and selected is not None:
            self.taken.emit(Span(*selected, target.phi_class))
            return
        self.told.emit(self.tr("Selected: {text}").format(text=page.filled[target.start : end]))


class _Overlay(QWidget):
    """Draws the letters over the text."""

    def __init__(self, viewport: QWidget, theme: Theme) -> None:
        super().__init__(viewport)
        self.theme = theme
        self._boxes: dict[str, QRectF] = {}
        self._marking: set[str] = set()
        self._size = 0
        self._typed = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Letters to jump to a word"))
        self.hide()

    def show_hints(self, boxes: dict[str, QRectF], marking: set[str], size: int) -> None:
        """Show letters at these places of the viewport, not larger than those of the text: of `size` pixels. Those that
        mark at once have a sign that says so."""
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self._boxes, self._marking, self._size, self._typed = boxes, marking, size, ""
        self.show()
        self.raise_()
        self.update()

    def narrow(self, typed: str) -> None:
        """Show only the letters that begin with what was typed."""
        self._typed = typed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._letters())
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        for keys, box in self._boxes.items():
            if len(keys) == 1:  # what is likely, as far as it will be selected
                painter.drawLine(box.bottomLeft(), box.bottomRight())
        for keys, (text, chip) in self.chips().items():
            single = len(keys) == 1
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.setBrush(QColor(theme.accent if single else theme.raised))
            painter.drawRoundedRect(chip, 3, 3)
            painter.setPen(QColor(theme.accent_text if single else theme.text))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _letters(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(min(QFontInfo(font).pixelSize(), self._size))
        return font

    def chips(self) -> dict[str, tuple[str, QRectF]]:
        """What is drawn of the letters that begin with what was typed, and where."""
        metrics = QFontMetricsF(self._letters())
        begun = [keys for keys in self._boxes if keys.startswith(self._typed)]
        texts = [("+" if keys in self._marking else "") + keys[len(self._typed) :].upper() for keys in begun]
        boxes = [self._boxes[keys] for keys in begun]
        chips = [
            _chip(box, metrics.horizontalAdvance(text) + 6, metrics.capHeight())
            for box, text in zip(boxes, texts, strict=True)
        ]
        return dict(zip(begun, zip(texts, _apart(chips, boxes), strict=True), strict=True))


def _chip(box: QRectF, width: float, capitals: float) -> QRectF:
    """Where letters stand that lead to a word: between the lines, so that it stays readable; before it where the upper
    edge of the page leaves no room for `capitals` as high."""
    bottom = box.top() - 1.5
    top = max(bottom - capitals - 3, 0.0)
    if bottom - top < capitals:
        return QRectF(box.left() - width - 1, 0.0, width, capitals + 3)
    return QRectF(box.left() - 3, top, width, bottom - top)


def _apart(chips: Sequence[QRectF], boxes: Sequence[QRectF]) -> list[QRectF]:
    """The chips of the words in these boxes, with none over another: those of a line that would be are moved along it,
    as little as that takes; to the left alone where one stands before its word, of which it is to hide nothing."""
    lines: list[list[int]] = []
    for at in sorted(range(len(chips)), key=lambda at: chips[at].top()):
        if lines and chips[at].top() < chips[lines[-1][0]].bottom():
            lines[-1].append(at)
        else:
            lines.append([at])
    placed = [QRectF(chip) for chip in chips]
    for line in lines:
        line.sort(key=lambda at: chips[at].left())
        pooled = min if any(chips[at].right() <= boxes[at].left() for at in line) else fmean
        widths = [chips[at].width() + _BETWEEN for at in line]
        # Left edges less all that stands before them must not fall: what falls is pooled.
        pools: list[list[float]] = []
        for at, before in zip(line, accumulate(widths, initial=0.0), strict=False):
            pools.append([chips[at].left() - before])
            while len(pools) > 1 and pooled(pools[-2]) > pooled(pools[-1]):
                last = pools.pop()
                pools[-1] += last
        edges = [pooled(pool) for pool in pools for _ in pool]
        for at, edge, before in zip(line, edges, accumulate(widths, initial=0.0), strict=False):
            placed[at].moveLeft(edge + before)
    return placed
