"""Word documents (.docx): all that is written in one, also what python-docx and most readers leave out.

Local names alone count, so that transitional and strict documents, drawings and formulas are read alike
(ECMA-376, parts 1 and 4).
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from deid_studio.errors import DocumentDamagedError
from deid_studio.formats.conversion.converted import Converted, Limit, Part, converted, tidied_from

UNPACKED_MB = 50

_MAIN = "/officeDocument"
_PARTS = (  # by the end of the relationship's type; headers stand before the text, the others after it
    ("/header", Part.HEADERS),
    ("/footer", Part.HEADERS),
    ("/footnotes", Part.NOTES),
    ("/endnotes", Part.NOTES),
    ("/comments", Part.COMMENTS),
    ("/diagramData", Part.BOXES),
)
_OBJECTS = ("/chart", "/aFChunk", "/oleObject", "/package")
_PROPERTIES = frozenset({"pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "tblGrid", "sdtPr", "instrText"})
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
# What reading a damaged package raises.
DAMAGED = (
    zipfile.BadZipFile, zlib.error, LookupError, ParseError, EOFError, RecursionError, NotImplementedError,
    RuntimeError, ValueError, OSError,
)  # fmt: skip


def read_docx(raw: bytes) -> Converted:
    """The text of a Word document: headers, body, footers, notes, comments, and last what was deleted.

    A table's row is a line with tabs between cells, unless a cell has several lines. A text box comes after the
    paragraph that holds it. Raises `DocumentDamagedError` or `DocumentTooLargeError`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _Reader(archive).read()
    except DAMAGED as error:
        raise DocumentDamagedError() from error


class TracedDocx:
    """A Word document's text, and the elements of its parts that each character came from."""

    def __init__(self, text: Converted, blocks: Sequence[_Block]) -> None:
        self.converted = text
        self._blocks: list[_Block] = []
        self._starts: list[int] = []
        self._from: list[list[int]] = []
        at = 0
        for block in blocks:
            origins = tidied_from(block.text)
            if origins:
                self._blocks.append(block)
                self._starts.append(at)
                self._from.append(origins)
                at += len(origins) + 1  # the blank line between blocks

    def all_elements(self) -> Iterator[Element]:
        """The elements that the text came from."""
        for block in self._blocks:
            for words in block.traces:
                yield from (word.element for word in words if word.element is not None)

    def elements(self, start: int, end: int) -> Iterator[list[list[tuple[Element, int]]]]:
        """The elements that a stretch of the text came from, each with the place in its own text (0 for a sign).

        Also what lies between and is not in the text, such as soft hyphens. One list for each block of the text that
        the stretch touches, and in it one for each part that the block came from: a header that several parts hold
        alike stands once in the text.
        """
        for number, begin in enumerate(self._starts):
            origins = self._from[number]
            of = [at for at in origins[max(start - begin, 0) : max(end - begin, 0)] if at >= 0]
            if of:
                yield [list(_origins(words, of[0], of[-1] + 1)) for words in self._blocks[number].traces]


def trace_docx(raw: bytes, parsed: Callable[[str, bytes], Element]) -> TracedDocx:
    """Read a Word document as `read_docx` does, with elements made by `parsed` of a part's name and bytes.

    `read_docx` comes first, which refuses what is dangerous to parse.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            reader = _Reader(archive, parsed)
            text = reader.read()
    except DAMAGED as error:
        raise DocumentDamagedError() from error
    return TracedDocx(text, reader.blocks)


class _Word(NamedTuple):
    """Letters, and the element that holds them; None for what only parts cells or lines, and what was deleted."""

    text: str
    element: Element | None = None


_Line = tuple[_Word, ...]
_LINE_END, _CELL_END = _Word("\n"), _Word("\t")


class _Block(NamedTuple):
    """A part's text, and the words of every part that has this text."""

    text: str
    traces: list[_Line]


