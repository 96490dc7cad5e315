"""What beside a name tells people of the same name from each other."""

from __future__ import annotations

import pytest

from deid_studio.people.names_apart import generation_in, kin_before, post_before
from tests.release.surrogates.naming import marked, names_of


@pytest.mark.parametrize(
    ("text", "generation"),
    [
        ("Cano (padre)", "elder"), ("Juan Cano hijo", "younger"), ("J. Cano Jr.", "younger"), ("Cano, senior", "elder"),
        ("Cano", ""), ("padre", ""), ("Padre Cano", ""),
    ],
)  # fmt: skip
def test_generations(text, generation):
    assert generation_in(text) == generation


def test_posts_and_relatives_right_before_a_name():
    assert post_before("el enfermero, ") == "nurse" and post_before("Dra. ") == "physician" and not post_before("y ")
    assert kin_before("su papá: ") == kin_before("padre ") == "padre" and not kin_before("Dr. ")


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Dr. {MEDICO Cano (padre)}; Dr. {MEDICO Cano (hijo)}.", 2),
        ("{MEDICO Gil Cano padre}, {MEDICO Gil Cano Jr}", 2),
        ("Dr. {MEDICO Gil}; enfermero, {MEDICO Gil Navarro}.", 2), ("Enf. {MEDICO Ana Gil}, Dra. {MEDICO Ana Gil}", 2),
        ("Dr. {MEDICO Gil}. {MEDICO Gil Navarro}", 1), ("Dr. {MEDICO Gil}. Médico: {MEDICO Gil Navarro}", 1),
        ("Dr. {MEDICO Cano}, {MEDICO Cano (hijo)}", 1),
    ],
)  # fmt: skip
def test_who_is_told_apart_beside_the_name_is_somebody_else(text, people):
    mentions = marked(text)
    register = names_of(mentions).register
    assert len({register.person_of(one) for one in mentions}) == people
    assert len({register.key_of(one) for one in mentions}) == people


def test_father_and_son_among_staff_share_a_surname():
    elder, younger = marked("Dr. {MEDICO Cano (padre)}; Dr. {MEDICO Cano (hijo)}.")
    names = names_of((elder, younger))
    assert names.surrogate(elder).removesuffix(" (padre)") == names.surrogate(younger).removesuffix(" (hijo)")


@pytest.mark.parametrize("text", ["Ana Padre", "Ana Gil Padre", "padre"])
def test_a_surname_that_says_a_generation_is_one(text):
    (mention,) = marked(f"{{MEDICO {text}}}")
    assert "padre" not in names_of((mention,)).surrogate(mention).lower()
