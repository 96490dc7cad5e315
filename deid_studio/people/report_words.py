"""Words of a report as patient fields are compared with them: folded, with case, cut where words are run together."""

from __future__ import annotations

import re
from array import array
from functools import cached_property
from typing import TypeAlias

import regex

from deid_studio.kernel.compiled import native
from deid_studio.last_texts import LastTexts
from deid_studio.people.folding import fold
from deid_studio.people.latin import FOLDS, KINDS, latin_report

# Soft hyphens belong to a word that they only divide on screen.
_CHUNK = regex.compile(r"\bM\.[ªa](?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}\u00ad]+")
_MARIA = re.compile(r"M\.[ªa]")
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
_Cut: TypeAlias = "tuple[array[int], array[int], list[str], list[bool], list[tuple[int, int, str]], list[int]]"


class ReportWords:
    """The words of one report: `starts` and `ends` in code points, `folded`, `capital` whether it begins with one.

    `chunks` are what was cut: (first word, last word, all of it folded); `letters` the places of words that are one
    capital.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        cut = _by_kernel(text) or cut_by_python(text)
        self.starts, self.ends, self.folded, self.capital, self.chunks, self.letters = cut

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each different word."""
        found: dict[str, list[int]] = {}
        for index, word in enumerate(self.folded):
            found.setdefault(word, []).append(index)
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


def _by_kernel(text: str) -> _Cut | None:
    """What the kernel cuts; None of a text with words beyond Latin-1 in it, or with `M.ª`, and where there is none."""
    latin = None if native is None or _MARIA.search(text) is not None else latin_report(text)
    if native is None or latin is None:
        return None
    starts, ends, *others = native.report_words(latin, KINDS, FOLDS, _LONGEST)
    return array("I", starts), array("I", ends), *others


def cut_by_python(text: str) -> _Cut:
    """The same of any text."""
    if len(_FOLDED) > _CACHED:
        _FOLDED.clear()
    cut: _Cut = array("I"), array("I"), [], [], [], []
    for chunk in _CHUNK.finditer(text):
        folds = _FOLDED[chunk.group()]
        if isinstance(folds, str):
            _add(cut, chunk.start(), chunk.group(), folds)
            continue
        folded = list(map(_fold, folds))  # of one that is too long nothing
        if folded:
            first = len(cut[0])
            cut[4].append((first, first + len(folded) - 1, "".join(folded)))
        at = chunk.start()
        for piece, own in zip(folds, folded, strict=True):
            _add(cut, at, piece, own)
            at += len(piece)
    return cut


def _add(cut: _Cut, start: int, word: str, folded: str) -> None:
    starts, ends, words, capital, _, letters = cut
    if len(folded) < 2 and word[0].isupper():
        letters.append(len(words))
    starts.append(start)
    ends.append(start + len(word))
    words.append(folded)
    capital.append(word[0].isupper())


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
