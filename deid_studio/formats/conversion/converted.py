"""Converted: the text of a document, and what a person should know of how it was taken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from deid_studio.errors import DocumentTooLargeError
from deid_studio.texts import Text, figures

TEXT_MB = 20  # what a report may have, however large its document was

_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SPACE = re.compile("[\xa0\u2007\u202f]")
# What nobody sees, and what stands in the way of finding a name: soft hyphens, zero widths, control characters.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff]")
_TOUCHED = re.compile(f"{_LINE_END.pattern}|{_SPACE.pattern}|{_UNSEEN.pattern}")
_GAP = re.compile("\n{3,}")


class Part(Enum):
    """What a document holds beside its running text, and whether it was read."""

    HEADERS = (Text("headers and footers"), True)
    NOTES = (Text("footnotes"), True)
    COMMENTS = (Text("comments"), True)
    INSERTIONS = (Text("tracked insertions"), True)
    DELETIONS = (Text("tracked deletions, at the end"), True)
    BOXES = (Text("text boxes"), True)
    HIDDEN = (Text("hidden text"), True)
    FIELDS = (Text("form fields"), True)
    PAGES = (Text("pages without a text layer (scanned)"), False)
    PICTURES = (Text("pictures"), False)
    OBJECTS = (Text("embedded objects"), False)
    VALUES = (Text("HL7 values that are not text"), False)

    @property
    def is_read(self) -> bool:
        """Whether it is in the text; otherwise a person has to look at the document."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Taken:
    """A part that a document holds, and how many of it."""

    part: Part
    count: int


@dataclass(frozen=True, slots=True)
class Converted:
    """A document's text, with `\\n` at the end of each line, and its parts that are not running text."""

    text: str
    told: tuple[Taken, ...] = ()

    @property
    def data(self) -> bytes:
        """The bytes of the text's file."""
        return self.text.encode("utf-8")


def converted(blocks: Iterable[str], parts: Counter[Part]) -> Converted:
    """The text made of blocks, with a blank line between two; raises `DocumentTooLargeError`."""
    text = "\n".join(block for block in map(tidy, blocks) if block)
    Limit(TEXT_MB).take(len(text.encode()))
    return Converted(text, tuple(Taken(part, parts[part]) for part in Part if parts[part]))


def tidy(text: str) -> str:
    """Text with plain line ends and spaces, without what is not seen and without gaps; ends with a line end."""
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = _UNSEEN.sub("", _SPACE.sub(" ", _LINE_END.sub("\n", text)))
    # Line by line: an expression for blanks at line ends takes time in the square of the blanks within a line.
    text = "\n".join(line.rstrip(" \t") for line in text.split("\n"))
    text = _GAP.sub("\n\n", text).strip("\n")
    return f"{text}\n" if text.strip() else ""


def tidied_from(text: str) -> list[int]:
    """Where in a text each character of `tidy(text)` comes from; -1 for a line end that it adds.

    Text of XML, which has no lone surrogates.
    """
    places: list[tuple[str, int]] = []
    at = 0
    for found in _TOUCHED.finditer(text):
        places += ((text[index], index) for index in range(at, found.start()))
        if not _UNSEEN.match(found[0]):
            places.append((" " if _SPACE.match(found[0]) else "\n", found.end() - 1))
        at = found.end()
    places += ((text[index], index) for index in range(at, len(text)))
    lines: list[list[tuple[str, int]]] = [[]]
    for place in places:
        lines[-1].append(place)
        if place[0] == "\n":
            lines.append([])
    kept: list[tuple[str, int]] = []
    for line in lines:
        end = line[-1:] if line and line[-1][0] == "\n" else []
        own = line[: len(line) - len(end)]
        while own and own[-1][0] in " \t":
            own.pop()
        if own or [sign for sign, _ in kept[-2:]] != ["\n", "\n"]:
            kept += own + end
    while kept and kept[0][0] == "\n":
        del kept[0]
    while kept and kept[-1][0] == "\n":
        del kept[-1]
    return [at for _, at in kept] + [-1] if any(not sign.isspace() for sign, _ in kept) else []


def sentences(told: Iterable[Taken], language: str) -> list[str]:
    """What was read from elsewhere than the running text, and what was not read, in a language."""
    words: dict[bool, list[str]] = {True: [], False: []}
    for taken in told:
        part, is_read = taken.part.value
        name = part.said(language)
        words[is_read].append(name if is_read else f"{name}: {taken.count}")
    read, unread = (", ".join(words[is_read]) for is_read in (True, False))
    found = [Text("Also read: {what}.", what=read)] if read else []
    found += [Text("Not read (check the document): {what}.", what=unread)] if unread else []
    return [text.said(language) for text in found]


class Limit:
    """How much text and unpacked data one document may bring; raises `DocumentTooLargeError` beyond."""

    def __init__(self, limit_mb: float) -> None:
        self._limit_mb = limit_mb
        self._left = int(limit_mb * 1_000_000)

    @property
    def left(self) -> int:
        """How many bytes or characters may still come."""
        return self._left

    def take(self, count: int) -> None:
        """Count what came."""
        self._left -= count
        if self._left < 0:
            raise DocumentTooLargeError(limit_mb=figures(f"{self._limit_mb:g}"))
