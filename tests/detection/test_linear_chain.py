from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from deid_studio.detection.linear_chain import best_tags, pack, posterior

LENGTHS = [3, 1, 5, 2, 5]
TAGS = 3


@pytest.fixture
def scores() -> NDArray[np.float64]:
    return np.random.default_rng(7).normal(size=(sum(LENGTHS), TAGS)) * 2


@pytest.fixture
def transitions() -> NDArray[np.float64]:
    return np.random.default_rng(8).normal(size=(TAGS, TAGS)) * 2


def every_path(scores: NDArray[np.float64], transitions: NDArray[np.float64]) -> dict[tuple[int, ...], float]:
    return {
        path: sum(scores[i, tag] for i, tag in enumerate(path)) + sum(transitions[a, b] for a, b in pairwise(path))
        for path in product(range(TAGS), repeat=len(scores))
    }


def sequences(scores: NDArray[np.float64]) -> list[tuple[int, NDArray[np.float64]]]:
    starts = np.cumsum([0, *LENGTHS[:-1]]).tolist()
    return [(start, scores[start : start + length]) for start, length in zip(starts, LENGTHS, strict=True)]


def test_packing_visits_every_token_once_in_steps() -> None:
    packed = pack(LENGTHS)
    assert sorted(packed.order.tolist()) == list(range(sum(LENGTHS)))
    assert [packed.width(step) for step in range(packed.steps)] == [5, 4, 3, 2, 2]
    assert pack([]).steps == 0


def test_best_tags_are_those_of_the_best_of_all_paths(
    scores: NDArray[np.float64], transitions: NDArray[np.float64]
) -> None:
    found = best_tags(scores, LENGTHS, transitions)
    for start, own in sequences(scores):
        paths = every_path(own, transitions)
        assert tuple(found[start : start + len(own)]) == max(paths, key=paths.__getitem__)


def test_posterior_sums_over_all_paths(scores: NDArray[np.float64], transitions: NDArray[np.float64]) -> None:
    found = posterior(scores, LENGTHS, transitions)
    chances = found.probabilities()
    log_partition = 0.0
    for start, own in sequences(scores):
        weights = {path: np.exp(score) for path, score in every_path(own, transitions).items()}
        total = sum(weights.values())
        log_partition += np.log(total)
        for i in range(len(own)):
            for tag in range(TAGS):
                exact = sum(w for path, w in weights.items() if path[i] == tag) / total
                assert chances[start + i, tag] == pytest.approx(exact)
        last = len(own) - 1
        # A span: tag 1 begins, tag 2 is inside.
        for first in range(len(own)):
            exact = (
                sum(
                    w
                    for path, w in weights.items()
                    if path[first] == 1 and all(t == 2 for t in path[first + 1 : last + 1])
                )
                / total
            )
            assert found.of_spans([(start + first, start + last, 1, 2, True)]) == pytest.approx([exact])
            if first < last:
                exact = (
                    sum(
                        w
                        for path, w in weights.items()
                        if path[first] == 1 and all(t == 2 for t in path[first + 1 : last]) and path[last] != 2
                    )
                    / total
                )
                assert found.of_spans([(start + first, start + last - 1, 1, 2, False)]) == pytest.approx([exact])
    assert found.log_partition == pytest.approx(log_partition)


def test_extreme_scores_stay_finite() -> None:
    scores = np.array([[0.0, -900.0, 800.0], [700.0, -700.0, 0.0], [-1e6, 0.0, -1e6]])
    found = posterior(scores, [3], np.zeros((3, 3)))
    assert np.isfinite(found.probabilities()).all()
    assert found.probabilities().sum(axis=1) == pytest.approx(1.0)
    assert best_tags(scores, [3], np.zeros((3, 3))).tolist() == [2, 0, 1]
