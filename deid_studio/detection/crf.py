"""CrfDetector: suggestions from a trained CRF, with the probability of each span and what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.features import place_features
from deid_studio.detection.gazetteers import GazetteerIndex, default_gazetteers
from deid_studio.detection.linear_chain import Floats, Ints, Posterior, best_tags, posterior
from deid_studio.detection.report_context import LineContext, ReportContext, gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import REACH, Word, Words, distance_tier
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

_CACHED_WORDS = 20_000
# A token is surely outside when nothing but `O` has a probability worth a path of its own.
_SURELY_OUTSIDE = 1 - 1e-5
_IMPOSSIBLE = -1e6
_TOKENS_AT_ONCE = 20_000
_OFFSETS = 2 * REACH + 1
# Attributes of words begin with the word's offset from the token, those of places never with a digit.
_WORD_ATTRIBUTE = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class ReadPart:
    """Sequences of a report, the score of each tag of each token, and their posterior."""

    views: list[LineContext]
    scores: NDArray[np.float32]
    chances: Posterior


class CrfDetector:
    """Finds PHI by a linear-chain CRF over token sequences.

    A word's own features give scores that depend on the word and its offset alone: they are kept per word as vectors
    and added; only the features of places are looked up for each token. One detector serves one thread at a time.
    """

    def __init__(self, model: CrfModel, index: GazetteerIndex, name: str = "crf") -> None:
        self.name = name
        self.model = model
        self._words = Words(index)
        self._last: tuple[str, ReadPart] | None = None
        self._outside = model.tags.index("O")
        self._scores = _WordScores(model, self._words.edge())
        self._inside = [model.tags.index("I-" + tag[2:]) if "I-" + tag[2:] in model.tags else -1 for tag in model.tags]

    @classmethod
    def load(cls, path: Path, name: str = "crf") -> CrfDetector:
        """The detector of the model in a folder; raises `ModelMissingError` or `ModelDamagedError`."""
        return cls(read_model(path), default_gazetteers(), name)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the model's manifest, which holds those of its files."""
        return self.model.fingerprint

    @property
    def calibrations(self) -> Mapping[str, Mapping[str, Any]]:
        """What its confidences are worth in a profile, by its name, where the model tells."""
        told: Mapping[str, Mapping[str, Any]] = self.model.manifest.get("calibration", {})
        return told

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order; confidence is the marginal probability of exactly that span."""
        suggestions: list[Suggestion] = []
        for part in self.read(doc.text):
            suggestions += self._suggestions(part)
        return suggestions

    def read(self, text: str) -> Iterable[ReadPart]:
        """The sequences of a report with what the model makes of them.

        Those of the text read last are kept, unless it is very long: its doubts are looked for next.
        """
        if self._last is not None and self._last[0] == text:
            return (self._last[1],)
        self._last = None
        lines = tokenizer().lines(text)
        if not lines:
            return ()
        report = gather_context(text, lines, self._words, self.model.rules)
        if sum(len(view.line) for view in report.lines) >= _TOKENS_AT_ONCE:
            return (self._read(*part) for part in self.parts(report))
        (part,) = self.parts(report)
        self._last = text, self._read(*part)
        return (self._last[1],)

    def _read(self, views: list[LineContext], scores: NDArray[np.float32]) -> ReadPart:
        return ReadPart(views, scores, posterior(scores, [len(view.line) for view in views], self.model.transitions))

    def parts(self, report: ReportContext) -> Iterator[tuple[list[LineContext], NDArray[np.float32]]]:
        """The sequences of a report with their scores; a very long one in parts, so that not all are in memory."""
        first = tokens = 0
        for number, line in enumerate(report.lines, 1):
            tokens += len(line.line)
            if tokens >= _TOKENS_AT_ONCE or number == len(report.lines):
                yield report.lines[first:number], self.scores(report, first, number)
                first, tokens = number, 0

    def scores(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""
        total = self._scores.of(report.lines[first:last])
        known = self.model.attributes.get
        columns: list[int] = []
        ends = [0]
        for line in place_features(report, first, last):
            for own in line:
                columns += [number for number in map(known, own) if number is not None]
                ends.append(len(columns))
        np.add(total, _summed(self.model.weights, columns, ends), out=total)
        return total

    def _suggestions(self, part: ReadPart) -> list[Suggestion]:
        views, scores, chances = part.views, part.scores, part.chances
        lengths = [len(view.line) for view in views]
        outside = chances.forward[:, self._outside] * chances.backward[:, self._outside]
        tags = self._decode(scores, lengths, outside)
        suggestions = []
        start = 0
        for view, length in zip(views, lengths, strict=True):
            for first, last, begin in _runs(tags[start : start + length].tolist(), self.model.tags, self._inside):
                chance = chances.of_span(
                    start + first, start + last, int(tags[start + first]), self._inside[begin], last + 1 == length
                )
                suggestions.append(_suggestion(view, first, last, self.model.tags[begin][2:], chance))
            start += length
        return suggestions

    def _decode(self, scores: NDArray[np.float32], lengths: list[int], outside: Floats) -> Ints:
        """The best tags, searched only between tokens that are surely outside: most of a report is."""
        tags = np.full(len(scores), self._outside, dtype=np.intp)
        sure = outside >= _SURELY_OUTSIDE
        pieces: list[Ints] = []
        start = 0
        for length in lengths:
            unsure = np.flatnonzero(~sure[start : start + length])
            if len(unsure):
                for group in np.split(unsure, np.flatnonzero(np.diff(unsure) > 1) + 1):
                    first, last = max(int(group[0]) - 1, 0), min(int(group[-1]) + 1, length - 1)
                    pieces.append(np.arange(start + first, start + last + 1))
            start += length
        if not pieces:
            return tags
        chosen = np.concatenate(pieces)
        part = scores[chosen].astype(np.float64)
        fixed = sure[chosen]
        held = part[fixed, self._outside]
        part[fixed] = _IMPOSSIBLE
        part[fixed, self._outside] = held
        tags[chosen] = best_tags(part, [len(piece) for piece in pieces], self.model.transitions)
        return tags


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
    ones = np.ones(len(rows), dtype=np.float32)
    indices, bounds = np.asarray(rows, dtype=np.int32), np.asarray(ends, dtype=np.int32)
    summed: NDArray[np.float32] = csr_matrix((ones, indices, bounds), shape=(len(ends) - 1, len(weights))) @ weights
    return summed


def _runs(tags: list[int], names: tuple[str, ...], inside: list[int]) -> list[tuple[int, int, int]]:
    """The spans in a tag sequence as (first token, last token, number of a tag of its class).

    An `I-` that follows no tag of its class begins a span, as in the CoNLL evaluation.
    """
    found: list[tuple[int, int, int]] = []
    open_class = ""
    first = begin = 0
    for i, tag in enumerate(tags):
        name = names[tag]
        phi_class = name[2:]
        if open_class and (name[0] != "I" or phi_class != open_class):
            found.append((first, i - 1, begin))
            open_class = ""
        if name != "O" and not open_class:
            open_class, first, begin = phi_class, i, tag
    if open_class:
        found.append((first, len(tags) - 1, begin))
    return found


def _suggestion(view: LineContext, first: int, last: int, phi_class: str, chance: float) -> Suggestion:
    start, end = view.line.starts[first], view.line.ends[last]
    evidence = [Evidence("crf", "", f"{chance:.2f}")]
    for hit in view.rule_hits:
        if hit.start < end and start < hit.end and hit.rule.phi_class == phi_class:
            fact = Evidence("rule", hit.rule.name, f"{hit.rule.precision:.2f}")
            if fact not in evidence:
                evidence.append(fact)
    words = view.words
    spelled = view.line.words
    for i in range(first, last + 1):
        evidence += [Evidence("gazetteer", kind, spelled[i]) for kind in words[i].kinds if kind in _NAMING]
    for phrase in view.phrases:
        if phrase.start >= first and phrase.end <= last + 1:
            evidence.append(Evidence("gazetteer", phrase.kind, " ".join(spelled[phrase.start : phrase.end])))
    return Suggestion(Span(start, end, phi_class), min(max(chance, 0.0), 1.0), tuple(dict.fromkeys(evidence)))


# Kinds whose entries are PHI by themselves: only these are worth a reader's eye.
_NAMING = frozenset(
    "first_name last_name town region country kinship profession hospital_word company month weekday sex_word"
    " street_kind nationality population_group".split()
)
