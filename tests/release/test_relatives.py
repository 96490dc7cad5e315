"""Relatives as they leave: who they are to the patient stays, their names go, and what may be either is a class tag."""

from __future__ import annotations

import pytest

from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser


@pytest.fixture(scope="module")
def leaves(marked, tagset):
    """The text that a marked report leaves with, its relatives written `{…}`."""

    def release(text: str, secret: int = 1) -> str:
        doc = marked(text.replace("{", "{FAMILIARES_SUJETO_ASISTENCIA|"))
        return Releaser([doc], load_policy("research"), tagset, bytes([secret]) * 32).release(doc).text

    return release


@pytest.mark.parametrize(
    "text",
    [
        "{padre}, {Primo Cordero}.", "{hermano}, {Primo}, {40 a}.", "PADRE: {PRIMO CORDERO}", "Su {hermano} ({Primo}).",
        "Padre: {Primo Cordero}. {Primo} está sano.",
    ],
)  # fmt: skip
def test_no_relative_keeps_a_name_that_is_a_word_for_a_relative(leaves, text):
    for secret in range(3):
        assert "primo" not in leaves(text, secret).lower()


def test_cousins_stay_cousins(leaves):
    text = "AF: {Primo} con asma, {primo segundo} sano."
    assert leaves(text) == "AF: Primo con asma, primo segundo sano."
    assert leaves("Padre: {Primo Cordero}. Un {primo} sano.").endswith("Un primo sano.")


def test_a_wife_in_basque_gets_no_name(leaves):
    assert leaves("La {andrea}, pregunta.") == "La [**FAMILIARES 1**], pregunta."


def test_a_document_of_a_relative_is_no_age(leaves):
    assert "90" not in leaves("{hija DNI 12345678Z}") and "hija" not in leaves("{hija DNI 12345678Z}")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Acude su {t1a}.", "Acude su tia."), ("Acude la {madrina}.", "Acude la madrina."),
        ("Acude su {wife}.", "Acude su wife."), ("Acude la {vecina del 3º}.", "Acude la vecina del 3º."),
    ],
)  # fmt: skip
def test_who_they_are_stays_and_nothing_of_it_becomes_a_number(leaves, text, left):
    assert leaves(text) == left
