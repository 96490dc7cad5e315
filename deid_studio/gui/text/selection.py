"""Selection: the caret and what is selected, by code points of the report, and the steps that they take by tokens."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.page import Page
from deid_studio.gui.text.token_steps import next_start, next_stop, token_at, whole_tokens
from deid_studio.model.visible_words import VisibleWords


class Selection(QObject):
    """The caret of a page and what is selected. Of what is inserted nothing is ever part of a range of the report;
    where it is walked through, names say `filled` and offsets are those of `OffsetMap.filled`."""

    changed = Signal(object)  # (start, end) or None, when it is another one

    def __init__(self, edit: QPlainTextEdit, page: Page) -> None:
        super().__init__(edit)
        self._edit, self._page = edit, page
        self._told: tuple[int, int] | None = None
        edit.selectionChanged.connect(self.tell)

    def tell(self) -> None:
        """Tell what is selected, if it is another stretch than what was told last."""
        selected = self.range()
        if selected != self._told:
            self._told = selected
            self.changed.emit(selected)

    # --- of the report ---------------------------------------------------------------------------------------

    def caret(self) -> int:
        """Where the caret is."""
        return self._page.offsets.to_text(self._edit.textCursor().position())

    def range(self) -> tuple[int, int] | None:
        """What is selected, as it is; None for nothing."""
        cursor, to_text = self._edit.textCursor(), self._page.offsets.to_text
        start, end = to_text(cursor.selectionStart()), to_text(cursor.selectionEnd())
        return (start, end) if start < end else None

    def select(self, anchor: int, caret: int, scroll: bool = True) -> None:
        """Select from `anchor` to the caret, visibly if `scroll`; nothing, where they are the same."""
        # Nothing inserted at an end is selected along, or has the caret at it.
        to_filled = self._page.offsets.to_filled
        first = to_filled(anchor, before_insertion=anchor >= caret)
        self.select_filled(first, to_filled(caret, before_insertion=caret >= anchor), scroll)

    def put(self, offset: int) -> None:
        """Put the caret there, visibly, and select nothing."""
        self.select(offset, offset)

    def clear(self) -> None:
        """Select nothing; the caret stays."""
        cursor = self._edit.textCursor()
        cursor.clearSelection()
        self._edit.setTextCursor(cursor)

    # --- of the text as it is walked through, with what is inserted ------------------------------------------

    def filled_cursor(self) -> tuple[int, int]:
        """Where its anchor and its caret are."""
        cursor, to_filled = self._edit.textCursor(), self._page.offsets.shown_to_filled
        return to_filled(cursor.anchor()), to_filled(cursor.position())

    def filled_range(self) -> tuple[int, int] | None:
        """What of it is selected; None for nothing."""
        anchor, caret = self.filled_cursor()
        return (min(anchor, caret), max(anchor, caret)) if anchor != caret else None

    def select_filled(self, anchor: int, caret: int, scroll: bool = True) -> None:
        """Select from `anchor` to the caret, visibly if `scroll`."""
        to_shown = self._page.offsets.filled_to_shown
        cursor = self._edit.textCursor()
        cursor.setPosition(to_shown(anchor))
        if caret != anchor:
            cursor.setPosition(to_shown(caret), QTextCursor.MoveMode.KeepAnchor)
        bar = self._edit.verticalScrollBar()
        top = bar.value()
        self._edit.setTextCursor(cursor)
        if not scroll:
            bar.setValue(top)

    # --- by tokens -------------------------------------------------------------------------------------------

    def step(self, direction: int, selecting: bool) -> None:
        """Move the caret by a token; `selecting` leaves the selection's other end where it is."""
        page, (anchor, caret) = self._page, self.filled_cursor()
        if direction > 0 and not selecting:
            stop = next_start(page.filled, page.filled_edges, caret)
        else:
            stop = next_stop(page.filled, page.filled_edges, caret, direction)
        self.select_filled(anchor if selecting else stop, stop)

    def select_token(self, offset: int) -> None:
        """Select the word, or the sign, that is at an offset of what is walked through."""
        word = VisibleWords(self._page.filled).at(offset)
        token = word if word and offset < word[1] else token_at(self._page.filled, self._page.filled_edges, offset)
        if token is not None:
            self.select_filled(*token)

    def snap(self) -> None:
        """Widen the selection to whole tokens; blanks at its ends are left out."""
        anchor, caret = self.filled_cursor()
        selected = min(anchor, caret), max(anchor, caret)
        start, end = whole_tokens(self._page.filled, self._page.filled_edges, *selected)
        if start < end and (start, end) != selected:
            self.select_filled(*((end, start) if caret < anchor else (start, end)), scroll=False)
