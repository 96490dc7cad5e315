"""Offsets: code points of a report's text <-> UTF-16 positions of what a text widget shows.

A QTextDocument counts UTF-16 units, ends blocks at ``\\n``, and changes text it is given: CRLF, CR and U+2028/2029
become a block end, NUL ends the text, a BOM disappears (brat#1115, brat#853). So the widget is given `shown`, in which
those are replaced beforehand, and every position goes through this map; nothing is ever read back from the widget.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from deid_studio.model.lines import LINE

# What a widget would change, and non-BMP characters, which it counts twice.
_SPECIAL = re.compile("\r\n|[\r\u2028\u2029\x0b\x0c\x85\x00\ufeff\ufdd0-\ufdd1\ufffe\uffff\U00010000-\U0010ffff]")
_BREAKS = frozenset(("\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"))
_STAND_IN = "\ufffd"
# What shows nothing in a file shows nothing here.
_STAND_INS = {"\ufeff": "\u2060"}
_JOINER = "\u200d"
# Where there are more lines than this, a widget is given many of them as one paragraph.
_MANY_LINES = 20_000
_SEVERAL_LINES = re.compile(
    "^(?:(?:[^\n]{0,14}\n){2,256}|(?:[^\n]{0,60}\n){2,64}|(?:[^\n]{0,240}\n){2,16})", re.MULTILINE
)
LINE_SEPARATOR = "\u2028"


class OffsetMap:
    """The map between a report's text (code points) and its shown form (UTF-16 units).

    `shown` is the text to give to the widget. Both directions are monotone; a shown position inside a surrogate pair
    maps to the start of its character, and the position between CR and LF to the same line end as CR.

    `break_after` (code points) keeps a widget fast on enormous lines: a longer line is shown as several, broken after
    a blank where there is one. Such a soft break is one shown unit without any text: both its sides map to the same
    code point, which maps back to the side after it. `soft_breaks` are their shown positions, ascending. It also keeps
    the widget fast on enormously many lines, which cost it more than letters: in a text that `joins_lines`, up to 256
    short ones are shown as one paragraph, with a line separator at their ends. No position is another by that.

    `insertions` (code point offset and text, ascending) are shown in the text but do not belong to it: all of one maps
    to the code point that it stands before. `filled` is the text with them; where what is shown is walked through,
    offsets of `filled` are used. Raises ValueError for insertions with line ends, at one offset twice or within CRLF.
    """

    def __init__(self, text: str, break_after: int | None = None, insertions: Sequence[tuple[int, str]] = ()) -> None:
        self.length = len(text)
        self.insertions = tuple(insertions)
        self._check_insertions(text)
        pieces: list[str] = []
        done = 0
        # Where each insertion stands in the text, and what of `filled` it is.
        self._inserted_at = [offset for offset, _ in self.insertions]
        self.stretches: tuple[tuple[int, int], ...] = ()
        filled_at = 0
        for offset, inserted in self.insertions:
            filled_at += offset - done
            self.stretches += ((filled_at, filled_at + len(inserted)),)
            filled_at += len(inserted)
            pieces += [text[done:offset], inserted]
            done = offset
        self._stretch_starts = [start for start, _ in self.stretches]
        self.filled = "".join((*pieces, text[done:])) if self.insertions else text
        breaks = [self.to_filled(offset) for offset in _soft_breaks(text, break_after)] if break_after else []
        shown = self._shown(self.filled, breaks)
        self.joins_lines = break_after is not None and shown.count("\n") > _MANY_LINES
        self.shown = _SEVERAL_LINES.sub(_as_one_paragraph, shown) if self.joins_lines else shown

    def lines_of_paragraphs(self) -> list[int]:
        """How many lines each paragraph of `shown` has, in a text that joins them; nothing in any other."""
        paragraphs = self.shown.split("\n") if self.joins_lines else ()
        return [paragraph.count(LINE_SEPARATOR) + 1 for paragraph in paragraphs]

    def _check_insertions(self, text: str) -> None:
        before = -1
        for offset, inserted in self.insertions:
            if not before < offset <= len(text) or text[max(offset - 1, 0) : offset + 1] == "\r\n":
                raise ValueError(f"nothing can be inserted at {offset}")
            if not LINE.fullmatch(inserted):
                raise ValueError("what is inserted is one line")
            before = offset

    def _shown(self, text: str, breaks: list[int]) -> str:
        # At each change of the distance between the two: (offset of `filled`, shown offset), both never descending.
        self._text_marks = [0]
        self._shown_marks = [0]
        pieces: list[str] = []
        soft_breaks: list[int] = []
        at = 0
        shown_at = 0
        for start, end, instead in _changes(text, breaks):
            pieces.append(text[at:start])
            shown_at += start - at
            pieces.append(instead)
            units = 2 if instead >= "\U00010000" else 1
            if start == end:
                soft_breaks.append(shown_at)
            if units != end - start:
                # A mark before and one after: inside, positions collapse to the start.
                self._mark(start, shown_at)
                self._mark(end, shown_at + units)
            shown_at += units
            at = end
        pieces.append(text[at:])
        self.shown_length = shown_at + len(text) - at
        self.soft_breaks = tuple(soft_breaks)
        return "".join(pieces)

    def _mark(self, text_offset: int, shown_offset: int) -> None:
        if (self._text_marks[-1], self._shown_marks[-1]) != (text_offset, shown_offset):
            self._text_marks.append(text_offset)
            self._shown_marks.append(shown_offset)

    def to_shown(self, offset: int, before_insertion: bool = False) -> int:
        """The UTF-16 position of a code point offset; raises ValueError outside the text.

        Where something is inserted that is the side after it, or else the side `before_insertion`.
        """
        return self.filled_to_shown(self.to_filled(offset, before_insertion))

    def to_text(self, position: int) -> int:
        """The code point offset of a UTF-16 position; raises ValueError outside the shown text."""
        return self.filled_to_text(self.shown_to_filled(position))

    def to_filled(self, offset: int, before_insertion: bool = False) -> int:
        """The offset in `filled` of a code point offset, at an insertion as `to_shown`; raises ValueError outside."""
        if not 0 <= offset <= self.length:
            raise ValueError(f"offset {offset} is outside the text of {self.length} code points")
        bisect = bisect_left if before_insertion else bisect_right
        index = bisect(self._inserted_at, offset) - 1
        return offset if index < 0 else offset + self.stretches[index][1] - self._inserted_at[index]

    def filled_to_text(self, offset: int) -> int:
        """The code point offset of an offset in `filled`; raises ValueError outside."""
        if not 0 <= offset <= len(self.filled):
            raise ValueError(f"offset {offset} is outside the text of {len(self.filled)} code points")
        index = bisect_right(self._stretch_starts, offset) - 1
        return offset if index < 0 else self._inserted_at[index] + max(offset - self.stretches[index][1], 0)

    def insertion_at(self, offset: int) -> int | None:
        """Which insertion holds the letter at an offset in `filled`, by its place among `insertions`."""
        index = bisect_right(self._stretch_starts, offset) - 1
        return index if index >= 0 and offset < self.stretches[index][1] else None

    def filled_to_shown(self, offset: int) -> int:
        """The UTF-16 position of an offset in `filled`."""
        index = bisect_right(self._text_marks, offset) - 1
        position = self._shown_marks[index] + offset - self._text_marks[index]
        if index + 1 < len(self._shown_marks):
            position = min(position, self._shown_marks[index + 1] - (offset < self._text_marks[index + 1]))
            position = max(position, self._shown_marks[index])
        return position

    def shown_to_filled(self, position: int) -> int:
        """The offset in `filled` of a UTF-16 position; raises ValueError outside the shown text."""
        if not 0 <= position <= self.shown_length:
            raise ValueError(f"position {position} is outside the shown text of {self.shown_length} units")
        index = bisect_right(self._shown_marks, position) - 1
        offset = self._text_marks[index] + position - self._shown_marks[index]
        if index + 1 < len(self._text_marks):
            offset = min(offset, self._text_marks[index + 1] - (position < self._shown_marks[index + 1]))
            offset = max(offset, self._text_marks[index])
        return offset


def _as_one_paragraph(lines: re.Match[str]) -> str:
    return lines.group()[:-1].replace("\n", LINE_SEPARATOR) + "\n"


def _changes(text: str, breaks: list[int]) -> Iterator[tuple[int, int, str]]:
    """What is shown differently, ascending: (start, end, what is shown instead); empty stretches are soft breaks."""
    done = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        while done < len(breaks) and breaks[done] <= start:
            yield breaks[done], breaks[done], "\n"
            done += 1
        found = match.group()
        if found in _BREAKS:
            yield start, end, "\n"
        else:
            yield start, end, found if found >= "\U00010000" else _STAND_INS.get(found, _STAND_IN)
    for offset in breaks[done:]:
        yield offset, offset, "\n"


def _soft_breaks(text: str, break_after: int) -> Iterator[int]:
    """Where lines longer than `break_after` code points are broken, ascending."""
    for line in LINE.finditer(text):
        at, end = line.span()
        while end - at > break_after:
            blank = text.rfind(" ", at, at + break_after)
            at = blank + 1 if blank >= 0 else _between_characters(text, at, at + break_after)
            yield at


def _between_characters(text: str, start: int, offset: int) -> int:
    """The last offset in (start, offset] that parts no letter from its accents and no joined emoji."""
    at = offset
    while at > start and (unicodedata.combining(text[at]) or _JOINER in text[at - 1 : at + 1]):
        at -= 1
    return at if at > start else offset
