"""Layouts: by what a report is known to be laid out as those that a person signed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.signed_layouts import LEAST_MARKS, Layouts, marks_in
from deid_studio.model.span import Span

FORM = "Ficha FT 07 de enlace\nApellidos = {} ; residente en {} ; cama {}\n"


def test_marks_are_what_a_form_prints_and_nothing_that_is_annotated() -> None:
    text = FORM.format("Gil Mora", "Utiel", 12)
    name, town = text.index("Gil Mora"), text.index("Utiel")
    marks = marks_in(text, [Span(name, name + 8, "PACIENTE"), Span(town, town + 5, "LUGAR")])
    assert {"ft # de", "; residente en", "; cama #"} <= marks
    assert not any(word in mark.split() for mark in marks for word in ("gil", "mora", "utiel"))


def test_a_layout_is_known_by_what_stands_around_its_values() -> None:
    one, other = FORM.format("Gil", "Utiel", 12), FORM.format("de la Rosa Pérez", "Ayora", 7)
    layouts = Layouts(marks_in(one) & marks_in(other))
    assert layouts.know(FORM.format("Sanz", "Requena", 340))
    assert not layouts.know("Paciente de 40 años, residente en Utiel ; cama 12, que sigue bien.")
    assert not Layouts().know(one)


@given(st.text(alphabet="ab1 \n:", max_size=60))
def test_any_text_has_its_own_layout_when_it_has_enough_marks(text: str) -> None:
    marks = marks_in(text)
    assert Layouts(marks).know(text) == (len(marks) >= LEAST_MARKS)
    assert all(len(mark.split()) == 3 and mark.strip() == mark for mark in marks)
