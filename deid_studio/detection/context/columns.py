"""Columns: a report as the context model sees it, in which no name is told from another.

A word is told by itself only where it is one of the language (`ordinary_words`); of any other, names above all, the
model sees the lists it stands in, its shape and a few of its letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.word_table import SHAPE, WordTable
from deid_studio.detection.gazetteers import GazetteerIndex, context_gazetteers
from deid_studio.detection.harmless.harmless import Harmless, Weight
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary

_FLAGS = (
    "ordinary", "both_names", "unknown_word", "line_upper", "line_lower", "line_first", "after_stop",
    "glued", "capital_inside", "elsewhere_capital_inside", "elsewhere", "line_short", "report_lower", "wide_gap",
    "plain", "harmless",
)  # fmt: skip
_CACHED = 40_000
_SHORT = 6  # tokens of a line
_FEW, _HARDLY = 20, 0.02  # letters and share of capitals of a report that is said to be in small letters


@dataclass(frozen=True, slots=True)
class Columns:
    """A report of n places: `words` and `shapes` `(n,)`, `parts` `(n, 4)`, `marks` `(n, marks)` of 0 and 1.

    A place is a token or the end of a line; `bounds` `(n, 2)` has where the token begins and ends, or -1.
    """

    words: NDArray[np.int32]
    parts: NDArray[np.int32]
    shapes: NDArray[np.int32]
    marks: NDArray[np.float32]
    lines: tuple[TokenLine, ...]
    bounds: NDArray[np.int64]


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
        self._table = self._empty()

    def key(self, text: str) -> str:
        """What a word is told by; empty where only what is known of it is told."""
        return self._table.keys[self._table.rows([text])[0]]

    def read(self, text: str) -> Columns:
        """The columns of a report's text."""
        if len(self._table) > _CACHED:
            self._table = self._empty()
        table, lines = self._table, tuple(tokenizer().lines(text))
        counts = np.asarray([len(line) for line in lines], dtype=np.intp)
        ends = np.cumsum(counts + 1) - 1
        inner = np.ones(int(counts.sum()) + len(lines), dtype=np.bool_)
        inner[ends] = False
        rows = np.zeros(len(inner), dtype=np.intp)
        rows[inner] = table.rows(list(chain.from_iterable(line.words for line in lines)))
        bounds = np.full((len(rows), 2), -1, dtype=np.int64)
        bounds[inner, 0] = list(chain.from_iterable(line.starts for line in lines))
        bounds[inner, 1] = list(chain.from_iterable(line.ends for line in lines))
        facts, marks = table.facts[rows], table.marked[rows]
        if lines:
            self._flag(marks, facts, bounds, lines, counts)
        marks[ends] = False
        # At the end of a line stands no word, which goes on no entry.
        folded = list(map(table.folded.__getitem__, rows.tolist()))
        for at in np.flatnonzero(facts["begins"]).tolist():
            for hit in self._index.phrases_at(folded, at):
                marks[hit.start : hit.end, self._mark["p:" + hit.kind]] = True
        shapes = facts["shape"]
        after = [*(line.starts[0] for line in lines[1:]), *(line.ends[-1] for line in lines[-1:])]
        shapes[ends] = [
            SHAPE["gap" if text.count("\n", line.ends[-1], until) > 1 else "line"]
            for line, until in zip(lines, after, strict=True)
        ]
        return Columns(facts["word"], facts["parts"], shapes, marks.astype(np.float32), lines, bounds)

    def _flag(
        self,
        marks: NDArray[np.bool_],
        facts: NDArray[np.void],
        bounds: NDArray[np.int64],
        lines: Sequence[TokenLine],
        counts: NDArray[np.intp],
    ) -> None:
        """Mark of each place what depends on what stands around; what is marked of ends of lines says nothing."""
        letters, capital, same = facts["letters"], facts["capital"], facts["same"]
        begins = np.cumsum(counts + 1) - counts - 1
        first = np.zeros(len(facts), dtype=np.bool_)
        first[begins] = True
        gap = np.ones(len(facts), dtype=np.int64)
        gap[1:] = bounds[1:, 0] - bounds[:-1, 1]
        gap[begins] = 1
        opening = first.copy()
        opening[1:] |= facts["stop"][:-1]
        lettered, with_lower, with_capital = (
            np.repeat(np.logical_or.reduceat(which, begins), counts + 1) for which in (letters, facts["lower"], capital)
        )
        within = capital & ~opening
        met = np.bincount(same[letters], minlength=int(same.max()) + 1)
        inside = np.zeros(len(met), dtype=np.bool_)
        inside[same[within & ~facts["told"]]] = True
        count = int(np.count_nonzero(letters))
        weights = np.frombuffer(
            bytes(chain.from_iterable((*self._harmless.weights(line), Weight.OPEN) for line in lines)), dtype=np.uint8
        )
        for name, true in (
            ("line_upper", lettered & ~with_lower), ("line_lower", lettered & ~with_capital), ("line_first", first),
            ("after_stop", opening), ("glued", gap == 0), ("wide_gap", gap > 1), ("capital_inside", within),
            ("elsewhere_capital_inside", inside[same] & ~within), ("elsewhere", met[same] > 1),
            ("line_short", np.repeat(counts < _SHORT, counts + 1)),
            ("report_lower", count > _FEW and int(np.count_nonzero(capital)) < count * _HARDLY),
            ("plain", weights == Weight.PLAIN), ("harmless", weights == Weight.HARMLESS),
        ):  # fmt: skip
            marks[:, self._mark[name]] = true

    def _empty(self) -> WordTable:
        return WordTable(self.words, self._index, self._ordinary, self._mark, len(self.marks))


def reader(words: Sequence[str]) -> Reader:
    """A reader with the shipped lists; `words` are those told by themselves."""
    return Reader(words, context_gazetteers(), default_vocabulary(), default_harmless())
