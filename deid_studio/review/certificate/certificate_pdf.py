"""The certificate's page as a PDF: to be printed, signed and filed; its text can be copied and searched."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from deid_studio.release.pdf_letters import HEIGHT, MONO, SANS, WIDTH, Letters, lines_of, new_canvas, printable, width
from deid_studio.review.certificate.certificate_page import Column, Page, Table

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_LEFT, _RIGHT, _TOP, _BOTTOM = 57.0, WIDTH - 57.0, HEIGHT - 57.0, 62.0
_GAP = 10.0  # between columns
_ABOVE, _BELOW = 3.5, 4.0  # a row's letters and its lines
_TITLE, _HEADING = Letters(SANS, 19, 26), Letters(SANS, 11.5, 16)
_TEXT, _SMALL, _HASH = Letters(SANS, 9, 13), Letters(SANS, 8, 11), Letters(MONO, 6.6, 9)
_INK, _FADED, _LINE = (0.11, 0.13, 0.16), (0.35, 0.38, 0.44), (0.83, 0.85, 0.87)
_LETTERS = {Column.TEXT: _TEXT, Column.SHORT: _TEXT, Column.NUMBER: _TEXT, Column.HASH: _HASH}
_NARROW = {Column.SHORT: 62.0, Column.NUMBER: 60.0, Column.HASH: 132.0}  # points; the others share the rest
_FACTS = 150.0
_MOST_LINES = 40  # of a cell: it fits on a page


_Lines = dict[tuple[str, Letters, float], list[str]]  # by text, letters and the room that there is


class _Cell(NamedTuple):
    x: float
    room: float
    text: str
    letters: Letters = _TEXT
    colour: tuple[float, float, float] = _INK
    at_right: bool = False


def pdf_bytes(page: Page) -> bytes:
    """The page as a PDF (A4); the same bytes for the same page."""
    # The number of pages is on each of them: they are set once to count them, once to draw them.
    counted = _Pages(page)
    return _Pages(page, counted.number, counted.lines).data


class _Pages:
    """The pages, drawn where their number is told; `lines` of them that were found before are not looked for again."""

    def __init__(self, page: Page, total: int = 0, lines: _Lines | None = None) -> None:
        file = io.BytesIO()
        self._canvas: Canvas = new_canvas(file, printable(page.title), page.language)
        self._foot = printable(page.title)
        self._total = total
        self.lines: _Lines = lines if lines is not None else {}
        self._at = _TOP
        self.number = 1
        self._write(page.title, _TITLE)
        self._at -= 4
        self._write(page.lead, _TEXT, _FADED)
        self._at -= 10
        for name, said in page.facts:
            head = _Cell(_LEFT, _FACTS - _GAP, name, colour=_FADED)
            self._row([head, _Cell(_LEFT + _FACTS, _RIGHT - _LEFT - _FACTS, said)])
        for part in page.parts:
            # A heading does not stand alone at the foot of a page.
            self._room(_HEADING.leading + 14 + 4 * _TEXT.leading)
            self._at -= 14
            self._write(part.title, _HEADING)
            self._at -= 2
            if part.text:
                self._write(part.text, _TEXT)
            if part.table is not None:
                self._table(part.table)
        self._at -= 14
        self._room(3 * _SMALL.leading)
        self._write(page.remark, _SMALL, _FADED)
        self._end_page()
        if self._total:
            self._canvas.save()
        self.data = file.getvalue()

    def _write(self, text: str, letters: Letters, colour: tuple[float, float, float] = _INK) -> None:
        for line in self._lines_of(text, letters, _RIGHT - _LEFT):
            self._room(letters.leading)
            self._at -= letters.leading
            self._put(_LEFT, self._at, line, letters, colour)

    def _table(self, table: Table) -> None:
        shared = sum(kind not in _NARROW for kind, _ in table.columns)
        taken = sum(_NARROW.get(kind, 0.0) for kind, _ in table.columns) + _GAP * (len(table.columns) - 1)
        places = []
        at = _LEFT
        for kind, _ in table.columns:
            room = _NARROW.get(kind) or (_RIGHT - _LEFT - taken) / shared
            places.append((at, room, kind))
            at += room + _GAP
        heads = [
            _Cell(at, room, head, _SMALL, _FADED, kind is Column.NUMBER)
            for (at, room, kind), (_, head) in zip(places, table.columns, strict=True)
        ]
        self._row(heads)
        for cells in table.rows:
            row = [
                _Cell(at, room, cell, _LETTERS[kind], at_right=kind is Column.NUMBER)
                for (at, room, kind), cell in zip(places, cells, strict=True)
            ]
            self._row(row, heads)

    def _row(self, cells: list[_Cell], heads: list[_Cell] | None = None) -> None:
        """Cells beside each other, with a line below; on a new page under the heads again."""
        lines = [self._lines_of(one.text, one.letters, one.room)[:_MOST_LINES] for one in cells]
        # All begin on one line, below which small letters stand as close as they do elsewhere.
        top = max(one.letters.leading for one in cells)
        below = max((len(own) - 1) * one.letters.leading for own, one in zip(lines, cells, strict=True))
        height = top + below + _ABOVE + _BELOW
        if self._room(height) and heads is not None:
            self._row(heads)
        if self._total:
            self._draw_row(cells, lines, self._at - _ABOVE - top, self._at - height)
        self._at -= height

    def _draw_row(self, cells: list[_Cell], lines: list[list[str]], first: float, foot: float) -> None:
        for own, one in zip(lines, cells, strict=True):
            for number, line in enumerate(own):
                indent = one.room - width(line, one.letters) if one.at_right else 0.0
                self._put(one.x + indent, first - number * one.letters.leading, line, one.letters, one.colour)
        self._canvas.setStrokeColorRGB(*_LINE)
        self._canvas.setLineWidth(0.6)
        self._canvas.line(_LEFT, foot, _RIGHT, foot)

    def _lines_of(self, text: str, letters: Letters, room: float) -> list[str]:
        key = text, letters, room
        if key not in self.lines:
            self.lines[key] = list(lines_of(printable(text), letters, room))
        return self.lines[key]

    def _put(self, x: float, y: float, text: str, letters: Letters, colour: tuple[float, float, float]) -> None:
        if not self._total:
            return
        self._canvas.setFont(letters.font, letters.size)
        self._canvas.setFillColorRGB(*colour)
        self._canvas.drawString(x, y, text)

    def _room(self, height: float) -> bool:
        """Go to the next page when this one has no such room; whether it did."""
        if self._at - height >= _BOTTOM or self._at == _TOP:
            return False
        self._end_page()
        self._at = _TOP
        self.number += 1
        return True

    def _end_page(self) -> None:
        if not self._total:
            return
        self._put(_LEFT, _BOTTOM - 26, self._foot, _SMALL, _FADED)
        number = f"{self.number} / {self._total}"
        self._put(_RIGHT - width(number, _SMALL), _BOTTOM - 26, number, _SMALL, _FADED)
        self._canvas.showPage()
