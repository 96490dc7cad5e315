from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.linear_chain import best_tags, posterior
from deid_studio.detection.word_features import Words
from deid_studio.errors import CancelledError, TrainingDataError
from deid_studio.learning import train as training
from deid_studio.learning.encode import Encoder
from deid_studio.learning.model_writing import model_files
from deid_studio.learning.train import TrainingOptions, averaged, train
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

# The options of the fixture `small_model`.
QUICK = TrainingOptions(iterations=25, augmented=0)


@pytest.mark.slow
def test_same_reports_and_seed_give_the_same_bytes_and_another_seed_others(
    invented: list[Document], tagset: TagSet
) -> None:
    options = replace(QUICK, iterations=3, augmented=0.3)
    first = model_files(train(invented[:6], tagset, options))
    assert model_files(train(invented[:6], tagset, options)) == first
    assert model_files(train(invented[:6], tagset, replace(options, seed=2))) != first


@pytest.mark.slow
def test_tags_and_probabilities_are_those_of_crfsuite(
    invented: list[Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import sklearn_crfsuite  # with all of scikit-learn, which takes a second that no other test needs

    rules = InducedRules()
    invented = invented[:8]
    encoder = Encoder(Words(default_gazetteers()), rules)
    encoded = encoder.encode(invented, Progress())
    kept = np.ones(len(encoder.attributes), dtype=bool)
    crf = sklearn_crfsuite.CRF(c1=0.05, c2=0.02, max_iterations=25, model_filename=str(tmp_path / "crf"))
    sequences = list(training._Sequences(encoded, kept, Progress()))
    crf.fit(sequences, encoded.tags)
    options = TrainingOptions(c1=0.05, c2=0.02, iterations=25)
    model = training.fit(encoded, encoder.attributes, kept, rules, options, {}, Progress())
    tags = model.tags
    assert set(tags) == {tag for own in encoded.tags for tag in own}
    wanted = crf.predict(sequences)
    marginals = crf.predict_marginals(sequences)
    lengths = [len(own) for own in encoded.tags]
    names = {number: name for name, number in encoder.attributes.items()}
    scores = np.zeros((sum(lengths), len(tags)))
    at = 0
    for numbers, bounds in zip(encoded.numbers, encoded.bounds, strict=True):
        for start, end in pairwise(bounds.tolist()):
            known = [model.attributes[names[n]] for n in numbers[start:end].tolist() if names[n] in model.attributes]
            scores[at] = model.weights[known].sum(axis=0, dtype=np.float64)
            at += 1
    found = [tags[number] for number in best_tags(scores, lengths, model.transitions)]
    assert found == [tag for own in wanted for tag in own]
    chances = posterior(scores, lengths, model.transitions).probabilities()
    expected = np.array([[token[tag] for tag in tags] for own in marginals for token in own])
    assert np.abs(chances - expected).max() < 1e-4


@pytest.mark.slow
def test_stopping_raises_and_leaves_nothing(invented: list[Document], tagset: TagSet) -> None:
    def stop_when(stage: str) -> Callable[[int, int, str], None]:
        def report(step: int, total: int, what: str) -> None:
            if what == stage and step >= 2:
                raise CancelledError

        return report

    for stage in ("rules: precision", "features", "loading", "training"):
        with pytest.raises(CancelledError):
            train(invented[:6], tagset, QUICK, Progress(stop_when(stage)))


def test_reports_without_spans_are_refused(tagset: TagSet) -> None:
    for documents in ([], [Document("a", "Sin datos.")]):
        with pytest.raises(TrainingDataError):
            train(documents, tagset, QUICK)


def test_averaging_adds_up_weights_of_different_attributes_and_tags(small_model: CrfModel) -> None:
    other = CrfModel(
        ("B-NEW", "O"),
        np.array([[1.0, 0.0], [3.0, 5.0]], dtype=np.float32),
        small_model.rules,
        {},
        {"only here": 0},
        np.array([[2.0, 4.0]], dtype=np.float32),
    )
    mean = averaged([small_model, other])
    new, outside = mean.tags.index("B-NEW"), mean.tags.index("O")
    row = mean.weights[mean.attributes["only here"]]
    assert (row[new], row[outside]) == (1.0, 2.0)
    assert mean.transitions[outside, new] == 1.5
    name, number = next(iter(small_model.attributes.items()))
    old = small_model.weights[number]
    assert mean.weights[mean.attributes[name]][[mean.tags.index(t) for t in small_model.tags]] == pytest.approx(old / 2)


@pytest.mark.slow
def test_several_members_make_one_model(invented: list[Document], tagset: TagSet) -> None:
    model = train(invented[:6], tagset, replace(QUICK, iterations=3, members=2, augmented=0.2))
    assert model.manifest["training"]["members"] == 2
    assert np.isfinite(model.weights).all()
