"""The rule by which a model may be handed on: which words of its reports it may show (docs/model.md).

A word is shown when it is public or stands in enough different reports. Words that together may name somebody are shown
together only when they stand so in enough reports. What several reports say of the same person is said once: inside of
annotated spans, spans of the same words count as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.encode import Encoded
from deid_studio.learning.privacy.public_words import PublicWords, public_words, words_in, words_of_piece
from deid_studio.learning.privacy.shown_words import Shown, shown
from deid_studio.model.document import Document
from deid_studio.people.pieces import CHUNK

LEAST_REPORTS = 5
_CACHED = 100_000


@dataclass(frozen=True, slots=True)
class ShowingRule:
    """What may be shown of annotated reports, of which at least `least` have to agree.

    `reports` counts those with each folded word; `wordings` has for each word of a span the numbers of the different
    spans that hold it.
    """

    least: int
    reports: Mapping[str, int]
    wordings: Mapping[str, frozenset[int]]
    public: PublicWords = field(default_factory=public_words)

    @classmethod
    def of(cls, documents: Iterable[Document], least: int = LEAST_REPORTS) -> ShowingRule:
        """The rule for annotated reports; the same report twice is one."""
        reports: Counter[str] = Counter()
        numbers: dict[frozenset[str], int] = {}
        wordings: dict[str, set[int]] = {}
        for doc in {doc.text: doc for doc in documents}.values():
            reports.update({word for chunk in set(CHUNK.findall(doc.text)) for word in _words_of(chunk)})
            for span in doc.spans:
                words = frozenset(words_in(doc.text[span.start : span.end]))
                number = numbers.setdefault(words, len(numbers))
                for word in words:
                    wordings.setdefault(word, set()).add(number)
        return cls(least, reports, {word: frozenset(found) for word, found in wordings.items()})

    def knows(self, word: str) -> bool:
        """Whether a word may be shown by itself."""
        return word in self.public or self._is_frequent(word)

    def may_show(self, what: Shown, reports: int) -> bool:
        """Whether an attribute may stand in a model that shows this and occurs in so many of the reports."""
        if what.opening:
            return self._may_show_affix(what.opening, self.public.has_opening(what.opening), reports)
        if what.ending:
            return self._may_show_affix(what.ending, self.public.has_ending(what.ending), reports)
        if not all(map(self.knows, what.words)):
            return False
        telling = {word for word in what.words if self._tells(word)}
        if len(telling) < 2:
            return True
        names = sorted(word for word in telling if not self.public.is_ordinary(word))
        return reports >= self.least and all(map(self._is_of_several, (telling, *combinations(names, 2))))

    def _may_show_affix(self, affix: str, is_public: bool, reports: int) -> bool:
        # A short name may be the beginning of another word, and would be read there.
        if affix in self.wordings and not self.knows(affix):
            return False
        return is_public or affix in self.public or reports >= self.least

    def _is_frequent(self, word: str) -> bool:
        return self.reports.get(word, 0) >= self.least and self._is_of_several((word,))

    def _is_of_several(self, words: Iterable[str]) -> bool:
        """Whether spans in enough different wordings hold all these words, or none does."""
        together = frozenset.intersection(*(self.wordings.get(word, frozenset()) for word in words))
        return not together or len(together) >= self.least

    def _tells(self, word: str) -> bool:
        """Whether a word beside another of its kind may name somebody."""
        if self.public.is_particle(word) or (len(word) == 1 and not word.isdigit()):
            return False
        if word in self.wordings or self.public.is_name(word):
            return True
        return not (self.public.is_ordinary(word) or word.isdigit() or self._is_frequent(word))


@lru_cache(maxsize=_CACHED)  # reports say most of it many times, and a model's are read for its training and its audit
def _words_of(chunk: str) -> tuple[str, ...]:
    """The different folded words of the tokens of a blank-free stretch."""
    return tuple({word for token in tokenizer().words(chunk) for word in words_of_piece(token)})


def showable(encoded: Encoded, attributes: Mapping[str, int], documents: int, rule: ShowingRule) -> NDArray[np.bool_]:
    """Which of the attributes that occur may stand in a model by a rule; the first `documents` of what is encoded are
    annotated reports.

    What else is encoded was made of them, and is a witness of nothing. Of an attribute that nowhere occurs nothing can
    be learned: most of a large model are such when it is adapted to a few reports.
    """
    reports = reports_of(encoded, len(attributes), documents)
    occurs = np.zeros(len(attributes), dtype=bool)
    for numbers in encoded.numbers:
        occurs[numbers] = True
    kept = np.zeros(len(attributes), dtype=bool)
    for name, number in attributes.items():
        kept[number] = occurs[number] and rule.may_show(shown(name), int(reports[number]))
    return kept


def reports_of(encoded: Encoded, attributes: int, documents: int) -> NDArray[np.int64]:
    """In how many of the first `documents` reports each attribute occurs."""
    counts = np.zeros(attributes, dtype=np.int64)
    of_report: list[list[NDArray[np.int32]]] = [[] for _ in range(documents)]
    for numbers, report in zip(encoded.numbers, encoded.reports, strict=True):
        if report < documents:
            of_report[report].append(numbers)
    for own in of_report:
        if own:
            counts[np.unique(np.concatenate(own))] += 1
    return counts
