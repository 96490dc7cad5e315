"""Usefulness: how probable it is that looking at a finding is of use, by all that is known of it.

A logistic regression over named clues, as the detection's judge has one (`detection/judge/judge.py`): what its detector
says, what the context model sees there, and what the person has decided in this report so far. The weights were learned
on reports that no model has learned from (`tests/benchmarks/bench_final_check.py --learn`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import log

import regex

from deid_studio import paths
from deid_studio.detection.context.context_detector import Seen, Sight
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.judge.clues import odds
from deid_studio.detection.judge.judge import Weights, read_weights
from deid_studio.detection.tokens import tokenizer
from deid_studio.model.kinds import Kind
from deid_studio.model.mentions import Decision, Desk, Origin
from deid_studio.model.span import Span
from deid_studio.people.folding import fold
from deid_studio.people.things import words_of
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.deciding.sensitivity import is_likely

WEIGHTS = paths.resources() / "final-check" / "usefulness.json"

# How often a person rejects PHI: what was decided one by one they have looked at, what was rejected with others hardly.
_SLIP, _SLIP_TOGETHER = 0.01, 0.2
# However sure a suggestion is: of 5,168 surer ones 9 were rejected, .0033 at the upper end of the 95 % interval
# (docs/experiments.md, "What was rejected").
_SUREST = 0.9967
_UNSEEN = 0.5
_WORD = regex.compile(r"\p{L}+")
_LABEL = regex.compile(r"[:=|\t]\s{0,3}$")
_NEAR = 2  # characters
# About the least that the reports have which were learned from: that hardly anything was marked in one, or all was
# rejected, is no sign that nothing is left.
_LEAST_RIGHT, _LEAST_KEPT, _LEAST_ACCEPTED = 0.75, 0.7, 1.6


class Usefulness:
    """The chance of each finding, by weights; `kind_of` tells the kind of a class. Safe to share between threads where
    the sight is."""

    def __init__(self, sight: Sight, weights: Weights, kind_of: Callable[[str], Kind]) -> None:
        self._sight = sight
        self._weights = weights
        self._kind_of = kind_of

    def chances(
        self, findings: Sequence[Finding], text: str, desk: Desk, together: Collection[int] = ()
    ) -> list[float]:
        """The chance of each finding of a report; of what was rejected, that the person slipped.

        `together` are the ids of the mentions that were rejected with others, in one step.
        """
        found = self.clues(findings, text, desk)
        by_itself = (m for m in desk if m.decision is Decision.REJECTED and m.id not in together and is_likely(m))
        rejected = Counter(m.span.phi_class for m in by_itself)
        resized = {m.id for m in desk if m.is_resized}

        def chance(one: Finding, clues: Mapping[str, float]) -> float:
            if one.sort is not Sort.REJECTED:
                return self._weights.chance(clues)
            if one.mention_id in resized:
                return slipped(1.0, together=True)  # it was accepted with other ends before
            return slipped(one.suggestion.confidence, one.mention_id in together, rejected[one.span.phi_class])

        return [chance(one, clues) for one, clues in zip(findings, found, strict=True)]

    def clues(self, findings: Sequence[Finding], text: str, desk: Desk) -> list[Mapping[str, float]]:
        """What is known of each finding; what is 0 may be absent."""
        known = _Known(self._sight.see(text), text, desk, len(findings), self._kind_of)
        return [known.clues(one) for one in findings]


def slipped(confidence: float, together: bool = False, alike: int = 1) -> float:
    """The probability that PHI was rejected by mistake, after Bayes, where `confidence` said that it was PHI.

    Decided one by one, `alike` of the same class were: who rejects it again and again means it.
    """
    slip = _SLIP_TOGETHER if together else _SLIP ** max(alike, 1)
    confidence = min(confidence, _SUREST)
    wrong = confidence * slip
    return wrong / (wrong + (1 - confidence) * (1 - slip))


def shipped_weights() -> Weights:
    """The weights that come with the program; raises `ProfileError`."""
    return read_weights(WEIGHTS)


class _Known:
    """What the context model and the person's decisions say of one report."""

    def __init__(self, seen: Seen, text: str, desk: Desk, count: int, kind_of: Callable[[str], Kind]) -> None:
        self._seen, self._text, self._kind_of = seen, text, kind_of
        self._lower = text.lower()
        self._accepted = desk.decided_spans
        thousands = max(len(text), 1) / 1000
        # What kind of report it is: of short ones, and where little is marked, more is missed.
        self._report = {
            "length of report": log(max(len(text), 1)),
            "accepted for its length": max(log(1 + len(self._accepted) / thousands), _LEAST_ACCEPTED),
            "findings for its length": log(1 + count / thousands),
        }
        self._words = {
            decision: {words_of(m.span.text(text)) for m in desk if m.decision is decision} for decision in Decision
        }
        suggested = [m for m in desk if m.origin is Origin.DETECTOR]
        self._right = max(_share(m.decision is Decision.ACCEPTED for m in suggested), _LEAST_RIGHT)
        self._right_of = {
            kind: _share(m.decision is Decision.ACCEPTED for m in suggested if kind_of(m.span.phi_class) is kind)
            for kind in Kind
        }
        self._kept = max(_share(_touches(one.span, self._accepted) for one in seen.suggestions), _LEAST_KEPT)
        self._lines = tokenizer().lines(text)
        self._line_starts = [line.starts[0] for line in self._lines]

    def clues(self, finding: Finding) -> Mapping[str, float]:
        """The clues of a finding."""
        span, text = finding.span, self._text
        own, kind, fact = span.text(text), self._kind_of(span.phi_class), finding.suggestion.evidence[0]
        words = [fold(word) for word in _WORD.findall(own)]
        listed = {kind for word in words for kind in default_gazetteers().kinds(word)}
        characters = sum(map(str.isalnum, own)) or 1
        common = sum(word in default_vocabulary() for word in words) / len(words) if words else 0.0
        chances = self._seen.chances_in(span) or [_UNSEEN]
        best = odds(max(chances))
        source = f"{fact.kind}/{fact.name}"
        return {
            f"by {source}": 1.0,
            f"by {source} × confidence": odds(finding.suggestion.confidence),
            f"by {source} × chance": best,
            f"look: {fact.detail}" if fact.name == "looks" else "no look": 1.0,
            f"kind: {kind.value}": 1.0,
            f"kind: {kind.value} × chance": best,
            **self._report,
            "chance": best,
            "mean chance": odds(sum(chances) / len(chances)),
            "least chance": odds(min(chances)),
            "seen": float(_touches(span, (one.span for one in self._seen.suggestions))),
            "kept": self._kept,
            "kept × chance": self._kept * best,
            "right": self._right,
            "right × chance": self._right * best,
            "right of its kind": self._right_of[kind],
            "common words": common,
            "common words × chance": common * best,
            "figures": sum(map(str.isdigit, own)) / characters,
            "length": log(characters),
            "words": log(1 + len(words)),
            "capitals": float(own.isupper()),
            "small letters": float(own.islower()),
            "again": log(max(self._lower.count(own.lower()), 1)),
            "more places": log(1 + len(finding.others)),
            "rejected elsewhere": float(words_of(own) in self._words[Decision.REJECTED]),
            "accepted elsewhere": float(words_of(own) in self._words[Decision.ACCEPTED]),
            "beside what is accepted": float(_touches(span, self._accepted, _NEAR)),
            "behind a label": float(_LABEL.search(text, max(span.start - 4, 0), span.start) is not None),
            "harmless": max(self._weight(span), default=0.0),
            "least harmless": min(self._weight(span), default=0.0),
            "in no list": float(not listed),
            **{f"list: {kind}": 1.0 for kind in listed},
        }

    def _weight(self, span: Span) -> list[float]:
        """How much speaks against PHI at each token of a span."""
        at = bisect_right(self._line_starts, span.start) - 1
        if at < 0:
            return []
        line = self._lines[at]
        weights = default_harmless().weights([line])[0]
        places = zip(line.starts, line.ends, weights, strict=True)
        return [float(weight) for start, end, weight in places if start < span.end and span.start < end]


def _touches(span: Span, others: Collection[Span] | Iterator[Span], near: int = 0) -> bool:
    return any(span.start < other.end + near and other.start < span.end + near for other in others)


def _share(holds: Iterator[bool]) -> float:
    """How often something holds, by Laplace's rule of succession."""
    total = right = 0
    for one in holds:
        total += 1
        right += one
    return (right + 1) / (total + 2)
