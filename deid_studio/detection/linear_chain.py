"""Linear chains: the best tag sequence and the probabilities of a CRF; by the kernel where it was built.

What is here in NumPy works on many sequences at a time, and is what the kernel has to give.

Scores are `(tokens, tags)` of all sequences one after the other, `lengths` their numbers of tokens; `transitions` is
`(tag before, tag)`. As in CRFsuite there are no extra scores for a sequence's begin and end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.one_core import one_core
from deid_studio.kernel import compiled

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
_IMPOSSIBLE = -1e6
# A span among tags: its sequence, its first and last token there, the tag that it begins with, its probability.
TaggedSpan = tuple[int, int, int, int, float]


@dataclass(frozen=True, slots=True)
class Packed:
    """Sequences side by side: step t of all that are that long, the longest first.

    `order` are token indices by step; `bounds[t] : bounds[t + 1]` are those of step t in it.
    """

    order: Ints
    bounds: list[int]

    @property
    def steps(self) -> int:
        return len(self.bounds) - 1

    def width(self, step: int) -> int:
        """How many sequences reach a step."""
        return self.bounds[step + 1] - self.bounds[step]


def pack(lengths: Sequence[int]) -> Packed:
    """The packing of sequences of these lengths (none of them 0)."""
    sizes = np.asarray(lengths, dtype=np.intp)
    starts = np.cumsum(sizes) - sizes
    by_length = np.argsort(-sizes, kind="stable")
    starts, sizes = starts[by_length], sizes[by_length]
    longest = int(sizes[0]) if len(sizes) else 0
    widths = np.searchsorted(-sizes, -np.arange(longest), side="left")
    bounds = [0, *np.cumsum(widths).tolist()]
    step_of = np.repeat(np.arange(longest), widths)
    row_of = np.arange(bounds[-1]) - np.repeat(np.asarray(bounds[:-1], dtype=np.intp), widths)
    return Packed(starts[row_of] + step_of, bounds)


def best_tags(scores: Floats, lengths: Sequence[int], transitions: Floats) -> Ints:
    """The highest-scoring tag of every token's sequence (Viterbi), `(tokens,)`."""
    packed = pack(lengths)
    emissions = scores[packed.order]
    bounds = packed.bounds
    back = np.empty(emissions.shape, dtype=np.intp)
    finals = np.empty(len(lengths), dtype=np.intp)
    current = emissions[: bounds[1]] if packed.steps else emissions
    incoming = np.ascontiguousarray(transitions.T)  # (tag, tag before): the maximum then runs along memory
    for step in range(1, packed.steps):
        width = packed.width(step)
        finals[width : len(current)] = current[width:].argmax(axis=1)
        ways = current[:width, None, :] + incoming
        choice = ways.argmax(axis=2)
        start = bounds[step]
        back[start : start + width] = choice
        current = np.take_along_axis(ways, choice[:, :, None], axis=2)[:, :, 0] + emissions[start : start + width]
    finals[: len(current)] = current.argmax(axis=1) if len(current) else 0
    tags = np.empty(len(scores), dtype=np.intp)
    for step in range(packed.steps - 1, -1, -1):
        width, start = packed.width(step), bounds[step]
        tags[packed.order[start : start + width]] = finals[:width]
        if step:
            # `back` leads from this step's tag to the one before it.
            finals[:width] = back[np.arange(start, start + width), finals[:width]]
    return tags


def best_between(
    scores: NDArray[np.float32], lengths: Sequence[int], sure: Flags, outside: int, transitions: NDArray[np.float32]
) -> Ints:
    """The best tags, searched only between tokens whose tag is surely `outside`: most of a report is."""
    tags = np.full(len(scores), outside, dtype=np.intp)
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
    held = part[fixed, outside]
    part[fixed] = _IMPOSSIBLE
    part[fixed, outside] = held
    tags[chosen] = best_tags(part, [len(piece) for piece in pieces], transitions)
    return tags


def runs(tags: list[int], outside: int, inside: Sequence[int]) -> list[tuple[int, int, int]]:
    """The spans in a tag sequence as (first token, last token, the tag that it begins with).

    `inside` is for each tag the one that goes on its span, -1 where none does. One of these that follows no tag of its
    class begins a span, as in the CoNLL evaluation.
    """
    found: list[tuple[int, int, int]] = []
    first = 0
    while first < len(tags):
        begin, last = tags[first], first
        while last + 1 < len(tags) and tags[last + 1] == inside[begin]:
            last += 1
        if begin != outside:
            found.append((first, last, begin))
        first = last + 1
    return found


@dataclass(frozen=True, slots=True)
class Posterior:
    """Scaled forward and backward values: `forward * backward` is the probability of each tag of each token.

    `odds` are `exp(score)` up to a factor a token, `step` is `exp(transitions)`, `scale` normalises each token's
    forward values.
    """

    scores: Floats
    forward: Floats
    backward: Floats
    odds: Floats
    step: Floats
    scale: Floats

    @property
    def log_partition(self) -> float:
        """The sum of the log partition functions of all sequences."""
        return float(np.log(self.scale).sum() + self.scores.max(axis=1, initial=-np.inf).sum())

    def probabilities(self) -> Floats:
        """The probability of each tag of each token, `(tokens, tags)`."""
        return self.forward * self.backward

    def of_spans(self, spans: Sequence[tuple[int, int, int, int, bool]]) -> list[float]:
        """The probabilities that tokens first … last are exactly one span, for each (first, last, tag that it begins
        with, tag inside it (-1: no such tag), whether its sequence ends with it)."""
        if not spans:
            return []
        tags = [inside if last > first else begin for first, last, begin, inside, _ in spans]
        after = [min(last + 1, len(self.scale) - 1) for _, last, *_ in spans]
        onward = self.step[tags] * self.odds[after] * self.backward[after] / self.scale[after, None]
        rests = onward.sum(axis=1).tolist()
        chances: list[float] = []
        for at, (first, last, begin, inside, ends_sequence) in enumerate(spans):
            value, tag, rest = float(self.forward[first, begin]), begin, rests[at]
            for token in range(first + 1, last + 1):
                value *= float(self.step[tag, inside] * self.odds[token, inside] / self.scale[token])
                tag = inside
            if ends_sequence:
                chances.append(min(value * float(self.backward[last, tag]), 1.0))
                continue
            if inside >= 0:
                rest -= float(onward[at, inside])
            chances.append(min(max(value * rest, 0.0), 1.0))
        return chances


