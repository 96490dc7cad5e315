"""CrfDetector: suggestions from a trained CRF, with the probability of each span and what speaks for it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import CrfModel, StoredCrf, read_stored
from deid_studio.detection.crf_scores import scores_by
from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.gazetteers import GazetteerIndex, default_gazetteers
from deid_studio.detection.linear_chain import Chain, Posterior
from deid_studio.detection.report_context import LineContext, ReportContext, gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import Words
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

# A token is surely outside when nothing but `O` has a probability worth a path of its own.
_SURELY_OUTSIDE = 1 - 1e-5
_TOKENS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class ReadPart:
    """Sequences of a report and the posterior of their tags."""

    views: list[LineContext]
    chances: Posterior


class CrfDetector:
    """Finds PHI by a linear-chain CRF over token sequences. One detector serves one thread at a time."""

    def __init__(self, model: CrfModel | StoredCrf, index: GazetteerIndex, name: str = "crf") -> None:
        self.name = name
        # Not the weights, which its scores have in their own form.
        self.model = model.frame
        self._words = Words(index)
        self._last: tuple[str, ReadPart] | None = None
        self._scores = scores_by(model, self._words.edge())
        numbers = {tag: number for number, tag in enumerate(model.tags)}
        inside = [numbers.get("I-" + tag[2:], -1) for tag in model.tags]
        self._chain = Chain(model.transitions, numbers["O"], inside)

    @classmethod
    def load(cls, path: Path, name: str = "crf") -> CrfDetector:
        """The detector of the model in a folder; raises `ModelMissingError` or `ModelDamagedError`."""
        return cls(read_stored(path), default_gazetteers(), name)

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
        return [one for part in self.read(doc.text) for one in self._suggestions(part)]

    def detect_in(self, doc: Document, lines: Sequence[Place]) -> list[Suggestion]:
        """Those of `detect` in some lines of the report, of which no more is read than they need."""
        text = doc.text
        own = tokenizer().lines(text)
        starts = [start for start, _ in lines]
        asked = set()
        for number, line in enumerate(own):
            at = bisect_right(starts, line.starts[0]) - 1
            if at >= 0 and line.starts[0] < lines[at][1]:
                asked.add(number)
        report = gather_context(text, own, self._words, self.model.rules, asked)
        return [one for part in self.parts(report, asked) for one in self._suggestions(self._read(*part))]

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
        if sum(len(view.words) for view in report.lines) >= _TOKENS_AT_ONCE:
            return (self._read(*part) for part in self.parts(report))
        (part,) = self.parts(report)
        self._last = text, self._read(*part)
        return (self._last[1],)

    def _read(self, views: list[LineContext], scores: NDArray[np.float32]) -> ReadPart:
        return ReadPart(views, self._chain.posterior(scores, [len(view.words) for view in views]))

    def parts(
        self, report: ReportContext, asked: Container[int] | None = None
    ) -> Iterator[tuple[list[LineContext], NDArray[np.float32]]]:
        """The sequences of a report with their scores, or those that are asked for; many in parts, so that not all are
        in memory."""
        first = tokens = 0
        for number, line in enumerate(report.lines):
            wanted = asked is None or number in asked
            if wanted:
                tokens += len(line.words)
            last = number + wanted
            full = not wanted or tokens >= _TOKENS_AT_ONCE
            if tokens and (full or last == len(report.lines)):
                yield report.lines[first:last], self.scores(report, first, last)
            if full:
                first, tokens = number + 1, 0

    def scores(self, report: ReportContext, first: int = 0, last: int | None = None) -> NDArray[np.float32]:
        """The score of each tag of each token of the sequences `[first, last)`, `(tokens, tags)`."""
        return self._scores.of(report, first, last)

    def _suggestions(self, part: ReadPart) -> list[Suggestion]:
        found = self._chain.spans(part.chances, [len(view.words) for view in part.views], _SURELY_OUTSIDE)
        tags = self.model.tags
        return [
            _suggestion(part.views[number], first, last, tags[tag][2:], chance)
            for number, first, last, tag, chance in found
        ]


def _suggestion(view: LineContext, first: int, last: int, phi_class: str, chance: float) -> Suggestion:
    start, end = view.line.starts[first], view.line.ends[last]
    spelled = view.line.words
    facts = {("crf", "", f"{chance:.2f}"): True}  # each once, in this order
    for begun, ended, rule in view.rule_hits:
        if begun < end and start < ended and rule.phi_class == phi_class:
            facts["rule", rule.name, f"{rule.precision:.2f}"] = True
    for i in range(first, last + 1):
        for kind in view.words[i].kinds:
            if kind in _NAMING:
                facts["gazetteer", kind, spelled[i]] = True
    for begun, ended, kind in view.phrases:
        if begun >= first and ended <= last + 1:
            facts["gazetteer", kind, " ".join(spelled[begun:ended])] = True
    evidence = tuple([_evidence(*fact) for fact in facts])
    return Suggestion(Span(start, end, phi_class), min(max(chance, 0.0), 1.0), evidence)


# The same facts are told again and again.
_evidence = lru_cache(maxsize=4096)(Evidence)

# Kinds whose entries are PHI by themselves: only these are worth a reader's eye.
_NAMING = frozenset(
    "first_name last_name town region country kinship profession hospital_word company month weekday sex_word"
    " street_kind nationality population_group".split()
)
