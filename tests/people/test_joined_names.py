"""Two people who are named together are two; two surnames that are joined are one person's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.joined_names import people_in
from deid_studio.people.person import NoLists
from deid_studio.release.surrogates.name_lists import default_lists


def people(text: str, before: str = "", given: bool = False) -> list[str]:
    return [text[start:end] for start, end in people_in(text, before, default_lists(), given)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Iñaki y Ane", ["Iñaki", "Ane"]),
        ("Luis e Inés", ["Luis", "Inés"]),
        ("JORDI I ANNA", ["JORDI", "ANNA"]),
        ("Lucía y Martín", ["Lucía", "Martín"]),
        ("Iñaki, Ane y Jon", ["Iñaki", "Ane", "Jon"]),
        ("Inés Blanco y Fco. Javier Rey", ["Inés Blanco", "Fco. Javier Rey"]),
        ("Iñaki y Ane Parkinson", ["Iñaki", "Ane Parkinson"]),
        ("J. Gil y M. Ruiz", ["J. Gil", "M. Ruiz"]),
        ("Dra. Ruiz y Dr. Gil", ["Dra. Ruiz", "Dr. Gil"]),
        ("Dres. Ruiz y Gil", ["Dres. Ruiz", "Gil"]),
    ],
)
def test_people_who_are_named_together(text, found):
    assert people(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Ramón y Cajal", "Santiago Ramón y Cajal", "José Ortega y Gasset", "Ortega y Gasset", "Pilar Rosa y León",
        "Pi i Margall", "Tomás y Valiente", "Ana García y García", "S. Ramón y Cajal", "Rey Blanco, Hugo", "y Ana",
        "Ana y", "Ana de la Cruz", "Dr. Ramón y Cajal",
    ],
)  # fmt: skip
def test_one_person(text):
    assert people(text) == [text]


def test_relatives_are_called_by_given_names():
    assert people("Verónica y Zyx", given=True) == ["Verónica", "Zyx"]
    assert people("Verónica y Zyx") == ["Verónica y Zyx"]
    assert people("Ruiz y Gil", before="los Dres. ") == ["Ruiz", "Gil"]


@given(st.text("aAeiy ,.Ññ\n", max_size=30), st.booleans())
def test_what_is_found_lies_in_the_text_in_order(text, given):
    found = people_in(text, "", NoLists(), given)
    ends = [0, *(at for piece in found for at in piece), len(text)]
    assert ends == sorted(ends)
