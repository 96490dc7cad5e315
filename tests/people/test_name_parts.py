"""Which words of a name are given names and which surnames, where labels, cells, signs and double names tell."""

from __future__ import annotations

import pytest

from deid_studio.people.person import NameRole
from tests.release.surrogates.naming import marked, names_of

G, S = NameRole.GIVEN, NameRole.SURNAME


def roles_in(text: str) -> list[list[NameRole | None]]:
    mentions = marked(text)
    register = names_of(mentions).register
    return [[word.role for word in register.reading(one)] for one in mentions]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Nombre: {PACIENTE José Luis}  Apellidos: {PACIENTE Ibáñez Crespo}", [[G, G], [S, S]]),
        ("Apellidos: {PACIENTE Rosa Gil}  Nombre: {PACIENTE Juan Miguel}", [[S, S], [G, G]]),
        ("|{PACIENTE VERDE MARCOS}         | {PACIENTE ESTRELLA} | 31", [[S, S], [G]]),
        ("{PACIENTE PEÑA^ROSA MARIA}", [[S, G, G]]), ("{PACIENTE GIL SOTO^ANA^ISABEL}", [[S, S, G, G]]),
        ("{PACIENTE PEÑA^ROSA MARIA}, Dr. {MEDICO Rosa Peña, Mario}", [[S, G, G], [S, S, G]]),
        ("{PACIENTE Hugo Gil}. Madre: {FAMILIA Lucía Pérez Hugo}", [[G, S], [G, S, S]]),
        ("su esposo, {FAMILIA el marqués de Comillas}", [[S]]),
        ("Dr. {MEDICO Juan de la Cruz San Juan}", [[G, S, S]]), ("{MEDICO Ana San Juan}", [[G, S]]),
        ("su hermano {FAMILIA Juan Luis}", [[G, G]]), ("Dra. {MEDICO María Jesús}", [[G, G]]),
        ("{PACIENTE José Luis Soto}", [[G, G, S]]), ("{PACIENTE Ana Belén Soto Gil}", [[G, G, S, S]]),
        ("irmán {FAMILIA Brais Manoel}", [[G, G]]), ("{PACIENTE Pol Santacana}", [[G, S]]),
        # A man's name behind a woman's is her surname, and so is one that seldom stands second.
        ("{PACIENTE Laura Andrés}", [[G, S]]), ("{PACIENTE Ana Miguel}", [[G, S]]), ("{PACIENTE Rosa León}", [[G, S]]),
    ],
)  # fmt: skip
def test_roles(text, roles):
    assert roles_in(text) == roles


def test_a_saints_surname_gets_one_word():
    (mention,) = marked("{MEDICO Ana San Juan}")
    made = names_of((mention,)).surrogate(mention)
    assert len(made.split()) == 2 and "juan" not in made.lower()


def test_two_people_in_cells_are_two():
    assert roles_in("|{MEDICO Ana Gil}|{MEDICO Luis Soto}|") == [[G, S], [G, S]]
