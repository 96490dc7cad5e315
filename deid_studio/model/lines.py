"""Lines of a text: where they are, by every sign at which a text widget begins a new one."""

from __future__ import annotations

import re

LINE = re.compile("[^\n\r\u2028\u2029\x0b\x0c\x85]+")
LINE_END = re.compile("\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")


def line_number(text: str, offset: int) -> int:
    """The number, from 1 on, of the line that an offset lies in."""
    return 1 + sum(1 for _ in LINE_END.finditer(text, 0, offset))
