"""Agreement on 200 random corpora, beside libraries that know nothing of this one.

The library `krippendorff` is under the GPL and no dependency: where a person installed it, α is compared as well.
"""

from __future__ import annotations

import random
import re
from itertools import combinations

import numpy as np
import pytest

from deid_studio.corpora.annotator_agreement import Figure, agreement
from deid_studio.model.span import Span

pytestmark = pytest.mark.slow

CORPORA = 200
EXACT = 1e-9
NOTHING = "O"


def random_corpus(seed: int):
    """Texts, and what two to four annotators marked in the reports that each of them read."""
    chance = random.Random(seed)
    classes = [f"CLASS_{letter}" for letter in "ABCDEFGH"[: chance.randint(1, 8)]]
    texts = {}
    layers: dict[str, dict[str, list[Span]]] = {
        who: {} for who in ("ana", "luis", "eva", "ñaña")[: chance.randint(2, 4)]
    }
    for number in range(chance.randint(1, 5)):
        words = ["".join(chance.choices("abcdeñó", k=chance.randint(1, 9))) for _ in range(chance.randint(3, 40))]
        text = texts[f"r{number}"] = "".join(word + chance.choice(" \n") for word in words)
        places = places_of(text)
        truth = [random_span(chance, places, classes) for _ in range(chance.randint(0, 6))]
        for own in layers.values():
            if chance.random() < 0.85:
                kept = [span for span in truth if chance.random() < 0.7]
                slips = [random_span(chance, places, classes) for _ in range(chance.randint(0, 3))]
                own[f"r{number}"] = sorted({*kept, *slips})
    return texts, layers


def random_span(chance: random.Random, places, classes) -> Span:
    first = chance.randrange(len(places))
    last = min(first + chance.randint(0, 2), len(places) - 1)
    return Span(places[first][0], places[last][1], chance.choice(classes))


def places_of(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S+", text)]


def values_of(text: str, spans) -> list[str]:
    """The value of each word: its class or classes."""
    return [
        "+".join(sorted({one.phi_class for one in spans if one.start < end and start < one.end})) or NOTHING
        for start, end in places_of(text)
    ]


def assert_is(figure: Figure, expected: float) -> None:
    """The figure is the expected one; both are undefined together (NaN)."""
    assert expected != expected if figure.value is None else figure.value == pytest.approx(expected, abs=EXACT)


@pytest.fixture
def _unchecked():
    """What is given to scikit-learn is of the form that it wants: it takes longer to look than to count."""
    import sklearn  # takes a second to load

    with sklearn.config_context(skip_parameter_validation=True, assume_finite=True):
        yield


@pytest.mark.usefixtures("_unchecked")
def test_kappa_and_f1_are_those_of_scikit_learn():
    from sklearn.metrics import cohen_kappa_score, f1_score

    compared = 0
    for seed in range(CORPORA):
        texts, layers = random_corpus(seed)
        pairs = agreement(texts, layers, draws=0).pairs
        assert [(one.first, one.second) for one in pairs] == list(combinations(layers, 2))
        pair = pairs[seed % len(pairs)]
        both = [name for name in texts if name in layers[pair.first] and name in layers[pair.second]]
        assert list(pair.per_report) == both
        one, other = (
            [value for name in both for value in values_of(texts[name], layers[who][name])]
            for who in (pair.first, pair.second)
        )
        if len({*one, *other}) < 2:
            assert pair.kappa.value is None
        else:
            one, other = np.asarray(one), np.asarray(other)
            assert_is(pair.kappa, cohen_kappa_score(one, other))
            compared += 1
            for name, figure in list(pair.kappa_of_class.items())[seed % 2 :: 2]:  # each takes scikit-learn long
                if name in {*one, *other}:
                    assert_is(figure, cohen_kappa_score(one == name, other == name))
        sides = [{(name, span) for name in both for span in layers[who][name]} for who in (pair.first, pair.second)]
        every = sorted(sides[0] | sides[1])
        assert list(pair.per_class) == sorted({span.phi_class for _, span in every})
        if not every:
            assert pair.exact.value is None
        else:
            assert pair.overlap.value >= pair.exact.value - EXACT
            columns = [*pair.per_class, NOTHING]  # one alone would count what neither marked, too
            marked = [
                np.asarray([[row in side and row[1].phi_class == name for name in columns] for row in every])
                for side in sides
            ]
            assert_is(pair.exact, f1_score(*marked, average="micro", zero_division=0))
            by_class = f1_score(*marked, average=None, zero_division=0)
            assert [one.f1 for one in pair.per_class.values()] == pytest.approx(list(by_class[:-1]), abs=EXACT)
    assert compared > CORPORA / 2


def test_alpha_is_that_of_the_library_krippendorff():
    library = pytest.importorskip("krippendorff", reason="krippendorff (GPL, never a dependency) is not installed")
    compared = 0
    for seed in range(CORPORA):
        texts, layers = random_corpus(seed)
        found = agreement(texts, layers, draws=0)
        shared = [name for name in texts if sum(name in own for own in layers.values()) > 1]
        rows = [
            [
                value
                for name in shared
                for value in (
                    values_of(texts[name], own[name]) if name in own else [None] * len(places_of(texts[name]))
                )
            ]
            for own in layers.values()
        ]
        assert found.reports == len(shared)
        compared += alpha_of(library, rows) is not None
        for figure, wanted in (
            (found.alpha, lambda value: value),
            (found.alpha_marked, lambda value: value != NOTHING),
            *((figure, lambda value, name=name: value == name) for name, figure in found.alpha_of_class.items()),
        ):
            expected = alpha_of(library, [[None if one is None else wanted(one) for one in row] for row in rows])
            if expected is None:
                assert figure.value is None
            else:
                assert_is(figure, expected)
    assert compared > CORPORA / 2


def alpha_of(library, rows) -> float | None:
    """Nominal α of the library; None where it is not defined, since all values are one."""
    counts = {
        value: number for number, value in enumerate(sorted({one for row in rows for one in row if one is not None}))
    }
    units = [[one for one in unit if one is not None] for unit in zip(*rows, strict=True)]
    if len({one for unit in units if len(unit) > 1 for one in unit}) < 2:
        return None
    table = [[unit.count(value) for value in counts] for unit in units]
    return float(library.alpha(value_counts=table, level_of_measurement="nominal"))
