"""PagePainter: all that is drawn below and over the letters of a page, each in its turn."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPalette
from PySide6.QtWidgets import QPlainTextEdit

from deid_studio.gui.shell.theme import LIGHT, Theme
from deid_studio.gui.text.boxes import VisibleBlock
from deid_studio.gui.text.line_numbers import draw_line_numbers
from deid_studio.gui.text.marks.grips import Grips
from deid_studio.gui.text.marks.mark_geometry import Mark
from deid_studio.gui.text.marks.mark_painter import MarkPainter
from deid_studio.gui.text.marks.marks import Marks
from deid_studio.gui.text.page import Page
from deid_studio.gui.text.section_marks import SectionMarks
from deid_studio.gui.text.sight import REACH, Sight
from deid_studio.gui.text.typesetting import Typesetting, small_font, tag_font
from deid_studio.gui.text.unread_bars import UnreadBars
from deid_studio.model.tagset import TagSet

_FOCUS_LINE = 2  # pixels


def page_palette(palette: QPalette, theme: Theme) -> QPalette:
    """A palette with the colours of a theme for a page and its selection."""
    selection = QColor(theme.selection)
    selection.setAlpha(200)  # a mention under the selection stays visible
    palette = QPalette(palette)
    palette.setColor(QPalette.ColorRole.Base, QColor(theme.page))
    palette.setColor(QPalette.ColorRole.Text, QColor(theme.text))
    palette.setColor(QPalette.ColorRole.Highlight, selection)
    palette.setColor(QPalette.ColorRole.HighlightedText, QColor(theme.text))
    return palette


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of a page at once: the blocks in a part of it, their marks, and which is the current one."""

    rect: QRect
    blocks: list[VisibleBlock]
    marks: list[Mark]
    focus: Mark | None


class PagePainter:
    """Draws one page, for a theme, a tag set and a language."""

    def __init__(
        self,
        edit: QPlainTextEdit,
        page: Page,
        sight: Sight,
        marks: Marks,
        grips: Grips,
        typesetting: Typesetting,
        unread: UnreadBars,
    ) -> None:
        self._edit, self._page, self._sight, self._marks, self._grips = edit, page, sight, marks, grips
        self._typesetting, self._unread = typesetting, unread
        self._theme = LIGHT
        self._font = QFont()  # of the page, of which the others are made
        self._small = self._tag = self._font
        self._tagset: TagSet | None = None
        self._language = "es"
        self._mark_painter = MarkPainter(LIGHT, None, self._language)
        self.sections = SectionMarks()
        self.note_marks = True  # whether mentions with a note have a corner
        self.together: frozenset[int] = frozenset()  # the mentions that one key would accept: they have a light band
        self.spoken_of: frozenset[int] = frozenset()  # the mentions that have a hook: something is said of them

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._mark_painter = MarkPainter(theme, self._tagset, self._language)

    def set_tagset(self, tagset: TagSet, language: str) -> None:
        """Take the colours and the titles (in `language`) of classes from a tag set."""
        self._tagset, self._language = tagset, language
        self._mark_painter = MarkPainter(self._theme, tagset, language)

    def scene(self, rect: QRect, current: int | None) -> Scene:
        """What is to be drawn in a part of the viewport."""
        if self._edit.font() != self._font:
            self._font = QFont(self._edit.font())
            self._small, self._tag = small_font(self._font), tag_font(self._font)
        clip = QRectF(rect).adjusted(0, -REACH, 0, REACH)
        blocks = self._sight.blocks(clip)
        marks = self._marks.on(blocks, clip)
        focus = next((mark for mark in marks if mark.mention.id == current), None)
        return Scene(rect, blocks, marks, None if focus is None else self._grips.dragged(focus, clip))

    def draw_below(self, painter: QPainter, scene: Scene) -> None:
        """What stands below and beside the letters."""
        theme, page = self._theme, self._page
        painter.fillRect(scene.rect, QColor(theme.page))
        self.sections.draw(painter, scene.blocks, page.offsets, theme, page.layout.extra_height(), self._small)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._mark_painter.draw_bands(painter, [one for one in scene.marks if one.mention.id in self.together])
        self._mark_painter.draw_below(painter, scene.marks)
        if scene.focus is not None:
            self._mark_painter.draw_focus(painter, scene.focus, self._grips.shown)
        if self._typesetting.line_numbers:
            painter.setPen(QColor(theme.muted))
            painter.setFont(self._small)
            height = self._edit.viewport().height()
            draw_line_numbers(painter, scene.blocks, page.offsets, self._sight.left, height)
        self._unread.draw(painter, scene.blocks, QColor(theme.unread))

    def draw_over(self, painter: QPainter, scene: Scene, focused: bool) -> None:
        """What stands over the letters; `focused` tells whether the page has the keyboard."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._mark_painter.draw_over(painter, scene.marks, self.note_marks, self.spoken_of)
        tagged, current = scene.marks if self._typesetting.tags else [], None
        if scene.focus is not None:
            current = scene.focus.mention.id
            tagged = [scene.focus, *(mark for mark in tagged if mark.mention.id != current)]
        self._mark_painter.draw_tags(painter, tagged, current, self._tag)
        if focused:  # the caret alone is easily overlooked
            width = self._edit.viewport().width()
            painter.fillRect(QRectF(0, 0, width, _FOCUS_LINE), QColor(self._theme.focus))
