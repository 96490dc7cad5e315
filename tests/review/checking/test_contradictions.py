"""Contradictions: one name in two roles, dates outside of the stay, ages that fit no date of birth."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.review.checking.contradictions import contradictions
from deid_studio.review.checking.finding import Sort, dismissing, marking
from deid_studio.review.deciding.tally import kind_of

MEDDOCAN = shipped_tagset("meddocan")
# Classes that are nobody's standard: what they mean is their kind and role.
OWN = TagSet(
    "own",
    "1",
    (
        PhiClass("P", {}, kind="person", role="patient"),
        PhiClass("S", {}, kind="person", role="staff"),
        PhiClass("D", {}, kind="date"),
        PhiClass("A", {}, kind="age"),
    ),
)
NAMES = {
    "P": "NOMBRE_SUJETO_ASISTENCIA",
    "S": "NOMBRE_PERSONAL_SANITARIO",
    "D": "FECHAS",
    "A": "EDAD_SUJETO_ASISTENCIA",
}


def said(marked: str, tagset: TagSet = OWN) -> tuple[str, Desk]:
    """The text and desk of a report in which `[P:…]` is accepted as that class."""
    text, spans = "", []
    for piece in marked.replace("]", "[").split("["):
        if piece[1:2] == ":":
            name = piece[0] if tagset is OWN else NAMES[piece[0]]
            spans.append(Span(len(text), len(text) + len(piece) - 2, name))
            piece = piece[2:]
        text += piece
    return text, desk_of(spans, ())


def found(marked: str, tagset: TagSet = OWN) -> list[tuple[Sort, list[str]]]:
    text, desk = said(marked, tagset)
    return [
        (one.sort, [span.text(text) for span in (one.span, *one.others)]) for one in contradictions(text, desk, tagset)
    ]


@pytest.mark.parametrize("tagset", [OWN, MEDDOCAN])
def test_a_full_name_that_is_the_patients_here_and_the_staffs_there(tagset):
    marked = "Paciente: [P:Lucía Quintanar Ríos].\nAcude [P:Lucía Quintanar].\nFirma [S:Lucía Quintanar Ríos].\n"
    assert found(marked, tagset) == [(Sort.ROLES, ["Lucía Quintanar Ríos"])]


def test_a_surname_that_patient_and_doctor_share_is_none():
    assert found("Paciente: [P:Lucía Gil Ríos].\nDra. [S:Gil]. Firma [S:Ana Gil].\n") == []


def test_a_surname_alone_and_another_doctor_are_no_part_of_a_contradiction():
    marked = "Paciente: [P:Lucía Gil Ríos].\nFirma [S:Lucía Gil Ríos]. Dra. [S:Gil]. Dr. [S:Pedro Sanz Utiel].\n"
    text, desk = said(marked)
    (one,) = contradictions(text, desk, OWN)
    # Each stands once, so that the staff's is doubted: neither of the others counts for it.
    assert one.sort is Sort.ROLES and not one.others
    assert one.span == Span(text.rindex("Lucía"), text.rindex("Lucía") + 14, "P")


def test_what_the_words_beside_a_name_say_counts_more_than_how_often_it_stands():
    marked = "Dr. [P:Juan Pérez Gil].\nFdo. Dr. [S:Juan Pérez Gil].\n"
    text, desk = said(marked)
    (one,) = contradictions(text, desk, OWN)
    assert one.span == Span(text.index("Juan"), text.index("Juan") + 14, "S")
    after = marking(desk, one).apply(desk)
    assert contradictions(text, after, OWN) == [] and {m.span.phi_class for m in after} == {"S"}


STAY = "Ingreso: [D:03/02/2019]. Alta: [D:10/02/2019].\n"


@pytest.mark.parametrize("day, outside", [
    ("12/02/2091", True), ("01/01/1890", True), ("12/06/2019", False), ("1998", False), ("20/11/1985", False),
])  # fmt: skip
def test_a_date_far_outside_of_the_stay(day, outside):
    assert found(STAY + f"Revisión [D:{day}].\n") == ([(Sort.STAY, [day])] if outside else [])


def test_a_date_before_the_birth_is_outside_and_without_a_stay_nothing_is():
    assert found(STAY + "Nacimiento: [D:05/05/1980]. Apendicectomía [D:05/05/1978].\n") == [(Sort.STAY, ["05/05/1978"])]
    assert found("Consulta [D:03/02/2019]. Revisión [D:12/02/2091].\n") == []


@pytest.mark.parametrize("age, wrong", [("38 años", False), ("39 años", False), ("83 años", True), ("37", False)])
def test_an_age_against_the_date_of_birth(age, wrong):
    marked = f"Nacimiento: [D:05/05/1980]. Ingreso: [D:03/02/2019].\nEdad: [A:{age}]. Operado a los [A:7 años].\n"
    assert found(marked) == ([(Sort.AGE, [age])] if wrong else [])


@pytest.mark.parametrize("origin", Origin)
def test_one_that_was_said_to_be_none_does_not_come_back_and_counts_as_before(origin):
    text, desk = said(STAY + "Revisión [D:12/02/2091].\n")
    (one,) = contradictions(text, desk, OWN)
    assert one.asks_class and one.leak == 0
    was = desk[one.mention_id]
    suggestion = Suggestion(was.span, 0.8, (Evidence("crf"),)) if origin is Origin.DETECTOR else None
    was = Mention(was.id, was.span, was.decision, origin, suggestion)
    desk = desk.with_mention(was)
    edit = dismissing(desk, one)
    after = edit.apply(desk)
    assert contradictions(text, after, OWN) == []
    assert after.decided_spans == desk.decided_spans and kind_of(after[was.id]) == kind_of(was)
    assert edit.inverse(desk).apply(after) == desk


@given(st.lists(st.sampled_from(["P", "S", "D", "A"]), max_size=8), st.randoms(use_true_random=False))
def test_only_what_is_accepted_is_held_against_each_other_and_each_place_once(classes, chance):
    words = ["Ana Ruiz Gil", "3/2/2019", "12/12/2099", "83 años", "Ingreso: ", "Alta: ", "nacido "]
    text, spans, ids = "", [], count(1)
    for name in classes:
        text += chance.choice(words[4:])
        own = chance.choice(words[:4])
        spans.append(Span(len(text), len(text) + len(own), name))
        text += own + ".\n"
    decisions = [chance.choice(list(Decision)) for _ in spans]
    desk = Desk(Mention(next(ids), s, d, Origin.PERSON) for s, d in zip(spans, decisions, strict=True))
    places = [span for one in contradictions(text, desk, OWN) for span in (one.span, *one.others)]
    accepted = {(s.start, s.end) for s in desk.decided_spans}
    assert {(s.start, s.end) for s in places} <= accepted
    assert all(one.mention_id in desk for one in contradictions(text, desk, OWN))
