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
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from deid_studio.errors import DocumentDamagedError
from deid_studio.formats.conversion.converted import Converted, Limit, Part, converted

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
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, KeyError, ParseError, EOFError, RecursionError, NotImplementedError, RuntimeError,
    ValueError, OSError,
)  # fmt: skip


def read_docx(raw: bytes) -> Converted:
    """The text of a Word document: headers, body, footers, notes, comments, and last what was deleted.

    A table's row is a line with tabs between cells, unless a cell has several lines. A text box comes after the
    paragraph that holds it. Raises `DocumentDamagedError` or `DocumentTooLargeError`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _Reader(archive).read()
    except _DAMAGED as error:
        raise DocumentDamagedError() from error


class _Reader:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._limit = Limit(UNPACKED_MB)
        self._parts: Counter[Part] = Counter()
        self._deleted: list[str] = []
        self._deleting = False

    def read(self) -> Converted:
        main = next((target for kind, target in self._related("") if kind.endswith(_MAIN)), "")
        related = sorted(self._related(main), key=lambda one: _natural(one[1]))
        above: list[str] = []
        below: list[str] = []
        for end, part in _PARTS:
            texts = [self._text_of(target) for kind, target in related if kind.endswith(end)]
            self._parts[part] += sum(1 for text in texts if text.strip())
            # Of the headers for first, even and odd pages of each section, many are the same.
            (above if end == "/header" else below).extend(dict.fromkeys(texts) if part is Part.HEADERS else texts)
        self._parts[Part.OBJECTS] += sum(kind.endswith(_OBJECTS) for kind, _ in related)
        body = self._text_of(main, "document")
        self._parts[Part.DELETIONS] = len(self._deleted)
        return converted([*above, body, *below, "\n".join(self._deleted)], self._parts)

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
        parser = XMLParser(target=_NoDoctype())  # noqa: S314 (entities are refused with their declaration)
        parser.feed(data)
        root: Element = parser.close()
        return root

    def _text_of(self, name: str, root: str = "") -> str:
        parsed = self._parsed(name)
        if root and _tag(parsed) != root:
            raise DocumentDamagedError()  # a spreadsheet or a presentation
        lines: list[str] = []
        self._blocks(parsed, lines, False)
        return "\n".join(lines)

    def _blocks(self, node: Element, lines: list[str], gone: bool) -> None:
        for child in node:
            tag = _tag(child)
            if tag == "p":
                self._paragraph(child, lines, gone)
            elif tag == "tbl":
                self._table(child, lines, gone)
            elif tag == "AlternateContent":
                words: list[str] = []
                boxes: list[str] = []
                self._alternative(child, words, boxes, gone)
                lines += ["".join(words), *boxes]
            elif tag not in _PROPERTIES:
                self._blocks(child, lines, gone or self._is_gone(tag))

    def _table(self, table: Element, lines: list[str], gone: bool) -> None:
        for row in _within(table, "tr"):
            cells: list[list[str]] = []
            for cell in _within(row, "tc"):
                inside: list[str] = []
                self._blocks(cell, inside, gone)
                cells.append([line for line in inside if line.strip()])
            if all(len(cell) < 2 for cell in cells):
                lines.append("\t".join(cell[0] for cell in cells if cell))
            else:
                lines.extend(line for cell in cells for line in cell)

    def _paragraph(self, node: Element, lines: list[str], gone: bool) -> None:
        words: list[str] = []
        boxes: list[str] = []
        self._runs(node, words, boxes, gone)
        self._deleting = False
        lines.append("".join(words))
        lines += boxes

    def _runs(self, node: Element, words: list[str], boxes: list[str], gone: bool) -> None:
        for child in node:
            tag = _tag(child)
            if tag in ("t", "delText"):
                self._word(child.text or "", words, gone or tag == "delText")
            elif tag in _SIGNS:
                self._word(_SIGNS[tag], words, gone)
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

    def _word(self, text: str, words: list[str], gone: bool) -> None:
        if not gone:
            words.append(text)
        elif self._deleting:
            self._deleted[-1] += text
        else:
            self._deleted.append(text)
        self._deleting = gone

    @staticmethod
    def _is_gone(tag: str) -> bool:
        return tag in ("del", "moveFrom")

    def _alternative(self, node: Element, words: list[str], boxes: list[str], gone: bool) -> None:
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
