"""Training of a judge: from annotated reports that no detector has learned from to what each clue weighs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.judge.judge import Judge, Weights
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Span, Suggestion
from deid_studio.progress import Progress

_HOLDING = 0.03  # inverse strength of the L2 penalty, on clues of unit variance
_TRUST = 3.0  # strength of the penalty on how far few reports move weights that are there
_LEAST_SPREAD = 0.5  # of a clue: a few places where a rare one stands tell little of it
_HALF = 0.5

Case = tuple[Mapping[str, float], bool]  # the clues of a suggestion, and whether it is PHI


@dataclass(frozen=True, slots=True)
class Unjudged:
    """What a pipeline suggests in a report before its judge speaks: each with its sources, as of `Pipeline.joined`, and
    the clues of each for the judge, none where it does not judge the report, which may have a layout of `signed`
    ones."""

    found: tuple[tuple[Suggestion, str], ...]
    clues: tuple[Mapping[str, float], ...]
    signed: bool = False

    def kept(self, judge: Judge) -> tuple[tuple[Suggestion, str], ...]:
        """What a judge leaves of it."""
        kept = set(map(id, judge.kept([one for one, _ in self.found], self.clues, self.signed)))
        return tuple(pair for pair in self.found if id(pair[0]) in kept)


def judge_of(pipeline: Pipeline) -> Judge | None:
    """The judge of a pipeline, if it has one."""
    return next((one for one in pipeline.detectors if isinstance(one, Judge)), None)


def unjudged(pipeline: Pipeline, doc: Document) -> Unjudged:
    """What a pipeline suggests in a report before its judge speaks, if it has one."""
    judge = judge_of(pipeline)
    others = pipeline.with_detectors([one for one in pipeline.detectors if not isinstance(one, Judge)], pipeline.tagset)
    found = others.joined(doc)
    if judge is None:
        return Unjudged(tuple(found), ())
    return Unjudged(tuple(found), tuple(judge.clues(doc, [one for one, _ in found])), judge.layouts.know(doc.text))


def learn_weights(pipeline: Pipeline, documents: Sequence[Document], progress: Progress | None = None) -> Weights:
    """The weights with which the pipeline's judge tells best what in annotated reports is PHI.

    A suggestion counts as PHI when half of its letters and figures are. Raises `ValueError` where the pipeline has no
    judge, or the reports that it judges hold nothing to tell apart.
    """
    if judge_of(pipeline) is None:
        raise ValueError("the pipeline has no judge")
    found: list[Mapping[str, float]] = []
    right: list[bool] = []
    for doc in (progress or Progress()).each(documents, len(documents), "annotating"):
        own = unjudged(pipeline, doc)
        found += own.clues
        right += [is_phi(one.span, doc) for one, _ in own.found] if own.clues else []
    if len(set(right)) < 2:
        raise ValueError("nothing to tell apart")
    return fit(found, right)


def is_phi(span: Span, doc: Document) -> bool:
    """Whether half of the letters and figures of a span are PHI in an annotated report."""
    places = [at for at in range(span.start, span.end) if doc.text[at].isalnum()]
    held = sum(any(gold.start <= at < gold.end for gold in doc.spans) for at in places)
    return held > _HALF * len(places)


def fit(found: Sequence[Mapping[str, float]], right: Sequence[bool], holding: float = _HOLDING) -> Weights:
    """The weights by which clues tell best what is right; the greater `holding`, the further they may go."""
    names, values = _table(found)
    mean, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread == 0] = 1.0
    columns = np.column_stack([np.ones(len(found)), (values - mean) / spread])
    held = np.array([0.0, *[1 / holding] * len(names)])
    best = _most_probable(columns, np.zeros(len(found)), np.array(right, dtype=np.float64), held)
    weights = best[1:] / spread
    return _rounded(best[0] - float(weights @ mean), dict(zip(names, weights, strict=True)))


def moved(weights: Weights, cases: Iterable[Case]) -> Weights:
    """Weights moved towards what few reports tell: the most probable ones (MAP) where those that are there are expected
    beforehand. How many are right at all, which hospitals differ in most, is held ten times as loosely."""
    found, right = zip(*cases, strict=True)
    names, values = _table(found)
    spread = np.maximum(values.std(axis=0), _LEAST_SPREAD)
    columns = np.column_stack([np.ones(len(found)), values / spread])
    held = _TRUST * np.array([0.1, *[1.0] * len(names)])
    before = weights.intercept + values @ np.array([weights.of.get(name, 0.0) for name in names])
    move = _most_probable(columns, before, np.array(right, dtype=np.float64), held)
    of = dict(weights.of)
    for name, step in zip(names, move[1:] / spread, strict=True):
        of[name] = of.get(name, 0.0) + step
    return _rounded(weights.intercept + move[0], of)


def _table(found: Sequence[Mapping[str, float]]) -> tuple[list[str], NDArray[np.float64]]:
    """The names of all clues, and a row of their values for each suggestion: 0 where it has none."""
    names = sorted({name for own in found for name in own})
    return names, np.array([[own.get(name, 0.0) for name in names] for own in found])


def _most_probable(
    columns: NDArray[np.float64], before: NDArray[np.float64], gold: NDArray[np.float64], held: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The move of a logistic regression's weights from where it scores `before`, each `held` by an L2 penalty."""
    from scipy.optimize import minimize  # takes a moment to load: only where something is learned
    from scipy.special import expit

    def loss(move: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = before + columns @ move
        value = np.logaddexp(0, scores).sum() - gold @ scores + 0.5 * held @ move**2
        return float(value), columns.T @ (expit(scores) - gold) + held * move

    best: NDArray[np.float64] = minimize(loss, np.zeros(len(held)), jac=True, method="L-BFGS-B").x
    return best


def _rounded(intercept: float, of: Mapping[str, float]) -> Weights:
    return Weights(round(float(intercept), 4), {name: round(float(own), 4) for name, own in sorted(of.items())})
