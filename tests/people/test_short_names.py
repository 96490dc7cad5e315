"""What people are called for short, misspelt and by their initials: the same person, and others who are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.diminutives import wholes_of
from tests.release.surrogates.naming import marked, names_of


def people_in(text: str) -> list[object]:
    mentions = marked(text)
    register = names_of(mentions).register
    return [register.person_of(one) for one in mentions]


@pytest.mark.parametrize(
    "text",
    [
        "{PACIENTE Nuria López}. Hola {PACIENTE Nuri}", "{PACIENTE Emerenciano Gil} (don {PACIENTE Eme})",
        "{PACIENTE Hugo Pérez}: {PACIENTE Huguito} come", "{PACIENTE Blanca Gil}, {PACIENTE Blanquita}",
        "{PACIENTE Nuria López}, {PACIENTE Nurieta}", "{PACIENTE Jesús Quispe}. La niña {PACIENTE Jesusita}",
        "{PACIENTE Iñaki Etxeberria}. El Sr. {PACIENTE Etxebarria}", "{PACIENTE Ana María Gil} ({PACIENTE AMG})",
        "{PACIENTE Juan Rodríguez}. Sr. {PACIENTE Rodrigues}", "{PACIENTE Jone Vélez}, {PACIENTE Jonetxo}",
        "{PACIENTE Rosario Gil}, {PACIENTE Rosarito}",
    ],
)  # fmt: skip
def test_a_short_misspelt_or_initialled_name_is_the_patients(text):
    people = people_in(text)
    assert people[0] is not None and len(set(people)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Gemelas {FAMILIA Alba} y {FAMILIA Albita}", "Papá: {FAMILIA Pelayo}. Tío: {FAMILIA Pelayín}",
        "hijos {FAMILIA Jordi} i {FAMILIA Jordiet}", "{PACIENTE Ana Ruiz}. Madre: {FAMILIA Anita}",
        "{PACIENTE Fernando Gil}. La {PACIENTE Fernanda}",
    ],
)  # fmt: skip
def test_two_people_stay_two(text):
    people = people_in(text)
    assert len(set(people)) == len(people)


@pytest.mark.parametrize(
    "text",
    ["Mamá: {FAMILIA Rosario}. La madre, {FAMILIA Rosarito}", "Padre: {FAMILIA Pelayo}. {FAMILIA Pelayín} viene"],
)
def test_a_relative_by_two_names_stays_one(text):
    assert len(set(people_in(text))) == 1


def test_a_nickname_in_quotes_is_a_given_name():
    (mention,) = marked('{PACIENTE Mohammed "Moha" Larbi}')
    read = names_of((mention,)).register.reading(mention)
    assert [word.word for word in read] == ["mohammed", "mohammed", "larbi"]


@pytest.mark.parametrize("text", ["Rosarito", "Nurieta", "Huguito", "Jonetxo"])
def test_what_takes_the_place_of_a_diminutive_is_a_name_as_it_is_written(text):
    whole = {"Rosarito": "Rosario", "Nurieta": "Nuria", "Huguito": "Hugo", "Jonetxo": "Jone"}[text]
    for secret in range(6):
        one, other = marked(f"{{PACIENTE {whole} Soto}} {{PACIENTE {text}}}")
        names = names_of((one, other), bytes([secret]) * 32)
        lists = names._lists
        made = names.surrogate(other)
        assert made == names.surrogate(one).split()[0] or lists.knows(made.lower()) or lists.sex(made.lower())


@given(st.sampled_from(["Pedro", "Blanca", "Hugo", "Lucas", "Clara", "Rosario", "Antonio"]), st.sampled_from("oa"))
def test_each_diminutive_tells_its_name(name, vowel):
    stem = name.lower().rstrip("aeo").removesuffix("i")
    stem = {"blanc": "blanqu", "hug": "hugu"}.get(stem, stem)
    assert name.lower() in wholes_of(f"{stem}it{vowel}")
