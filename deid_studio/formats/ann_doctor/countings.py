"""Countings: the ways in which other programs count offsets, and rulers from such offsets to code points; pure."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import Literal

from deid_studio.texts import Text, joined

_BOM = "\ufeff"
_BARE_END = r"(?<!\r)\n|\r(?!\n)"
_ASTRAL = "[\U00010000-\U0010ffff]"
_NOT_ASCII = "[^\x00-\x7f]"
_WITH_MARKS = f"[^\x80-\U0010ffff\r\n]?{_NOT_ASCII}+"


class Units(Enum):
    """What an offset counts."""

    CODE_POINTS = None
    UTF_16 = Text("offsets counted in UTF-16 units")
    UTF_8 = Text("offsets counted in bytes (UTF-8)")


class LineEnds(Enum):
    """As how many characters a line end counts."""

    AS_THEY_ARE = None
    ONE = Text("every line end counted as one character (LF)")
    TWO = Text("every line end counted as two characters (CRLF)")


class Bom(Enum):
    """Whether an invisible mark at the beginning of the report counts."""

    AS_IT_IS = None
    LEFT_OUT = Text("the invisible mark at the beginning of the report (BOM) not counted")
    ADDED = Text("counted from 1, or with an invisible mark at the beginning (BOM) that is not there")


class Form(Enum):
    """In which Unicode normal form the text was counted."""

    AS_IT_IS = None
    NFC = Text("counted in the report with composed accents (NFC)")
    NFD = Text("counted in the report with decomposed accents (NFD)")


class Ends(Enum):
    """What the end of a span is."""

    AFTER = None
    LAST = Text("ends given as the last character in place of what follows it")


@dataclass(frozen=True, slots=True)
class Counting:
    """A way to count offsets in a report's text; this program's own is the one without arguments."""

    units: Units = Units.CODE_POINTS
    line_ends: LineEnds = LineEnds.AS_THEY_ARE
    bom: Bom = Bom.AS_IT_IS
    form: Form = Form.AS_IT_IS
    ends: Ends = Ends.AFTER

    @property
    def oddities(self) -> int:
        """In how many ways it differs from this program's."""
        return len(self._oddities)

    def text(self) -> Text:
        """What differs, in words."""
        return joined(self._oddities)

    @property
    def _oddities(self) -> list[Text]:
        ways: tuple[Enum, ...] = (self.units, self.line_ends, self.bom, self.form, self.ends)
        return [way.value for way in ways if way.value is not None]

    def width(self, text: str) -> int:
        """As how much a piece of a report's text counts."""
        if self.line_ends is not LineEnds.AS_THEY_ARE and text in ("\n", "\r", "\r\n"):
            return 1 if self.line_ends is LineEnds.ONE else 2
        form: Literal["NFC", "NFD"] = "NFC" if self.form is Form.NFC else "NFD"
        rendered = text if self.form is Form.AS_IT_IS else unicodedata.normalize(form, text)
        if self.units is Units.UTF_8:
            return len(rendered.encode("utf-8", "surrogatepass"))
        return len(rendered) + (len(re.findall(_ASTRAL, rendered)) if self.units is Units.UTF_16 else 0)


class Scale:
    """The pieces of a text that count otherwise than they are long: where they are, and where they count to be."""

    def __init__(self, counting: Counting, text: str) -> None:
        self.ends, self.counted, self.counted_ends = array("q"), array("q"), array("q")
        gained = 0
        for start, end, width in _odd_pieces(counting, text):
            self.ends.append(end)
            self.counted.append(start + gained)
            self.counted_ends.append(start + gained + width)
            gained += width - (end - start)


