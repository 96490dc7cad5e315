"""Offsets: code points of a report's text <-> UTF-16 positions of what a text widget shows.

A QTextDocument counts UTF-16 units, ends blocks at ``\\n``, and changes text it is given: CRLF, CR and U+2028/2029
become a block end, NUL ends the text, a BOM disappears (brat#1115, brat#853). So the widget is given `shown`, in which
those are replaced beforehand, and every position goes through this map; nothing is ever read back from the widget.
"""

from __future__ import annotations

import re
from bisect import bisect_right

# What a widget would change, and non-BMP characters, which it counts twice.
_SPECIAL = re.compile("\r\n|[\r\u2028\u2029\x0b\x0c\x85\x00\ufeff\ufdd0-\ufdd1\ufffe\uffff\U00010000-\U0010ffff]")
_BREAKS = frozenset(("\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"))
_STAND_IN = "\ufffd"


class OffsetMap:
    """The map between a report's text (code points) and its shown form (UTF-16 units).

    `shown` is the text to give to the widget. Both directions are monotone; a shown position inside a surrogate pair
    maps to the start of its character, and the position between CR and LF to the same line end as CR.
    """

    def __init__(self, text: str) -> None:
        self.length = len(text)
        pieces: list[str] = []
        # After each special character: (code point offset, shown offset), ascending in both.
        self._text_marks = [0]
        self._shown_marks = [0]
        at = 0
        shown_at = 0
        for match in _SPECIAL.finditer(text):
            start, end = match.span()
            found = match.group()
            pieces.append(text[at:start])
            shown_at += start - at
            if found in _BREAKS:
                pieces.append("\n")
                units = 1
            elif found >= "\U00010000":
                pieces.append(found)
                units = 2
            else:
                pieces.append(_STAND_IN)
                units = 1
            if units != end - start:
                # A mark before and one after: inside, positions collapse to the start.
                self._mark(start, shown_at)
                self._mark(end, shown_at + units)
            shown_at += units
            at = end
        pieces.append(text[at:])
        self.shown = "".join(pieces)
        self.shown_length = shown_at + len(text) - at

    def _mark(self, text_offset: int, shown_offset: int) -> None:
        if self._text_marks[-1] != text_offset:
            self._text_marks.append(text_offset)
            self._shown_marks.append(shown_offset)

    def to_shown(self, offset: int) -> int:
        """The UTF-16 position of a code point offset; raises ValueError outside the text."""
        if not 0 <= offset <= self.length:
            raise ValueError(f"offset {offset} is outside the text of {self.length} code points")
        index = bisect_right(self._text_marks, offset) - 1
        position = self._shown_marks[index] + offset - self._text_marks[index]
        if index + 1 < len(self._shown_marks):
            position = min(position, self._shown_marks[index + 1] - (offset < self._text_marks[index + 1]))
            position = max(position, self._shown_marks[index])
        return position

    def to_text(self, position: int) -> int:
        """The code point offset of a UTF-16 position; raises ValueError outside the shown text."""
        if not 0 <= position <= self.shown_length:
            raise ValueError(f"position {position} is outside the shown text of {self.shown_length} units")
        index = bisect_right(self._shown_marks, position) - 1
        offset = self._text_marks[index] + position - self._shown_marks[index]
        if index + 1 < len(self._text_marks):
            offset = min(offset, self._text_marks[index + 1] - (position < self._shown_marks[index + 1]))
            offset = max(offset, self._text_marks[index])
        return offset
