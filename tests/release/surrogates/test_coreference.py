"""The same person in every form of their name: the surrogate's forms are those of one surrogate."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.surrogates.names import NameMention, SurrogateNames
from deid_studio.release.written import without_accents

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
    mentions = []
    for given_names, first, second in people:
        label = NameMention(given_names, "Nombre: "), NameMention(f"{first} {second}", "Apellidos: ")
        mentions += [*label, NameMention(f"{given_names} {first} {second}")]
        mentions += [
            NameMention(write(filled(form, given_names, first, second)))
            for form in FORMS
            for write in WRITTEN
            if plain(form, write)
        ]
    names = SurrogateNames(mentions, default_lists(), Draws(secret, "s"))
    for given_names, first, second in people:
        new_given = names.surrogate(NameMention(given_names, "Nombre: "))
        new_first, new_second = (names.surrogate(NameMention(one, "Apellidos: ")) for one in (first, second))
        for form in FORMS:
            for write in WRITTEN:
                if not plain(form, write):
                    continue
                text = write(filled(form, given_names, first, second))
                expected = write(filled(form, new_given, new_first, new_second))
                made = names.surrogate(NameMention(text))
                assert without_accents(made) == without_accents(expected), (text, made, expected)


@pytest.mark.parametrize("number", range(8))
def test_one_person_in_all_forms(number):
    check([(GIVEN[number], SURNAMES[number], SURNAMES[(number + 3) % 10])], bytes([number]) * 32)


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
    people = [NameMention("Lucía Muñoz Quintana"), NameMention("Ramón Belmonte Muñoz")]
    names = SurrogateNames(people, default_lists(), Draws(b"f" * 32, "s"))
    mother, child = (names.surrogate(one).split() for one in people)
    assert mother[1] == child[2]
