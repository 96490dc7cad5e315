"""Tokens: the smallest stretches that a span can begin or end at, in sequences that end where lines end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from deid_studio.detection.affixes import Affixes
from deid_studio.people.pieces import CHUNK, LINE, Line, pieces

# Longer chunks go to our rules alone, and are not kept.
_LONGEST_KEPT = 100
_CACHED_CHUNKS = 40_000
_KEPT = 4  # texts: a report, and the same as it is read in another case
MAX_TOKENS = 1000


# One sequence of tokens: a line of the report, or a bounded part of an over-long one.
TokenLine = Line


class Tokenizer:
    """spaCy's blank Spanish tokenizer (`affixes`) with our own splitting inside its tokens.

    Both work on blank-delimited chunks, so the result for a chunk is kept and most of a report costs one look-up a
    chunk. Chunks that are very long (the search for affixes is quadratic) or not encodable (lone surrogates) are split
    by our rules alone. Safe to share between threads.
    """

    def __init__(self) -> None:
        self._affixes = Affixes()
        self._known: dict[str, tuple[tuple[int, int, str], ...]] = {}
        # The detectors of a pipeline ask for the same report one after the other.
        self._kept = lru_cache(_KEPT)(self._lines)

    def lines(self, text: str) -> list[TokenLine]:
        """The token sequences of `text`, without empty ones; works on any string."""
        return self._kept(text)

    def words(self, chunk: str) -> list[str]:
        """The tokens of one blank-free stretch."""
        return [word for _, _, word in self._known.get(chunk) or self._split(chunk)]

    def _lines(self, text: str) -> list[TokenLine]:
        found = [[(m.group(), m.start()) for m in CHUNK.finditer(text, *line.span())] for line in LINE.finditer(text)]
        known = self._known
        if len(known) > _CACHED_CHUNKS:
            known = self._known = {}
        for line in found:
            for chunk, _ in line:
                if chunk not in known and len(chunk) <= _LONGEST_KEPT:
                    known[chunk] = tuple(self._split(chunk))
        sequences: list[TokenLine] = []
        for line in found:
            words: list[str] = []
            starts: list[int] = []
            ends: list[int] = []
            for chunk, at in line:
                for start, end, word in known.get(chunk) or self._split(chunk):
                    words.append(word)
                    starts.append(at + start)
                    ends.append(at + end)
            if words:
                sequences.extend(_bounded(words, starts, ends))
        return sequences

    def _split(self, chunk: str) -> Iterable[tuple[int, int, str]]:
        # Letters alone are one token to spaCy, exceptions apart, and most chunks that a report brings are just that.
        if (
            len(chunk) > _LONGEST_KEPT
            or (chunk.isalpha() and chunk not in self._affixes.exceptions)
            or not _encodable(chunk)
        ):
            outer = [chunk]
        else:
            outer = self._affixes.split(chunk)
        at = 0
        for token in outer:
            for piece in pieces(token):
                yield at, at + len(piece), piece
                at += len(piece)


@cache
def tokenizer() -> Tokenizer:
    """The tokenizer, made on first use."""
    return Tokenizer()


def _encodable(chunk: str) -> bool:
    try:
        chunk.encode()
    except UnicodeEncodeError:
        return False
    return True


def _bounded(words: list[str], starts: list[int], ends: list[int]) -> Iterable[TokenLine]:
    at = 0
    while len(words) - at > MAX_TOKENS:
        cut = at + MAX_TOKENS
        # A sentence's end is a better place to cut than the middle of a name.
        while cut > at + MAX_TOKENS // 2 and words[cut - 1] != ".":
            cut -= 1
        if words[cut - 1] != ".":
            cut = at + MAX_TOKENS
        yield TokenLine(words[at:cut], starts[at:cut], ends[at:cut])
        at = cut
    yield TokenLine(words[at:], starts[at:], ends[at:])
