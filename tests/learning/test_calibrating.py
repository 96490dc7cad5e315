"""Calibrating: confidences learned from judged suggestions, on made-up ones whose truth is known."""

from __future__ import annotations

import random

import pytest

from deid_studio.detection.pipeline import Pipeline
from deid_studio.learning.calibrating import BOUNDS, Judged, by_source, error, fit, judged, reliability
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

WHY = (Evidence("rule", "x", ""),)


def overconfident(reports: int = 200, seed: int = 1) -> list[list[Judged]]:
    """Suggestions of `a` that are right as often as the square of their confidence says, of `b` always as they say."""
    draw = random.Random(seed)
    made = []
    for _ in range(reports):
        own = []
        for source in ("a", "b"):
            for _ in range(10):
                raw = draw.random()
                right = draw.random() < (raw * raw if source == "a" else raw)
                own.append(Judged(source, raw, right, right or draw.random() < 0.5))
        made.append(own)
    return made


def test_each_source_gets_its_own_curve() -> None:
    calibration = fit(overconfident(), "m")
    assert calibration.model == "m"
    for raw in (0.3, 0.6, 0.9):
        assert calibration.confidence("a", raw) == pytest.approx(raw * raw, abs=0.08)
        assert calibration.confidence("b", raw) == pytest.approx(raw, abs=0.08)


def test_corrected_confidences_are_nearer_the_truth_on_reports_not_seen() -> None:
    reports = overconfident()
    before = reliability(reports, fit([]))
    after = reliability(reports)
    assert sum(one.count for one in before) == sum(one.count for one in after) == 4000
    assert error(after) < 0.03 < error(before)
    for one in after:
        assert one.low <= one.confidence <= one.high
        assert one.right <= one.overlaps


def test_nothing_measured_is_always_right_and_little_is_no_measurement() -> None:
    sure = fit([[Judged("a", 0.9 + i / 1000, True, True) for i in range(50)]])
    assert 0.98 < sure.confidence("a", 0.95) < 1
    assert fit([[Judged("a", 0.5, True, True)] * 3]).confidence("a", 0.5) == 0.5


def test_bounds_hold_every_confidence() -> None:
    edges = [Judged("a", value, True, True) for value in (0.0, 1.0, *BOUNDS)]
    assert sum(one.count for one in reliability([edges], fit([]))) == len(edges)
    assert reliability([], fit([])) == []
    assert error([]) == 0


def test_suggestions_are_judged_by_exact_place_and_class() -> None:
    class Fixed:
        name = "fixed"

        def detect(self, doc: Document) -> list[Suggestion]:
            return [Suggestion(Span(0, 3, "X"), 0.9, WHY), Suggestion(Span(4, 6, "X"), 0.8, WHY),
                    Suggestion(Span(7, 9, "X"), 0.7, WHY)]  # fmt: skip

    doc = Document("r", "abc de fg hi", (Span(0, 3, "X"), Span(4, 6, "Y")))
    found = judged(Pipeline([Fixed()]), [doc])
    assert [(one.right, one.overlaps) for one in found[0]] == [(True, True), (False, True), (False, False)]
    assert by_source(found) == {"fixed": (3, pytest.approx(1 / 3))}
