"""Tokens: the smallest stretches that a span can begin or end at, in sequences that end where lines end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate

from deid_studio.detection.affixes import Affixes
from deid_studio.kernel.compiled import native
from deid_studio.last_texts import LastTexts
from deid_studio.people.pieces import CHUNK, Line, pieces

# Longer chunks go to our rules alone, and are not kept.
_LONGEST_KEPT = 100
_CACHED_CHUNKS = 40_000
_SHARED_PLACES = 10_000  # code points: few reports are longer
MAX_TOKENS = 1000
# Latin letters, figures and signs of one code point: spaCy parts these only where our rules do, but for one word.
_PLAIN = re.compile("[!-~\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u20ac]+")
_PARTED = "pal"
# Most chunks are one word of small or of capital letters with a sign behind it at most; an age unit may end within it.
_WORD = re.compile("(?!años|meses|días)([A-ZÁÉÍÓÚÑÜ]?[a-záéíóúñü]+|[A-ZÁÉÍÓÚÑÜ]+)([.,:;)])?")


# One sequence of tokens: a line of the report, or a bounded part of an over-long one.
TokenLine = Line
_Words = tuple[str, ...]


class Tokenizer:
    """spaCy's blank Spanish tokenizer (`affixes`) with our own splitting inside its tokens.

    Both work on blank-delimited chunks, so the result for a chunk is kept and most of a report costs one look-up a
    chunk. Chunks that are very long (the search for affixes is quadratic) or not encodable (lone surrogates) are split
    by our rules alone, and so are those that spaCy would part nowhere else. Safe to share between threads.
    """

    def __init__(self) -> None:
        self._affixes = Affixes()
        self._known: dict[str, _Words] = {}  # the tokens of stretches that consist of nothing else
        # What is kept of many reports has each number once: less memory to go through, and nothing to be made.
        self._places = list(range(_SHARED_PLACES))
        # The detectors of a pipeline ask for the same report one after the other.
        self.lines = LastTexts(self._lines)

    def words(self, chunk: str) -> list[str]:
        """The tokens of one blank-free stretch."""
        told = self._known.get(chunk) or self._tell(chunk)
        return [*told] if isinstance(told, tuple) else [word for _, word in told]

    def _lines(self, text: str) -> list[TokenLine]:
        """The token sequences of `text`, without empty ones; works on any string."""
        if len(self._known) > _CACHED_CHUNKS:
            self._known = {}
        found = (
            self._plain_tokens(text) if native is None else native.tokens(text, self._known, self._tell, self._places)
        )
        sequences: list[TokenLine] = []
        for words, starts, ends in found:
            if len(words) > MAX_TOKENS:
                sequences.extend(_bounded(words, starts, ends))
            else:
                sequences.append(TokenLine(words, starts, ends))
        return sequences

    def _plain_tokens(self, text: str) -> Iterator[tuple[list[str], list[int], list[int]]]:
        """The words of each line that has some, where they begin and end: what the kernel has to give."""
        begin = 0
        for line in text.splitlines(keepends=True):
            words: list[str] = []
            starts: list[int] = []
            ends: list[int] = []
            end = begin
            for stretch in line.split():
                at = text.find(stretch, end)  # between stretches is nothing that one may begin with
                end = at + len(stretch)
                told = self._known.get(stretch) or self._tell(stretch)
                pairs = zip(_places(told), told, strict=True) if isinstance(told, tuple) else told
                for first, word in pairs:
                    words.append(word)
                    starts.append(at + first)
                    ends.append(at + first + len(word))
            if words:
                yield words, starts, ends
            begin += len(line)

    def _tell(self, stretch: str) -> _Words | list[tuple[int, str]]:
        """The tokens of a stretch without blanks; where something in it shows nothing, and is in none, their places."""
        plain = _PARTED not in stretch
        if plain and (one := _WORD.fullmatch(stretch)):
            found = one.groups() if one[2] else (stretch,)
        elif plain and _PLAIN.fullmatch(stretch):
            found = tuple(pieces(stretch))
        elif CHUNK.fullmatch(stretch):
            found = tuple([word for _, word in self._parted(stretch)])
        else:
            return [*self._parted(stretch)]
        if len(stretch) <= _LONGEST_KEPT:
            self._known[stretch] = found
        return found

    def _parted(self, stretch: str) -> Iterator[tuple[int, str]]:
        """Each token of a stretch, with its place there."""
        for chunk in CHUNK.finditer(stretch):
            at, text = chunk.start(), chunk.group()
            spacys = self._affixes.split(text) if len(text) <= _LONGEST_KEPT and _encodable(text) else [text]
            for token in spacys:
                for piece in pieces(token):
                    yield at, piece
                    at += len(piece)


@cache
def tokenizer() -> Tokenizer:
    """The tokenizer, made on first use."""
    return Tokenizer()


def _places(words: _Words) -> Iterator[int]:
    """Where words begin that stand one behind the other."""
    return accumulate(map(len, words[:-1]), initial=0)


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
