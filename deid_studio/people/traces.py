"""Traces: whatever of what was marked stands in a text: all of it, a word of a name, or its figures.

For who must let nothing leave: nothing is passed over here because it may be something else. Case, accents, doubled
blanks and the signs between figures say nothing. Linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import ahocorasick
import regex

from deid_studio.model.kinds import Kind
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.people.name_reading import read_words
from deid_studio.people.person import Marked

LEAST = 4  # characters of a string that is looked for
_LEAST_CAPITAL = 3  # of a word of a name that is written with a capital
_LEAST_DIGITS = 5
_DIGITS = frozenset((Kind.NUMBER, Kind.PHONE, Kind.UNKNOWN))
_NOT_BETWEEN = regex.compile(r"[\p{L}\n]")


class TraceKind(StrEnum):
    """What of a marked text stands there."""

    TEXT = "text"
    NAME_WORD = "name-word"
    DIGITS = "digits"


@dataclass(frozen=True, slots=True)
class Trace:
    """A stretch of a text (code points), what stands there, of what kind it is, and where it was marked."""

    start: int
    end: int
    trace: TraceKind
    kind: Kind
    marked: Marked


class Traces:
    """What was marked, each with its kind and with the names that stand in it, ready to be looked for in any text."""

    def __init__(self, marked: Iterable[tuple[Marked, Kind, tuple[str, ...]]]) -> None:
        known = list(marked)
        strings: dict[str, tuple[TraceKind, Kind, Marked]] = {}
        # The words of names first: all of a text, where it is one, comes over them.
        for one, kind, names in known:
            strings |= {word: (TraceKind.NAME_WORD, kind, one) for name in names for word in _words(name, kind)}
        digits: dict[str, tuple[TraceKind, Kind, Marked]] = {}
        for one, kind, _ in known:
            folded = FoldedText(one.text).folded.strip()
            if len(folded) >= LEAST:
                strings[folded] = TraceKind.TEXT, kind, one
            figures = "".join(filter(str.isdigit, one.text))
            if kind in _DIGITS and len(figures) >= _LEAST_DIGITS:
                digits[figures] = TraceKind.DIGITS, kind, one
        self._strings = _automaton(strings)
        self._digits = _automaton(digits)

    def find(self, text: str) -> Iterator[Trace]:
        """The traces in a text; some may overlap."""
        yield from self._found_strings(FoldedText(text))
        yield from self._found_digits(text)

    def _found_strings(self, text: FoldedText) -> Iterator[Trace]:
        folded = text.folded
        for last, (length, told) in self._strings.iter(folded) if self._strings else ():
            start, end = last - length + 1, last + 1
            if _is_edge(folded, start) and _is_edge(folded, end):
                yield Trace(*text.to_text(start, end), *told)

    def _found_digits(self, text: str) -> Iterator[Trace]:
        """Numbers with other signs between their figures."""
        if not self._digits:
            return
        places = [index for index, character in enumerate(text) if character.isdigit()]
        for last, (length, told) in self._digits.iter("".join(text[index] for index in places)):
            start, end = places[last - length + 1], places[last] + 1
            # Signs between the figures, but no words: else numbers that follow each other are taken for one.
            if not _NOT_BETWEEN.search(text[start:end]):
                yield Trace(start, end, *told)


def _words(name: str, kind: Kind) -> Iterator[str]:
    """The words of a name that are looked for by themselves: those with a capital, all where a person's has none."""
    small = kind is Kind.PERSON and not any(character.isupper() for character in name)
    for word in read_words(name):
        if len(word.text) >= LEAST if small else word.text[0].isupper() and len(word.text) >= _LEAST_CAPITAL:
            yield fold(word.text)


def _automaton(strings: dict[str, tuple[TraceKind, Kind, Marked]]) -> ahocorasick.Automaton | None:
    if not strings:
        return None
    automaton = ahocorasick.Automaton()
    for string, told in strings.items():
        automaton.add_word(string, (len(string), told))
    automaton.make_automaton()
    return automaton


def _is_edge(folded: str, at: int) -> bool:
    """Whether no word and no number goes on over a place."""
    return at in (0, len(folded)) or not (folded[at - 1].isalnum() and folded[at].isalnum())
