"""Codes: plates, user names, extensions, orders and addresses by landmarks, told by what stands beside them."""

from functools import cache

import pytest

from deid_studio import paths
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.loading import load_grammar_detector
from deid_studio.model.document import Document

PLATE, USER, PHONE = "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "ID_EMPLEO_PERSONAL_SANITARIO", "NUMERO_TELEFONO"
DEVICE, ORDER, LICENCE = "IDENTIF_DISPOSITIVOS_NRSERIE", "ID_CONTACTO_ASISTENCIAL", "ID_TITULACION_PERSONAL_SANITARIO"


@cache
def grammar() -> GrammarDetector:
    return load_grammar_detector(paths.resources() / "grammars" / "spanish.toml")


@pytest.mark.parametrize(
    ("text", "phi_class", "code"),
    [
        ("Moto placa AF9K33D.", PLATE, "AF9K33D"),
        ("en un taxi, placa B7T-418, que", PLATE, "B7T-418"),
        ("de placas WHL 902 a la", PLATE, "WHL 902"),
        ("chofer Nene (pat. DKT 417).", PLATE, "DKT 417"),
        ('<movil dominio="OJT 417" estado="1"/>', PLATE, "OJT 417"),
        ("@lzambrano (AP)", USER, "lzambrano"),
        ("└ @ctagle 09:20", USER, "ctagle"),
        ("USUARIO=tmoran (IP 1", USER, "tmoran"),
        ('"autor":"eu_jvera"}', USER, "eu_jvera"),
        ("[06:13] neuro.guardia: la suben", USER, "neuro.guardia"),
        ("p.tenorio  10:14 AM", USER, "p.tenorio"),
        ("2023-06-03 22:14:07  tcoll12   READ", USER, "tcoll12"),
        ("[29-Jan-24 07:41 PM] Dra_Merche", USER, "Dra_Merche"),
        ("@Dra_Merche y @neuro.guardia, vista", USER, "neuro.guardia"),
        ("agente='mty.ruiz22' llamada=8", USER, "mty.ruiz22"),
        ('{"de":"enf_deya","txt":"hola"}', USER, "enf_deya"),
        ("VTACH 6L      ACK guardia_r4", USER, "guardia_r4"),
        ("Comentario de lic.gmereles: no", USER, "lic.gmereles"),
        ("Adjuntado por eg_riera", USER, "eg_riera"),
        ("avisar a quirófano, int. 418.", PHONE, "418"),
        ("Instrumento n/s 14771.", DEVICE, "14771"),
        ("con la orden 118-5503 el", ORDER, "118-5503"),
        ("Hemocultivos x2 (pet. 88-1042).", ORDER, "88-1042"),
        ("Urocultivo BAC-7714: E. coli", ORDER, "BAC-7714"),
        ("Tecnóloga médica, idoneidad 3417", LICENCE, "3417"),
        ("Vive a 50 metros sur de la iglesia, casa", "CALLE", "50 metros sur de la iglesia"),
    ],
)
def test_codes_are_found(text: str, phi_class: str, code: str) -> None:
    found = [(one.span.phi_class, one.span.text(text)) for one in grammar().detect(Document("r", text + "\n"))]
    assert (phi_class, code) in found


@pytest.mark.parametrize(
    "text",
    [
        "placas 250.000/mm3",
        "placa AP y lateral",
        "muestra 12.50 mg",
        "int. 2 comprimidos",
        "10    15    15    30    45",
        "usuario: come mejor",
        "10:30 sato2 98",
        "12:30  glucosa.capilar 98",
        "por dolor.refiere que desde ayer",
        "ingreso  12/09/2025 11:48",
    ],
)
def test_what_is_no_code_is_left(text: str) -> None:
    classes = (PLATE, USER, PHONE, DEVICE, ORDER, LICENCE)
    assert not [one for one in grammar().detect(Document("r", text + "\n")) if one.span.phi_class in classes]


@pytest.mark.parametrize("row", ["OI    10    15    15    30    45", "420\t22\t12\t0.70"])
def test_columns_of_small_numbers_are_refused(row: str) -> None:
    _, refused = grammar().detect_and_refuse(Document("r", row + "\n"))
    assert refused


@pytest.mark.parametrize("row", ["3    8841    67   12", "976   552   344"])
def test_columns_that_may_hold_an_identifier_are_not(row: str) -> None:
    assert grammar().detect_and_refuse(Document("r", row + "\n"))[1] == []


@pytest.mark.parametrize("text", ["dos tías con ca. mama", "Cáncer de mama a los 50", "nódulo en la mama derecha"])
def test_the_breast_is_nobodys_mother(text: str) -> None:
    found, refused = grammar().detect_and_refuse(Document("r", text + "\n"))
    assert "mama" in [text[start:end] for start, end in refused]
    assert not any("mama" in one.span.text(text) for one in found)


def test_a_mother_is_one() -> None:
    assert grammar().detect_and_refuse(Document("r", "Vive con su mama y su hermano\n"))[1] == []
