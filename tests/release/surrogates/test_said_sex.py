"""Sex: what the words beside a name say without doubt goes before what the name tells."""

from __future__ import annotations

import pytest

from deid_studio.people.person import Sex
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.name_lists import default_lists
from tests.release.surrogates.naming import marked as marked_names
from tests.release.surrogates.naming import names_of


@pytest.mark.parametrize("secret", [b"a" * 32, b"b" * 32, b"c" * 32])
@pytest.mark.parametrize(
    ("text", "sexes"),
    [
        ("la niña {PACIENTE Jesús María Quispe}", "F"), ("Madre, {FAMILIA Jesús Mamani}", "F"),
        ("padre: {FAMILIA María Jesús Quispe}", "M"), ("la paciente {PACIENTE Jesús Soto}", "F"),
        ("Dra. {MEDICO Jesús Soto}", "F"), ("su esposo ({FAMILIA María Soto})", "M"),
        ("filla: {FAMILIA Jesús Soto}", "F"),
        # Words of a form, and names beside a relative who is somebody else, leave the name's sex.
        ("Dr. {MEDICO Ana Soto}", "F"), ("Padre/madre: {FAMILIA Juan Soto}", "M"), ("Hijo/a: {FAMILIA Ana Soto}", "F"),
        ("con su marido, {FAMILIA Ana} y los niños", "F"), ("Sr. {PACIENTE Carmen Soto}", "F"),
    ],
)  # fmt: skip
def test_words_without_doubt_go_before_the_name(text, sexes, secret):
    mentions = marked_names(text)
    names, lists = names_of(mentions, secret), default_lists()
    drawn = [lists.sex(names.surrogate(one).split()[0].lower()) for one in mentions]
    expected = [{"F": Sex.FEMALE, "M": Sex.MALE}[sex] for sex in sexes]
    assert [one for one in drawn if one is not None] == [
        sex for one, sex in zip(drawn, expected, strict=True) if one is not None
    ]


def test_the_label_for_the_sex_goes_before_the_patients_name(marked, tagset):
    text = "Paciente: {NOMBRE_SUJETO_ASISTENCIA|Jesús Quispe}, {SEXO_SUJETO_ASISTENCIA|mujer}."
    for secret in range(5):
        released = Releaser([marked(text)], load_policy("research"), tagset, bytes([secret]) * 32).release(marked(text))
        given = released.text.split()[1].lower()
        assert default_lists().sex(given) in (Sex.FEMALE, None)


@pytest.mark.parametrize(
    ("name", "sex"), [("albita", Sex.FEMALE), ("pedrito", Sex.MALE), ("pelayin", Sex.MALE), ("jesusita", Sex.MALE)]
)
def test_a_diminutive_tells_the_sex_of_its_name(name, sex):
    assert default_lists().sex(name) is sex
