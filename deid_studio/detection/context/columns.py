"""Columns: a report as the context model sees it, in which no name is told from another.

A word is told by itself only where it is one of the language (`ordinary_words`); of any other, names above all, the
model sees the lists it stands in, its shape and a few of its letters.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.gazetteers import GazetteerIndex, context_gazetteers
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
_SHORT = 6  # tokens of a line
_LONGEST = 40
_RUN = re.compile(r"(.)\1{5,}")  # what is written alike for longer is told as if it were five signs
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
    """What is known of a word wherever it stands: `key` is what it is told by, or empty; `row` is that of its columns.

    `same` is a number for all words that are folded alike.
    """

    folded: str
    key: str
    row: int
    same: int
    is_stop: bool


class _Table:
    """The columns of words that depend on nothing else, a row for each; row 0 is no word."""

    def __init__(self, marks: int) -> None:
        self.count = 1
        self.words = np.zeros(1024, dtype=np.int32)
        self.parts = np.zeros((1024, _PARTS), dtype=np.int32)
        self.shapes = np.zeros(1024, dtype=np.int32)
        self.marks = np.zeros((1024, marks), dtype=np.bool_)
        self.letters = np.zeros(1024, dtype=np.bool_)
        self.capital = np.zeros(1024, dtype=np.bool_)
        self.lower = np.zeros(1024, dtype=np.bool_)

    def add(self, word: int, parts: Sequence[int], shape: int, marks: Sequence[int], capital: bool, lower: bool) -> int:
        """Keep the columns of a word; its row."""
        row = self.count
        if row == len(self.words):
            for name, column in vars(self).items():
                if isinstance(column, np.ndarray):
                    setattr(self, name, np.concatenate([column, np.zeros_like(column)]))
        self.words[row], self.parts[row], self.shapes[row] = word, parts, shape
        self.marks[row, list(marks)] = True
        self.letters[row], self.capital[row], self.lower[row] = shape in _LETTERS, capital, lower
        self.count += 1
        return row


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
        self._forget()

    def key(self, text: str) -> str:
        """What a word is told by; empty where only what is known of it is told."""
        return self._of(text).key

    def read(self, text: str) -> Columns:
        """The columns of a report's text."""
        if len(self._known) > _CACHED:
            self._forget()
        lines = tokenizer().lines(text)
        known = [[self._of(word) for word in line.words] for line in lines]
        counts = np.fromiter(map(len, lines), dtype=np.int32, count=len(lines))
        token = np.concatenate([*(np.arange(count + 1) for count in counts), np.zeros(0, np.int32)]).astype(np.int32)
        place = np.stack([np.repeat(np.arange(len(lines), dtype=np.int32), counts + 1), token], axis=1)
        ends = np.cumsum(counts + 1) - 1
        place[ends, 1] = -1
        rows = np.zeros(len(place), dtype=np.intp)
        inner = place[:, 1] >= 0
        rows[inner] = [one.row for own in known for one in own]
        table = self._table
        shapes = table.shapes[rows]
        marks = table.marks[rows].astype(np.float32)
        marks[inner, : len(_FLAGS)] += self._flags(lines, known, rows[inner], place[inner])
        for end, line, own, following in zip_longest(ends.tolist(), lines, known, lines[1:]):
            start = end - len(own)
            for hit in self._index.phrases([one.folded for one in own]):
                marks[start + hit.start : start + hit.end, self._phrase[hit.kind]] = 1
            until = line.ends[-1] if following is None else following.starts[0]
            shapes[end] = _SHAPE["gap" if text.count("\n", line.ends[-1], until) > 1 else "line"]
        return Columns(table.words[rows], table.parts[rows], shapes, marks, tuple(lines), place)

    def _flags(
        self,
        lines: Sequence[TokenLine],
        known: Sequence[Sequence[_Known]],
        rows: NDArray[np.intp],
        place: NDArray[np.int32],
    ) -> NDArray[np.bool_]:
        """The flags of the tokens of lines that depend on what stands around, `(tokens, flags)`."""
        flags = np.zeros((len(rows), len(_FLAGS)), dtype=np.bool_)
        line_of, first = place[:, 0], place[:, 1] == 0
        letters, capital, lower = self._table.letters[rows], self._table.capital[rows], self._table.lower[rows]
        flat = [one for own in known for one in own]
        same = np.asarray([one.same for one in flat], dtype=np.intp)
        stops = np.asarray([one.is_stop for one in flat], dtype=np.bool_)
        starts = np.asarray([start for line in lines for start in line.starts], dtype=np.int64)
        ends = np.asarray([end for line in lines for end in line.ends], dtype=np.int64)
        gap = np.ones(len(rows), dtype=np.int64)
        gap[1:][~first[1:]] = (starts[1:] - ends[:-1])[~first[1:]]
        opening = first.copy()
        opening[1:] |= stops[:-1]
        lettered, with_lower, with_capital = (
            np.bincount(line_of[which], minlength=len(lines))[line_of] > 0
            for which in (letters, letters & lower, letters & capital)
        )
        met = np.bincount(same[letters], minlength=len(self._same) + 1)
        told = np.asarray([bool(one.key) for one in flat], dtype=np.bool_)
        inside = np.zeros(len(met), dtype=np.bool_)
        inside[same[letters & capital & ~told & ~opening]] = True
        weights = np.asarray([weight for line in lines for weight in self._harmless.weights(line)], dtype=np.int8)
        count = int(letters.sum())
        within = capital & ~opening
        for name, true in (
            ("line_upper", lettered & ~with_lower), ("line_lower", lettered & ~with_capital), ("line_first", first),
            ("after_stop", opening), ("glued", gap == 0), ("wide_gap", gap > 1), ("capital_inside", within),
            ("elsewhere_capital_inside", inside[same] & ~within), ("elsewhere", met[same] > 1),
            ("line_short", np.asarray([len(line) for line in lines], dtype=np.intp)[line_of] < _SHORT),
            ("report_lower", count > _FEW and int((letters & capital).sum()) < count * _HARDLY),
            ("plain", weights == Weight.PLAIN), ("harmless", weights == Weight.HARMLESS),
        ):  # fmt: skip
            flags[:, _FLAG[name]] = true
        return flags

    def _forget(self) -> None:
        self._known: dict[str, _Known] = {}
        self._same: dict[str, int] = {}
        self._table = _Table(len(self.marks))

    def _of(self, text: str) -> _Known:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._learn(text, text[:_LONGEST])
        return known

    def _learn(self, whole: str, text: str) -> _Known:
        folded = fold(text)
        shape = _shape(text)
        marks = [self._single[kind] for kind in self._index.kinds(folded)]
        key, parts = folded if len(folded) == 1 else "", _parts("", text)
        capital = lower = False
        if shape in _LETTERS:
            kinds = set(self._index.kinds(folded))
            ordinary = folded in self._ordinary
            # A word of a list of cues, professions or the like is one of the language too; of names and places not.
            key = folded if ordinary or bool(kinds - _NAMES - _PLACES) else ""
            said = ("ordinary", ordinary), ("both_names", kinds >= _NAMES), ("unknown_word", not ordinary and not kinds)
            marks += [_FLAG[name] for name, true in said if true]
            parts, capital, lower = _parts(folded, text), text[0].isupper(), text[-1].islower()
        row = self._table.add(self.words.get(key, 0), parts, shape, marks, capital, lower)
        return _Known(folded, key, row, self._same.setdefault(folded, len(self._same)), whole in _STOPS)


def _parts(folded: str, text: str) -> tuple[int, ...]:
    """The rows of a word's parts; 0 where it is too short to have one."""
    written = _RUN.sub(r"\1\1\1\1\1", text.translate(_SIGNS))
    pieces = ("-" + folded[-2:], "-" + folded[-3:], folded[:3] + "-", written)
    told = (len(folded) > 2, len(folded) > 3, len(folded) > 3, bool(text))
    hashed = (1 + zlib.crc32(piece.encode("utf-8", "replace")) % (PARTS - 1) for piece in pieces)
    return tuple(row if known else 0 for row, known in zip(hashed, told, strict=True))


class _Signs(dict[int, str]):
    """How a sign is written: as a figure, a large or a small letter, or as itself."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        kind = "9" if sign.isdecimal() else "A" if sign.isupper() else "a" if sign.isalpha() else sign
        return self.setdefault(code, kind)


_SIGNS = _Signs()


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


def reader(words: Sequence[str]) -> Reader:
    """A reader with the shipped lists; `words` are those told by themselves."""
    return Reader(words, context_gazetteers(), default_vocabulary(), default_harmless())
