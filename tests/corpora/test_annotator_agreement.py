"""Agreement between annotators, by definition and as textbooks' examples have it (see `test_agreement_oracles`)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.annotator_agreement import NOTHING, agreement, cohen, drift, krippendorff
from deid_studio.learning.scores import Counts
from deid_studio.model.span import Span

WORDS = 24
TEXT = " ".join("palabra" for _ in range(WORDS))  # each token is seven letters and begins at a multiple of eight

CLASSES = ("PERSONA", "FECHA", "LUGAR")


def words(first: int, last: int, name: str) -> Span:
    return Span(first * 8, last * 8 + 7, name)


@st.composite
def marked(draw) -> list[str]:
    """The class of each token, as spans that do not touch."""
    values = [NOTHING] * WORDS
    for at in range(0, WORDS, 3):
        if draw(st.booleans()):
            values[at : at + draw(st.integers(1, 2))] = [draw(st.sampled_from(CLASSES))] * 2
    return values[:WORDS]


def spans_of(values: list[str]) -> list[Span]:
    return [
        words(at, at + (at + 1 < WORDS and values[at + 1] == name), name)
        for at, name in enumerate(values)
        if name != NOTHING and (at % 3 == 0)
    ]


REPORTS = st.lists(st.tuples(marked(), marked(), marked()), min_size=1, max_size=4)


def layers_of(reports) -> tuple[dict[str, str], dict[str, dict[str, list[Span]]]]:
    texts = {f"r{number}": TEXT for number in range(len(reports))}
    layers = {
        who: {f"r{number}": spans_of(values[index]) for number, values in enumerate(reports)}
        for index, who in enumerate(("ana", "luis", "eva"))
    }
    return texts, layers


def tokens_of(spans: list[Span]) -> list[str]:
    values = [NOTHING] * WORDS
    for span in spans:
        values[span.start // 8 : span.end // 8 + 1] = [span.phi_class] * ((span.end - span.start) // 8 + 1)
    return values


@given(REPORTS)
def test_alpha_is_that_of_all_pairs_of_values(reports):
    # Straight from the definition: pairs within a token against pairs of any tokens.
    texts, layers = layers_of(reports)
    units = [[tokens_of(layers[who][name])[at] for who in layers] for name in texts for at in range(WORDS)]
    values = [value for unit in units for value in unit]
    within = sum((one != other) / (len(unit) - 1) for unit in units for one in unit for other in unit)
    between = sum(one != other for one in values for other in values) / (len(values) - 1)
    found = agreement(texts, layers, draws=3).alpha.value
    assert found is None if between == 0 else found == pytest.approx(1 - within / between, abs=1e-9)


def test_krippendorffs_own_example_with_missing_values():
    # Content Analysis, 4th ed., 12.3.4 (nominal data, four observers, missing values): 0.743.
    observers = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
        [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
    ]
    table = np.zeros((6, 6))
    for unit in zip(*observers, strict=True):
        given = [one for one in unit if one]
        for a, one in enumerate(given):
            for b, other in enumerate(given):
                table[one, other] += (a != b) / (len(given) - 1) if len(given) > 1 else 0
    assert float(krippendorff(table)) == pytest.approx(0.743, abs=5e-4)


def test_cohens_own_example():
    # A coefficient of agreement for nominal scales (1960), table 1 in hundreds: 0.492.
    table = np.array([[25, 13, 12], [12, 2, 16], [3, 15, 2]], dtype=float)
    total, same = table.sum(), np.trace(table)
    expected = (table.sum(0) * table.sum(1)).sum() / total
    assert float(cohen(table)) == pytest.approx((same - expected) / (total - expected))


def test_whoever_marks_the_same_agrees_wholly_and_who_marks_nothing_cannot_be_told():
    spans = [words(0, 1, "PERSONA"), words(6, 6, "FECHA")]
    found = agreement({"a": TEXT}, {"ana": {"a": spans}, "luis": {"a": spans}})
    (pair,) = found.pairs
    assert [one.value for one in (pair.exact, pair.overlap, pair.characters, pair.kappa, found.alpha)] == [1.0] * 5
    empty = agreement({"a": TEXT}, {"ana": {"a": []}, "luis": {"a": []}})
    assert empty.alpha.value is None and empty.pairs[0].kappa.value is None and empty.pairs[0].exact.value is None


def test_ends_classes_and_characters_are_told_apart():
    ana = {"a": [words(0, 1, "PERSONA"), words(6, 6, "FECHA")]}
    luis = {"a": [words(0, 0, "PERSONA"), words(6, 6, "LUGAR")]}
    (pair,) = agreement({"a": TEXT}, {"ana": ana, "luis": luis}, draws=50).pairs
    assert pair.exact.value == 0 and pair.overlap.value == 0.5
    assert pair.characters.value == pytest.approx(2 * 14 / (2 * 14 + 7))
    assert pair.confusion == {("FECHA", "LUGAR"): 1, ("PERSONA", "PERSONA"): 1}


def test_only_what_two_have_read_counts_and_an_interval_holds_the_figure():
    reports = {f"r{number}": TEXT for number in range(12)}
    ana = {name: [words(0, 0, "PERSONA")] for name in reports}
    luis = {name: [words(0, number % 2, "PERSONA")] for number, name in enumerate(list(reports)[:8])}
    found = agreement(reports, {"ana": ana, "luis": luis, "eva": {}})
    assert found.reports == 8 and [len(one.per_report) for one in found.pairs] == [8, 0, 0]
    exact = found.pairs[0].exact
    assert exact.value == 0.5 and exact.low < 0.5 < exact.high
    assert agreement(reports, {"ana": ana, "luis": luis}).pairs[0].exact == exact  # the same chance


def test_drift_goes_by_the_order_of_signing():
    per_report = {name: Counts(1, 0, 0) if name in "ab" else Counts(0, 1, 1) for name in "abcd"}
    assert [one.f1 for one in drift(per_report, "abcd", parts=2)] == [1.0, 0.0]
    assert [one.f1 for one in drift(per_report, "cadb", parts=2)] == [0.5, 0.5]
    assert [(one.first, one.last) for one in drift(per_report, "abc", parts=9)] == [(1, 1), (2, 2), (3, 3)]
    assert drift(per_report, "") == ()
