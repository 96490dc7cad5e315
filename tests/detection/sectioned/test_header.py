"""The header by its indicators."""

from deid_studio.detection.sectioned.header import header_suggestions, parts
from deid_studio.detection.sectioned.indicators import Indicator, Indicators
from deid_studio.detection.tokens import tokenizer

PATIENT, DOCTOR, TOWN = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "TERRITORIO"
INDICATORS = Indicators(
    [
        Indicator("nombre", "Nombre", ((PATIENT, 90), ("", 10)), 90),
        Indicator("medico", "Médico", ((DOCTOR, 50),), 50),
        Indicator("nº col", "NºCol", (("ID_TITULACION_PERSONAL_SANITARIO", 48),), 48),
        Indicator("localidad", "Localidad", ((TOWN, 40),), 40, split=True),
        Indicator("domicilio", "Domicilio", (("CALLE", 40),), 40),
        Indicator("nhc", "NHC", (("ID_SUJETO_ASISTENCIA", 40),), 40),
        Indicator("cipa", "CIPA", (("ID_SUJETO_ASISTENCIA", 20),), 20),
        Indicator("servicio", "Servicio", (("", 30), (DOCTOR, 1)), 1),
        Indicator("historia actual", "Historia actual", (("SEXO_SUJETO_ASISTENCIA", 11), ("", 2)), 0),
        Indicator("raro", "Raro", ((PATIENT, 1),), 1),
    ]
)


def header(line: str) -> list[tuple[str, str]]:
    (tokens,) = tokenizer().lines(line)
    return [(s.span.text(line), s.span.phi_class) for s in header_suggestions(tokens, INDICATORS)]


def test_a_value_has_its_indicators_class() -> None:
    assert header("Nombre: Ana María.") == [("Ana María", PATIENT)]
    assert header("NOMBRE : Ana") == [("Ana", PATIENT)]


def test_two_fields_in_a_line() -> None:
    licence = "ID_TITULACION_PERSONAL_SANITARIO"
    assert header("Médico: Eva Gil NºCol: 28 28 12345.") == [("Eva Gil", DOCTOR), ("28 28 12345", licence)]
    assert header("Médico: Eva GilNºCol: 28.") == [("Eva Gil", DOCTOR), ("28", licence)]


def test_treatments_and_repeated_labels_stay_out() -> None:
    assert header("Médico: Dra. Eva Gil") == [("Eva Gil", DOCTOR)]
    assert header("CIPA: nhc-123456.") == [("123456", "ID_SUJETO_ASISTENCIA")]


def test_commas_part_only_what_they_parted_in_training() -> None:
    assert header("Localidad: Úbeda, Jaén.") == [("Úbeda", TOWN), ("Jaén", TOWN)]
    assert header("Domicilio: Calle Mayor, 3, 2º B.") == [("Calle Mayor, 3, 2º B", "CALLE")]


def test_labels_that_decide_nothing() -> None:
    assert header("Servicio: Urgencias") == []
    assert header("Historia actual: Varón de 53 años") == []
    assert header("Raro: Ana") == []
    assert header("Desconocido: Ana") == []
    assert header("Nombre:") == []
    assert header("Nombre: . , -") == []


def test_confidence_and_evidence_are_the_counts() -> None:
    (tokens,) = tokenizer().lines("Nombre: Ana")
    (found,) = header_suggestions(tokens, INDICATORS)
    assert found.confidence == 0.9
    assert str(found.evidence[0]) == "rule indicator: `Nombre:` 90/100"


def test_narrative_lines_of_the_header_are_the_bodys() -> None:
    text = "Nombre: Ana.\nMédico: Eva.\nHistoria actual: Mujer de 3 años.\nNHC: 1234567.\nBien."
    assert [part.value for part in parts(tokenizer().lines(text), INDICATORS)] == [
        "header", "header", "body", "header", "body",
    ]  # fmt: skip


def test_indicators_as_json() -> None:
    again = Indicators.from_json(INDICATORS.to_json())
    assert list(again) == list(INDICATORS)
    assert again.total("nombre") == 100
    assert again.total("nada") == 0
    assert [one.label for one in INDICATORS.frequent()][-1] != "raro"
    assert len(INDICATORS.frequent()) == len(INDICATORS) - 1
