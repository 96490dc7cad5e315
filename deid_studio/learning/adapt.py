"""Adaptation: a trained CRF moved towards new annotated reports without forgetting the old ones.

The negative log-likelihood of the new reports plus what the base's own reports would lose is minimised, starting at the
base. What they would lose is told by the base's importance (Laplace approximation; elastic weight consolidation,
Kirkpatrick et al. 2017): half the squared distance of each weight, times how much they say of it. A small pull back
holds the weights of which they say nothing (MAP adaptation, Chelba & Acero 2004); attributes that the base does not
know start at 0.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.linear_chain import Posterior, posterior
from deid_studio.detection.model_tagset import tag_set_entry, tagset_from
from deid_studio.detection.one_core import one_core
from deid_studio.detection.signed_layouts import LAYOUTS
from deid_studio.detection.word_features import Words
from deid_studio.errors import TrainingDataError
from deid_studio.learning.corpus import corpus_hash
from deid_studio.learning.encode import Encoded, Encoder
from deid_studio.learning.importance import occurrences
from deid_studio.learning.layout_marks import layout_marks
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS, ShowingRule, showable
from deid_studio.learning.styles.restyler import restyled
from deid_studio.model.document import Document
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text

# Attributes in this many places may also count against a class that they were never seen with.
_FREQUENT = 50
_PULL = 0.05  # back to weights of which the base's reports say nothing
_PULL_UNKNOWN = 0.1  # the same where nobody counted what they say of any
_PULL_STEPS = 10.0  # from tag to tag, of which every report says much

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AdaptationOptions:
    """How to adapt: how many times the base's importance counts, iterations, and what a new attribute needs.

    It occurs in `least_count` places and shows nothing that fewer than `least_reports` reports have (`ShowingRule`).
    `restyled` copies of each report are laid anew (`learning/styles`), from `seed`.
    """

    trust: float = 1.0
    iterations: int = 25
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
    importance: NDArray[np.float32] | None = None,
) -> CrfModel:
    """The base model adapted to annotated reports; the same input gives the same model.

    The base's rules stay, and so do its weights of attributes that the new reports could not have given the model:
    whoever compares both would read in what changed which words the new reports have. Classes that the base does not
    know are added, with the meaning that `tagset` says, else their names. Raises `TrainingDataError` when no span is
    annotated, or a class of the reports means something else in the base, `CancelledError` when the person stops.
    """
    return Lessons(base, documents, options, progress, tagset, importance).learned(progress=progress)


class Lessons:
    """Annotated reports, read once, from which a base learns: all of them, or all but some. Raises as `adapt` does.

    The `guests` are invented reports of the kind that the base knows: they are learned again, so that they are not
    forgotten (replay), and numbered after the others. No word may be shown on their account.
    """

    def __init__(
        self,
        base: CrfModel,
        documents: Sequence[Document],
        options: AdaptationOptions | None = None,
        progress: Progress | None = None,
        tagset: TagSet | None = None,
        importance: NDArray[np.float32] | None = None,
        guests: Sequence[Document] = (),
    ) -> None:
        if not any(doc.spans for doc in documents):
            raise TrainingDataError(path=f"{len(documents)} reports", detail="no span is annotated")
        progress = progress or Progress()
        self._base = base
        self._documents = documents
        self._guests = guests
        self._options = options or AdaptationOptions()
        self._importance = importance
        self._tagset = _classes(base, [*documents, *guests], tagset)
        encoder = Encoder(Words(default_gazetteers()), base.rules, base.attributes)
        made = restyled(documents, self._options.restyled, self._tagset, self._options.seed, progress)
        self._encoded = encoder.encode([*documents, *guests, *made], progress)
        self.guests = range(len(documents), len(documents) + len(guests))
        self._attributes = encoder.attributes
        self._names = sorted(encoder.attributes, key=encoder.attributes.__getitem__)

    def learned(self, left_out: Collection[int] = (), progress: Progress | None = None) -> CrfModel:
        """What the base becomes by all reports but those of these numbers, and by the copies in other styles where none
        is left out: a copy tells what the report does."""
        own = self._options
        progress = progress or Progress()
        count = len(self._documents)
        kept = set(self._encoded.reports).difference(left_out)
        if left_out:
            kept &= {*range(count), *self.guests}
        documents = [doc for number, doc in enumerate(self._documents) if number not in left_out]
        encoded = _only(self._encoded, kept)
        rule = ShowingRule.of(documents, own.least_reports)
        shows = showable(encoded, self._attributes, count, rule)
        problem = _Problem(self._base, encoded, shows, own, self._importance)
        problem.solve(progress)
        weights, numbers = problem.weights()
        names = map(self._names.__getitem__, numbers.tolist())
        attributes = dict(zip(names, range(len(numbers)), strict=True))
        layouts = {*self._base.manifest.get(LAYOUTS, ()), *layout_marks(documents, self._guests, rule)}
        manifest = self._manifest(documents, own) | {LAYOUTS: sorted(layouts)}
        return CrfModel(problem.tags, problem.transitions(), self._base.rules, manifest, attributes, weights)

    def _manifest(self, documents: Sequence[Document], options: AdaptationOptions) -> dict[str, object]:
        # What was audited and calibrated, and what the judge learned of, was the base.
        of_base = ("audit", "calibration", "judge")
        kept = {key: value for key, value in self._base.manifest.items() if key not in of_base}
        entry = {
            "base": self._base.fingerprint,
            "reports": len(documents),
            "spans": sum(len(doc.spans) for doc in documents),
            "sha256": corpus_hash(documents),
            "replayed": len(self.guests),
            "trust": options.trust,
            "importance": self._importance is not None,
            "iterations": options.iterations,
            "least_count": options.least_count,
            "least_reports": options.least_reports,
            "restyled": options.restyled,
            "seed": options.seed,
        }
        adapted = [*self._base.manifest.get("adapted", []), entry]
        return kept | {"tag_set": tag_set_entry(self._tagset), "adapted": adapted}


def _only(encoded: Encoded, reports: Collection[int]) -> Encoded:
    kept = [number for number, report in enumerate(encoded.reports) if report in reports]
    return Encoded(
        [encoded.numbers[number] for number in kept],
        [encoded.bounds[number] for number in kept],
        [encoded.tags[number] for number in kept],
        [encoded.reports[number] for number in kept],
    )


class _Problem:
    """The function to minimise, of how far those weights move that the new reports can move and `shows` allows."""

    def __init__(
        self,
        base: CrfModel,
        encoded: Encoded,
        shows: NDArray[np.bool_],
        options: AdaptationOptions,
        importance: NDArray[np.float32] | None,
    ) -> None:
        self._base = base
        self._iterations = options.iterations
        new_tags = sorted({tag for own in encoded.tags for tag in own} - set(base.tags))
        self.tags = (*base.tags, *new_tags)
        known, count = len(base.weights), len(self.tags)
        attributes = len(shows)
        frequency = np.bincount(np.concatenate(encoded.numbers), minlength=attributes)
        new = shows & (frequency >= options.least_count)
        numbers = np.arange(attributes)
        self._numbers = np.flatnonzero((frequency > 0) & shows & ((numbers < known) | new))
        local = np.full(attributes, -1, dtype=np.int64)
        local[self._numbers] = np.arange(len(self._numbers))
        self._tokens = occurrences(encoded, local)
        self._of_attribute = self._tokens.T.tocsr()
        self._lengths = [len(own) for own in encoded.tags]

        self._steps = np.zeros((count, count))
        self._steps[: len(base.tags), : len(base.tags)] = base.transitions
        self._scores = np.zeros((self._tokens.shape[0], count), dtype=np.float32)
        self._scores[:, : len(base.tags)] = occurrences(encoded, np.arange(known)) @ base.weights

        tag_number = {tag: number for number, tag in enumerate(self.tags)}
        gold = np.asarray([tag_number[tag] for own in encoded.tags for tag in own], dtype=np.intp)
        inner = np.ones(len(gold), dtype=bool)
        inner[np.cumsum([0, *self._lengths[:-1]])] = False
        self._later = np.flatnonzero(inner)
        self._gold = np.zeros((len(gold), count), dtype=np.float32)
        self._gold[np.arange(len(gold)), gold] = 1
        self._gold_states = np.asarray(self._of_attribute @ self._gold)
        self._gold_steps = np.zeros((count, count))
        np.add.at(self._gold_steps, (gold[self._later - 1], gold[self._later]), 1.0)

        of_base = self._numbers[self._numbers < known]
        old = np.zeros((len(self._numbers), count), dtype=bool)
        old[: len(of_base), : len(base.tags)] = base.weights[of_base] != 0
        # As in CRFsuite, a weight exists where attribute and tag were seen together.
        movable = old | (self._gold_states > 0) | (frequency[self._numbers] >= _FREQUENT)[:, None]
        self._rows, self._columns = np.nonzero(movable)
        held = np.full((len(self._numbers), count), _PULL if importance is not None else _PULL_UNKNOWN)
        if importance is not None:
            held[: len(of_base), : len(base.tags)] += 0.5 * options.trust * importance[of_base]
        self._held = np.concatenate([held[self._rows, self._columns], np.full(count * count, _PULL_STEPS)])
        self._moved = np.zeros(len(self._held))

    def solve(self, progress: Progress) -> None:
        """Find the minimum."""
        from scipy.optimize import minimize  # takes a moment to load: only where something is learned

        total = self._iterations
        done = 0

        def tell(_: Floats) -> None:
            nonlocal done
            done += 1
            progress.step(min(done, total), total, "adapting")

        progress.step(0, total, "adapting")
        with one_core():
            result = minimize(
                self._value,
                self._moved,
                jac=True,
                method="L-BFGS-B",
                callback=tell,
                options={"maxiter": total, "maxcor": 6},
            )
        self._moved = result.x

    def _value(self, moved: Floats) -> tuple[float, Floats]:
        states, steps = self._matrices(moved)
        scores = self._scores + self._tokens @ states
        found = posterior(scores, self._lengths, self._steps + steps)
        expected = np.asarray(self._of_attribute @ found.probabilities().astype(np.float32))
        gold_score = float((self._gold * scores).sum() + (self._gold_steps * (self._steps + steps)).sum())
        value = found.log_partition - gold_score + float((self._held * moved * moved).sum())
        gradient = np.concatenate(
            [
                (expected - self._gold_states)[self._rows, self._columns],
                (self._expected_steps(found) - self._gold_steps).ravel(),
            ]
        )
        return value, gradient + 2 * self._held * moved

    def _expected_steps(self, found: Posterior) -> Floats:
        onward = found.odds * found.backward / found.scale[:, None]
        expected: Floats = found.step * (found.forward[self._later - 1].T @ onward[self._later])
        return expected

    def _matrices(self, moved: Floats) -> tuple[NDArray[np.float32], Floats]:
        count = len(self.tags)
        states = np.zeros((len(self._numbers), count), dtype=np.float32)
        states[self._rows, self._columns] = moved[: len(self._rows)]
        return states, moved[len(self._rows) :].reshape(count, count)

    def transitions(self) -> NDArray[np.float32]:
        """The transitions found, `(tag before, tag)`."""
        return (self._steps + self._matrices(self._moved)[1]).astype(np.float32)

    def weights(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The weights of all attributes, the base's first, and the attributes' numbers."""
        known = len(self._base.weights)
        new = self._numbers[self._numbers >= known]
        weights = np.zeros((known + len(new), len(self.tags)), dtype=np.float32)
        weights[:known, : len(self._base.tags)] = self._base.weights
        states = self._matrices(self._moved)[0]
        old = self._numbers < known
        weights[self._numbers[old]] += states[old]
        weights[known:] = states[~old]
        return weights, np.concatenate([np.arange(known), new])