class Chain:
    """What the tags of sequences are by the transitions between them, of which all is reckoned once.

    `outside` is the tag of what is in no span, `inside` for each tag the one that goes on its span (-1: none does).
    """

    def __init__(self, transitions: Floats, outside: int = 0, inside: Sequence[int] = ()) -> None:
        self._transitions = transitions
        self._step: Floats = np.exp(transitions.astype(np.float64))
        self._outside = outside
        self._inside = list(inside) or [-1] * len(transitions)
        self._native = (
            None
            if compiled.native is None
            else compiled.native.Chain(transitions.astype(np.float64), self._step, outside, self._inside)
        )

    def posterior(self, scores: Floats, lengths: Sequence[int]) -> Posterior:
        """Forward and backward values of all sequences (Rabiner 1989, scaled)."""
        if self._native is None or scores.dtype != np.float32:
            return plain_posterior(scores, lengths, self._step)
        odds, forward, backward = (np.empty(scores.shape) for _ in range(3))
        scale = np.empty(len(scores))
        self._native.odds(scores, odds)
        np.exp(odds, out=odds)
        self._native.posterior(scores, list(lengths), odds, forward, backward, scale)
        return Posterior(scores, forward, backward, odds, self._step, scale)

    def spans(self, chances: Posterior, lengths: Sequence[int], least: float) -> list[TaggedSpan]:
        """The spans in the best tags, searched only between tokens that are outside with a probability of `least`."""
        if self._native is None or chances.scores.dtype != np.float32:
            return self.plain_spans(chances, lengths, least)
        found: list[TaggedSpan] = self._native.spans(
            chances.scores, list(lengths), chances.odds, chances.forward, chances.backward, chances.scale, least
        )
        return found

    def plain_spans(self, chances: Posterior, lengths: Sequence[int], least: float) -> list[TaggedSpan]:
        """The same in NumPy."""
        outside = chances.forward[:, self._outside] * chances.backward[:, self._outside]
        tags = best_between(chances.scores, lengths, outside >= least, self._outside, self._transitions).tolist()
        found: list[tuple[int, int, int, int]] = []
        spans: list[tuple[int, int, int, int, bool]] = []
        start = 0
        for number, length in enumerate(lengths):
            for first, last, tag in runs(tags[start : start + length], self._outside, self._inside):
                found.append((number, first, last, tag))
                spans.append((start + first, start + last, tag, self._inside[tag], last + 1 == length))
            start += length
        return [(*span, chance) for span, chance in zip(found, chances.of_spans(spans), strict=True)]


def posterior(scores: Floats, lengths: Sequence[int], transitions: Floats) -> Posterior:
    """The posterior of sequences by transitions that are asked but once."""
    return Chain(transitions).posterior(scores, lengths)


def plain_posterior(scores: Floats, lengths: Sequence[int], step: Floats) -> Posterior:
    """The posterior in NumPy; `step` is `exp(transitions)`."""
    with one_core():
        return _posterior(scores, lengths, step)


def _odds(scores: Floats) -> Floats:
    """The odds of each token's tags beside the likeliest of them."""
    odds: Floats = (scores - scores.max(axis=1, keepdims=True)).astype(np.float64)
    np.exp(odds, out=odds)
    # A floor keeps a token whose tags all but one are impossible from making the chain's sum zero.
    np.maximum(odds, 1e-200, out=odds)
    return odds


def _posterior(scores: Floats, lengths: Sequence[int], step: Floats) -> Posterior:
    packed = pack(lengths)
    odds = _odds(scores)[packed.order]
    forward = np.empty_like(odds)
    backward = np.empty_like(odds)
    scale = np.empty(len(odds))
    bounds = packed.bounds
    current: Floats = np.ones((packed.width(0) if packed.steps else 0, odds.shape[1]))
    for number in range(packed.steps):
        here = slice(bounds[number], bounds[number + 1])
        current = odds[here] if number == 0 else (current[: packed.width(number)] @ step) * odds[here]
        total = current.sum(axis=1)
        current = current / total[:, None]
        forward[here] = current
        scale[here] = total
    following = step.T.copy()
    weighted = odds / scale[:, None]
    for number in range(packed.steps - 1, -1, -1):
        here = slice(bounds[number], bounds[number + 1])
        values = backward[here]
        if number + 1 < packed.steps:
            next_width = packed.width(number + 1)
            start = bounds[number + 1]
            values[:next_width] = (
                weighted[start : start + next_width] * backward[start : start + next_width]
            ) @ following
            values[next_width:] = 1.0
        else:
            values[:] = 1.0
    back_to_text = np.empty(len(packed.order), dtype=np.intp)
    back_to_text[packed.order] = np.arange(len(packed.order))
    return Posterior(
        scores, forward[back_to_text], backward[back_to_text], odds[back_to_text], step, scale[back_to_text]
    )
