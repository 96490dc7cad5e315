"""The rest of a half-marked name or date is held though it is of ordinary words; what a person does is not."""

from __future__ import annotations

import pytest

from deid_studio.release.gate.held import Harm, HeldKind
from deid_studio.release.policy import Policy, Treatment, Way, load_policy

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
        ("Recoge el informe su {KIN|hija Ane} P.", "P"),
        ("{PERSON|Rey Blanco} H.  7  asma", "H"),
        ("{PERSON|Rey} Blanco H. 7 asma", "Blanco H"),
        ("{PERSON|León Crespo} M.R. 44", "M.R"),
        ("Firma Peña{STAFF|Soto}.", "Peña"), ("{PERSON|Ana Gil}Zurbaleta", "Zurbaleta"),
        ("{PERSON|Ana Gil}VegaPardo", "VegaPardo"), ("{PERSON|Ana Ruiz}Ramos Cano", "Ramos Cano"),
        ("su {KIN|madre Ana Ruiz}CALVO", "CALVO"),
    ],
)  # fmt: skip
def test_the_rest_of_a_name_is_held(rest, text, left):
    assert rest(text) == [left]


def test_a_surname_that_is_a_word_is_held_in_a_name_that_is_run_together_where_it_was_marked_elsewhere(rest):
    text = "Paciente {PERSON|Leticia Sabater}Mora, de 33 años. Acompaña la Sra. {KIN|Pilar Mora}."
    assert rest(text, policy=load_policy("research")) == ["Mora"]


@pytest.mark.parametrize(
    "text",
    [
        "{PERSON|Rey Blanco} U.C.I. 7", "{PERSON|Ana Gil} V 34", "{PERSON|Ana} A.Gil", "{STAFF|Ruiz}. H. Clínico",
        "{PERSON|ana} acude con tos", "{PERSON|Ana} Mejora. Alta.", "{PERSON|ana} mejora",
        "{PERSON|Ana} acude, delgada", "{PERSON|Ramón} delgado y pálido", "Paciente {PERSON|Ana}.",
        "Acude {PERSON|Ana}.", "{PERSON|Ana Ruiz} Edad: 40", "{PERSON|Ana Ruiz} NHC 4",
        "Dr. {STAFF|Ruiz} NºCol", "Doctora {STAFF|Ruiz}", "su {KIN|madre} delgada",
        "{PERSON|Ana}, blanco de burlas", "{PERSON|ana} sola en casa", "{PERSON|Ana} 2 Blanco",
        "{TERRITORIO|Soria} Blanco", "dr {STAFF|prieto} comenta", "con {STAFF|barrado} y psicologa {STAFF|vega}",
        "Dr. {STAFF|Ruiz}NºCol", "{PERSON|Ana Gil}Edad 40", "{PERSON|Ana Gil}Sexo: M",
        "{STAFF|Ruiz}Servicio de Digestivo", "{PERSON|Ana Gil}Mora 40 días", "Elaboró\n{STAFF|Ruiz}",
        "Doctora{STAFF|Ruiz}", "Paciente{PERSON|Ana}", "{PERSON|Ana Gil}Fecha",
        "{STAFF|leticia cruz} colegiada 48", "{PERSON|ana ruiz} repite",
    ],
)  # fmt: skip
def test_what_is_no_name_is_not(rest, text):
    assert rest(text) == []


def test_nothing_is_held_where_the_policy_keeps_names(rest):
    assert rest("{PERSON|Ana} Blanco", policy=Policy("k", default=Treatment(Way.KEEP))) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("en {FECHAS|marzo} de dos mil diecinueve ingresa", "dos mil diecinueve"),
        ("en {FECHAS|marzo} de mil novecientos noventa y ocho.", "mil novecientos noventa y ocho"),
        ("en {FECHAS|Marzo}, 2019", "2019"), ("en {FECHAS|marzo} del año 2019", "2019"),
        ("el dos de {FECHAS|marzo}", "dos"), ("el treinta y uno de {FECHAS|marzo}", "treinta y uno"),
        ("el 3 de {FECHAS|marzo}", "3"), ("el {FECHAS|3 de marzo} de 2019", "2019"),
    ],
)  # fmt: skip
def test_the_rest_of_a_date_is_held_as_date(marked, hold, text, left):
    doc = marked(text)
    (held,) = hold(doc)
    assert (doc.text[held.start : held.end], held.kind, held.phi_class) == (left, HeldKind.SPILL, "FECHAS")


@pytest.mark.parametrize("kind", ["doubt", "detected"])
def test_what_one_suggests_as_a_number_is_held_as_the_rest_of_the_date(marked, hold, kind):
    doc = marked("Falleció en {FECHAS|marzo} de dos mil diecinueve.")
    (held,) = hold(doc, ("dos mil diecinueve", "OTRO_NUMERO_IDENTIF", kind))
    assert (doc.text[held.start : held.end], held.phi_class) == ("dos mil diecinueve", "FECHAS")


@pytest.mark.parametrize(
    "text",
    [
        "en {FECHAS|marzo} de forma súbita", "desde {FECHAS|marzo} dos episodios", "en {FECHAS|marzo} 20 mg",
        "desde {FECHAS|marzo} mil veces", "el mes de {FECHAS|marzo}", "dosis 45 de {FECHAS|marzo}",
    ],
)  # fmt: skip
def test_other_numbers_beside_a_date_are_not(marked, hold, text):
    assert not hold(marked(text))
