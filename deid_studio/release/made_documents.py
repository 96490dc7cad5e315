"""Documents made of a released text alone: Word and PDF, the same bytes for the same text, telling nothing else."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from deid_studio.model.lines import LINE_END
from deid_studio.release.pdf_letters import HEIGHT, MONO, SANS, WIDTH, Letters, lines_of, new_canvas, printable, width
from deid_studio.release.word.package import HEAD, MAIN, WORD, Link, PackagePart, packed

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

# What XML cannot hold.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Words with a gap between them that is no slip: somebody aligned them.
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_DRAWN = re.compile("[\u2500-\u257f]")  # frames of tables


def docx_bytes(text: str) -> bytes:
    """A Word document with a paragraph for each line; lines in columns are in letters of one width."""
    lines = LINE_END.split(text)
    if not lines[-1]:
        lines.pop()  # the end of the last line begins none
    columns = in_columns(lines)
    body = "".join(_paragraph(_NOT_XML.sub("", line), number in columns) for number, line in enumerate(lines))
    document = f'{HEAD}<w:document xmlns:w="{WORD}"><w:body>{body or "<w:p/>"}{_PAGE}</w:body></w:document>'
    styles = PackagePart("word/styles.xml", "styles", _STYLES.encode())
    return packed([PackagePart(MAIN, "document", document.encode(), (Link("rId1", "styles", styles.name),)), styles])


_PAGE = (  # A4, margins of 2.5 cm
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/>'
    "</w:sectPr>"
)
_STYLES = (
    f'{HEAD}<w:styles xmlns:w="{WORD}"><w:docDefaults><w:rPrDefault><w:rPr>'
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/>'
    '<w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="264" '
    'w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="PlainText"><w:name w:val="Plain Text"/><w:basedOn w:val="Normal"/><w:rPr>'
    '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="18"/><w:szCs w:val="18"/>'
    "</w:rPr></w:style></w:styles>"
)


def _paragraph(line: str, aligned: bool) -> str:
    style = '<w:pPr><w:pStyle w:val="PlainText"/></w:pPr>' if aligned else ""
    words = "<w:tab/>".join(
        f'<w:t xml:space="preserve">{escape(part)}</w:t>' if part else "" for part in line.split("\t")
    )
    return f"<w:p>{style}<w:r>{words}</w:r></w:p>" if line else f"<w:p>{style}</w:p>"


def in_columns(lines: Sequence[str]) -> frozenset[int]:
    """The lines that need letters of one width: blocks in which words of several lines are set under each other."""
    found: set[int] = set()
    block: list[int] = []
    for number, line in enumerate((*lines, "")):
        if line.strip():
            block.append(number)
            continue
        gaps = [{gap.end() for gap in _GAP.finditer(lines[at])} for at in block]
        under = any(ends & later for at, ends in enumerate(gaps) for later in gaps[at + 1 : at + 3])
        if under or sum(bool(_DRAWN.search(lines[at])) for at in block) > 1:
            found.update(block)
        block = []
    return frozenset(found)


# --- PDF -----------------------------------------------------------------------------------------------------

_SIDE, _TOP, _BOTTOM = 57.0, 57.0, 57.0  # margins, in points
_TAB = 36.0
_PROSE = Letters(SANS, 9.5, 13.5)
_ALIGNED = (Letters(MONO, 9, 12.5), Letters(MONO, 8, 11.5), Letters(MONO, 7, 10))


class _Row(NamedTuple):
    """A line on the page: words with the place where each begins, in points from the margin."""

    words: tuple[tuple[float, str], ...]
    letters: Letters


def pdf_bytes(text: str, watermark: str = "") -> bytes:
    """A PDF (A4) with the text's lines, long ones wrapped; page numbers where there are several pages.

    A watermark stands above each page. The letters are embedded, so that text can be copied and searched; no author, no
    title, no date.
    """
    data = io.BytesIO()
    canvas = new_canvas(data)
    pages = list(_pages(_rows(text)))
    for number, rows in enumerate(pages, start=1):
        if watermark:
            canvas.setFont(SANS, 8)
            canvas.drawCentredString(WIDTH / 2, HEIGHT - _TOP / 2, watermark)
        height = HEIGHT - _TOP
        for row in rows:
            height -= row.letters.leading
            _draw(canvas, row, height)
        if len(pages) > 1:
            canvas.setFont(SANS, 8)
            canvas.drawCentredString(WIDTH / 2, _BOTTOM / 2, f"{number} / {len(pages)}")
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def _rows(text: str) -> Iterator[_Row]:
    lines = [printable(line) for line in LINE_END.split(text)]
    if not lines[-1]:
        lines.pop()
    columns = in_columns(lines)
    room = WIDTH - 2 * _SIDE
    aligned = {number: lines[number].expandtabs(8).rstrip() for number in columns}
    widest = max(aligned.values(), key=len, default="")
    # Smaller letters before a column is broken; the same in all of them, which often go on after a blank line.
    letters = next((one for one in _ALIGNED if width(widest, one) <= room), _ALIGNED[-1])
    for number, line in enumerate(lines):
        if number in columns:
            yield from _wrapped(aligned[number], letters, room)
        elif "\t" in line.strip():
            yield from _tabbed(line.rstrip(), room)
        else:
            yield from _wrapped(line.expandtabs(4).rstrip(), _PROSE, room)


def _tabbed(line: str, room: float) -> Iterator[_Row]:
    """A line with its parts at tab stops; one that is too long goes on as if the tabs were blanks."""
    words: list[tuple[float, str]] = []
    at = 0.0
    for part in line.split("\t"):
        if part:
            words.append((at, part))
            at += width(f"{part} ", _PROSE)
        at = (at // _TAB + 1) * _TAB
    last, word = words[-1]
    if last + width(word, _PROSE) <= room:
        yield _Row(tuple(words), _PROSE)
    else:
        yield from _wrapped(line.expandtabs(4), _PROSE, room)


def _wrapped(line: str, letters: Letters, room: float) -> Iterator[_Row]:
    indent = min(width(line[: len(line) - len(line.lstrip())], letters), room / 2)
    for part in lines_of(line, letters, room - indent):
        yield _Row(((indent, part),) if part else (), letters)


def _pages(rows: Iterator[_Row]) -> Iterator[list[_Row]]:
    page: list[_Row] = []
    room = HEIGHT - _TOP - _BOTTOM
    for row in rows:
        if row.letters.leading > room:
            yield page
            page, room = [], HEIGHT - _TOP - _BOTTOM
        page.append(row)
        room -= row.letters.leading
    yield page


def _draw(canvas: Canvas, row: _Row, height: float) -> None:
    if not row.words:
        return
    line = canvas.beginText()
    line.setFont(row.letters.font, row.letters.size)
    for number, (at, word) in enumerate(row.words):
        line.setTextOrigin(_SIDE + at, height)
        # The blank is what a reader of the text finds between two words, wherever they stand.
        line.textOut(f"{word} " if number < len(row.words) - 1 else word)
    canvas.drawText(line)
