"""What stands behind a label is seen in any layout, and a sentence behind one is not."""

from __future__ import annotations

import pytest

from deid_studio.release.gate.behind_labels import labelled


def seen(text):
    return [(text[one.span.start : one.span.end], one.span.phi_class) for one in labelled(text)]


@pytest.mark.parametrize(
    ("text", "value", "phi_class"),
    [
        ("Apellidos: Barrantes Lopez", "Barrantes Lopez", "NOMBRE_SUJETO_ASISTENCIA"),
        ("NOMBRE\tEVA PERAL\tSEXO\tM", "EVA PERAL", "NOMBRE_SUJETO_ASISTENCIA"),
        ("Paciente   Eva Mª Peral   Cama 4", "Eva Mª Peral", "NOMBRE_SUJETO_ASISTENCIA"),
        ("| Apellidos | Peral de la Osa |", "Peral de la Osa", "NOMBRE_SUJETO_ASISTENCIA"),
        ("paciente: eva barrantes, 60 años", "eva barrantes", "NOMBRE_SUJETO_ASISTENCIA"),
        ("Médico: Juan Peral NºCol: 28 28", "Juan Peral", "NOMBRE_PERSONAL_SANITARIO"),
        ("NHC 4839201", "4839201", "ID_SUJETO_ASISTENCIA"),
        ("N.º de historia: AB-4839", "AB-4839", "ID_SUJETO_ASISTENCIA"),
        ("Tfno. 612 34 56 78, mañanas", "612 34 56 78", "NUMERO_TELEFONO"),
        ("Domicilio: Olmo 4, 2.º B", "Olmo 4, 2.º B", "CALLE"),
        ("F. nac.: 3-4-51", "3-4-51", "FECHAS"),
        ("Cognoms: Peral Osa", "Peral Osa", "NOMBRE_SUJETO_ASISTENCIA"),
    ],
)
def test_the_value_behind_a_label_is_seen(text, value, phi_class):
    assert (value, phi_class) in seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "El paciente refiere dolor", "Informe clínico del paciente: Presentamos el caso de un varón",
        "Nombre:", "Nombre:\nEdad: 40", "Tel. no consta", "Historia actual: Mujer de 60 años", "HC de 2 días",
        "Médico: Dr.", "NOMBRE\tEDAD\tSEXO", "| Nombre | Edad |", "NOMBRE: EDAD: 40",
        "La paciente: como si le faltara el aire",
    ],
)  # fmt: skip
def test_what_is_no_value_is_not(text):
    assert not [one for one in seen(text) if one[1] != "FECHAS"]
