"""Marks of layouts: which a model may tell of, and which tell one layout from others."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.detection.signed_layouts import Layouts
from deid_studio.learning.layout_marks import layout_marks
from deid_studio.learning.privacy.least_reports import ShowingRule
from deid_studio.model.document import Document
from deid_studio.model.span import Span

SHEET = "Hoja de enlace de enfermería\nPaciente : {} ; residente en {}\nAvisar a : Clara Gil Mora\n{}"
LETTER = "Servicio de cirugía vascular y angiología\nEstimado compañero : te envío a {} , de {}\n{}"
PEOPLE = [("Rosa Sanz", "Utiel"), ("Luis Vera", "Ayora"), ("Eva Cano", "Requena"), ("Juan Rey", "Chelva")]


def report(form: str, number: int, prose: str = "") -> Document:
    name, town = PEOPLE[number]
    text = form.format(name, town, prose)
    spans = (Span(text.index(own), text.index(own) + len(own), kind) for own, kind in ((name, "YO"), (town, "LUGAR")))
    return Document(f"r{number}", text, tuple(sorted(spans)))


def learned(documents: list[Document], home: tuple[Document, ...] = ()) -> list[str]:
    return layout_marks(documents, home, ShowingRule.of(documents))


def test_each_of_several_layouts_is_known_again_and_home_is_not() -> None:
    marks = learned([report(form, number) for form in (SHEET, LETTER) for number in range(3)])
    assert Layouts(marks).know(report(SHEET, 3).text)
    assert Layouts(marks).know(report(LETTER, 3).text)
    left = Layouts(learned([report(SHEET, number) for number in range(3)], (report(SHEET, 3),)))
    assert not left.know(report(SHEET, 3).text)


def test_a_name_that_nobody_marked_is_in_no_mark() -> None:
    """The names are in public lists, each by itself; together they are somebody."""
    marks = learned([report(SHEET, number) for number in range(3)])
    assert "avisar a :" in marks
    assert not any({"clara", "gil"} <= set(mark.split()) or {"gil", "mora"} <= set(mark.split()) for mark in marks)


def test_what_people_write_in_any_report_is_no_mark() -> None:
    prose = ("sin alergias conocidas a fármacos", "vive sola con su perro", "sin alergias conocidas a fármacos")
    forms = (SHEET, SHEET, LETTER, LETTER)
    marks = learned([report(form, n, prose[n % 3]) for n, form in enumerate(forms)])
    assert marks
    assert not any("alergias" in mark for mark in marks)
    assert learned([report(SHEET, 0), report(LETTER, 1)]) == []


def test_what_is_phi_in_one_report_is_printed_in_none() -> None:
    reports = [report(SHEET, number) for number in range(3)]
    at = reports[2].text.index("enlace")
    more = replace(reports[2], spans=(Span(at, at + 6, "LUGAR"), *reports[2].spans))
    assert "hoja de enlace" in learned(reports)
    assert "hoja de enlace" not in learned([*reports[:2], more])


def test_the_same_report_twice_is_one() -> None:
    assert learned([report(SHEET, 0), report(SHEET, 0)]) == []
