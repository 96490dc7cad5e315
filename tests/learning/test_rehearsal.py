"""Rehearsal: what the judge comes to by readings whose truth is known, and that a model takes it with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from deid_studio.detection.calibration import Calibration
from deid_studio.detection.context.context_detector import Seen, Sight
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.judge.judge import Judge, Standard, Weights
from deid_studio.detection.model_pipeline import load_pipeline, with_model
from deid_studio.detection.pipeline import Pipeline
from deid_studio.learning.judge_training import Unjudged, judge_of
from deid_studio.learning.model_writing import write_model
from deid_studio.learning.rehearsal import ASKED, Rehearsal, _compared, _judges, _Reading
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

OWN = TagSet("own", "1", (PhiClass("PACIENTE", {}, kind="person", role="patient"), PhiClass("LUGAR", {}, kind="place")))
DOUBTS = Standard(Weights(2.0, {"evidence: context": -4.0}), 0.7, 0.4)
TEXT = "Ana vive en Utiel y sigue bien."
NAME, PLACE, WORD = Span(0, 3, "PACIENTE"), Span(12, 17, "LUGAR"), Span(20, 25, "LUGAR")


class Blind(Sight):
    def __init__(self) -> None:
        pass

    def see(self, text: str) -> Seen:
        return Seen((), np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.float32))


PIPELINE = Pipeline([Judge(Blind(), OWN, DOUBTS, lambda word: False)], tagset=OWN)


def reading(number: int, judged: bool = True) -> _Reading:
    """A report in which the name and the town are PHI and a word is not; the town only the context model sees."""
    kinds = {NAME: "crf", PLACE: "context", WORD: "looks"}
    found = tuple((Suggestion(span, 0.8, (Evidence(kind),)), kind) for span, kind in kinds.items())
    clues = tuple({f"evidence: {kind}": 1.0} for kind in kinds.values()) if judged else ()
    doc = Document(f"r{number}", TEXT, (NAME, PLACE))
    return _Reading(doc, (NAME, WORD), PIPELINE, Unjudged(found, clues))


def attempts(own: list[_Reading], at_home: list[_Reading]) -> Iterator[tuple[Judge, Rehearsal]]:
    for judge, judges in _judges(PIPELINE, own, at_home, 4):
        after = list(zip([*own, *at_home], judges, strict=True))
        parts = _compared(after[: len(own)], OWN), _compared(after[len(own) :], OWN)
        yield judge, Rehearsal(*parts, Calibration(), judge.standard)


def test_the_judge_learns_what_is_phi_here_and_the_one_that_asks_for_least_is_tried_first() -> None:
    tried = list(attempts([reading(n) for n in range(20)], [reading(n) for n in range(4)]))
    asked = [judge.standard.signed for judge, _ in tried]
    assert asked == [*ASKED, (0.7, 0.4), None]
    elsewhere = [(judge.standard.least, judge.standard.least_direct) for judge, _ in tried]
    assert elsewhere == [(max(least, 0.3), max(direct, 0.2)) for least, direct in (*ASKED, (0.7, 0.4), (0.7, 0.4))]
    judge, rehearsal = tried[0]
    assert reading(0).after(judge) == (NAME, PLACE)
    assert rehearsal.holds
    assert rehearsal.own.after.characters.recall == 1.0 > rehearsal.own.before.characters.recall
    assert tried[-1][0].standard == DOUBTS


def test_a_judge_that_leaves_wrong_things_in_does_not_hold() -> None:
    clean = [replace(reading(n), before=(NAME, PLACE)) for n in range(20)]
    lax = PIPELINE.detectors[0].by(Standard(Weights(9.0, {})))  # type: ignore[attr-defined]
    ours = _compared([(one, lax) for one in clean], OWN)
    assert ours.differences["characters_precision"].more < -0.01
    assert not Rehearsal(ours, ours, Calibration(), lax.standard).holds


@pytest.mark.parametrize("own", [[reading(0)], [reading(n, judged=False) for n in range(40)]])
def test_of_few_suggestions_or_layouts_that_are_not_judged_a_judge_learns_nothing(own: list[_Reading]) -> None:
    assert [judge.standard for judge, _ in attempts(own, [])] == [DOUBTS]


def test_what_means_nothing_in_the_classes_worked_with_teaches_nothing() -> None:
    people = TagSet("people", "1", OWN.classes[:1])
    one = replace(reading(0), new=PIPELINE.into(people))
    assert [right for _, right in one.cases()] == [True]


def test_a_model_brings_what_its_judge_learned(small_model: CrfModel, tmp_path: Path) -> None:
    def taught(standard: Standard) -> CrfModel:
        return replace(small_model, manifest=small_model.manifest | {"judge": {"hybrid": standard.to_json()}})

    write_model(taught(DOUBTS), tmp_path / "model")
    pipeline = load_pipeline(tmp_path / "model")
    other = Standard(Weights(1.0, {}), 0.3, 0.2)
    judges = [
        judge_of(one) for one in (pipeline, with_model(pipeline, taught(other)), with_model(pipeline, small_model))
    ]
    assert [one.standard for one in judges if one is not None] == [DOUBTS, other, DOUBTS]
