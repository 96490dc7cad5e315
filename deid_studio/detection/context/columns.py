"""Columns: a report as the context model sees it, in which no name is told from another.

A word is told by itself only where it is one of the language (`ordinary_words`); of any other, names above all, the
model sees the lists it stands in, its shape and a few of its letters.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from deid_studio import paths
from deid_studio.detection.gazetteers import GazetteerIndex, read_gazetteers, shipped_gazetteers
from deid_studio.detection.harmless.harmless import Harmless, Weight
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary

PARTS = 2048  # rows for parts of words, which share them by chance
_PARTS = 4  # of a word: its last two and three letters, its first three, how it is written
_NAMES = frozenset(("first_name", "last_name"))
_PLACES = frozenset(("town", "country", "region"))
SHAPES = (
    "none", "line", "gap", "a", "A1", "A2", "A4", "A", "Aa", "mixed", "1", "2", "3", "4", "5+", "sign", "other",
)  # fmt: skip
_SHAPE = {name: number for number, name in enumerate(SHAPES)}
_FLAGS = (
    "ordinary", "both_names", "unknown_word", "line_upper", "line_lower", "line_first", "after_stop",
    "glued", "capital_inside", "elsewhere_capital_inside", "elsewhere", "line_short", "report_lower", "wide_gap",
    "plain", "harmless",
)  # fmt: skip
_FLAG = {name: number for number, name in enumerate(_FLAGS)}
_STOPS = frozenset(".:!?-•*·>–")
_CACHED = 40_000
_LONGEST = 40
_FEW, _HARDLY = 20, 0.02  # letters and share of capitals of a report that is said to be in small letters


@dataclass(frozen=True, slots=True)
class Columns:
    """A report of n places: `words` and `shapes` `(n,)`, `parts` `(n, 4)`, `marks` `(n, marks)` of 0 and 1.

    `place` has for each the number of its line and of its token in it; ends of lines have token -1.
    """

    words: NDArray[np.int32]
    parts: NDArray[np.int32]
    shapes: NDArray[np.int32]
    marks: NDArray[np.float32]
    lines: tuple[TokenLine, ...]
    place: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a word wherever it stands; `key` is what it is told by, or empty."""

    folded: str
    key: str
    parts: tuple[int, ...]
    shape: int
    marks: tuple[int, ...]
    capital: bool
    lower: bool


class Reader:
    """Reads reports; `words` are those that are told by themselves, numbered from 1 on (0: all others).

    `marks` names what is marked of a place: facts about the word and its line, the lists that hold the word by itself
    (`g:`) and those that hold the phrase around it (`p:`).
    """

    def __init__(self, words: Sequence[str], index: GazetteerIndex, ordinary: Vocabulary, harmless: Harmless) -> None:
        self.words = {word: number for number, word in enumerate(words, 1)}
        self._index = index
        self._ordinary = ordinary
        self._harmless = harmless
        kinds = sorted(index.all_kinds)
        names = [*_FLAGS, *(f"g:{kind}" for kind in kinds), *(f"p:{kind}" for kind in kinds)]
        self.marks = tuple(names)
        self._single = {kind: len(_FLAGS) + number for number, kind in enumerate(kinds)}
        self._phrase = {kind: len(_FLAGS) + len(kinds) + number for number, kind in enumerate(kinds)}
        self._known: dict[str, _Known] = {}

    def key(self, text: str) -> str:
        """What a word is told by; empty where only what is known of it is told."""
        return self._of(text).key

    def read(self, text: str) -> Columns:
        """The columns of a report's text."""
        lines = tokenizer().lines(text)
        known = [[self._of(word) for word in line.words] for line in lines]
        total = sum(map(len, lines)) + len(lines)
        words = np.zeros(total, dtype=np.int32)
        parts = np.zeros((total, _PARTS), dtype=np.int32)
        shapes = np.zeros(total, dtype=np.int32)
        marks = np.zeros((total, len(self.marks)), dtype=np.float32)
        place = np.zeros((total, 2), dtype=np.int32)
        met, inside, small = _seen(lines, known)
        at = 0
        for number, (line, own) in enumerate(zip(lines, known, strict=True)):
            some = [one for one in own if one.shape in _LETTERS]
            upper = bool(some) and not any(one.lower for one in some)
            lower = bool(some) and not any(one.capital for one in some)
            weights = self._harmless.weights(line)
            for i, one in enumerate(own):
                words[at] = self.words.get(one.key, 0)
                parts[at] = one.parts
                shapes[at] = one.shape
                row = marks[at]
                for mark in one.marks:
                    row[mark] = 1
                first = i == 0 or line.words[i - 1] in _STOPS
                gap = line.starts[i] - line.ends[i - 1] if i else 1
                flags = (
                    ("line_upper", upper), ("line_lower", lower), ("line_first", i == 0), ("after_stop", first),
                    ("glued", gap == 0), ("wide_gap", gap > 1), ("capital_inside", one.capital and not first),
                    ("elsewhere_capital_inside", one.folded in inside and not (one.capital and not first)),
                    ("elsewhere", met[one.folded] > 1), ("line_short", len(line) < 6), ("report_lower", small),
                    ("plain", weights[i] is Weight.PLAIN), ("harmless", weights[i] is Weight.HARMLESS),
                )  # fmt: skip
                for name, true in flags:
                    if true:
                        row[_FLAG[name]] = 1
                place[at] = number, i
                at += 1
            start = at - len(own)
            for hit in self._index.phrases([one.folded for one in own]):
                marks[start + hit.start : start + hit.end, self._phrase[hit.kind]] = 1
            following = lines[number + 1].starts[0] if number + 1 < len(lines) else line.ends[-1]
            shapes[at] = _SHAPE["gap" if text.count("\n", line.ends[-1], following) > 1 else "line"]
            place[at] = number, -1
            at += 1
        return Columns(words, parts, shapes, marks, tuple(lines), place)

    def _of(self, text: str) -> _Known:
        known = self._known.get(text)
        if known is None:
            if len(self._known) > _CACHED:
                self._known = {}
            known = self._known[text] = self._learn(text[:_LONGEST])
        return known

    def _learn(self, text: str) -> _Known:
        folded = fold(text)
        shape = _shape(text)
        if shape not in _LETTERS:
            key = folded if len(folded) == 1 else ""
            return _Known(folded, key, _parts("", text), shape, self._marks(folded), False, False)
        kinds = set(self._index.kinds(folded))
        ordinary = folded in self._ordinary
        # A word of a list of cues, professions or the like is one of the language too; of names and places it is not.
        told = ordinary or bool(kinds - _NAMES - _PLACES)
        marks = list(self._marks(folded))
        if ordinary:
            marks.append(_FLAG["ordinary"])
        if kinds >= _NAMES:
            marks.append(_FLAG["both_names"])
        if not ordinary and not kinds:
            marks.append(_FLAG["unknown_word"])
        parts, key = _parts(folded, text), folded if told else ""
        return _Known(folded, key, parts, shape, tuple(marks), text[0].isupper(), text[-1].islower())

    def _marks(self, folded: str) -> tuple[int, ...]:
        return tuple(self._single[kind] for kind in self._index.kinds(folded))


