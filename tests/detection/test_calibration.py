"""Calibration: confidences as measured, and files of them that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.calibration import Calibration, read_calibration
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import ProfileError
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

WHY = (Evidence("rule", "x", ""),)
KNOTS = {"a": ((0.5, 0.2), (0.9, 0.6), (0.99, 0.95)), "a+b": ((0.5, 0.9),)}


class Fixed:
    def __init__(self, name: str, *found: Suggestion) -> None:
        self.name = name
        self._found = found

    def detect(self, doc: Document) -> list[Suggestion]:
        return list(self._found)


@pytest.mark.parametrize(
    ("source", "raw", "worth"),
    [("a", 0.1, 0.2), ("a", 0.5, 0.2), ("a", 0.7, 0.4), ("a", 0.99, 0.95), ("a", 1.0, 0.95), ("a+b", 0.3, 0.9),
     ("b", 0.3, 0.3)],
)  # fmt: skip
def test_confidence_is_read_off_the_polygon(source: str, raw: float, worth: float) -> None:
    assert Calibration("m", KNOTS).confidence(source, raw) == pytest.approx(worth)


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_confident_never_becomes_less(one: float, other: float) -> None:
    low, high = sorted((one, other))
    calibration = Calibration("m", KNOTS)
    assert calibration.confidence("a", low) <= calibration.confidence("a", high)


def test_a_pipeline_tells_what_confidences_are_worth_and_who_agrees() -> None:
    both, alone = Span(0, 3, "X"), Span(4, 6, "X")
    first = Fixed("a", Suggestion(both, 0.5, WHY), Suggestion(alone, 0.7, WHY))
    also = Evidence("gazetteer", "town", "abc")
    second = Fixed("b", Suggestion(both, 0.6, (also,)))
    pipeline = Pipeline([first, second], calibration=Calibration("m", KNOTS), least_confidence={"": 0.3})
    doc = Document("r", "abc de")
    assert pipeline.joined(doc) == [
        (Suggestion(both, 0.6, (also, *WHY)), "a+b"), (Suggestion(alone, 0.7, WHY), "a"),
    ]  # fmt: skip
    assert [(s.span, s.confidence) for s in pipeline.detect(doc)] == [(both, 0.9), (alone, pytest.approx(0.4))]
    # What is dropped is decided by what a confidence is worth.
    strict = Pipeline([first, second], calibration=Calibration("m", KNOTS), least_confidence={"": 0.5})
    assert [suggestion.span for suggestion in strict.detect(doc)] == [both]


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(Calibration("m", KNOTS).to_json()))
    assert read_calibration(path) == Calibration("m", KNOTS)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"model": "m", "knots": {"a": []}}', '{"model": "m", "knots": {"a": [[0.5, 0.2], [0.4, 0.3]]}}',
     '{"model": "m", "knots": {"a": [[0.5, 0.4], [0.6, 0.3]]}}', '{"model": "m", "knots": {"a": [[0.5, 1.4]]}}',
     '{"model": "m", "knots": {"a": [[0.5, NaN]]}}', '{"model": "m", "knots": {"a": [[0.5]]}}',
     '{"model": "m", "knots": 3}', "[" * 100_000],
)  # fmt: skip
def test_files_that_are_no_calibration_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(content)
    with pytest.raises(ProfileError, match=r"c\.json"):
        read_calibration(path)
    with pytest.raises(ProfileError, match="missing"):
        read_calibration(tmp_path / "missing")
