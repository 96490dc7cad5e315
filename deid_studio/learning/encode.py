"""Encoding: annotated reports as sequences of attribute numbers and tags, for any trainer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.features import place_features
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import REACH, Words, distance_tier
from deid_studio.learning.bio import tag_lines
from deid_studio.model.document import Document
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class Encoded:
    """Sequences: of each the attribute numbers of all its tokens one after the other, their bounds, and the tags.

    `reports` has for each the number of the report that it stands in.
    """

    numbers: list[NDArray[np.int32]]
    bounds: list[NDArray[np.int32]]
    tags: list[list[str]]
    reports: list[int]


class Encoder:
    """Numbers attributes as it meets them, after those that are known already."""

    def __init__(self, words: Words, rules: InducedRules, attributes: dict[str, int] | None = None) -> None:
        self._words = words
        self._rules = rules
        self.attributes: dict[str, int] = dict(attributes or {})
        self._of_word: dict[tuple[str, int], list[int]] = {}

    def encode(self, documents: Sequence[Document], progress: Progress) -> Encoded:
        """The sequences of `documents` in order."""
        numbers: list[NDArray[np.int32]] = []
        bounds: list[NDArray[np.int32]] = []
        tags: list[list[str]] = []
        reports: list[int] = []
        edge = self._words.edge()
        for report_number, doc in progress.each(enumerate(documents), len(documents), "features"):
            lines = tokenizer().lines(doc.text)
            tags.extend(tag_lines(lines, doc.spans))
            reports += [report_number] * len(lines)
            report = gather_context(doc.text, lines, self._words, self._rules)
            for view, places in zip(report.lines, place_features(report), strict=True):
                around = [edge] * REACH + view.words + [edge] * REACH
                found: list[int] = []
                ends = [0]
                for i, own in enumerate(places):
                    for offset in range(-REACH, REACH + 1):
                        word = around[i + REACH + offset]
                        key = (view.line.words[i + offset] if 0 <= i + offset < len(places) else "", offset)
                        kept = self._of_word.get(key)
                        if kept is None:
                            names = [f"{offset}{f}" for f in word.features()[distance_tier(offset)]]
                            kept = self._of_word[key] = self._numbers(names)
                        found += kept
                    found += self._numbers(own)
                    ends.append(len(found))
                numbers.append(np.asarray(found, dtype=np.int32))
                bounds.append(np.asarray(ends, dtype=np.int32))
        return Encoded(numbers, bounds, tags, reports)

    def _numbers(self, names: Sequence[str]) -> list[int]:
        attributes = self.attributes
        return [attributes.setdefault(name, len(attributes)) for name in names]
