"""The rest of a half-marked name is held though it is an ordinary word; what a person does is not."""

from __future__ import annotations

import pytest

from deid_studio.release.gate.held import Harm, HeldKind
from deid_studio.release.policy import Policy, Treatment, Way

CLASSES = {
    "PERSON": "NOMBRE_SUJETO_ASISTENCIA",
    "STAFF": "NOMBRE_PERSONAL_SANITARIO",
    "KIN": "FAMILIARES_SUJETO_ASISTENCIA",
}


@pytest.fixture
def rest(marked, hold):
    def find(text, **more):
        for short, name in CLASSES.items():
            text = text.replace(f"{{{short}|", f"{{{name}|")
        doc = marked(text)
        return [
            doc.text[one.start : one.end]
            for one in hold(doc, **more)
            if one.kind is HeldKind.SPILL and one.harm is Harm.DIRECT
        ]

    return find


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("El marido, {KIN|Ramón} Delgado, espera.", "Delgado"),
        ("La hija, {KIN|Paloma} Blanco Cano, llama.", "Blanco Cano"),
        ("El {KIN|marido, Ramón} Delgado, espera.", "Delgado"),
        ("la doctora {STAFF|pilar} alegre pide ecografía", "alegre"),
        ("su esposo {KIN|ramón delgado} moreno, jubilado", "moreno"),
        ("el hijo {KIN|pedro} moreno espera", "moreno"),
        ("acude {PERSON|ana} barrantes con fiebre", "barrantes"),
        ("ACUDE {PERSON|EVA} LOBO POR TOS", "LOBO"),
        ("acude rosa {PERSON|lobo} por tos", "rosa"),
        ("Firma Pilar {STAFF|Alegre}.", "Pilar"),
        ("Visto por {STAFF|Luis} Belmonte-Gil.", "Belmonte-Gil"),
    ],
)  # fmt: skip
def test_the_rest_of_a_name_is_held(rest, text, left):
    assert rest(text) == [left]


@pytest.mark.parametrize(
    "text",
    [
        "{PERSON|ana} acude con tos", "{PERSON|Ana} Mejora. Alta.", "{PERSON|ana} mejora",
        "{PERSON|Ana} acude, delgada", "{PERSON|Ramón} delgado y pálido", "Paciente {PERSON|Ana}.",
        "Acude {PERSON|Ana}.", "{PERSON|Ana Ruiz} Edad: 40", "{PERSON|Ana Ruiz} NHC 4",
        "Dr. {STAFF|Ruiz} NºCol", "Doctora {STAFF|Ruiz}", "su {KIN|madre} delgada",
        "{PERSON|Ana}, blanco de burlas", "{PERSON|ana} sola en casa", "{PERSON|Ana} 2 Blanco",
        "{TERRITORIO|Soria} Blanco", "dr {STAFF|prieto} comenta", "con {STAFF|barrado} y psicologa {STAFF|vega}",
        "{STAFF|leticia cruz} colegiada 48", "{PERSON|ana ruiz} repite",
    ],
)  # fmt: skip
def test_what_is_no_name_is_not(rest, text):
    assert rest(text) == []


def test_nothing_is_held_where_the_policy_keeps_names(rest):
    assert rest("{PERSON|Ana} Blanco", policy=Policy("k", default=Treatment(Way.KEEP))) == []
