"""Scores: what a CRF's weights say of each tag of each token of a report; by the kernel where it was built."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import CrfModel, StoredCrf
from deid_studio.detection.features import place_features
from deid_studio.detection.native_scores import NativeScores
from deid_studio.detection.report_context import LineContext, ReportContext
from deid_studio.detection.word_features import REACH, Word, distance_tier
from deid_studio.kernel import compiled

_CACHED_WORDS = 20_000
_OFFSETS = 2 * REACH + 1
# Attributes of words begin with the word's offset from the token, those of places never with a digit.
_WORD_ATTRIBUTE = re.compile(r"-?\d+")


class Scores(Protocol):
    """Scores the tokens of reports."""

    def of(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""


def scores_by(model: CrfModel | StoredCrf, edge: Word) -> Scores:
    """Scores by the weights of a model; `edge` is the word beyond the ends of sequences."""
    native = compiled.native
    return PlainScores(model.whole, edge) if native is None else NativeScores(native.Scores, model.stored, edge)


class PlainScores:
    """The scores in Python: what the kernel has to give.

    A word's own features give scores that depend on the word and its offset alone: they are kept per word as vectors
    and added; only the features of places are looked up for each token.
    """

    def __init__(self, model: CrfModel, edge: Word) -> None:
        self._model = model
        self._words = _WordScores(model, edge)

    def of(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""
        total = self._words.of(report.lines[first:last])
        known = self._model.attributes.get
        columns: list[int] = []
        ends = [0]
        for line in place_features(report, first, last):
            for own in line:
                columns += [number for number in map(known, own) if number is not None]
                ends.append(len(columns))
        np.add(total, _summed(self._model.weights, columns, ends), out=total)
        return total


class _WordScores:
    """The summed scores of a word's own features at each offset from it, `(offsets, tags)`, kept for many words."""

    def __init__(self, model: CrfModel, edge: Word) -> None:
        self._model = model
        self._edge = edge
        # For each tier of distances: feature → (place of the offset in the table, number of the attribute).
        self._numbers: list[dict[str, list[tuple[int, int]]]] = [{} for _ in range(len(edge.features()))]
        for name, number in model.attributes.items():
            written = _WORD_ATTRIBUTE.match(name)
            if written is not None:
                offset = int(written[0])
                own = self._numbers[distance_tier(offset)].setdefault(name[written.end() :], [])
                own.append((REACH + offset, number))
        self._forget()

    def of(self, lines: Sequence[LineContext]) -> NDArray[np.float32]:
        """What the words of every token's window add to its scores, `(tokens, tags)`."""
        if len(self._rows) > _CACHED_WORDS:
            self._forget()
        self._add({id(word): word for view in lines for word in view.words if id(word) not in self._rows}.values())
        rows = self._rows
        padded: list[int] = []
        inner: list[int] = []
        edge = [0] * REACH
        at = 0
        for view in lines:
            padded += edge
            for word in view.words:
                padded.append(rows[id(word)])
            padded += edge
            count = len(view.words)
            inner.append(at + REACH)
            at += count + 2 * REACH
        counts = np.fromiter((len(view.words) for view in lines), dtype=np.intp, count=len(inner))
        firsts = np.asarray(inner, dtype=np.intp)
        places = np.repeat(firsts - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        row_at = np.asarray(padded, dtype=np.intp)
        table = self._table
        total: NDArray[np.float32] = table[row_at[places], REACH]
        for offset in range(-REACH, REACH + 1):
            if offset:
                total += table[row_at[places + offset], REACH + offset]
        return total

    def _forget(self) -> None:
        tags = len(self._model.tags)
        self._rows: dict[int, int] = {}
        self._kept: list[Word] = []  # keeps the words alive, so that their ids stay theirs
        self._table = np.zeros((2048, _OFFSETS, tags), dtype=np.float32)
        self._add([self._edge])

    def _add(self, words: Collection[Word]) -> None:
        """Work out the scores of words not met before, all at once: one product costs far less than many sums."""
        if not words:
            return
        first = len(self._kept)
        columns: list[int] = []
        ends = [0]
        for row, word in enumerate(words, first):
            self._rows[id(word)] = row
            self._kept.append(word)
            at_offsets: list[list[int]] = [[] for _ in range(_OFFSETS)]
            for tier, features in enumerate(word.features()):
                for feature in features:
                    for offset, number in self._numbers[tier].get(feature, ()):
                        at_offsets[offset].append(number)
            for numbers in at_offsets:
                columns += numbers
                ends.append(len(columns))
        total = first + len(words)
        while total > len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        self._table[first:total] = _summed(self._model.weights, columns, ends).reshape(len(words), _OFFSETS, -1)


def _summed(weights: NDArray[np.float32], rows: Sequence[int], ends: Sequence[int]) -> NDArray[np.float32]:
    """For each stretch `rows[ends[i] : ends[i + 1]]` the sum of those rows of `weights`, `(stretches, tags)`."""
    from scipy.sparse import csr_matrix  # takes a moment to load, and who has the kernel does without

    ones = np.ones(len(rows), dtype=np.float32)
    indices, bounds = np.asarray(rows, dtype=np.int32), np.asarray(ends, dtype=np.int32)
    summed: NDArray[np.float32] = csr_matrix((ones, indices, bounds), shape=(len(ends) - 1, len(weights))) @ weights
    return summed
