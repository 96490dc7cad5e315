"""Planted suggestions: wrong, where they may stand, the same at each look, and never of the report."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.planted_answers import PLANTED, PlantedAnswer, add_answers, read_answers
from deid_studio.corpora.planted_suggestions import Answer, Planting, Slip, answered, shown_with
from deid_studio.errors import CorpusFileError
from deid_studio.model.edits import Accept, AcceptPassage, Add, Reject, Relabel, Resize
from deid_studio.model.mentions import Decision, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

TAGSET = TagSet("own", "1", (PhiClass("PERSONA", {}, "who"), PhiClass("MEDICO", {}, "who"), PhiClass("FECHA", {})))
TEXT = "Acude Rosa Vidal Soto el 12 de 2021.\nLa atiende Ana Gil en Urgencias. Peso 70 y Talla 160.\nCita con Luz.\n"
FOUND = [
    Suggestion(Span(TEXT.index(words), TEXT.index(words) + len(words), name), 0.9, (Evidence("crf", "", "0.90"),))
    for words, name in (("Rosa Vidal Soto", "PERSONA"), ("2021", "FECHA"), ("Ana Gil", "MEDICO"), ("Luz", "MEDICO"))
]
SEEDS = st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}")


def desk():
    return desk_of((), FOUND)


def plants_of(seed: str, share: float = 1.0, on=None):
    return Planting("r", "ana", share, seed).on(desk() if on is None else on, TEXT, TAGSET)


def every(slip: Slip):
    """A seed that plants this slip, and what it plants."""
    for number in range(200):
        for plant in plants_of(f"{number:02x}"):
            if plant.slip is slip:
                return plant, plants_of(f"{number:02x}")
    raise AssertionError(slip)


@given(SEEDS)
def test_what_is_planted_is_wrong_in_one_thing_and_the_same_at_each_look(seed):
    plants = plants_of(seed)
    assert plants == plants_of(seed)
    right = {one.span for one in FOUND}
    for plant in plants:
        span, beneath = plant.mention.span, desk().get(plant.mention.id)
        assert span not in right and plant.mention.decision is Decision.PENDING
        if plant.slip is Slip.SPURIOUS:
            assert beneath is None and plant.mention.id < 0 and not any(span.overlaps(one) for one in right)
        else:
            same_class = span.phi_class == beneath.span.phi_class
            same_ends = (span.start, span.end) == (beneath.span.start, beneath.span.end)
            assert (same_class, same_ends) == ((False, True) if plant.slip is Slip.CLASS else (True, False))
    spans = sorted((p.mention.span.start, p.mention.span.end) for p in plants)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    shown = shown_with(desk(), plants)
    assert shown.next_id == desk().next_id and len(shown) == len(FOUND) + sum(p.mention.id < 0 for p in plants)


@given(SEEDS, st.sampled_from([Accept, Reject]))
def test_what_is_decided_beneath_ends_a_plant_and_leaves_the_others(seed, edit):
    for plant in plants_of(seed):
        if plant.slip is not Slip.SPURIOUS:
            after = plants_of(seed, on=edit(plant.mention.id).apply(desk()))
            assert set(after) == set(plants_of(seed)) - {plant}


def test_a_class_is_taken_for_one_of_its_group_and_a_word_of_nothing_looks_like_what_is_marked():
    plant, _ = every(Slip.CLASS)
    if plant.mention.span.phi_class in ("PERSONA", "MEDICO"):
        assert desk()[plant.mention.id].span.phi_class in ("PERSONA", "MEDICO")
    words = {one.mention.span.text(TEXT) for n in range(99) for one in plants_of(f"{n:02x}") if one.mention.id < 0}
    assert words and words <= {"Acude", "Urgencias", "Peso", "Talla", "Cita", "12", "70", "160"}


def test_no_share_plants_nothing_and_a_class_by_itself_has_no_other():
    assert plants_of("00", share=0.0) == ()
    one = TagSet("one", "1", (PhiClass("FECHA", {}),))
    slips = {p.slip for n in range(60) for p in Planting("r", "ana", 1.0, f"{n:02x}").on(desk(), TEXT, one)}
    assert Slip.SPURIOUS in slips and Slip.CLASS in slips  # of other classes that stand in the report


@pytest.mark.parametrize("slip", Slip)
def test_an_answer_is_counted_and_the_report_gets_only_what_is_right(slip):
    plant, plants = every(slip)
    own = plant.mention.id
    assert answered(Accept(own), plants) == (None, {own: Answer.ACCEPTED})
    assert answered(Reject(own), plants) == (None, {own: Answer.REJECTED})
    relabel, resize = Relabel(own, "OTRA"), Resize(own, 0, 4)
    fixed = {Slip.CLASS: relabel, Slip.ENDS: resize}.get(slip)
    for edit in (relabel, resize):
        expected = (edit, Answer.CORRECTED) if edit is fixed else (None, Answer.ACCEPTED)
        left, said = answered(edit, plants)
        assert (left, said[own]) == expected
    assert answered(Relabel(own, plant.mention.span.phi_class), plants) == (None, {own: Answer.ACCEPTED})
    other = Add(99, Span(0, 5, "FECHA"))
    assert answered(AcceptPassage((Accept(own), other)), plants)[0] == AcceptPassage((other,))
    assert answered(AcceptPassage((Accept(own),)), plants)[0] is None


def test_answers_are_kept_without_text_once_each_and_a_damaged_file_is_told(tmp_path):
    assert read_answers(tmp_path) == ()
    first = PlantedAnswer("a/r,1", Span(3, 9, "PERSONA"), Slip.ENDS, Answer.ACCEPTED)
    add_answers(tmp_path, [first])
    add_answers(tmp_path, [PlantedAnswer("a/r,1", Span(3, 9, "PERSONA"), Slip.ENDS, Answer.PASSED)])
    second = PlantedAnswer("b", Span(0, 2, "FECHA"), Slip.CLASS, Answer.REJECTED)
    add_answers(tmp_path, [second])
    assert read_answers(tmp_path) == (first, second)
    (tmp_path / PLANTED).write_text("report,start\n1,2\n")
    with pytest.raises(CorpusFileError):
        read_answers(tmp_path)
