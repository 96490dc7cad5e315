"""The shipped grammar on invented reports, on hostile text, and its figures on the corpus."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.loading import default_grammar
from deid_studio.detection.grammar.measures import measures_path, read_measures
from deid_studio.formats.folder import read_folder
from deid_studio.learning.scores import Counts, character_counts, ner_counts, strict_counts
from deid_studio.model.document import Document

FOREIGN = Path(__file__).resolve().parents[2] / "foreign" / "dev"

REPORT = """Datos del paciente.
Nombre: Remedios.
Apellidos: Gaztelu Somorrostro.
NHC: 4471902.
NASS: 28 40719283 55.
Domicilio: C/ Almendros Viejos, 12, 3º B.
Localidad/ Provincia: Valdemoro.
CP: 28341.
Datos asistenciales.
Fecha de nacimiento: 03/11/1951.
País: España.
Edad: 67 años Sexo: M.
Fecha de Ingreso: 14/02/2019.
Episodio: 5520173.
Médico: Iker Olazábal Bengoa  NºCol: 28 28 41907.
Informe clínico del paciente: Mujer de 67 años, costurera, con enfermedad de Crohn desde 2004. Su madre y dos hermanas
padecieron bocio. Glasgow 15, signo de Murphy negativo. Tomó 20 mg de prednisona durante 10 días. En marzo de 2018 fue
operada en el Hospital Virgen de las Nieves de Granada.
Remitido por: Dr. Iker Olazábal Bengoa. Servicio de Digestivo. Hospital Universitario La Paz. Paseo de los Tilos, 8.
28046 Madrid (España). Tel.: 910 55 01 42. E-mail: iolazabal@correo.example
"""


def classes(detector: GrammarDetector, text: str) -> dict[str, list[str]]:
    by_class: dict[str, list[str]] = {}
    for suggestion in detector.detect(Document("x", text)):
        span = suggestion.span
        by_class.setdefault(span.phi_class, []).append(text[span.start : span.end])
    return by_class


@pytest.mark.slow
def test_a_report_in_the_usual_layout(shipped: GrammarDetector) -> None:
    assert classes(shipped, REPORT) == {
        "NOMBRE_SUJETO_ASISTENCIA": ["Remedios", "Gaztelu Somorrostro"],
        "ID_SUJETO_ASISTENCIA": ["4471902"],
        "ID_ASEGURAMIENTO": ["28 40719283 55"],
        "CALLE": ["C/ Almendros Viejos, 12, 3º B", "Paseo de los Tilos, 8"],
        "TERRITORIO": ["Valdemoro", "28341", "Granada", "28046", "Madrid"],
        "FECHAS": ["03/11/1951", "14/02/2019", "2004", "marzo de 2018"],
        "PAIS": ["España", "España"],
        "EDAD_SUJETO_ASISTENCIA": ["67 años", "67 años"],
        "SEXO_SUJETO_ASISTENCIA": ["M", "Mujer"],
        "ID_CONTACTO_ASISTENCIAL": ["5520173"],
        "NOMBRE_PERSONAL_SANITARIO": ["Iker Olazábal Bengoa", "Iker Olazábal Bengoa"],
        "ID_TITULACION_PERSONAL_SANITARIO": ["28 28 41907"],
        "PROFESION": ["costurera"],
        "FAMILIARES_SUJETO_ASISTENCIA": ["madre", "dos hermanas"],
        "HOSPITAL": ["Hospital Virgen de las Nieves", "Hospital Universitario La Paz"],
        "NUMERO_TELEFONO": ["910 55 01 42"],
        "CORREO_ELECTRONICO": ["iolazabal@correo.example"],
    }


@pytest.mark.parametrize(
    ("text", "phi_class", "span"),
    [
        ("DNI 12345678Z", "ID_SUJETO_ASISTENCIA", "12345678Z"),
        ("identidad comprobada (X1234567L)", "ID_SUJETO_ASISTENCIA", "X1234567L"),
        ("CURP: BOXW310820HNERXN09", "ID_SUJETO_ASISTENCIA", "BOXW310820HNERXN09"),
        ("RUT 12.345.678-5", "ID_SUJETO_ASISTENCIA", "12.345.678-5"),
        ("CUIL 20-12345678-6", "ID_SUJETO_ASISTENCIA", "20-12345678-6"),
        ("cuenta ES91 2100 0418 4502 0005 1332", "OTRO_NUMERO_IDENTIF", "ES91 2100 0418 4502 0005 1332"),
        ("conducía el 4821 KRD", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "4821 KRD"),
        ("Llame al 612 34 56 78", "NUMERO_TELEFONO", "612 34 56 78"),
        ("Tel. +52 55 4012 7788", "NUMERO_TELEFONO", "+52 55 4012 7788"),
        ("Fax: 91 401 77 20", "NUMERO_FAX", "91 401 77 20"),
        ("véase www.clinica-ejemplo.example/cita", "URL_WEB", "www.clinica-ejemplo.example/cita"),
        ("acceso desde la IP 10.20.30.40", "DIREC_PROT_INTERNET", "10.20.30.40"),
        ("ingresó el 3 de marzo de 2021", "FECHAS", "3 de marzo de 2021"),
        ("revisión 2021-03-09", "FECHAS", "2021-03-09"),
        ("fecha 7.3.2021", "FECHAS", "7.3.2021"),
        ("a finales de octubre", "FECHAS", "octubre"),
        ("acude el martes 13 de agosto", "FECHAS", "martes 13 de agosto"),
        ("data 13 de gener de 2020", "FECHAS", "13 de gener de 2020"),
        ("alta 27-VI-2025", "FECHAS", "27-VI-2025"),
        ("Varón, 45a, V.", "EDAD_SUJETO_ASISTENCIA", "45a"),
        ("Niña de 3 meses y medio", "EDAD_SUJETO_ASISTENCIA", "3 meses y medio"),
        ("Vive con su hija Amparo", "FAMILIARES_SUJETO_ASISTENCIA", "hija Amparo"),
        ("La enfermera Lourdes Iturralde Paz avisa", "NOMBRE_PERSONAL_SANITARIO", "Lourdes Iturralde Paz"),
        ("Valorada por la Dra. Echániz ayer", "NOMBRE_PERSONAL_SANITARIO", "Echániz"),
        ("Acude D. Fermín Zubiaurre solo", "NOMBRE_SUJETO_ASISTENCIA", "Fermín Zubiaurre"),
        ("Fdo.: Ainhoa Lizarralde", "NOMBRE_PERSONAL_SANITARIO", "Ainhoa Lizarralde"),
        ("Estimada Dra. Lizarralde:", "NOMBRE_PERSONAL_SANITARIO", "Lizarralde"),
        ("Reside en Avda. de los Olmos nº 3, 2º izq, 41010 Sevilla", "CALLE", "Avda. de los Olmos nº 3, 2º izq"),
        ("del Centro de Salud Los Alcores", "CENTRO_SALUD", "Centro de Salud Los Alcores"),
        ("estudia en la Universidad de Salamanca", "INSTITUCION", "Universidad de Salamanca"),
        ("varón homosexual", "ID_SUJETO_ASISTENCIA", "homosexual"),
    ],
)
def test_forms_in_any_layout(shipped: GrammarDetector, text: str, phi_class: str, span: str) -> None:
    assert span in classes(shipped, text).get(phi_class, [])


@pytest.mark.parametrize(
    "text",
    [
        "Escala de Glasgow 15, signo de Murphy y maniobra de Valsalva negativos.",
        "Enfermedad de Dupuytren y pasta de Lassar; asa de Henle, síndrome de Down.",
        "Evolución 2/7, luego 1/12. TA 120/80, Hb 12,5 g/dl, 2000 ml.",
        "Precisa 500 mg c/8 h durante 10 días; hace 5 años igual.",
        "El médico de familia pide analítica con solución madre.",
        "Tumor de 3 x 2 cm, grado 2a, pT1c, CD34 y CD10 positivos.",
    ],
)
def test_what_only_looks_like_phi_is_left(shipped: GrammarDetector, text: str) -> None:
    assert classes(shipped, text) == {}


def test_evidence_and_confidence(shipped: GrammarDetector) -> None:
    suggestions = {REPORT[s.span.start : s.span.end]: s for s in shipped.detect(Document("x", REPORT))}
    madrid = suggestions["Madrid"]
    assert [fact.kind for fact in madrid.evidence] == ["rule", "gazetteer"]
    assert madrid.evidence[1].detail == "Madrid"
    assert 0.95 < madrid.confidence <= 1


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4))  # one in four at a time: another process may take some
def test_every_rule_compiles(shipped: GrammarDetector, first: int) -> None:
    for number in range(first, len(shipped.compiled.grammar.rules), 4):
        shipped.compiled.proven(number)


def test_every_measured_rule_is_there_and_most_are_right(shipped: GrammarDetector) -> None:
    rules = shipped.compiled.grammar.rules
    measured = read_measures(measures_path(default_grammar()))
    assert set(measured) <= {rule.name for rule in rules}
    assert sum(one.right for one in measured.values()) > 10 * sum(one.wrong for one in measured.values())


@pytest.mark.parametrize(
    "text",
    ["", "\n", "\ufeff\x00\r\n\u2028", "a" * 20_000, "Dr. " * 5_000, "1/" * 5_000, " " * 20_000, "Nombre: " * 2_000,
     "\ud800 Dr. \ud800", "A\u0301" * 3_000, "😀 Dr. Gaztelu 😀"],
    ids=range(11),
)  # fmt: skip
def test_no_report_can_hang_or_break_it(shipped: GrammarDetector, text: str) -> None:
    begun = time.thread_time()
    suggestions = shipped.detect(Document("x", text))
    assert time.thread_time() - begun < 20
    for suggestion in suggestions:
        assert suggestion.span.text(text).strip() == suggestion.span.text(text)


def test_the_offsets_are_those_of_the_report_as_it_is(shipped: GrammarDetector) -> None:
    text = (
        "\ufeffInforme 😀\r\nNombre: Remedios.\r\nApellidos:  Gaztelu\u00a0Somorrostro.\r\n"
        "Madre: sana. Reside en Alcala\u0301 de Henares."
    )
    found = {text[s.span.start : s.span.end] for s in shipped.detect(Document("x", text))}
    assert {"Remedios", "Gaztelu\u00a0Somorrostro", "Alcala\u0301 de Henares"} <= found


def figures(detector: GrammarDetector, docs: list[Document]) -> tuple[Counts, Counts, Counts]:
    ner = strict = characters = Counts()
    for doc in docs:
        spans = {suggestion.span for suggestion in detector.detect(Document(doc.id, doc.text))}
        ner += ner_counts(doc.spans, spans)
        strict += strict_counts(doc.spans, spans)
        characters += character_counts(doc.spans, spans, doc.text)
    return ner, strict, characters


@pytest.mark.slow
@pytest.mark.corpus
def test_figures_on_a_part_of_dev(shipped: GrammarDetector, dev: list[Document]) -> None:
    ner, strict, _ = figures(shipped, dev[::5])
    assert ner.f1 > 0.945
    assert strict.f1 > 0.95


@pytest.mark.slow
def test_figures_on_foreign_layouts(shipped: GrammarDetector) -> None:
    _, _, characters = figures(shipped, list(read_folder(FOREIGN)))
    assert characters.recall > 0.91
    assert characters.precision > 0.97
