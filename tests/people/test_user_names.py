"""User names that were marked as names: whose they are, and that none becomes somebody of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.handles import is_user_name, may_be_user_name
from tests.release.surrogates.naming import marked, names_of


@pytest.mark.parametrize("text", ["nuri_lopez91", "amgil61", "@anagil", "ana_gil", "j.gil-77", "NURI_91"])
def test_user_names(text):
    assert is_user_name(text)


@pytest.mark.parametrize("text", ["Ana", "J. Gil", "García-Luengo", "l0pez", "ana gil 91", "Gil 2", "g1l", "D.ª Ana"])
def test_names_are_no_user_names(text):
    assert not is_user_name(text)


def test_small_letters_may_be_one():
    assert may_be_user_name("mrosap") and not may_be_user_name("Mrosap") and not may_be_user_name("ana gil")


@pytest.mark.parametrize(
    "text",
    [
        "{PACIENTE nuri_lopez91}: soy {PACIENTE Nuria López}", "Usuario {PACIENTE amgil61} de {PACIENTE Ana María Gil}",
        "Dr. {MEDICO Rosa Peña, Mario}. Validado {MEDICO mrosap}", "{MEDICO jgarcia} {MEDICO Juan García}",
    ],
)  # fmt: skip
def test_a_user_is_whoever_the_name_is_made_of(text):
    one, other = marked(text)
    register = names_of((one, other)).register
    assert register.person_of(one) == register.person_of(other) is not None
    assert register.key_of(one) == register.key_of(other)
    assert len(register.people) == 1


def test_of_several_it_is_one_of_its_role():
    mentions = marked("{PACIENTE PEÑA^ROSA MARIA}. Dr. {MEDICO Rosa Peña, Mario}. Validado {MEDICO mrosap}")
    register = names_of(mentions).register
    assert register.person_of(mentions[2]) == register.person_of(mentions[1]) != register.person_of(mentions[0])


def test_a_name_in_small_letters_is_no_user():
    one, other = marked("{PACIENTE maría etxeberria}, {PACIENTE etxeberria}")
    register = names_of((one, other)).register
    assert register.reading(other) and register.person_of(one) == register.person_of(other)


@given(st.sampled_from(["Nuria López", "Ana Gil Soto", "Juan de la Cruz"]), st.integers(10, 99), st.sampled_from("_."))
def test_a_user_name_is_of_the_one_person_named(name, year, sign):
    first, last = name.lower().replace("ó", "o").split()[0], name.lower().replace("ó", "o").split()[-1]
    one, other = marked(f"{{PACIENTE {first}{sign}{last}{year}}} {{PACIENTE {name}}}")
    register = names_of((one, other)).register
    assert register.person_of(one) == register.person_of(other)
