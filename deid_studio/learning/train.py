"""Training: from annotated reports to a CrfModel, by CRFsuite (L-BFGS with L1 and L2)."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pycrfsuite
from numpy.typing import NDArray

from deid_studio import paths
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.word_features import Words
from deid_studio.errors import TrainingDataError
from deid_studio.learning.corpus import corpus_hash, tag_set_entry
from deid_studio.learning.encode import Encoded, Encoder
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS, ShowingRule, showable
from deid_studio.learning.rule_induction import induce_rules
from deid_studio.learning.styles.restyler import restyled
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How to train.

    `c1` and `c2` are the weights of the L1 and L2 norms; an attribute is kept that occurs in `least_count` places and
    shows no word, nor words together, that fewer than `least_reports` reports have (`ShowingRule`); `augmented` reports
    are made for each annotated one, and `restyled` copies of each laid anew (`learning/styles`), both from `seed`. With
    several `members` as many CRFs are trained, each on other made reports and without a `dropped` share of the kinds of
    attributes, and their weights averaged: a logarithmic opinion pool (Smith, Cohn & Osborne 2005), which costs nothing
    more at detection.
    """

    c1: float = 0.05
    c2: float = 0.02
    iterations: int = 80
    least_count: int = 2
    least_reports: int = LEAST_REPORTS
    seed: int = 1
    augmented: float = 0.6
    restyled: float = 0.0
    members: int = 1
    dropped: float = 0.1


def train(
    documents: Sequence[Document],
    tagset: TagSet,
    options: TrainingOptions | None = None,
    progress: Progress | None = None,
) -> CrfModel:
    """A model of annotated reports; the same reports and options give the same model.

    Raises `TrainingDataError` when they hold no span or a class that the tag set has not, `CancelledError` when the
    person stops.
    """
    options = options or TrainingOptions()
    progress = progress or Progress()
    if not any(doc.spans for doc in documents):
        raise TrainingDataError(path=f"{len(documents)} reports", detail="no span is annotated")
    manifest = training_manifest(documents, tagset, options)
    showing = ShowingRule.of(documents, options.least_reports)
    rules = InducedRules(induce_rules(documents, progress, showing))
    trained = []
    for member in range(options.members):
        seed = options.seed + member
        made = Augmenter.load(paths.resources(), tagset, seed).reports(
            documents, round(options.augmented * len(documents)), progress
        )
        made += restyled(documents, options.restyled, tagset, seed, progress)
        encoder = Encoder(Words(default_gazetteers()), rules)
        encoded = encoder.encode([*documents, *made], progress)
        kept = frequent(encoded, encoder.attributes, options.least_count)
        kept &= showable(encoded, encoder.attributes, len(documents), showing)
        if options.members > 1:
            kept &= _undropped(encoder.attributes, options.dropped, seed)
        trained.append(fit(encoded, encoder.attributes, kept, rules, options, manifest, progress))
    return trained[0] if options.members == 1 else averaged(trained)


def fit(
    encoded: Encoded,
    attributes: dict[str, int],
    kept: NDArray[np.bool_],
    rules: InducedRules,
    options: TrainingOptions,
    manifest: dict[str, Any],
    progress: Progress,
) -> CrfModel:
    """The CRF of encoded sequences, of the attributes that are `kept`."""
    # Not by sklearn-crfsuite's `CRF`, which does the same and loads scikit-learn for more than half a second.
    trainer = _trainer_class(options.iterations, progress)(
        algorithm="lbfgs",
        params={"c1": options.c1, "c2": options.c2, "max_iterations": options.iterations},
        verbose=False,
    )
    for sequence, own in zip(_Sequences(encoded, kept, progress), encoded.tags, strict=True):
        trainer.append(sequence, own)
    with _file_of_no_folder() as path, contextlib.closing(pycrfsuite.Tagger()) as tagger:
        trainer.train(path)
        tagger.open(path)
        tags = tuple(sorted({tag for own in encoded.tags for tag in own} | {"O"}))
        return _model(tagger.info(), tags, attributes, rules, manifest)