class _Reader:
    def __init__(self, archive: zipfile.ZipFile, parse: Callable[[str, bytes], Element] | None = None) -> None:
        self._archive = archive
        self._parse = parse
        self._limit = Limit(UNPACKED_MB)
        self._parts: Counter[Part] = Counter()
        self._deleted: list[str] = []
        self._deleting = False
        self.blocks: list[_Block] = []

    def read(self) -> Converted:
        main = next((target for kind, target in self._related("") if kind.endswith(_MAIN)), "")
        related = sorted(self._related(main), key=lambda one: _natural(one[1]))
        above: list[_Block] = []
        below: list[_Block] = []
        for end, part in _PARTS:
            blocks = [self._block_of(target) for kind, target in related if kind.endswith(end)]
            self._parts[part] += sum(1 for block in blocks if block.text.strip())
            # Of the headers for first, even and odd pages of each section, many are the same.
            (above if end == "/header" else below).extend(_merged(blocks) if part is Part.HEADERS else blocks)
        self._parts[Part.OBJECTS] += sum(kind.endswith(_OBJECTS) for kind, _ in related)
        body = self._block_of(main, "document")
        self._parts[Part.DELETIONS] = len(self._deleted)
        deleted = "\n".join(self._deleted)
        self.blocks = [*above, body, *below, _Block(deleted, [(_Word(deleted),)])]
        return converted([block.text for block in self.blocks], self._parts)

    def _related(self, name: str) -> Iterator[tuple[str, str]]:
        """Kind and target of the parts that a part points to, those outside the file left out."""
        folder, base = posixpath.split(name)
        links = posixpath.join(folder, "_rels", f"{base}.rels")
        if name and links not in self._archive.NameToInfo:
            return
        for link in self._parsed(links):
            if link.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, link.get("Target", "")))
                yield link.get("Type", ""), target.lstrip("/")

    def _parsed(self, name: str) -> Element:
        with self._archive.open(name) as file:
            data = file.read(self._limit.left + 1)  # what the archive says of its sizes may be a lie
        self._limit.take(len(data))
        if self._parse is not None:
            return self._parse(name, data)
        parser = XMLParser(target=_NoDoctype())  # noqa: S314 (entities are refused with their declaration)
        parser.feed(data)
        root: Element = parser.close()
        return root

    def _block_of(self, name: str, root: str = "") -> _Block:
        parsed = self._parsed(name)
        if root and _tag(parsed) != root:
            raise DocumentDamagedError()  # a spreadsheet or a presentation
        lines: list[_Line] = []
        self._blocks(parsed, lines, False)
        words = _joined(lines, _LINE_END)
        return _Block(_text(words), [words])

    def _blocks(self, node: Element, lines: list[_Line], gone: bool) -> None:
        for child in node:
            tag = _tag(child)
            if tag == "p":
                self._paragraph(child, lines, gone)
            elif tag == "tbl":
                self._table(child, lines, gone)
            elif tag == "AlternateContent":
                words: list[_Word] = []
                boxes: list[_Line] = []
                self._alternative(child, words, boxes, gone)
                lines += [tuple(words), *boxes]
            elif tag not in _PROPERTIES:
                self._blocks(child, lines, gone or self._is_gone(tag))

    def _table(self, table: Element, lines: list[_Line], gone: bool) -> None:
        for row in _within(table, "tr"):
            cells: list[list[_Line]] = []
            for cell in _within(row, "tc"):
                inside: list[_Line] = []
                self._blocks(cell, inside, gone)
                cells.append([line for line in inside if _text(line).strip()])
            if all(len(cell) < 2 for cell in cells):
                lines.append(_joined([cell[0] for cell in cells if cell], _CELL_END))
            else:
                lines.extend(line for cell in cells for line in cell)

    def _paragraph(self, node: Element, lines: list[_Line], gone: bool) -> None:
        words: list[_Word] = []
        boxes: list[_Line] = []
        self._runs(node, words, boxes, gone)
        self._deleting = False
        lines.append(tuple(words))
        lines += boxes

    def _runs(self, node: Element, words: list[_Word], boxes: list[_Line], gone: bool) -> None:
        for child in node:
            tag = _tag(child)
            if tag in ("t", "delText"):
                self._word(_Word(child.text or "", child), words, gone or tag == "delText")
            elif tag in _SIGNS:
                self._word(_Word(_SIGNS[tag], child), words, gone)
            elif tag == "txbxContent":
                self._parts[Part.BOXES] += 1
                self._blocks(child, boxes, gone)
            elif tag in ("p", "tbl"):
                (self._paragraph if tag == "p" else self._table)(child, boxes, gone)
            elif tag == "AlternateContent":
                self._alternative(child, words, boxes, gone)
            elif tag not in _PROPERTIES:
                self._parts[Part.PICTURES] += tag in ("blip", "imagedata")
                self._parts[Part.OBJECTS] += tag == "OLEObject"
                self._parts[Part.INSERTIONS] += tag in ("ins", "moveTo")
                self._runs(child, words, boxes, gone or self._is_gone(tag))
            elif tag == "rPr" and any(_tag(one) == "vanish" and _is_on(one) for one in child):
                self._parts[Part.HIDDEN] += 1

    def _word(self, word: _Word, words: list[_Word], gone: bool) -> None:
        if not gone:
            words.append(word)
        elif self._deleting:
            self._deleted[-1] += word.text
        else:
            self._deleted.append(word.text)
        self._deleting = gone

    @staticmethod
    def _is_gone(tag: str) -> bool:
        return tag in ("del", "moveFrom")

    def _alternative(self, node: Element, words: list[_Word], boxes: list[_Line], gone: bool) -> None:
        """The first of the alternatives that holds anything: they are one thing in newer and older form."""
        before = self._parts.copy(), len(words), len(boxes)
        for child in node:
            self._runs(child, words, boxes, gone)
            if (self._parts, len(words), len(boxes)) != before:
                return


