"""Words of a report as patient fields are compared with them: folded, with case, cut where words are run together."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import regex

from deid_studio.last_texts import LastTexts
from deid_studio.people.folding import fold

# Soft hyphens belong to a word that they only divide on screen.
_CHUNK = regex.compile(r"(\bM\.[ªa](?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}\u00ad]+)")
_MARIA = re.compile(r"M\.[ªa]")
# The signs of Latin-1, blanks for those that are in no other chunk than that.
_BLANKED = bytes(code if _CHUNK.fullmatch(chr(code)) else ord(" ") for code in range(256))
# `GarcíaNºCol`, `DRAlberto`, `Rivera28`, `28Rivera`: words run together; one digit among letters is a misread letter.
_SEAM = regex.compile(
    r"""(?<=\p{Ll}\p{M}*)(?=\p{Lu}) | (?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{3})
      | (?<=\p{L}\p{M}*)(?=\p{N}{2}) | (?<=\p{N}{2})(?=\p{L})""",
    regex.VERBOSE | regex.VERSION1,
)
_CACHED = 20_000
# Longer than any name with all of its particles and surnames: sequences, keys, encoded data.
_LONGEST = 100
_Folds = str | tuple[str, ...]


class ReportWords:
    """The words of one report: `starts` and `ends` in code points, `folded`, `capital` whether it begins with one.

    `chunks` are what was cut: (first word, last word, all of it folded).
    """

    def __init__(self, text: str) -> None:
        self.text = text
        starts, ends, words = _chunks(text)
        if len(_FOLDED) > _CACHED:
            _FOLDED.clear()
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.folded: list[str] = []
        self.capital: list[bool] = []
        self.chunks: list[tuple[int, int, str]] = []
        folded = list(map(_FOLDED.__getitem__, words))
        done = 0
        for at in [at for at, own in enumerate(folded) if isinstance(own, tuple)]:
            self._add(starts[done:at], ends[done:at], words[done:at], folded[done:at])
            self._add_pieces(starts[at], folded[at])
            done = at + 1
        self._add(starts[done:], ends[done:], words[done:], folded[done:])

    def _add(self, starts: list[int], ends: list[int], words: Sequence[str], folded: Sequence[Any]) -> None:
        self.starts += starts
        self.ends += ends
        self.folded += folded
        self.capital += [word[0].isupper() for word in words]

    def _add_pieces(self, start: int, pieces: Sequence[str]) -> None:
        """Add the pieces of a chunk; one that is too long has none."""
        folded = list(map(_fold, pieces))
        ends = list(accumulate(map(len, pieces), initial=start))
        if pieces:
            self.chunks.append((len(self), len(self) + len(pieces) - 1, "".join(folded)))
        self._add(ends[:-1], ends[1:], pieces, folded)

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each different word."""
        return self.places_of(set(self.folded))

    def places_of(self, folded: Set[str]) -> dict[str, list[int]]:
        """The places of those of some words that are there."""
        found: dict[str, list[int]] = {}
        for index in [index for index, word in enumerate(self.folded) if word in folded]:
            found.setdefault(self.folded[index], []).append(index)
        return found

    def shouted(self, index: int) -> bool:
        """Whether a word of two letters or more is all in capitals."""
        start, end = self.starts[index], self.ends[index]
        return end - start > 1 and self.text[start:end].isupper()

    def gap(self, index: int) -> str:
        """What stands between a word and the next; empty after the last."""
        if index + 1 >= len(self.starts):
            return ""
        return self.text[self.ends[index] : self.starts[index + 1]]


@LastTexts
def words_of_report(text: str) -> ReportWords:
    """The words of a report that is searched again and again; those of the last ones are kept."""
    return ReportWords(text)


def _chunks(text: str) -> tuple[list[int], list[int], list[str]]:
    """Where chunks begin and end, and the chunks; of a text in Latin-1, as most are, by what is blank of it."""
    try:
        blanked = text.encode("latin-1").translate(_BLANKED)
    except UnicodeEncodeError:
        blanked = None
    if blanked is None or _MARIA.search(text) is not None:
        parts = _CHUNK.split(text)
        bounds = list(accumulate(map(len, parts)))
        return bounds[:-1:2], bounds[1::2], parts[1::2]
    edges = np.flatnonzero(np.diff(np.frombuffer(b" " + blanked + b" ", dtype=np.uint8) == ord(" "))).tolist()
    return edges[::2], edges[1::2], blanked.decode("latin-1").split()


def _fold(word: str) -> str:
    folded = fold(word).replace("\u00ad", "")
    return word if word == folded else folded


class _Folded(dict[str, _Folds]):
    """Chunks with what they are folded, or with their pieces where they are several words; kept when first met."""

    def __missing__(self, chunk: str) -> _Folds:
        if len(chunk) > _LONGEST:
            return ()
        if "." in chunk:
            return "mª"
        plain = chunk.isalpha() and (chunk.islower() or chunk[1:].islower() or chunk.isupper())
        pieces = () if plain or chunk.isdigit() else tuple(filter(None, _SEAM.split(chunk)))
        folds = pieces if len(pieces) > 1 else _fold(chunk)
        if len(self) < 2 * _CACHED:  # of one text there may be more
            self[chunk] = folds
        return folds


_FOLDED = _Folded()
