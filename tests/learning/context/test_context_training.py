"""Training of context models: gradients, what they learn from, and that the same comes out."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.context.columns import reader
from deid_studio.detection.context.context_detector import ContextDetector, Joining
from deid_studio.detection.context.context_model import read_context_model
from deid_studio.detection.gazetteers import context_gazetteers
from deid_studio.errors import TrainingDataError
from deid_studio.learning.context.context_store import context_files, write_context_model
from deid_studio.learning.context.context_training import ContextOptions, train_context, training_reports
from deid_studio.learning.context.network_training import (
    NetworkOptions,
    examples,
    gradients,
    start_weights,
    words_told,
)
from deid_studio.learning.context.prose import Prose
from deid_studio.learning.context.recasing import NameSwapper, recased, small, upper
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress

OWN = TagSet("own", "1", (
    PhiClass("PACIENTE", {}, kind="person", role="patient"),
    PhiClass("LUGAR", {}, kind="place"),
))  # fmt: skip
TEXT = "Hoy Begoña Arrizaba ha dormido mejor. Vive en Utiel con Begoña hija."
REPORT = Document("r", TEXT, (Span(4, 19, "PACIENTE"), Span(46, 51, "LUGAR"), Span(56, 62, "PACIENTE")))
QUICK = ContextOptions(
    NetworkOptions(width=12, passes=25, batch=60, dropout=0.0, least_count=1), prose=2, made=2, restyled=0, swapped=1
)


def test_the_gradient_is_that_of_the_loss() -> None:
    own = reader(words_told([REPORT], 1))
    tags = {"O": 0, "B-PACIENTE": 1, "I-PACIENTE": 2, "B-LUGAR": 3}
    (one,) = examples([REPORT], own, tags, Progress())
    source = np.random.default_rng(3)
    weights = start_weights(len(own.words), len(own.marks), len(tags), 8, source)
    weights = {name: values.astype(np.float64) for name, values in weights.items()}  # type: ignore[misc]
    _, found = gradients(weights, one.columns, one.tags, 0.0, source)
    for name, gradient in found.items():
        at = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        losses = []
        for step in (1e-4, -1e-4):
            changed = {**weights, name: weights[name].copy()}
            changed[name][at] += step
            losses.append(gradients(changed, one.columns, one.tags, 0.0, source)[0])
        assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-4, rel=0.02, abs=1e-5), name


@pytest.mark.slow
def test_a_model_learns_comes_back_as_written_and_is_the_same_again(tmp_path: Path) -> None:
    short = replace(QUICK, network=replace(QUICK.network, passes=3))
    first, second = (train_context([], [REPORT] * 4, OWN, short) for _ in range(2))
    assert context_files(first) == context_files(second)
    model = train_context([], [REPORT] * 4, OWN, QUICK)
    write_context_model(model, tmp_path / "m", "A card.")
    read, _ = read_context_model(tmp_path / "m")
    assert context_files(read) == context_files(model)
    assert read.tags == ("O", "B-LUGAR", "B-PACIENTE", "I-LUGAR", "I-PACIENTE")
    detector = ContextDetector.load(tmp_path / "m", OWN, Joining({}, {}))
    found = {one.span.text(TEXT) for one in detector.detect(Document("r", TEXT))}
    assert "Begoña Arrizaba" in found


def test_nothing_annotated_is_nothing_to_learn() -> None:
    with pytest.raises(TrainingDataError):
        train_context([], [Document("r", TEXT)], OWN, QUICK)


def test_names_are_told_by_no_word_however_often_they_are_there() -> None:
    told = words_told([REPORT] * 50, 1)
    assert "dormido" in told
    assert not {"begona", "arrizaba", "utiel"} & set(told)


@pytest.mark.parametrize("way", ["small", "upper", "names"])
def test_spans_stay_where_they_are_in_another_case(way: str) -> None:
    other = recased(REPORT, way, OWN, 1.0, random.Random(1))
    assert other.spans == REPORT.spans and len(other.text) == len(TEXT)
    words = [span.text(other.text) for span in other.spans]
    assert words == (
        ["BEGOÑA ARRIZABA", "UTIEL", "BEGOÑA"] if way == "upper" else ["begoña arrizaba", "utiel", "begoña"]
    )
    assert other.text.startswith("Hoy") == (way == "names")


@given(st.text())
def test_another_case_has_as_many_characters(text: str) -> None:
    assert len(small(text)) == len(upper(text)) == len(text)


def test_a_name_is_the_same_other_one_everywhere() -> None:
    swapper = NameSwapper(("Irene",), ("Montalbán",), context_gazetteers(), OWN)
    other = swapper.swapped(REPORT, random.Random(4))
    first, place, again = (span.text(other.text) for span in sorted(other.spans))
    assert place == "Utiel"
    assert first.split()[0] == again == "Irene"
    assert first.split()[1] != "Arrizaba"
    assert "Begoña" not in other.text


def test_made_reports_have_the_classes_of_the_tag_set_and_are_the_same_again() -> None:
    made = Prose.load(paths.resources(), OWN, 5).reports([REPORT], 30)
    assert made == Prose.load(paths.resources(), OWN, 5).reports([REPORT], 30)
    spans = [(span.text(doc.text), span.phi_class) for doc in made for span in doc.spans]
    assert {phi_class for _, phi_class in spans} == {"PACIENTE", "LUGAR"}
    assert all(text == text.strip() and text for text, _ in spans)


def test_varied_reports_count_several_times() -> None:
    options = replace(QUICK, prose=0, made=0, varied_restyled=2)
    reports = training_reports([], [REPORT], OWN, options)
    assert len(reports) == 2 + 3 + 1 + 2
    assert sum(doc == REPORT for doc in reports) == 2
