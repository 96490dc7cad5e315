"""Typesetting: face, size and spacing of a page's letters, whether its lines are broken, and room beside them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.text.page import Page
from deid_studio.gui.text.scrolling import same_place

_POINT_SIZE = 11.5
_ZOOM_STEPS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0)
_TAB, _TAB_USUALLY = 8, 80.0  # letters of a table, and pixels, between two places that a tab leads to
_SMALLEST = 0.75  # of their size, which letters of a table may have so that it fits
_SPACING_WITH_TAGS = 2.0  # leaves room for a tag over every box


def small_font(font: QFont) -> QFont:
    """The font of what stands beside a text that is set in `font`."""
    small = QFont(font)
    small.setPointSizeF(max(font.pointSizeF() * 0.68, 6.5))
    return small


def tag_font(font: QFont) -> QFont:
    """The font of class tags over a text that is set in `font`."""
    small = small_font(font)
    small.setBold(True)
    return small


class Typesetting(QObject):
    """How the text of one page is set."""

    zoom_changed = Signal(float)

    def __init__(self, edit: QPlainTextEdit, page: Page) -> None:
        super().__init__(edit)
        self._edit, self._page = edit, page
        self.zoom = 1.0  # the size of the text, 1 for its own
        self.line_numbers = False
        self.tags = False  # whether there is a class tag over every mention, and not only over the current one
        self._spacing = page.layout.line_spacing
        self._letters = 0  # of a table's line, where its columns are shown
        self._wrapped = True
        self._shrunk = 1.0  # so that more of a table is in sight
        self._sized = 0.0  # the size of the letters, in points, but for that
        self._font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._font.setPointSizeF(_POINT_SIZE)
        edit.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_zoom(1.0)

    def set_font(self, font: QFont) -> None:
        """Set the face and the size that zoom 1 has."""
        self._font = QFont(font)
        self.set_zoom(self.zoom)

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the text, 0.6 to 3 times its own."""
        self.zoom = min(max(zoom, _ZOOM_STEPS[0]), _ZOOM_STEPS[-1])
        font = QFont(self._font)
        if self._letters:
            font.setFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
            font.setStyleHint(QFont.StyleHint.Monospace)
        before, self._sized = self._sized, self._font.pointSizeF() * self.zoom
        font.setPointSizeF(self._sized * self._shrunk)
        changed = self._sized != before
        self._edit.setFont(font)
        # As it was typed: a terminal's tabs lead to every eighth letter.
        letters = QFontMetricsF(font).horizontalAdvance("0") * _TAB
        self._edit.setTabStopDistance(letters if self._letters else _TAB_USUALLY)
        self.fit_gutter()
        if changed:
            self.zoom_changed.emit(self.zoom)

    def set_columns(self, letters: int) -> None:
        """Set the text in letters of one width, so many in a line, to be scrolled if need be; 0: as it is usually."""
        if letters == self._letters:
            return
        with same_place(self._edit, self._page):
            self._letters = self._page.layout.least = letters
            self._shrunk = 1.0
            self.set_zoom(self.zoom)
            needed = QFontMetricsF(self._edit.font()).horizontalAdvance("0") * (letters + 1)
            room = self._edit.viewport().width() - 2 * self._page.layout.MARGIN - self._page.layout.gutter
            self._shrunk = min(max(room / needed, _SMALLEST), 1.0) if letters else 1.0
            self._edit.horizontalScrollBar().setValue(0)
            self._fit_scrolling()
            self.set_zoom(self.zoom)
            self._page.layout.tell_size()

    def _fit_scrolling(self) -> None:
        policies, free = Qt.ScrollBarPolicy, bool(self._letters) or not self._wrapped
        self._edit.setHorizontalScrollBarPolicy(policies.ScrollBarAsNeeded if free else policies.ScrollBarAlwaysOff)

    def zoom_in(self) -> None:
        """Show the text a step larger."""
        self.set_zoom(next((step for step in _ZOOM_STEPS if step > self.zoom + 0.01), _ZOOM_STEPS[-1]))

    def zoom_out(self) -> None:
        """Show the text a step smaller."""
        self.set_zoom(next((step for step in reversed(_ZOOM_STEPS) if step < self.zoom - 0.01), _ZOOM_STEPS[0]))

    def zoom_reset(self) -> None:
        """Show the text in its own size."""
        self.set_zoom(1.0)

    def set_line_spacing(self, factor: float) -> None:
        """Set the distance of lines, 1 to 3 times the font's own; tags over every mention need at least twice."""
        self._spacing = factor
        wanted = max(factor, _SPACING_WITH_TAGS) if self.tags else factor
        self._page.layout.line_spacing = min(max(wanted, 1.0), 3.0)
        self._page.layout.refresh()

    def set_tags(self, shown: bool) -> None:
        """Show a class tag over every mention, and not only over the current one."""
        self.tags = shown
        self.set_line_spacing(self._spacing)

    def set_line_numbers(self, shown: bool) -> None:
        """Show the number of each line of the report beside it."""
        self.line_numbers = shown
        self.fit_gutter()

    def set_wrapped(self, wrapped: bool) -> None:
        """Break long lines at the column's end, or let the page be scrolled sideways."""
        document, layout = self._page.document, self._page.layout
        option = document.defaultTextOption()
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WrapAtWordBoundaryOrAnywhere if wrapped else modes.NoWrap)
        self._wrapped = wrapped
        self._fit_scrolling()
        layout.wrapped = wrapped
        document.setDefaultTextOption(option)
        layout.refresh()
        if wrapped:
            self._edit.horizontalScrollBar().setValue(0)

    def fit_gutter(self) -> None:
        """Lay the page out with the room that the line numbers of its text need."""
        layout = self._page.layout
        digits = len(str(sum(layout.lines_of_blocks) or self._page.document.blockCount()))
        width = QFontMetricsF(small_font(self._edit.font())).horizontalAdvance("0") * digits
        layout.gutter = width if self.line_numbers else 0.0
        layout.set_page_width(self._edit.viewport().width())
