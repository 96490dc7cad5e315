"""Learning curves: a known law is found again, what tells nothing is said so, no model is measured on what it knew."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf, isinf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import TrainingDataError
from deid_studio.learning.learning_curve import CurvePoint, System, learning_curve, needed_for, sentence, to_text
from deid_studio.learning.power_law import Needed, reports_needed
from deid_studio.learning.scores import Counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span

SIZES = (5, 10, 15, 20)


def _counts(shares: Sequence[float], reports: int = 40, characters: int = 10_000) -> tuple[np.ndarray, np.ndarray]:
    missed = np.asarray([[share * characters] * reports for share in shares])
    return characters - missed, missed


@given(st.floats(0.05, 0.6), st.floats(0.2, 1.0), st.floats(1.2, 10))
def test_a_law_without_noise_is_found_again(a: float, b: float, times: float) -> None:
    found, missed = _counts([a * n**-b for n in SIZES])
    number = 20 * times
    needed = reports_needed(1 - a * number**-b, SIZES, found, missed, draws=50)
    assert needed.reports == pytest.approx(number, rel=0.01)
    assert needed.low == pytest.approx(needed.high, rel=0.02)


@given(st.lists(st.floats(0.01, 0.9), min_size=4, max_size=4), st.floats(0.1, 0.99))
def test_bounds_hold_the_number(shares: list[float], recall: float) -> None:
    random = np.random.default_rng(3)
    missed = random.binomial(200, np.asarray(shares)[:, None], size=(4, 12)).astype(np.float64)
    needed = reports_needed(recall, SIZES, 200 - missed, missed, draws=60)
    assert 0 <= needed.low <= needed.reports <= needed.high


def test_what_does_not_fall_or_lies_too_far_cannot_be_told() -> None:
    for shares, recall in (((0.2,) * 4, 0.9), ((0.1, 0.15, 0.2, 0.3), 0.95), ((0.2, 0.199, 0.198, 0.197), 0.99)):
        needed = reports_needed(recall, SIZES, *_counts(shares), draws=20)
        assert isinf(needed.reports) and "cannot be told" in str(sentence(recall, needed, 30))


def test_what_is_said_fits_the_numbers() -> None:
    assert str(sentence(0.95, Needed(50, 41.2, 90), 30)) == "Recall 0.95: about 20 more reports (12–60, 95 %)."
    assert "at least 12 more" in str(sentence(0.95, Needed(50, 41.2, inf), 30))
    assert "enough" in str(sentence(0.95, Needed(20, 10, 29), 30))
    for nothing in (Needed(50, 20, inf), Needed(inf, inf, inf)):
        assert "cannot be told from these" in str(sentence(0.95, nothing, 30))
    assert sentence(0.95, Needed(50, 41.2, 90), 30).said("es") != str(sentence(0.95, Needed(50, 41.2, 90), 30))


_WORD = re.compile(r"x\w+")


def _reports(count: int) -> list[Document]:
    """Each tells two of ten names, so that more reports know more of them."""
    texts = [f"x{'abcdefghij'[n % 10]} y x{'abcdefghij'[(3 * n + n // 10) % 10]}" for n in range(count)]
    return [
        Document(str(n), text, tuple(Span(*found.span(), "NAME") for found in _WORD.finditer(text)))
        for n, text in enumerate(texts)
    ]


def test_a_folder_has_its_curve_and_nothing_is_measured_on_what_was_learned() -> None:
    documents, known = _reports(24), []

    def learn(some: Sequence[Document]) -> System:
        words = {span.text(doc.text) for doc in some for span in doc.spans}
        known.append({doc.id for doc in some})

        def system(doc: Document) -> list[Span]:
            assert doc.id not in known[-1]
            return [Span(*found.span(), "NAME") for found in _WORD.finditer(doc.text) if found[0] in words]

        return system

    curve = learning_curve(documents, learn)
    assert [one.learned for one in curve] == [4, 8, 12, 16]
    assert all(len(one.counts) == 24 for one in curve)
    recalls = [one.recall for one in curve]
    assert recalls == sorted(recalls) and recalls[0] < recalls[-1]
    told = to_text(curve, (0.5, 0.99))
    assert told.count("Recall") == 2 and "Recall 0.5: these reports are enough." in told


def test_a_handful_has_no_curve() -> None:
    with pytest.raises(TrainingDataError, match="at least 6"):
        learning_curve(_reports(5), lambda _some: lambda _doc: [])


def test_a_curve_on_which_nothing_is_missed_needs_no_more() -> None:
    curve = [CurvePoint(n, (Counts(50, 0, 0),) * 9) for n in (2, 3, 5, 6)]
    assert "enough" in str(sentence(0.9, needed_for(0.9, curve), 9))
