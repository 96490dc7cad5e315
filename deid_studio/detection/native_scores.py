"""NativeScores: the scores of `PlainScores`, by the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.features import DISTANT, distant_kinds, hit_tags, neighbours, position, word_marks
from deid_studio.detection.report_context import ReportContext
from deid_studio.detection.sections import Section
from deid_studio.detection.word_features import Word

if TYPE_CHECKING:
    from deid_studio.kernel import native

_CACHED_WORDS = 40_000
_SECTIONS = {section: section.value[0].encode() for section in Section}
_Facts = dict[int, tuple[bytes | None, bool, bool]]


class NativeScores:
    """Scores by the weights of a model; `edge` is the word beyond the ends of lines."""

    def __init__(self, scores: type[native.Scores], model: CrfModel, edge: Word) -> None:
        names = list(model.attributes)
        if list(model.attributes.values()) != list(range(len(names))):  # they are, where a model was read
            names.sort(key=model.attributes.__getitem__)
        self._tags = len(model.tags)
        # NumPy looks through truths five times as fast as through numbers.
        places = np.flatnonzero(model.weights != 0)
        rows, columns = np.divmod(places, self._tags)
        firsts = np.searchsorted(rows, np.arange(len(names) + 1)).astype(np.uint32)
        self._scores = scores(
            _all_bytes(names), self._tags, firsts, columns.astype(np.uint16), model.weights.ravel()[places]
        )
        self._edge = edge
        self._numbers = _Numbers(self._scores)
        self._forget()

    def of(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""
        if len(self._numbers) > _CACHED_WORDS:
            self._forget()
        views = report.lines[first:last]
        words: list[Word] = []
        starts: list[int] = []
        ends: list[int] = []
        lines = []
        beyond: set[Word] = set()  # the header
        for number, view in enumerate(views, first):
            words += view.words
            starts += view.line.starts
            ends += view.line.ends
            beside = None
            if view.section is Section.HEADER:
                beside = _kept(neighbours(report, number))
            else:
                beyond.update(view.words)
            lines.append(
                (
                    len(view.words),
                    [(_kept(one.label), one.start, one.colon, one.end) for one in view.fields],
                    [(at, list(map(_kept, tags))) for at, tags in hit_tags(view).items()],
                    _SECTIONS[view.section],
                    _kept(position(report, number)),
                    beside,
                )
            )
        total = np.empty((len(words), self._tags), dtype=np.float32)
        numbers = list(map(self._numbers.__getitem__, words))
        self._scores.score(total, numbers, starts, ends, lines, self._facts(report, beyond))
        return total

    def _facts(self, report: ReportContext, words: Iterable[Word]) -> _Facts:
        """What the rest of the report tells of words beyond its header, by their numbers."""
        facts: _Facts = {}
        value_of, lower_words, by_mail = report.header_values.get, report.lower_words, bool(report.mail_users)
        for word in words:
            folded = word.folded
            value, lower, mail = value_of(folded), False, False
            if word.shape[0] == "A":  # of other words the rest tells nothing
                lower, mail = folded in lower_words, by_mail and report.is_mail(word)
            if value is not None or lower or mail:
                facts[self._numbers[word]] = None if value is None else _bytes(value), lower, mail
        return facts

    def _forget(self) -> None:
        self._scores.forget()
        self._numbers.clear()
        self._numbers[self._edge]  # the kernel takes the first one for the edge


class _Numbers(dict[Word, int]):
    """The numbers that the kernel knows words by, which it is told of when they are first asked for."""

    def __init__(self, scores: native.Scores) -> None:
        super().__init__()
        self._scores = scores

    def __missing__(self, word: Word) -> int:
        texts = word.text, word.normal, word.shape, word.short_shape, word.folded, word.cue
        distant = bytes(map(DISTANT.index, distant_kinds(word)))
        try:
            number = self._scores.add_word(texts, word_marks(word), distant, word.kinds)
        except UnicodeEncodeError:  # what is no UTF-8
            number = self._scores.add_word(tuple(map(_bytes, texts)), word_marks(word), distant, word.kinds)
        self[word] = number
        return number


def _bytes(text: str) -> bytes:
    """A text as the kernel compares it; lone surrogates are letters like others."""
    return text.encode("utf-8", "surrogatepass")


# Of what is the same in most reports.
_kept = lru_cache(maxsize=4096)(_bytes)


def _all_bytes(texts: list[str]) -> list[bytes]:
    """The same of many texts, of which hardly ever one holds the sign that is put between them."""
    together = _bytes("\0".join(texts)).split(b"\0")
    return together if len(together) == len(texts) else list(map(_bytes, texts))
