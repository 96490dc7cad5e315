"""Encoding: annotated reports as sequences of attribute numbers and tags, for any trainer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.cells import cell_features
from deid_studio.detection.features import place_features
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.report_context import LineContext, gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import REACH, Words, distance_tier
from deid_studio.learning.bio import tag_lines
from deid_studio.model.document import Document
from deid_studio.progress import Progress

_LOOKS = ("s=", "S=", "l=")  # how features begin that tell what a word looks like


@dataclass(frozen=True, slots=True)
class Encoded:
    """Sequences: of each the attribute numbers of all its tokens one after the other, their bounds, and the tags.

    `reports` has for each the number of the report that it stands in.
    """

    numbers: list[NDArray[np.int32]]
    bounds: list[NDArray[np.int32]]
    tags: list[list[str]]
    reports: list[int]

    def add(self, numbers: Sequence[Sequence[int]], tags: list[str], report: int) -> None:
        """Take in a sequence of a report: the attribute numbers of each token, and the tags."""
        self.numbers.append(np.fromiter(chain.from_iterable(numbers), dtype=np.int32))
        self.bounds.append(np.cumsum([0, *map(len, numbers)], dtype=np.int32))
        self.tags.append(tags)
        self.reports.append(report)


class Encoder:
    """Numbers attributes as it meets them, after those that are known already.

    With `strange`, which tells the features of places that stand around a strange word too, also what the cells of
    tables and forms tell; and each line of those comes once more as if nobody knew its words, lest what is known of
    them leave nothing to learn of the cells.
    """

    def __init__(
        self,
        words: Words,
        rules: InducedRules,
        attributes: dict[str, int] | None = None,
        strange: Callable[[str], bool] | None = None,
    ) -> None:
        self._words = words
        self._rules = rules
        self._strange = strange
        self.attributes: dict[str, int] = dict(attributes or {})
        self._of_word: dict[tuple[str, int], list[int]] = {}

    def encode(self, documents: Sequence[Document], progress: Progress) -> Encoded:
        """The sequences of `documents` in order."""
        encoded = Encoded([], [], [], [])
        for number, doc in progress.each(enumerate(documents), len(documents), "features"):
            lines = tokenizer().lines(doc.text)
            report = gather_context(doc.text, lines, self._words, self._rules)
            cells = cell_features(report.lines) if self._strange else ([[]] * len(line) for line in lines)
            every = zip(report.lines, place_features(report), cells, tag_lines(lines, doc.spans), strict=True)
            for view, places, in_cells, tags in every:
                encoded.add(self._line(view, places, in_cells), tags, number)
                if self._strange and any(in_cells):
                    of_places = [list(filter(self._strange, own)) for own in places]
                    encoded.add(self._strange_line(view, of_places, in_cells), tags, number)
        return encoded

    def _line(self, view: LineContext, places: Sequence[list[str]], in_cells: Sequence[list[str]]) -> list[list[int]]:
        edge = [self._words.edge()] * REACH
        around = [*edge, *view.words, *edge]
        count = len(places)
        numbers = []
        for i, (own, in_cell) in enumerate(zip(places, in_cells, strict=True)):
            found: list[int] = []
            for offset in range(-REACH, REACH + 1):
                word = around[i + REACH + offset]
                key = (view.line.words[i + offset] if 0 <= i + offset < count else "", offset)
                kept = self._of_word.get(key)
                if kept is None:
                    names = [f"{offset}{f}" for f in word.features()[distance_tier(offset)]]
                    kept = self._of_word[key] = self._numbers(names)
                found += kept
            numbers.append(found + self._numbers(own) + self._numbers(in_cell))
        return numbers

    def _strange_line(
        self, view: LineContext, places: Sequence[list[str]], in_cells: Sequence[list[str]]
    ) -> list[list[int]]:
        return [
            self._numbers([
                *(f"0{name}" for name in word.features()[0] if name.startswith(_LOOKS)),
                *own,
                *in_cell,
            ])
            for word, own, in_cell in zip(view.words, places, in_cells, strict=True)
        ]  # fmt: skip

    def _numbers(self, names: Sequence[str]) -> list[int]:
        attributes = self.attributes
        return [attributes.setdefault(name, len(attributes)) for name in names]
