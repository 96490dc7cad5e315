"""Columns: a report as the context model sees it, in which no name is told from another.

A word is told by itself only where it is one of the language (`ordinary_words`); of any other, names above all, the
model sees the lists it stands in, its shape and a few of its letters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import contains
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.word_table import SHAPE, WordTable
from deid_studio.detection.flat_lines import FlatLines, flattened
from deid_studio.detection.gazetteers import GazetteerIndex, context_gazetteers
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.harmless.number_forms import number_spans
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.kernel.compiled import native
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary

_FLAGS = (
    "ordinary", "both_names", "unknown_word", "line_upper", "line_lower", "line_first", "after_stop",
    "glued", "capital_inside", "elsewhere_capital_inside", "elsewhere", "line_short", "report_lower", "wide_gap",
    "plain", "harmless",
)  # fmt: skip
# Those that depend on what stands around, in the kernel's order (columns.h).
_AROUND = (
    "line_upper", "line_lower", "line_first", "after_stop", "glued", "wide_gap", "capital_inside",
    "elsewhere_capital_inside", "elsewhere", "line_short", "report_lower", "plain", "harmless",
)  # fmt: skip
_CACHED = 40_000
_SHORT = 6  # tokens of a line
_FEW, _HARDLY = 20, 0.02  # letters and share of capitals of a report that is said to be in small letters


@dataclass(frozen=True, slots=True)
class Columns:
    """A report of n places: `words` and `shapes` `(n,)`, `parts` `(n, 4)`, `marks` `(n, marks)`.

    A place is a token or the end of a line; `bounds` `(n, 2)` has where the token begins and ends, or -1.
    """

    words: NDArray[np.int32]
    parts: NDArray[np.int32]
    shapes: NDArray[np.int32]
    marks: NDArray[np.bool_]
    lines: tuple[TokenLine, ...]
    bounds: NDArray[np.int64]

    def part(self, first: int, last: int) -> Columns:
        """The places `[first, last)`, as far as there are any, in the same lines."""
        return Columns(
            self.words[first:last],
            self.parts[first:last],
            self.shapes[first:last],
            self.marks[first:last],
            self.lines,
            self.bounds[first:last],
        )


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
        self.marks = (*_FLAGS, *(f"g:{kind}" for kind in kinds), *(f"p:{kind}" for kind in kinds))
        self._mark = {name: number for number, name in enumerate(self.marks)}
        self._kernel_marks = (
            tuple(self._mark[name] for name in _AROUND),
            {kind: self._mark["p:" + kind] for kind in kinds},
            SHAPE["line"],
            SHAPE["gap"],
        )
        self._table = self._empty()

    def key(self, text: str) -> str:
        """What a word is told by; empty where only what is known of it is told."""
        return self._table.keys[self._table.rows([text])[0]]

    def read(self, text: str) -> Columns:
        """The columns of a report's text."""
        if len(self._table) > _CACHED:
            self._table = self._empty()
        lines = tuple(tokenizer().lines(text))
        return self._plainly_read(text, lines) if native is None else self._read(native, text, lines)

    def _read(self, native: ModuleType, text: str, lines: tuple[TokenLine, ...]) -> Columns:
        """The columns, by the kernel."""
        table, places = self._table, sum(len(line.words) + 1 for line in lines)
        rows, bounds = np.empty(places, dtype=np.int32), np.empty((2, places), dtype=np.int64)
        with table.learning:
            table.learn(native.flat_rows(lines, table.numbers, rows, bounds))
        words, shapes = np.empty(places, dtype=np.int32), np.empty(places, dtype=np.int32)
        parts = np.empty((places, table.facts["parts"].shape[1]), dtype=np.int32)
        marks = np.empty((places, len(self.marks)), dtype=np.bool_)
        native.columns(
            text,
            (table.facts.view(np.uint8), table.marked, table.folded, table.seconds, self._index.longer),
            self._kernel_marks,
            number_spans,
            (rows, bounds),
            (words, parts, shapes, marks),
        )
        return Columns(words, parts, shapes, marks, lines, bounds.T)

    def _plainly_read(self, text: str, lines: tuple[TokenLine, ...]) -> Columns:
        """The same in NumPy: what the kernel has to give."""
        table, flat = self._table, flattened(lines)
        rows = table.rows(flat.words)
        # NumPy takes rows twenty times as fast as it finds them by an index.
        facts, marks = table.facts.take(rows), table.marked.take(rows, axis=0)
        folded = list(map(table.folded.__getitem__, rows))
        shapes = facts["shape"]
        if lines:
            self._flag(marks, facts, flat)
            self._mark_phrases(marks, folded, map(table.seconds.__getitem__, rows))
            ends = flat.begins + flat.sizes - 1
            marks[ends] = False
            after = [*(line.starts[0] for line in lines[1:]), lines[-1].ends[-1]]
            shapes[ends] = [
                SHAPE["gap" if text.count("\n", line.ends[-1], until) > 1 else "line"]
                for line, until in zip(lines, after, strict=True)
            ]
        return Columns(facts["word"], facts["parts"], shapes, marks, lines, flat.bounds)

    def _mark_phrases(
        self, marks: NDArray[np.bool_], folded: Sequence[str], seconds: Iterable[Collection[str]]
    ) -> None:
        # At the end of a line stands no word, which goes on no entry.
        for at in compress(range(len(folded)), map(contains, seconds, folded[1:])):
            for hit in self._index.phrases_at(folded, at):
                marks[hit.start : hit.end, self._mark["p:" + hit.kind]] = True

    def _flag(self, marks: NDArray[np.bool_], facts: NDArray[np.void], flat: FlatLines) -> None:
        """Mark of each place what depends on what stands around; what is marked of ends of lines says nothing."""
        begins, sizes, gaps = flat.begins, flat.sizes, flat.gaps
        letters, capital, same = facts["letters"], facts["capital"], facts["same"]
        first = np.zeros(len(facts), dtype=np.bool_)
        first[begins] = True
        opening = first.copy()
        opening[1:] |= facts["stop"][:-1]
        lettered, with_lower, with_capital = (
            np.repeat(np.logical_or.reduceat(which, begins), sizes) for which in (letters, facts["lower"], capital)
        )
        within = capital & ~opening
        met = np.bincount(same[letters], minlength=int(same.max()) + 1)
        inside = np.zeros(len(met), dtype=np.bool_)
        inside[same[within & ~facts["told"]]] = True
        count = int(np.count_nonzero(letters))
        weights = self._harmless.weigh(flat, facts["known"])
        for name, true in zip(_AROUND, (
            lettered & ~with_lower, lettered & ~with_capital, first, opening, gaps == 0, gaps > 1, within,
            inside[same] & ~within, met[same] > 1, np.repeat(sizes <= _SHORT, sizes),
            count > _FEW and int(np.count_nonzero(capital)) < count * _HARDLY,
            weights == Weight.PLAIN, weights == Weight.HARMLESS,
        ), strict=True):  # fmt: skip
            marks[:, self._mark[name]] = true

    def _empty(self) -> WordTable:
        return WordTable(self.words, self._index, self._ordinary, self._harmless.words, self._mark, len(self.marks))


def reader(words: Sequence[str]) -> Reader:
    """A reader with the shipped lists; `words` are those told by themselves."""
    return Reader(words, context_gazetteers(), default_vocabulary(), default_harmless())
