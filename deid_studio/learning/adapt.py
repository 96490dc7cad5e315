"""Adaptation: a trained CRF moved towards new annotated reports without forgetting the old ones.

MAP adaptation (Chelba & Acero 2004): the negative log-likelihood of the new reports plus `strength` times the squared
distance from the base's weights is minimised, starting at the base; attributes that the base does not know start at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.linear_chain import posterior
from deid_studio.detection.model_tagset import tag_set_entry, tagset_from
from deid_studio.detection.word_features import Words
from deid_studio.errors import TrainingDataError
from deid_studio.learning.corpus import corpus_hash
from deid_studio.learning.encode import Encoded, Encoder
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS, ShowingRule, showable
from deid_studio.learning.styles.restyler import restyled
from deid_studio.model.document import Document
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text

# Attributes in this many places may also count against a class that they were never seen with.
_FREQUENT = 50


@dataclass(frozen=True, slots=True)
class AdaptationOptions:
    """How to adapt: the pull back to the base's weights, iterations, and what a new attribute needs.

    It occurs in `least_count` places and shows nothing that fewer than `least_reports` reports have (`ShowingRule`).
    `restyled` copies of each report are laid anew (`learning/styles`), from `seed`.
    """

    strength: float = 0.1
    iterations: int = 60
    least_count: int = 2
    least_reports: int = LEAST_REPORTS
    restyled: float = 0.0
    seed: int = 1


def _classes(base: CrfModel, documents: Sequence[Document], tagset: TagSet | None) -> TagSet:
    """The base's classes and those that the reports have besides."""
    own = tagset_from(base.manifest["tag_set"])
    names = dict.fromkeys(sorted({span.phi_class for doc in documents for span in doc.spans}))
    new = {name: tagset[name] for name in names if tagset is not None and name in tagset}
    shared = [(one.kind, own[name].kind, name) for name, one in new.items() if name in own]
    apart = [name for here, there, name in shared if here and there and here != there]
    if apart:
        raise TrainingDataError(
            path=f"{len(documents)} reports",
            detail=Text("{classes}: the base has another class of that name", classes=", ".join(apart)),
        )
    named = (new.get(name, PhiClass(name, {})).as_named() for name in names if name not in own)
    # Of a class that is added its meaning counts: a key that it has elsewhere may be another's here.
    added = tuple(replace(one, shortcut="") for one in named)
    return TagSet(own.name, own.version, (*own.classes, *added))


def adapt(
    base: CrfModel,
    documents: Sequence[Document],
    options: AdaptationOptions | None = None,
    progress: Progress | None = None,
    tagset: TagSet | None = None,
) -> CrfModel:
    """The base model adapted to annotated reports; the same input gives the same model.

    The base's rules stay, and so do its weights of attributes that the new reports could not have given the model:
    whoever compares both would read in what changed which words the new reports have. Classes that the base does not
    know are added, with the meaning that `tagset` says, else their names. Raises `TrainingDataError` when no span is
    annotated, or a class of the reports means something else in the base, `CancelledError` when the person stops.
    """
    options = options or AdaptationOptions()
    progress = progress or Progress()
    if not any(doc.spans for doc in documents):
        raise TrainingDataError(path=f"{len(documents)} reports", detail="no span is annotated")
    classes = _classes(base, documents, tagset)
    encoder = Encoder(Words(default_gazetteers()), base.rules, base.attributes)
    made = restyled(documents, options.restyled, classes, options.seed, progress)
    encoded = encoder.encode([*documents, *made], progress)
    showing = ShowingRule.of(documents, options.least_reports)
    shows = showable(encoded, encoder.attributes, len(documents), showing)
    problem = _Problem(base, encoded, shows, options)
    problem.solve(progress)
    names = {number: name for name, number in encoder.attributes.items()}
    weights, numbers = problem.weights()
    # What was audited was the base.
    manifest = {key: value for key, value in base.manifest.items() if key != "audit"} | {
        "tag_set": tag_set_entry(classes),
        "adapted": [
            *base.manifest.get("adapted", []),
            {
                "base": base.fingerprint,
                "reports": len(documents),
                "spans": sum(len(doc.spans) for doc in documents),
                "sha256": corpus_hash(documents),
                "strength": options.strength,
                "iterations": options.iterations,
                "least_count": options.least_count,
                "least_reports": options.least_reports,
                "restyled": options.restyled,
                "seed": options.seed,
            },
        ],
    }
    attributes = {names[int(number)]: place for place, number in enumerate(numbers)}
    return CrfModel(problem.tags, attributes, weights, problem.transitions(), base.rules, manifest)


