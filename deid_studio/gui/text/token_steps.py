"""Where Ctrl+arrow, token selection and a double click lead, given where tokens begin and end."""

from __future__ import annotations

from collections.abc import Callable

# The next token edge strictly after (direction 1) or before (-1) a code point offset, clamped to the text.
Edges = Callable[[int, int], int]


def next_stop(text: str, edges: Edges, offset: int, direction: int) -> int:
    """The end of the token ahead (direction 1) or the start of the one behind (-1); blanks are passed over."""
    stop = edges(offset, direction)
    if text[min(offset, stop) : max(offset, stop)].isspace():
        stop = edges(stop, direction)
    return stop


def next_start(text: str, edges: Edges, offset: int) -> int:
    """The start of the next token; blanks are passed over."""
    stop = edges(offset, 1)
    after = edges(stop, 1)
    return after if text[stop:after].isspace() else stop


def token_at(text: str, edges: Edges, offset: int) -> tuple[int, int] | None:
    """The token that holds the code point at `offset`, or None on blanks and at the text's end."""
    if not 0 <= offset < len(text) or text[offset].isspace():
        return None
    return edges(offset + 1, -1), edges(offset, 1)


def whole_tokens(text: str, edges: Edges, start: int, end: int) -> tuple[int, int]:
    """[start, end) without blanks at its ends and widened to whole tokens; empty when there are only blanks."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start == end:
        return start, end
    return edges(start + 1, -1), edges(end - 1, 1)


def nearest_edge(edges: Edges, offset: int, length: int) -> int:
    """The token edge nearest to `offset` in a text of `length` code points."""
    before = edges(offset + 1, -1) if offset < length else offset
    after = edges(offset, 1) if offset < length else offset
    return before if offset - before <= after - offset else after
