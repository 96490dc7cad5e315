"""NativeScores: the scores of `PlainScores`, by the kernel."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import StoredCrf
from deid_studio.detection.features import neighbours, position
from deid_studio.detection.report_context import ReportContext
from deid_studio.detection.sections import Section
from deid_studio.detection.word_features import Word

if TYPE_CHECKING:
    from deid_studio.kernel import native

_CACHED_WORDS = 40_000
_SECTIONS = {section: section.value[0].encode() for section in Section}


class NativeScores:
    """Scores by the weights of a model; `edge` is the word beyond the ends of lines."""

    def __init__(self, scores: type[native.Scores], model: StoredCrf, edge: Word) -> None:
        self._tags = len(model.tags)
        firsts = np.searchsorted(model.rows, np.arange(len(model.names) + 1)).astype(np.uint32)
        self._scores = scores(_all_bytes(model.names), self._tags, firsts, model.columns, model.values)
        self._edge = edge

    def of(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""
        if self._scores.count() > _CACHED_WORDS:
            self._scores.forget()
        words: list[Word] = []
        starts: list[int] = []
        ends: list[int] = []
        lines = []
        for number, view in enumerate(report.lines[first:last], first):
            words += view.words
            starts += view.line.starts
            ends += view.line.ends
            hits = [(start, end, rule.phi_class, rule.anchor) for start, end, rule in view.rule_hits]
            beside = _kept(neighbours(report, number)) if view.section is Section.HEADER else None
            place = _SECTIONS[view.section], _kept(position(report, number)), beside
            lines.append((len(view.words), view.fields, view.phrases, hits, *place))
        total = np.empty((len(words), self._tags), dtype=np.float32)
        header = report.header_values, report.lower_words, report.mail_users
        self._scores.score(self._edge, total, words, starts, ends, lines, header)
        return total


def _bytes(text: str) -> bytes:
    """A text as the kernel compares it; lone surrogates are letters like others."""
    return text.encode("utf-8", "surrogatepass")


# Of what is the same in most reports.
_kept = lru_cache(maxsize=4096)(_bytes)


def _all_bytes(texts: list[str]) -> list[bytes]:
    """The same of many texts, of which hardly ever one holds the sign that is put between them."""
    together = _bytes("\0".join(texts)).split(b"\0")
    return together if len(together) == len(texts) else list(map(_bytes, texts))
