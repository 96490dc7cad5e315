"""What the words beside a name say of whom it is."""

import pytest

from deid_studio.model.kinds import Role
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.roles import told_role


def told(text: str) -> Role | None:
    start, end = text.index("["), text.index("]") - 1
    return told_role(fold_signs(text.replace("[", "").replace("]", "")), start, end)


TEXTS = {
    Role.PATIENT: [
        "Paciente: [Onofre Salvatierra]",
        "PACIENTE\n[ONOFRE SALVATIERRA]\nEdad",
        "Pac. [Onofre Salvatierra]",
        "Primeiro apelido: [Salvatierra]",
        "Nom i cognoms: [Onofre Salvatierra]",
        "Izen-abizenak: [Onofre Salvatierra]",
        "Le remito a don [Onofre Salvatierra], vecino",
        "cama 7 [Onofre Salvatierra]",
        "Ayer vino [Onofre Salvatierra], 61 años",
        "[Onofre Salvatierra] / NHC 20931",
        "[Onofre Salvatierra], nacido en",
    ],
    Role.STAFF: [
        "Dra. [Leocadia Buendía]",
        "Fdo.: [Leocadia Buendía]",
        "Firmado electrónicamente por: [Leocadia Buendía]",
        "Enfermera de enlace: [Leocadia Buendía], 944 00",
        "| Médico responsable | [Leocadia Buendía] |",
        "atendida por [Leocadia Buendía] (col. 48/1)",
        "[Leocadia Buendía], Nº Col: 48 30",
        "[Leocadia Buendía] R3",
        "[Leocadia Buendía]\nMédica adjunta",
    ],
    None: [
        "vino con [Onofre]",
        "el impaciente [Onofre]",  # no label: a part of a word
        "[Onofre] refiere 3 m de distancia",
        "[Onofre] y la doctora",
        "Hablado con la hija, [Amalia], que vive lejos",
    ],
}


@pytest.mark.parametrize(("role", "text"), [(role, text) for role, texts in TEXTS.items() for text in texts])
def test_whose_name_it_is(role: Role | None, text: str) -> None:
    assert told(text) is role
