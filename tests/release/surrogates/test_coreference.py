"""The same person in every form of their name: the surrogate's forms are those of one surrogate."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.release.written import without_accents
from tests.release.surrogates.naming import in_report, names_of

GIVEN = ["Juan", "María José", "José Luis", "Íñigo", "Ángela", "Lucía", "Ramón", "Ana Belén", "Óscar", "Begoña"]
SURNAMES = ["García", "López", "Fernández", "Ibáñez", "Muñoz", "Sanchís", "Belmonte", "Echevarría", "Núñez", "Quintana"]

# `g`: given names, `s`, `t`: the surnames, `G`, `S`, `T`: their initials; then how the whole is written.
FORMS = [
    "{g} {s} {t}", "{g} {s}", "{s} {t}, {g}", "{s}, {g}", "{s} {t}", "{s}", "{g}", "{G}. {s} {t}", "{G}. {s}",
    "{s}, {G}.", "{G}.{S}.{T}.", "{g} {s}-{t}", "{s}-{t}", "{g} {S}.", "{g}\n{s} {t}", "{s}   {t}",
]  # fmt: skip
WRITTEN = [str, str.upper, str.lower, without_accents, lambda text: without_accents(text).upper()]


def filled(form: str, given: str, first: str, second: str) -> str:
    initials = [part[0] for part in given.split()]
    return form.format(g=given, s=first, t=second, G=". ".join(initials), S=first[0], T=second[0])


def plain(form: str, write) -> bool:
    """Whether letters that stand alone are still seen to be initials."""
    return not ({"{G}", "{S}", "{T}"} & {form[i : i + 3] for i in range(len(form))}) or write is not str.lower


def check(people, secret):
    written, expected = [], []
    for given_names, first, second in people:
        written += [(given_names, "Nombre: "), (f"{first} {second}", "Apellidos: ")]
        expected += [("{g}", str), ("{s} {t}", str)]
        forms = [(form, write) for form in FORMS for write in WRITTEN if plain(form, write)]
        written += [write(filled(form, given_names, first, second)) for form, write in forms]
        expected += forms
    mentions = in_report(*written)
    names = names_of(mentions, secret)
    size = len(mentions) // len(people)
    for at in range(len(people)):
        own = [names.surrogate(one) for one in mentions[at * size : (at + 1) * size]]
        new_given, (new_first, new_second) = own[0], own[1].split()
        for made, (form, write) in zip(own, expected, strict=False):
            wanted = write(filled(form, new_given, new_first, new_second))
            assert without_accents(made) == without_accents(wanted), (form, made, wanted)


@pytest.mark.parametrize("number", range(8))
def test_one_person_in_all_forms(number):
    check([(GIVEN[number], SURNAMES[number], SURNAMES[(number + 3) % 10])], bytes([number]) * 32)


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.permutations(GIVEN).map(lambda names: names[:2]),
    st.permutations(SURNAMES).map(lambda names: names[:4]),
    st.binary(min_size=32, max_size=32),
)
def test_two_people_of_one_report(given_names, surnames, secret):
    if given_names[0][0] == given_names[1][0]:
        return  # `J. García` is either then
    check([(given_names[0], *surnames[:2]), (given_names[1], *surnames[2:])], secret)


def test_mother_and_child_share_the_surname_that_they_shared():
    mentions = in_report("Lucía Muñoz Quintana", "Ramón Belmonte Muñoz")
    names = names_of(mentions)
    mother, child = (names.surrogate(one).split() for one in mentions)
    assert mother[1] == child[2]
