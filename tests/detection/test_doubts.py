"""Doubts: what may be PHI beside what the pipeline suggests."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.calibration import read_calibration
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.doubts import Doubts, load_doubts
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.profile import load_profile
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.review.deciding.sensitivity import is_doubt

TEXT = (
    "Nombre: Eloísa Quintana.\nVive con el señor Ordás y con Aldonza en la pedanía de Retuerta del Olmo.\n"
    "Control el miércoles con la celadora; ref. 88-K-2210. Le llaman la Peque.\n"
)
DOC = Document("r", TEXT)


@pytest.fixture(scope="module")
def doubts() -> Doubts:
    found = load_doubts(paths.default_model())
    assert found is not None
    return found


@pytest.mark.slow
def test_they_lie_beside_the_suggestions_and_beside_each_other(doubts):
    suggestions = load_pipeline(paths.default_model()).detect(DOC)
    assert suggestions
    found = doubts.beside(DOC, suggestions)
    spans = sorted([s.span for s in suggestions] + [s.span for s in found])
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert doubts.beside(DOC, [*suggestions, *found]) == []


def test_without_suggestions_they_cover_what_is_phi(doubts):
    found = doubts.beside(DOC, ())
    covered = {at for one in found for at in range(one.span.start, one.span.end)}
    for name in ("Eloísa Quintana", "Retuerta del Olmo"):
        assert TEXT.index(name) in covered
    assert all(is_doubt(one) for one in found)


def test_what_is_left_of_one_beside_a_suggestion_is_something(doubts):
    whole = next(s for s in doubts.beside(DOC, ()) if "Quintana" in s.span.text(TEXT))
    name = next(iter(load_pipeline(paths.default_model()).detect(DOC)))
    cut = type(name)(Span(TEXT.index("Quintana"), TEXT.index("Quintana") + 8, "PAIS"), 0.9, name.evidence)
    rest = [s.span.text(TEXT) for s in doubts.beside(DOC, [cut])]
    assert whole.span.text(TEXT) not in rest
    assert "Eloísa" in rest


def test_confidences_are_those_that_were_measured_with_the_default_model(doubts):
    path = load_profile("doubts").calibration
    assert path is not None
    calibration = read_calibration(path)
    assert calibration.model == read_model(paths.default_model()).fingerprint
    assert set(calibration.knots) == {"crf-marginals", "looks"}
    raw = {s.span: (s.confidence, source) for s, source in doubts.raw(DOC, ())}
    for one in doubts.beside(DOC, ()):
        confidence, source = raw[one.span]
        assert one.confidence == calibration.confidence(source, confidence) < 0.6


def test_no_model_has_no_doubts(tmp_path: Path):
    assert load_doubts(tmp_path / "none") is None


def test_a_model_of_other_classes_doubts_in_them(renamed_model: Path):
    found = load_doubts(renamed_model)
    assert found is not None
    classes = {one.span.phi_class for one in found.beside(DOC, ())}
    assert classes and all(name.startswith("X_") for name in classes)


def test_sharing_what_the_pipeline_has_read_changes_nothing(doubts):
    pipeline, alone = load_pipeline(paths.default_model()), load_pipeline(paths.default_model())
    sharing = load_doubts(paths.default_model(), pipeline)
    assert sharing is not None
    for text in (TEXT, "Nada.", TEXT, "", TEXT.upper()):
        doc = Document("r", text)
        suggestions = pipeline.detect(doc)
        assert suggestions == alone.detect(doc)
        assert sharing.beside(doc, suggestions) == doubts.beside(doc, suggestions)
