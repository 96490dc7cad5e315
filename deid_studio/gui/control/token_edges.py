"""TokenEdges: where the tokens of a report begin and end, found as they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from deid_studio.model.span import Span
from deid_studio.people.pieces import pieces

_LONGEST_CHUNK = 500
_CHUNK = re.compile(rf"\S{{1,{_LONGEST_CHUNK}}}")


class Edge(Enum):
    """The two edges of a span."""

    START = "start"
    END = "end"


class TokenEdges:
    """Token edges of a text by the detector's own splitting; offsets in code points."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, offset: int, direction: int) -> int:
        """The next edge strictly after `offset` (direction 1) or before it (-1); the text's end or 0 if none."""
        if direction > 0:
            return next((edge for edge in self._from(self._chunk_start(offset)) if edge > offset), len(self.text))
        at = offset
        while at > 0:
            at = self._chunk_start(at - 1)
            before = [edge for edge in self._within(at, offset) if edge < offset]
            if before:
                return before[-1]
        return 0

    def start_of_span(self, start: int, direction: int, limit: int) -> int | None:
        """Where a span that begins at `start` would begin one token further, before `limit`; None if nowhere."""
        edge = self(start, direction)
        while 0 <= edge < limit:
            if not self.text[edge].isspace():
                return edge if edge != start else None
            if edge == 0:
                return None
            edge = self(edge, direction)
        return None

    def end_of_span(self, end: int, direction: int, limit: int) -> int | None:
        """Where a span that ends at `end` would end one token further, after `limit`; None if nowhere."""
        edge = self(end, direction)
        while limit < edge <= len(self.text):
            if not self.text[edge - 1].isspace():
                return edge if edge != end else None
            if edge == len(self.text):
                return None
            edge = self(edge, direction)
        return None

    def moved(self, span: Span, edge: Edge, direction: int, by_token: bool) -> tuple[int, int] | None:
        """Start and end of a span whose edge moves by a token or a character; None where it cannot."""
        start: int | None = span.start
        end: int | None = span.end
        if edge is Edge.START:
            start = self.start_of_span(span.start, direction, span.end) if by_token else span.start + direction
        else:
            end = self.end_of_span(span.end, direction, span.start) if by_token else span.end + direction
        if start is None or end is None or not 0 <= start < end <= len(self.text):
            return None
        return start, end

    def word_at(self, offset: int) -> tuple[int, int] | None:
        """The token at `offset` or ending there; None between blanks."""
        edges = list(self._within(self._chunk_start(offset), offset + 1))
        for start, end in zip(edges[::2], edges[1::2], strict=False):
            if start <= offset <= end:
                return start, end
        return None

    def _chunk_start(self, offset: int) -> int:
        """The begin of the blank-free stretch around `offset`, at most some hundred characters back."""
        begin = max(offset - _LONGEST_CHUNK, 0)
        before = self.text[begin:offset]
        stretch = re.search(r"\S*\Z", before)
        assert stretch is not None
        return begin + stretch.start()

    def _from(self, begin: int) -> Iterator[int]:
        for chunk in _CHUNK.finditer(self.text, begin):
            at = chunk.start()
            for piece in pieces(chunk.group()):
                yield at
                at += len(piece)
                yield at

    def _within(self, begin: int, end: int) -> Iterator[int]:
        for edge in self._from(begin):
            yield edge
            if edge > end:
                return
