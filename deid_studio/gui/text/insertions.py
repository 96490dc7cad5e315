"""Insertions: texts shown in a report that do not belong to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.page import BREAK_AFTER, Page
from deid_studio.gui.text.scrolling import show_with_context
from deid_studio.gui.text.selection import Selection
from deid_studio.gui.text.token_steps import Edges
from deid_studio.model.offsets import OffsetMap


class Insertions:
    """What is shown on a page without being of the report, each at an offset of it; none of it is ever copied."""

    def __init__(self, edit: QPlainTextEdit, page: Page, selection: Selection) -> None:
        self._edit, self._page, self._selection = edit, page, selection

    def set(self, insertions: Sequence[tuple[int, str]], edges_of: Callable[[str], Edges]) -> None:
        """Show these in place of those shown before; `edges_of` gives the edges of the text with them.

        What is in sight and the caret stay, and no offset moves.
        """
        page, before = self._page, self._page.offsets
        if before.insertions == tuple(insertions):
            return
        page.offsets = OffsetMap(page.text, BREAK_AFTER, insertions)
        page.filled_edges = edges_of(page.filled) if insertions else page.edges
        old, new = dict(before.insertions), dict(page.offsets.insertions)
        bar = self._edit.verticalScrollBar()
        top = bar.value()
        with QSignalBlocker(self._edit):  # until all is there, positions are nowhere
            cursor = QTextCursor(page.document)
            for offset in sorted(old.keys() | new.keys(), reverse=True):
                if old.get(offset) != new.get(offset):
                    start = before.to_shown(offset, before_insertion=True)
                    end = start + OffsetMap(old.get(offset, "")).shown_length
                    cursor.setPosition(start)
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                    cursor.insertText(OffsetMap(new.get(offset, "")).shown)
            # The base has laid out what changed in its own way.
            page.layout.refresh()
            bar.setValue(top)
        self._selection.tell()
        self._edit.viewport().update()

    def select(self, offset: int) -> None:
        """Select what is inserted at an offset, with what is around it in sight."""
        offsets = self._page.offsets
        for (start, end), (at, text) in zip(offsets.stretches, offsets.insertions, strict=True):
            if at == offset:
                show_with_context(self._edit, self._page, offset)
                self._selection.select_filled(start + len(text) - len(text.lstrip()), end)

    def here(self) -> tuple[int, ...]:
        """Where those stand of which a letter is selected or, with no selection, at the caret."""
        offsets = self._page.offsets
        if not offsets.insertions:
            return ()
        first, last = sorted(self._selection.filled_cursor())
        found = []
        for (start, end), (offset, text) in zip(offsets.stretches, offsets.insertions, strict=True):
            begin, until = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
            if (first < until and begin < last) if first < last else begin <= first <= until:
                found.append(offset)
        return tuple(found)