def _seen(lines: Sequence[TokenLine], known: Sequence[Sequence[_Known]]) -> tuple[Counter[str], set[str], bool]:
    """How often each word is there, which stand with a capital within a sentence, and whether the report has none."""
    met: Counter[str] = Counter()
    inside: set[str] = set()
    letters = capitals = 0
    for line, own in zip(lines, known, strict=True):
        for i, one in enumerate(own):
            if one.shape in _LETTERS:
                met[one.folded] += 1
                letters += 1
                capitals += one.capital
                if one.capital and not one.key and i and line.words[i - 1] not in _STOPS:
                    inside.add(one.folded)
    return met, inside, letters > _FEW and capitals < letters * _HARDLY


def _parts(folded: str, text: str) -> tuple[int, ...]:
    """The rows of a word's parts; 0 where it is too short to have one."""
    written = "".join(map(_sign, text))
    pieces = ("-" + folded[-2:], "-" + folded[-3:], folded[:3] + "-", regex.sub(r"(.)\1{4,}", r"\1\1\1\1\1", written))
    told = (len(folded) > 2, len(folded) > 3, len(folded) > 3, bool(text))
    hashed = (1 + zlib.crc32(piece.encode("utf-8", "replace")) % (PARTS - 1) for piece in pieces)
    return tuple(row if known else 0 for row, known in zip(hashed, told, strict=True))


def _sign(sign: str) -> str:
    return "9" if sign.isdecimal() else "A" if sign.isupper() else "a" if sign.isalpha() else sign


def _shape(text: str) -> int:
    if text.isalpha():
        if text.islower():
            return _SHAPE["a"]
        if text.isupper():
            return _SHAPE["A1" if len(text) == 1 else "A2" if len(text) == 2 else "A4" if len(text) < 5 else "A"]
        return _SHAPE["Aa" if text[0].isupper() and text[1:].islower() else "mixed"]
    if text.isdecimal():
        return _SHAPE[str(len(text)) if len(text) < 5 else "5+"]
    return _SHAPE["sign" if len(text) == 1 else "other"]


_LETTERS = frozenset(_SHAPE[name] for name in ("a", "A1", "A2", "A4", "A", "Aa", "mixed"))


@cache
def context_gazetteers() -> GazetteerIndex:
    """The lists that context models are trained with: all that are shipped but those that reports gave."""
    resources = paths.resources()
    return GazetteerIndex([*shipped_gazetteers(resources), *read_gazetteers(resources / "gazetteers" / "grammar")])


def reader(words: Sequence[str]) -> Reader:
    """A reader with the shipped lists; `words` are those told by themselves."""
    return Reader(words, context_gazetteers(), default_vocabulary(), default_harmless())
