"""Whom and what a fact names goes, and what it says stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.folding import fold
from deid_studio.release.namings import namings_in, says_group, without_namings
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser

OWN = TagSet(
    "own", "1", tuple(PhiClass(name, {}, kind=kind) for name, kind in (
        ("JOB", "profession"), ("MISC", "other"), ("NUM", "number"), ("NAME", "person"),
        ("DATE", "date"),
    )),
)  # fmt: skip


def release(marked, text):
    doc = marked(text)
    return Releaser([doc], load_policy("research"), OWN, b"s" * 32).release(doc)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("chófer de Amancio Ortega", "chófer"), ("chófer de amancio ortega", "chófer"),
        ("CHÓFER DE AMANCIO ORTEGA", "CHÓFER"), ("Chófer De Amancio Ortega", "Chófer"),
        ("alcalde de Muxía", "alcalde"), ("alcalde de muxía", "alcalde"), ("labrego en Muxía", "labrego"),
        ("secretaria de don Luis Rubio", "secretaria"), ("dueño de Bar Manolo", "dueño de Bar"),
        ("chófer de Amancio Ortega y jardinero en Arteixo", "chófer y jardinero"),
        ("camionero (empresa Transportes Gil), ahora jubilado", "camionero (empresa), ahora jubilado"),
        ("profesora de inglés en el IES Rosalía de Castro, jubilada", "profesora de inglés, jubilada"),
        ("mestra a Vic", "mestra"), ("arrantzalea Bermeon", "arrantzalea"), ("conductor nº 4312", "conductor"),
        ("pescador de La Caleta", "pescador"), ("Etnia mapuche de Temuco", "Etnia mapuche"),
        ("testigo de Jehová de Lugo", "testigo de Jehová"), ("casada con Jacinto", "casada"),
        ("Testigo Jacinto Pérez", "Testigo"), ("párroco Jacinto", "párroco"), ("sor Pascuala", None),
        ("school nurse at Saint Mary", "school nurse"), ("Saint Mary school nurse", None),
        ("chófer de Cook", "chófer"), ("chofer de butcher", "chofer"), ("chófer John Baker", "chófer"), ("Cook", None),
        ("jardinero de la familia Carpenter", "jardinero"), ("limpiadora, Singer", "limpiadora"),
        ("cajera de Home Depot", "cajera"), ("empleado de Bank of America", "empleado"),
        ("mercadona worker", None), ("retired mercadona worker", None),
    ],
)  # fmt: skip
def test_whom_a_fact_names_goes_with_what_links_it(text, stays):
    assert without_namings(text) == stays


@pytest.mark.parametrize(
    "text",
    [
        "Guardia Civil", "ama de casa", "Ama de Casa", "picador de cantera", "ingeniero de Caminos, Canales y Puertos",
        "síndrome de Down", "raza Negra", "Testigo de Jehová", "K'iche'", "Catedrático de Derecho Romano",
        "estudiante de 3º de ESO", "minero en Francia", "vendedor de cupones de la ONCE", "Auxiliar de Enfermería",
        "POLICÍA NACIONAL", "hijo de minero", "Mosso d'Esquadra", "drag queen", "community manager",
        "camionero desde 1998", "minero de 1970 a 1995", "profesora de Lenguaje", "directora de RR. HH.",
        "Operadora de maquila", "school nurse", "Taxi Driver", "retired construction worker",
    ],
)  # fmt: skip
def test_a_fact_that_names_nobody_is_itself(text):
    assert without_namings(text) == text and not namings_in(text)


@given(
    st.sampled_from(("chófer", "secretaria", "alcalde", "jardinero", "criada", "Cocinera")),
    st.sampled_from((" de ", " de don ", " en ", " en casa de ", " de la familia ", ", con ", " del Bar ", " para ")),
    st.sampled_from(("Jacinto", "Pascuala Quiroga", "Muxía", "Temuco", "Amancio Ortega", "Zurbiaga", "Otxoantesana")),
    st.sampled_from((str, str.lower, str.upper)),
)
def test_no_word_of_a_name_behind_a_trade_stays(trade, link, name, case):
    left = without_namings(case(trade + link + name))
    assert left is not None and left.startswith(case(trade))
    assert not {fold(word) for word in name.split()} & {fold(word) for word in left.split()}


@pytest.mark.parametrize("label", ["Religión:", "Ref. religión:", "hermanas de religión:", "Grupo étnico:", "Raza ="])
@pytest.mark.parametrize("phi_class", ["MISC", "NUM"])
@pytest.mark.parametrize(
    "name", ["sor Pascuala", "Testigo Jacinto Pérez", "párroco Jacinto", "Yassin", "mapuche de Temuco", "Quirce Otxoa"]
)
def test_no_name_stays_behind_the_label_of_a_group(marked, label, phi_class, name):
    made = release(marked, f"{label} {{{phi_class}|{name}}}.").text
    kept = set(map(str.lower, made.removeprefix(label).replace(".", "").split()))
    telling = {"pascuala", "jacinto", "pérez", "yassin", "temuco", "quirce", "otxoa"}
    assert not kept & telling & set(map(str.lower, name.split()))


@pytest.mark.parametrize(
    "text", ["K'iche'", "Tzeltal", "achuar", "testigos de Jehová", "católica no practicante", "Adventista", "Ninguna"]
)
def test_a_group_stays_behind_its_label(marked, text):
    assert says_group(text)
    assert release(marked, f"Religión: {{MISC|{text}}}").text == f"Religión: {text}"


def test_an_occupation_that_names_somebody_alone_becomes_its_class(marked):
    made = release(marked, "Es {JOB|Amancio}; antes {JOB|alcalde de Muxía}.")
    assert made.text == "Es [**JOB 1**]; antes alcalde."


def test_what_goes_is_a_fact_still_and_no_other_one(marked):
    assert release(marked, "Lo visita el {MISC|párroco Jacinto}.").text == "Lo visita el párroco."


def test_a_date_behind_a_name_is_not_let_go_with_it(marked):
    """Of whom an occupation names nothing stays, also where a date within it moves."""
    made = release(marked, "Es {JOB|alcalde de Muxía, desde el 3 de mayo}. Ingreso: {DATE|4/5/2019}.").text
    assert "Muxía" not in made and "3 de mayo" not in made


def test_a_fact_that_a_scanner_misread_stays(marked):
    assert release(marked, "Es {JOB|electr1cista en Muxía}.").text == "Es electricista."