class _Problem:
    """The function to minimise, of the weights that the new reports can move: of those that `shows` allows."""

    def __init__(self, base: CrfModel, encoded: Encoded, shows: NDArray[np.bool_], options: AdaptationOptions) -> None:
        self._base = base
        self._options = options
        new_tags = sorted({tag for own in encoded.tags for tag in own} - set(base.tags))
        self.tags = (*base.tags, *new_tags)
        known, count = len(base.weights), len(self.tags)
        places, attributes = np.concatenate(encoded.numbers), len(shows)
        frequency = np.bincount(places, minlength=attributes)
        new = shows & (frequency >= options.least_count)
        kept = (frequency > 0) & ((np.arange(attributes) < known) | new)
        self._numbers = np.flatnonzero(kept)
        local = np.full(attributes, -1, dtype=np.int64)
        local[self._numbers] = np.arange(len(self._numbers))

        self._lengths = [len(own) for own in encoded.tags]
        per_token = np.concatenate([np.diff(bounds) for bounds in encoded.bounds])
        token_of = np.repeat(np.arange(len(per_token)), per_token)
        columns = local[places]
        present = columns >= 0
        self._attributes = csr_matrix(
            (np.ones(int(present.sum())), (token_of[present], columns[present])),
            shape=(len(per_token), len(self._numbers)),
        )
        tag_number = {tag: number for number, tag in enumerate(self.tags)}
        gold = np.asarray([tag_number[tag] for own in encoded.tags for tag in own], dtype=np.intp)
        firsts = np.cumsum([0, *self._lengths[:-1]])
        inner = np.ones(len(gold), dtype=bool)
        inner[firsts] = False
        self._later = np.flatnonzero(inner)

        observed = np.zeros((len(gold), count))
        observed[np.arange(len(gold)), gold] = 1.0
        self._gold_states = np.asarray(self._attributes.T @ observed)
        self._gold_steps = np.zeros((count, count))
        np.add.at(self._gold_steps, (gold[self._later - 1], gold[self._later]), 1.0)

        self._start = np.zeros((len(self._numbers), count))
        old = self._numbers < known
        self._start[old, : len(base.tags)] = base.weights[self._numbers[old]]
        self._start_steps = np.zeros((count, count))
        self._start_steps[: len(base.tags), : len(base.tags)] = base.transitions
        # As in CRFsuite, a weight exists where attribute and tag were seen together.
        movable = (self._start != 0) | (self._gold_states > 0) | (frequency[self._numbers] >= _FREQUENT)[:, None]
        self._rows, self._columns = np.nonzero(movable & shows[self._numbers][:, None])
        self._final = self._origin = np.concatenate([self._start[self._rows, self._columns], self._start_steps.ravel()])

    def solve(self, progress: Progress) -> None:
        """Find the minimum."""
        total = self._options.iterations
        done = 0

        def tell(_: NDArray[np.float64]) -> None:
            nonlocal done
            done += 1
            progress.step(min(done, total), total, "adapting")

        progress.step(0, total, "adapting")
        result = minimize(
            self._value,
            self._origin,
            jac=True,
            method="L-BFGS-B",
            callback=tell,
            options={"maxiter": total, "maxcor": 6},
        )
        self._final = result.x

    def _value(self, parameters: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        states, steps = self._matrices(parameters)
        scores = np.asarray(self._attributes @ states)
        found = posterior(scores, self._lengths, steps)
        chances = found.probabilities()
        onward = found.odds * found.backward / found.scale[:, None]
        expected_steps = found.step * (found.forward[self._later - 1].T @ onward[self._later])
        expected_states = np.asarray(self._attributes.T @ chances)
        gold_score = float((self._gold_states * states).sum() + (self._gold_steps * steps).sum())
        away = parameters - self._origin
        strength = self._options.strength
        value = found.log_partition - gold_score + strength * float(away @ away)
        gradient = np.concatenate(
            [
                (expected_states - self._gold_states)[self._rows, self._columns],
                (expected_steps - self._gold_steps).ravel(),
            ]
        )
        return value, gradient + 2 * strength * away

    def _matrices(self, parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        states = self._start.copy()
        states[self._rows, self._columns] = parameters[: len(self._rows)]
        return states, parameters[len(self._rows) :].reshape(self._start_steps.shape)

    def transitions(self) -> NDArray[np.float32]:
        """The transitions found, `(tag before, tag)`."""
        return self._matrices(self._final)[1].astype(np.float32)

    def weights(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The weights of all attributes, the base's first, and the attributes' numbers."""
        known = len(self._base.weights)
        new: NDArray[Any] = self._numbers[self._numbers >= known]
        weights = np.zeros((known + len(new), len(self.tags)), dtype=np.float32)
        weights[:known, : len(self._base.tags)] = self._base.weights
        states = self._matrices(self._final)[0]
        old = self._numbers < known
        weights[self._numbers[old]] = states[old]
        weights[known:] = states[~old]
        return weights, np.concatenate([np.arange(known), new])
