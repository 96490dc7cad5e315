"""FoldedText: a report in lower case, without accents and doubled blanks, with the exact map back."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator

import regex

from deid_studio.last_texts import LastTexts
from deid_studio.people.sign_table import SignTable

# Removed when folding: combining marks, what shows nothing, and every blank after a blank.
_BLANKS = r"(?<=[^\S\n\r])[^\S\n\r]+"
_REMOVED, _DOUBLED = regex.compile(rf"[\p{{M}}\p{{Cf}}]+|{_BLANKS}"), regex.compile(_BLANKS)
_NO_BLANK = re.compile("[\xad\u0300-\U0010ffff]")  # all else that is removed is among these


class _Folding(dict[int, str]):
    """Code point → its folded character, always exactly one, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        lower = character.lower()
        base = "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))
        folded = base if len(base) == 1 else lower if len(lower) == 1 else character
        if folded.isspace() and folded not in "\n\r":
            folded = " "
        elif folded in "\u2010\u2011\u2012\u2013\u2014\u2212":
            folded = "-"
        elif folded in "\u2018\u2019\u00b4`":
            folded = "'"
        elif folded in "\u201c\u201d\u00ab\u00bb":
            folded = '"'
        elif folded == "°":
            folded = "º"
        self[code] = folded
        return folded


_FOLDING = SignTable(_Folding())


class _Unaccenting(dict[int, str]):
    """Code point → its letter without accents in the same case, always exactly one, worked out when first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = unicodedata.normalize("NFD", character)[0]
        # A cedilla parts words: `plaça` is a square and `placa` a plate.
        self[code] = base if character.isalpha() and base.isalpha() and base not in "cC" else character
        return self[code]


_UNACCENTING = SignTable(_Unaccenting())


def unaccented(text: str) -> str:
    """The text with its letters' accents taken off, as many code points as before: `Muñoz` → `Munoz`."""
    return _UNACCENTING.of(text)


def fold_signs(text: str) -> str:
    """The text in lower case without accents, as many code points as before."""
    return _FOLDING.of(text)


def fold_line(text: str) -> str:
    """One gazetteer entry or cue in the form that a folded report has."""
    if _REMOVED.search(text) is None:  # nearly always, and tens of thousands of entries are read at each start
        return fold_signs(text).strip()
    return FoldedText(text).folded.strip()


@LastTexts
def folded_report(text: str) -> FoldedText:
    """A report for look-up; those of the last ones are kept, for several detectors ask for the same."""
    return FoldedText(text)


class FoldedText:
    """A text for look-up: `folded`, and `to_text` from its offsets to code points of the original.

    Lower case, accents and invisible characters removed, runs of blanks as one space, quotes, dashes and degree signs
    unified. Line ends stay. `marks` are the folded offsets after which something was removed, ascending; `gains` how
    much had been removed in all, from each of them on.
    """

    __slots__ = ("folded", "gains", "marks", "original")

    def __init__(self, text: str) -> None:
        self.original = text
        self.marks: list[int] = []
        self.gains: list[int] = []
        pieces: list[str] = []
        at = removed = 0
        folded = _FOLDING.of(text)
        for match in _removed(text, folded):
            start, end = match.span()
            pieces.append(text[at:start])
            mark = start - removed
            removed += end - start
            if self.marks and self.marks[-1] == mark:
                self.gains[-1] = removed
            else:
                self.marks.append(mark)
                self.gains.append(removed)
            at = end
        pieces.append(text[at:])
        self.folded = _FOLDING.of("".join(pieces)) if at else folded

    def begin(self, start: int) -> int:
        """The code point of the original at which a folded offset begins."""
        first = bisect_right(self.marks, start)
        return start + self.gains[first - 1] if first else start

    def to_text(self, start: int, end: int) -> tuple[int, int]:
        """The code points `[start, end)` of the original that folded offsets stand for; accents stay with letters."""
        if not self.marks:
            return start, end
        begin = self.begin(start)
        last = bisect_right(self.marks, end - 1)
        finish = end - 1 + (self.gains[last - 1] if last else 0) + 1
        while finish < len(self.original) and unicodedata.combining(self.original[finish]):
            finish += 1
        return begin, finish


def _removed(text: str, folded: str) -> Iterator[regex.Match[str]]:
    """What is removed of a text, which is `folded` as a whole: most have some doubled blanks at most."""
    if _NO_BLANK.search(text) is not None:
        yield from _REMOVED.finditer(text)
        return
    at = folded.find("  ")
    while at >= 0:
        match = _DOUBLED.match(text, at + 1)
        if match is not None:
            yield match
        at = folded.find("  ", at + 1 if match is None else match.end())
