"""HTML: the text of a page as it is read on the screen, and what the page hides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from lxml import etree

from deid_studio.formats.conversion.charset import decoded
from deid_studio.formats.conversion.converted import Converted, Part, converted

_ENCODING = re.compile(rb"<(?:meta|\?xml)[^>]{0,200}(?:charset|encoding)\s*=\s*[\"']?\s*([\w:.-]{1,40})", re.IGNORECASE)
_LOOKED_AT = 4_096  # bytes in which a page may say its encoding

_NOT_TEXT = frozenset({"script", "style"})
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol optgroup option p pre section select summary table"
    " tbody textarea tfoot thead title tr ul".split()
)
_CELLS = frozenset({"td", "th"})
_PICTURES = frozenset({"img", "picture", "canvas", "svg"})
_OBJECTS = frozenset({"iframe", "frame", "object", "embed", "audio", "video", "applet"})
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_TYPED = frozenset({"", "text", "date", "datetime-local", "email", "month", "number", "search", "tel", "time", "url"})
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f]+")


def read_html(raw: bytes) -> Converted:
    """The text of an HTML page: a block a line, a table's row a line with tabs between cells."""
    found = _ENCODING.search(raw[:_LOOKED_AT])
    text = decoded(raw, found[1].decode("ascii", "replace") if found else "").replace("\x00", " ")
    reader = _Reader()
    if text.strip():
        # It reads as browsers do: entities are those of HTML, and none is a file. Tags may be as deep as they like,
        # since no tree is built of them.
        etree.fromstring(text.encode(), etree.HTMLParser(target=reader, encoding="utf-8", huge_tree=True))
    return converted([reader.text], reader.parts)


class _Reader:
    """Writes the text down as the tags come; a page without its end tags is read like any other."""

    def __init__(self) -> None:
        self.parts: Counter[Part] = Counter()
        self._written: list[str] = []
        self._skipping = ""
        self._hiding = ""  # the tag that hides, and how many of its name are open
        self._open = 0
        self._exact = 0  # how many `pre` and `textarea` are open
        self._first_cell = True

    @property
    def text(self) -> str:
        """The text so far."""
        lines = "".join(self._written).split("\n")
        return "\n".join("\t".join(cell.strip(" ") for cell in line.split("\t")) for line in lines).replace("\x00", " ")

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """What a tag begins; lxml calls this, and what follows, by their names."""
        if tag in _NOT_TEXT:
            self._skipping = tag
        self._exact += tag in ("pre", "textarea")
        self._break(tag)
        self.parts[Part.PICTURES] += tag in _PICTURES
        self.parts[Part.OBJECTS] += tag in _OBJECTS
        if tag == self._hiding:
            self._open += 1
        elif not self._hiding and tag not in _VOID and _hides(tag, given):
            self._hiding, self._open = tag, 1
            self.parts[Part.HIDDEN] += 1
        if tag == "input" and given.get("type", "").lower() in _TYPED and given.get("value", "").strip():
            self.parts[Part.FIELDS] += 1
            self._write(f" {given['value']} ")

    def end(self, tag: str) -> None:
        """What a tag ends."""
        if tag == self._skipping:
            self._skipping = ""
        if tag in ("pre", "textarea"):
            self._exact = max(0, self._exact - 1)
        if tag in _BLOCKS:
            self._break(tag)
        if tag == self._hiding:
            self._open -= 1
            if not self._open:
                self._hiding = ""

    def data(self, data: str) -> None:
        """Text between tags, in pieces."""
        if self._skipping:
            return
        # Blanks that are meant stay: what is not seen takes their place until line ends are trimmed.
        self._write(data.replace(" ", "\x00") if self._exact else _BLANKS.sub(" ", data))

    def close(self) -> None:
        """The end of the page."""

    def _break(self, tag: str) -> None:
        """Begin the line, or the cell, that a tag begins or ends."""
        if tag == "br":
            self._written.append("\n")
        elif tag in _CELLS and not self._first_cell:
            while self._written and self._written[-1] == "\n":  # of the paragraph in the cell before
                self._written.pop()
            self._written.append("\t")
        elif tag in _BLOCKS and (self._last not in "\n\t" or (tag == "tr" and self._last == "\t")):
            self._written.append("\n")
        if tag in ("tr", *_CELLS):
            self._first_cell = tag == "tr"

    @property
    def _last(self) -> str:
        return self._written[-1][-1] if self._written else "\n"

    def _write(self, text: str) -> None:
        if text[:1] == " " and self._last in " \n\t":
            text = text[1:]
        if text:
            self._written.append(text)


def _hides(tag: str, given: Mapping[str, str]) -> bool:
    return tag == "template" or "hidden" in given or bool(_HIDING.search(given.get("style", "")))