@contextlib.contextmanager
def _file_of_no_folder() -> Iterator[str]:
    """A path for CRFsuite to write to: in memory, so that nothing is left however the program ends."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("crf")
        try:
            yield f"/proc/self/fd/{descriptor}"
        finally:
            os.close(descriptor)
    else:
        with tempfile.TemporaryDirectory(prefix="deid-train-") as folder:
            yield str(Path(folder) / "crf")


def averaged(models: Sequence[CrfModel]) -> CrfModel:
    """The model whose weights are the mean of those of `models`; rules and manifest are the first one's."""
    tags = tuple(sorted({tag for model in models for tag in model.tags}))
    names = sorted({name for model in models for name in model.attributes})
    attributes = {name: number for number, name in enumerate(names)}
    weights = np.zeros((len(names), len(tags)))
    transitions = np.zeros((len(tags), len(tags)))
    for model in models:
        columns = [tags.index(tag) for tag in model.tags]
        rows = [attributes[name] for name in sorted(model.attributes, key=model.attributes.__getitem__)]
        weights[np.ix_(rows, columns)] += model.weights / len(models)
        transitions[np.ix_(columns, columns)] += model.transitions / len(models)
    first = models[0]
    return CrfModel(
        tags, transitions.astype(np.float32), first.rules, first.manifest, attributes, weights.astype(np.float32)
    )


def frequent(encoded: Encoded, attributes: dict[str, int], least_count: int) -> NDArray[np.bool_]:
    """Which attributes occur in at least `least_count` places."""
    counts = np.zeros(len(attributes), dtype=np.int64)
    for numbers in encoded.numbers:
        np.add.at(counts, numbers, 1)
    return counts >= least_count


def _undropped(attributes: dict[str, int], share: float, seed: int) -> NDArray[np.bool_]:
    """Which attributes stay when a random share of their kinds (what stands before `=`) is dropped."""
    kinds = sorted({name.partition("=")[0] for name in attributes})
    dropped = set(random.Random(seed).sample(kinds, round(share * len(kinds))))
    stay = [name.partition("=")[0] not in dropped for name in attributes]
    return np.asarray(stay, dtype=bool)


def training_manifest(documents: Sequence[Document], tagset: TagSet, options: TrainingOptions) -> dict[str, Any]:
    """What a model's manifest says of its training."""
    return {
        "tag_set": tag_set_entry(tagset, documents),
        "training": asdict(options),
        "data": {
            "reports": len(documents),
            "spans": sum(len(doc.spans) for doc in documents),
            "sha256": corpus_hash(documents),
        },
    }


class _Sequences:
    """The sequences in the form that CRFsuite takes, made one at a time: all at once they would fill the memory.

    Attributes go as their numbers, so that no character of a report can confuse CRFsuite's text formats.
    """

    def __init__(self, encoded: Encoded, kept: NDArray[np.bool_], progress: Progress) -> None:
        self._encoded = encoded
        self._names = {int(number): str(number) for number in np.flatnonzero(kept)}
        self._progress = progress

    def __len__(self) -> int:
        return len(self._encoded.tags)

    def __iter__(self) -> Iterator[list[list[str]]]:
        names = self._names
        encoded = self._encoded
        pairs = zip(encoded.numbers, encoded.bounds, strict=True)
        for numbers, bounds in self._progress.each(pairs, len(self), "loading"):
            found = numbers.tolist()
            ends = bounds.tolist()
            yield [[names[n] for n in found[start:end] if n in names] for start, end in pairwise(ends)]


def _trainer_class(iterations: int, progress: Progress) -> type[pycrfsuite.Trainer]:
    class ReportingTrainer(pycrfsuite.Trainer):  # type: ignore[misc]
        """Tells each iteration; an exception raised here stops CRFsuite and comes out of `fit`."""

        def on_iteration(self, log: Any, info: dict[str, Any]) -> None:
            progress.step(int(info["num"]), iterations, "training")

        def message(self, message: str) -> None:
            if self.logparser.feed(message) == "iteration":
                self.on_iteration(self.logparser.last_log, self.logparser.last_iteration)

    return ReportingTrainer


def _model(
    learned: Any, tags: tuple[str, ...], attributes: dict[str, int], rules: InducedRules, manifest: dict[str, Any]
) -> CrfModel:
    tag_numbers = {tag: number for number, tag in enumerate(tags)}
    names = {number: name for name, number in attributes.items()}
    used = sorted({int(attribute) for attribute, _ in learned.state_features})
    new_numbers = {old: new for new, old in enumerate(used)}
    weights = np.zeros((len(used), len(tags)), dtype=np.float32)
    for (attribute, tag), weight in learned.state_features.items():
        weights[new_numbers[int(attribute)], tag_numbers[tag]] = weight
    transitions = np.zeros((len(tags), len(tags)), dtype=np.float32)
    for (before, tag), weight in learned.transitions.items():
        transitions[tag_numbers[before], tag_numbers[tag]] = weight
    return CrfModel(tags, transitions, rules, manifest, {names[old]: new for old, new in new_numbers.items()}, weights)
