"""What few annotated reports teach a judge that has learned from many."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.context.context_detector import Sight
from deid_studio.detection.judge.judge import Judge, Standard, Weights
from deid_studio.detection.pipeline import Pipeline
from deid_studio.learning.judge_training import Case, is_phi, learn_weights, moved
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

DOUBTS = Weights(2.0, {"evidence: context": -4.0, "length": 0.1})
CONTEXT: Case = ({"evidence: context": 1.0}, True)
OTHER: Case = ({"evidence: crf": 1.0}, True)


def _loss(weights: Weights, cases: list[Case]) -> float:
    return -sum(log(weights.chance(clues) if right else 1 - weights.chance(clues)) for clues, right in cases)


def test_what_was_doubted_and_is_right_here_is_believed() -> None:
    after = moved(DOUBTS, [CONTEXT, OTHER] * 30)
    assert DOUBTS.chance(CONTEXT[0]) < 0.2
    assert after.chance(CONTEXT[0]) > 0.8
    assert after.of["length"] == 0.1  # nothing was said of it


def test_a_clue_that_stands_in_one_place_moves_little() -> None:
    rare: Case = ({"kind: web": 1.0}, False)
    after = moved(DOUBTS, [OTHER] * 60 + [rare])
    assert after.chance(rare[0]) > 0.6


@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.sampled_from(("evidence: context", "length", "chance")), st.floats(-5, 5)), st.booleans()
        ),
        min_size=1,
        max_size=40,
    )
)
def test_cases_are_never_told_worse_than_before(cases: list[Case]) -> None:
    assert _loss(moved(DOUBTS, cases), cases) <= _loss(DOUBTS, cases) + 0.01 * len(cases)


def test_a_pipeline_without_a_judge_or_reports_that_tell_nothing_apart_teach_nothing() -> None:
    own = TagSet("own", "1", (PhiClass("PACIENTE", {}, kind="person", role="patient"),))
    with pytest.raises(ValueError, match="no judge"):
        learn_weights(Pipeline([], tagset=own), [])
    sight = Sight.__new__(Sight)  # nothing is read: there are no reports
    judging = Pipeline([Judge(sight, own, Standard(DOUBTS), lambda word: False)], tagset=own)
    with pytest.raises(ValueError, match="nothing to tell apart"):
        learn_weights(judging, [])


def test_half_of_the_letters_and_figures_make_a_suggestion_phi() -> None:
    doc = Document("r", "Ana Gil: 7", (Span(0, 3, "PACIENTE"),))
    assert is_phi(Span(0, 4, "LUGAR"), doc)
    assert not is_phi(Span(0, 7, "PACIENTE"), doc)
    assert not is_phi(Span(7, 9, "PACIENTE"), doc)
