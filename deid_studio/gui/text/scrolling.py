"""Where a page is scrolled to so that a place of it is read well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.page import Page

_BESIDE = 40  # pixels of what stands beside a place


def show_with_context(edit: QPlainTextEdit, page: Page, offset: int, end: int | None = None) -> None:
    """Scroll so that the line of `offset` is in the middle part of the page, if it is not there already, and, where the
    page is wider than its window, so that what begins there is in sight up to `end`."""
    _show_line(edit, page, offset)
    _show_aside(edit, page, offset, offset if end is None else end)


def _show_aside(edit: QPlainTextEdit, page: Page, offset: int, end: int) -> None:
    bar = edit.horizontalScrollBar()
    if not bar.maximum():
        return
    first, last = (edit.cursorRect(_cursor_at(page, at)).translated(bar.value(), 0) for at in (offset, end))
    right = (last if last.top() == first.top() else first).right() + _BESIDE
    room = edit.viewport().width()
    if right <= room:
        bar.setValue(0)
    elif not bar.value() <= first.left() - _BESIDE <= right <= bar.value() + room:
        bar.setValue(min(first.left() - _BESIDE, right - room))


def _show_line(edit: QPlainTextEdit, page: Page, offset: int) -> None:
    cursor = _cursor_at(page, offset)
    height = edit.viewport().height()
    rect = edit.cursorRect(cursor)
    if height * 0.12 <= rect.top() and rect.bottom() <= height * 0.8:
        return
    layout, block = page.layout, cursor.block()
    lines = target = _line_of(page, cursor)
    above = block.layout().lineAt(target).y() if block.layout().lineCount() else 0.0
    first = block
    while above < height / 3 and first.previous().isValid():
        first = first.previous()
        above += layout.blockBoundingRect(first).height()
        lines += first.lineCount()
    while above > height / 3 and lines > 0 and first.layout().lineCount():
        line = first.layout().lineAt(0)
        lines -= 1
        above -= line.height() + layout.extra_height()
    layout.tell_size()
    edit.verticalScrollBar().setValue(block.firstLineNumber() + target - lines)


def scroll_to(edit: QPlainTextEdit, page: Page, offset: int) -> None:
    """Have the line of `offset` be the first that is in sight, as far as there is text below."""
    cursor = _cursor_at(page, offset)
    line = _line_of(page, cursor)
    page.layout.tell_size()
    edit.verticalScrollBar().setValue(cursor.block().firstLineNumber() + line)


@contextmanager
def same_place(edit: QPlainTextEdit, page: Page) -> Iterator[None]:
    """Have what is the first line in sight be it still when its lines were broken anew."""
    first = edit.cursorForPosition(QPoint()).position() if edit.verticalScrollBar().value() else 0
    yield
    if first:
        scroll_to(edit, page, page.offsets.to_text(first))


def _cursor_at(page: Page, offset: int) -> QTextCursor:
    cursor = QTextCursor(page.document)
    cursor.setPosition(page.offsets.to_shown(offset))
    return cursor


def _line_of(page: Page, cursor: QTextCursor) -> int:
    """The line of its block that a cursor is in; the block is laid out by this."""
    block = cursor.block()
    page.layout.blockBoundingRect(block)
    return max(block.layout().lineForTextPosition(cursor.positionInBlock()).lineNumber(), 0)
