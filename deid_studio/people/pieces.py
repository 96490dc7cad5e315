"""Pieces: the smallest stretches of a report that a span can begin or end at, line by line; no library is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from deid_studio.kernel.compiled import native
from deid_studio.last_texts import LastTexts
from deid_studio.people.folding import fold_words
from deid_studio.people.latin import FOLDS, KINDS, SHOWN

# Everything str.splitlines takes as a line end; no span of the corpus crosses one.
LINE = regex.compile("[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
# Blanks, and characters that show nothing (BOM, NUL, zero-width marks): never part of a token.
CHUNK = regex.compile(rf"{SHOWN}+")
# Letters, digits and other signs apart; case changes apart (`GarcíaNºCol`, `DRAlberto`); an age unit apart from a word
# that is run together with it (`añosingresó`).
_PIECE = regex.compile(
    r"""(?:\p{Lu}\p{M}*)+(?=\p{Lu}\p{M}*(?:\p{Ll}\p{M}*){3})
      | (?:años|meses|días)(?=\p{Ll}{2})
      | (?:\p{Lu}\p{M}*)*(?:[\p{L}--\p{Lu}]\p{M}*)+
      | (?:\p{Lu}\p{M}*)+
      | \p{Nd}+
      | \X""",
    regex.VERSION1 | regex.VERBOSE,
)
_AGES = ("años", "meses", "días")
_LONGEST_KEPT = 100
_CACHED = 2000  # most chunks are one piece, and others that come again are known to the tokenizer


@dataclass(frozen=True)
class Line:
    """The pieces of a line, or of a part of one: `words`, `starts` and `ends` (code points of the report) run in
    parallel."""

    words: list[str]
    starts: list[int]
    ends: list[int]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def folded(self) -> list[str]:
        """The words folded; kept, for a line is searched again and again."""
        return fold_words(self.words)


def pieces(chunk: str) -> list[str]:
    """The stretches of one blank-free string."""
    if (chunk[1:].islower() and chunk.isalpha() and not chunk.startswith(_AGES)) or chunk.isdecimal():
        return [chunk]
    return list(_PIECE.findall(chunk)) if len(chunk) > _LONGEST_KEPT else list(_kept(chunk))


def folded_pieces(text: str) -> list[str]:
    """The pieces of a text, folded."""
    if native is not None:
        try:
            latin = text.encode("latin-1")
        except UnicodeEncodeError:
            pass
        else:
            found: list[str] = native.folded_pieces(latin, KINDS, FOLDS)
            return found
    return folded_pieces_by_python(text)


def folded_pieces_by_python(text: str) -> list[str]:
    """The same in Python, of any text."""
    return fold_words(piece for chunk in CHUNK.findall(text) for piece in pieces(chunk))


@LastTexts
def lines_of(text: str) -> list[Line]:
    """The lines of a text in pieces, without empty ones; works on any string. Those of the last ones are kept."""
    found = []
    for one in LINE.finditer(text):
        line = Line([], [], [])
        for chunk in CHUNK.finditer(text, *one.span()):
            at = chunk.start()
            for piece in pieces(chunk.group()):
                line.words.append(piece)
                line.starts.append(at)
                at += len(piece)
                line.ends.append(at)
        if line.words:
            found.append(line)
    return found


@lru_cache(maxsize=_CACHED)
def _kept(chunk: str) -> tuple[str, ...]:
    return tuple(_PIECE.findall(chunk))