class Ruler:
    """From offsets counted in one way to code points of a text, on the scale of that way."""

    def __init__(self, counting: Counting, scale: Scale) -> None:
        self.counting = counting
        self._before = counting.width(_BOM) if counting.bom is Bom.ADDED else 0
        self._beyond = int(counting.ends is Ends.LAST)
        self._ends, self._counted, self._counted_ends = scale.ends, scale.counted, scale.counted_ends

    def near(self, offset: int) -> int:
        """The code point of an offset; of one within a piece that is none, where the piece ends."""
        counted = max(offset - self._before, 0)
        piece = bisect_right(self._counted, counted) - 1
        if piece < 0 or (counted == self._counted[piece] < self._counted_ends[piece]):
            return counted - (self._counted_ends[piece - 1] - self._ends[piece - 1] if piece > 0 else 0)
        return self._ends[piece] + max(counted - self._counted_ends[piece], 0)

    def place(self, offset: int) -> int | None:
        """The code point of an offset, None where there is none: it lies before the text or within a character."""
        counted = offset - self._before
        piece = bisect_right(self._counted, counted) - 1
        within = piece >= 0 and self._counted[piece] < counted < self._counted_ends[piece]
        return None if counted < 0 or within else self.near(offset)

    def places(self, start: int, end: int) -> tuple[int | None, int | None]:
        """The code points of a fragment's ends, where they are some."""
        return self.place(start), self.place(end + self._beyond)

    def nearest(self, start: int, end: int) -> tuple[int, int]:
        """The code points of a fragment's ends, or what comes next to them."""
        return self.near(start), self.near(end + self._beyond)


class Rulers:
    """The rulers of a text by the `ways` that make a difference in it, this program's own first and the oddest last.

    Each is made when it is asked for; of ways that differ in where they begin or in what an end is, scales are one.
    """

    def __init__(self, text: str) -> None:
        self.ways = countings(text)
        self._text = text
        self._scales: dict[Counting, Scale] = {}

    def of(self, way: Counting) -> Ruler:
        """The ruler of a way."""
        bom = way.bom if way.bom is Bom.LEFT_OUT else Bom.AS_IT_IS
        key = replace(way, bom=bom, ends=Ends.AFTER)
        if key not in self._scales:
            self._scales[key] = Scale(key, self._text)
        return Ruler(way, self._scales[key])


def countings(text: str) -> tuple[Counting, ...]:
    """The ways that make a difference in a text, this program's own first and the oddest last."""
    units = [Units.CODE_POINTS]
    units += [Units.UTF_16] if re.search(_ASTRAL, text) else []
    units += [] if text.isascii() else [Units.UTF_8]
    ends = [LineEnds.AS_THEY_ARE]
    ends += [LineEnds.ONE] if "\r\n" in text else []
    ends += [LineEnds.TWO] if re.search(_BARE_END, text) else []
    forms = [Form.AS_IT_IS]
    forms += [] if unicodedata.is_normalized("NFC", text) else [Form.NFC]
    forms += [] if unicodedata.is_normalized("NFD", text) else [Form.NFD]
    boms = [Bom.AS_IT_IS, Bom.LEFT_OUT if text.startswith(_BOM) else Bom.ADDED]
    found = (Counting(*one) for one in product(units, ends, boms, forms, Ends))
    # Of those that explain as much, one that moves everything equally is the least telling.
    return tuple(sorted(found, key=lambda one: (one.oddities, one.bom is Bom.ADDED)))


def _odd_pieces(counting: Counting, text: str) -> Iterator[tuple[int, int, int]]:
    """The pieces that count otherwise than they are long: start, end and what they count."""
    begun = int(counting.bom is Bom.LEFT_OUT and text.startswith(_BOM))
    if begun:
        yield 0, 1, 0
    kinds = {LineEnds.AS_THEY_ARE: [], LineEnds.ONE: ["\r\n"], LineEnds.TWO: [_BARE_END]}[counting.line_ends]
    if counting.form is not Form.AS_IT_IS:
        kinds = [*kinds, _WITH_MARKS]
    elif counting.units is not Units.CODE_POINTS:
        kinds = [*kinds, _ASTRAL if counting.units is Units.UTF_16 else _NOT_ASCII]
    if not kinds:
        return
    widths: dict[str, int] = {}
    for match in re.compile("|".join(kinds)).finditer(text, begun):
        for start, end in _characters(text, *match.span()) if len(match[0]) > 1 else (match.span(),):
            piece = text[start:end]
            if piece not in widths:
                widths[piece] = counting.width(piece)
            if widths[piece] != end - start:
                yield start, end, widths[piece]


def _characters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch cut before every character that is no mark on the one before it; a line end stays whole."""
    at = start
    for here in range(start + 1, end):
        if not unicodedata.combining(text[here]) and text[at:here] != "\r":
            yield at, here
            at = here
    yield at, end
