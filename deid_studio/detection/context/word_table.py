"""WordTable: what the context model sees of a word wherever it stands, and what else is told by the word alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from deid_studio.detection.flat_lines import LINE_END
from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.word_weights import KNOWN, SIGN, WordWeights
from deid_studio.kernel.compiled import native
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import Vocabulary

PARTS = 2048  # rows for parts of words, which share them by chance
_SHARED = PARTS - 1  # all but that of no part
_DASH = crc32(b"-")
_PARTS = 4  # of a word: its last two and three letters, its first three, how it is written
_NAMES = frozenset(("first_name", "last_name"))
_NO_WORDS = _NAMES | {"town", "country", "region"}
SHAPES = (
    "none", "line", "gap", "a", "A1", "A2", "A4", "A", "Aa", "mixed", "1", "2", "3", "4", "5+", "sign", "other",
)  # fmt: skip
SHAPE = {name: number for number, name in enumerate(SHAPES)}
_LETTERS = frozenset(SHAPE[name] for name in ("a", "A1", "A2", "A4", "A", "Aa", "mixed"))
_STOPS = frozenset(".:!?-•*·>–")
_LONGEST = 40
_CACHED_FORMS = 2000
_RUN = re.compile(r"(.)\1{5,}")  # what is written alike for longer is told as if it were five signs

# Of a word: the number of what it is told by and whether there is such, its parts and shape; `same` is a number for all
# words that are folded alike; whether it is letters, with a capital first, with a small letter last; whether a sentence
# may begin behind it; whether entries of two and more words begin with it; what is known of it. The kernel has the same
# (columns.h).
_FACTS = np.dtype(
    [("word", np.int32), ("parts", np.int32, _PARTS), ("shape", np.int32), ("same", np.uint32)]
    + [(name, np.bool_) for name in ("told", "letters", "capital", "lower", "stop", "begins")]
    + [("known", KNOWN)],
    align=True,
)


class _Listed(NamedTuple):
    """What the lists that hold a word say of it: its marks, whether they make it one of the language.

    A word of a list of cues, professions or the like is one; of names and places it is not.
    """

    marks: tuple[int, ...]
    is_word: bool
    has_both_names: bool


class WordTable:
    """A row for each word that was met; row 0 is the end of a line.

    `words` numbers those that are told by themselves, `marks` what is marked of a word: `ordinary`, `both_names`,
    `unknown_word`, and the lists that hold it by itself (`g:`). Of each row there are `facts`, what is `marked`
    `(rows, width)`, the word `folded`, the `seconds` of entries that begin with it and its key in `keys`: what it is
    told by, empty where only what is known of it is told. `numbers` has the row of each word.
    """

    def __init__(
        self,
        words: Mapping[str, int],
        index: GazetteerIndex,
        ordinary: Vocabulary,
        weights: WordWeights,
        marks: Mapping[str, int],
        width: int,
    ) -> None:
        self._words = words
        self._index = index
        self._ordinary = ordinary
        self._weights = weights
        self._marks = marks
        self.numbers = {LINE_END: 0}
        self._same: dict[str, int] = {}
        self._listed: dict[tuple[str, ...], _Listed] = {}
        self.learning = Lock()
        self.folded, self.keys = [""], [""]
        self.seconds: list[Collection[str]] = [()]
        self.facts = np.zeros(1024, dtype=_FACTS)
        self.marked = np.zeros((1024, width), dtype=np.bool_)
        self._compiled = self._by_kernel()

    def __len__(self) -> int:
        return len(self.numbers)

    def rows(self, words: Sequence[str]) -> list[int]:
        """The row of each of some words; those that are new get one."""
        with self.learning:
            new = set(words).difference(self.numbers)
            self.learn(dict(zip(new, range(len(self), len(self) + len(new)), strict=True)))
        return list(map(self.numbers.__getitem__, words))

    def learn(self, words: Mapping[str, int]) -> None:
        """Take up new words with the next rows, in their order; whoever calls holds `learning`."""
        first, after = len(self), len(self) + len(words)
        while after > len(self.facts):
            self.facts = np.concatenate([self.facts, np.zeros_like(self.facts)])
            self.marked = np.concatenate([self.marked, np.zeros_like(self.marked)])
        # Where words could not be taken up, as when memory was short, some of this is there already.
        self.marked[first:after] = False
        for kept in (self.folded, self.seconds, self.keys):
            del kept[first:]
        if self._compiled is None:
            for word, row in words.items():
                self._tell(word, row)
        else:
            facts = self.facts.view(np.uint8)
            table = facts, self.marked, self.folded, self.seconds, self.keys, self._same
            self._compiled.learn(list(words), first, table, self._index.seconds, self._tell)
        self.numbers.update(words)

    def _tell(self, word: str, row: int) -> None:
        """Fill the row of a new word."""
        self.facts[row], marks = self._told(word, word[:_LONGEST])
        self.marked[row, marks] = True

    def _by_kernel(self) -> Any:
        """What tells the same of most words (word_facts.c)."""
        if native is None:
            return None
        entries, kinds = self._index.entries
        weighed_entries, weighed, roles, endings, no_names, is_word = self._weights.compiled()
        marks = *(self._marks[name] for name in ("ordinary", "unknown_word", "both_names")), self.marked.shape[1]
        return native.WordFacts(
            (_CHARACTERS, fold, self._words, (self._ordinary.words,)),
            (entries, [tuple(self._list(own)) for own in kinds]),
            (weighed_entries, weighed, roles, _SIGN_FACTS, endings, (no_names,), is_word),
            marks,
        )

    def _told(self, whole: str, text: str) -> tuple[tuple[object, ...], list[int]]:
        """The facts of a new word, and the numbers of its marks."""
        folded = fold(text)
        shape = _shape(text)
        letters = shape in _LETTERS
        kinds = self._index.kinds(folded)
        listed = self._listed.get(kinds) or self._list(kinds)
        marks = [*listed.marks]
        key = folded if len(folded) == 1 else ""
        if letters:
            ordinary = folded in self._ordinary
            key = folded if ordinary or listed.is_word else ""
            if ordinary:
                marks.append(self._marks["ordinary"])
            elif not kinds:
                marks.append(self._marks["unknown_word"])
            if listed.has_both_names:
                marks.append(self._marks["both_names"])
        seconds = self._index.seconds(folded)
        self.folded.append(folded)
        self.seconds.append(seconds)
        self.keys.append(key)
        return (
            self._words.get(key, 0),
            _parts(folded if letters else "", text),
            shape,
            self._same.setdefault(folded, len(self._same)),
            bool(key),
            letters,
            letters and text[0].isupper(),
            letters and text[-1].islower(),
            whole in _STOPS,
            bool(seconds),
            self._weights.known(whole),
        ), marks

    def _list(self, kinds: tuple[str, ...]) -> _Listed:
        marks = tuple(self._marks["g:" + kind] for kind in kinds)
        listed = _Listed(marks, not _NO_WORDS.issuperset(kinds), _NAMES.issubset(kinds))
        self._listed[kinds] = listed
        return listed


def _character(code: int) -> int:
    sign = chr(code)
    cases = sign.isalpha(), sign.islower(), sign.isupper(), sign.istitle() and not sign.isupper()
    figures = sign.isdecimal(), sign.isdigit(), sign.isalnum()
    return sum(one << bit for bit, one in enumerate((*cases, *figures, sign == LINE_END)))


# What characters are, a bit for each, as far as the kernel tells words that are written with them (word_facts.c); and
# of what is one sign its number, and whether a sentence may begin behind it.
_CHARACTERS = bytes(map(_character, range(0x250)))
_SIGN_FACTS = {sign: SIGN.get(sign, 0) | (sign in _STOPS) << 8 for sign in _STOPS.union(SIGN)}


def _parts(folded: str, text: str) -> tuple[int, ...]:
    """The rows of a word's parts (`-os`, `-tos`, `pac-`); 0 where it is too short to have one."""
    size = len(folded)
    return (
        1 + crc32(folded[-2:].encode(), _DASH) % _SHARED if size > 2 else 0,
        1 + crc32(folded[-3:].encode(), _DASH) % _SHARED if size > 3 else 0,
        1 + crc32((folded[:3] + "-").encode()) % _SHARED if size > 3 else 0,
        _row_written(text.translate(_SIGNS)) if text else 0,
    )


@lru_cache(_CACHED_FORMS)
def _row_written(form: str) -> int:
    """The row of how a word is written; most are written like many others."""
    return 1 + crc32(_RUN.sub(r"\1\1\1\1\1", form).encode("utf-8", "replace")) % _SHARED


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
            return SHAPE["a"]
        if text.isupper():
            return SHAPE["A1" if len(text) == 1 else "A2" if len(text) == 2 else "A4" if len(text) < 5 else "A"]
        return SHAPE["Aa" if text[0].isupper() and text[1:].islower() else "mixed"]
    if text.isdecimal():
        return SHAPE[str(len(text)) if len(text) < 5 else "5+"]
    return SHAPE["sign" if len(text) == 1 else "other"]