class _NoDoctype(TreeBuilder):
    """Refuses documents that declare entities: Word writes none, and small ones can unfold into gigabytes."""

    def doctype(self, name: str, pubid: str, system: str) -> None:
        raise DocumentDamagedError()


def _joined(lines: Sequence[_Line], between: _Word) -> _Line:
    words: list[_Word] = []
    for number, line in enumerate(lines):
        if number:
            words.append(between)
        words += line
    return tuple(words)


def _text(line: _Line) -> str:
    return "".join(word.text for word in line)


def _merged(blocks: Sequence[_Block]) -> list[_Block]:
    """One block for those of the same text."""
    merged: dict[str, _Block] = {}
    for block in blocks:
        merged.setdefault(block.text, _Block(block.text, [])).traces.extend(block.traces)
    return list(merged.values())


def _origins(words: _Line, start: int, end: int) -> Iterator[tuple[Element, int]]:
    at = 0
    for word in words:
        if word.element is not None:
            for index in range(max(start - at, 0), min(end - at, len(word.text))):
                yield word.element, index
        at += len(word.text)
        if at >= end:
            return


def _within(node: Element, wanted: str) -> Iterator[Element]:
    """The rows of a table, or the cells of a row, also those in content controls; not those of tables inside."""
    for child in node:
        if _tag(child) == wanted:
            yield child
        elif _tag(child) not in ("p", "tbl", "tc", *_PROPERTIES):
            yield from _within(child, wanted)


def _tag(node: Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def _is_on(node: Element) -> bool:
    return next((value for name, value in node.items() if name.endswith("val")), "1") not in ("0", "false", "off")


def _natural(name: str) -> tuple[str, int]:
    number = re.search(r"\d{1,9}", posixpath.basename(name))
    return posixpath.dirname(name), int(number[0]) if number else 0
