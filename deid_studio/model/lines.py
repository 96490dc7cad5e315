"""Lines of a text: where they are, by every sign at which a text widget begins a new one."""

from __future__ import annotations

import re

_ENDS = "\n\r\u2028\u2029\x0b\x0c\x85"
LINE = re.compile(f"[^{_ENDS}]+")
LINE_END = re.compile(f"\r\n|[{_ENDS}]")
NEXT_LINE = re.compile(rf"(?:(?:\r\n|[{_ENDS}])[^\S{_ENDS}]*){{1,2}}")  # with one blank line before it, or none
BLANK_LINE = re.compile(rf"(?:\r\n|[{_ENDS}])[^\S{_ENDS}]*(?:\r\n|[{_ENDS}])")
# What a line is indented by parts nothing: a word that was broken there goes on behind it.
CELL_BORDER = re.compile(r"[^\S\n\r]*\t[^\S\n\r]*|(?<![\n\r \t])[^\S\n\r]{4,}")
# A sentence ends at a line end, or at a full stop before a capital, digit or opening mark.
SENTENCE_END = re.compile(r"[.!?…]+[\"»”')\]]*\s+(?=[^\W_a-zñáéíóúü]|[¿¡«“\"(\-])|[\n\r]+")


def parts(text: str, start: int, end: int) -> bool:
    """Whether a paragraph ends between two offsets (at a blank line), or a cell of a table does."""
    return bool(BLANK_LINE.search(text, start, end) or CELL_BORDER.search(text, start, end))


def line_number(text: str, offset: int) -> int:
    """The number, from 1 on, of the line that an offset lies in."""
    ends = sum(text.count(end, 0, offset) for end in _ENDS)
    return 1 + ends - text.count("\r\n", 0, offset)
