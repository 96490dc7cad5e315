"""The shipped grammar on dates, ages, numbers and places as people write them anywhere (all invented)."""

from __future__ import annotations

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.loading import load_grammar_detector
from deid_studio.model.document import Document


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> GrammarDetector:
    """The shipped grammar without what the machine's user imported."""
    return load_grammar_detector(imported=tmp_path_factory.mktemp("nothing"))


def found(detector: GrammarDetector, text: str) -> set[tuple[str, str]]:
    return {(s.span.phi_class, s.span.text(text)) for s in detector.detect(Document("x", text))}


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Se expide a siete de marzo de dos mil veintitrés.", "siete de marzo de dos mil veintitrés"),
        ("Operado de cadera en el ochenta y cuatro.", "ochenta y cuatro"),
        ("Apendicectomía en el 87. Sin alergias.", "87"),
        ("Prótesis colocada en abril del 19 sin problemas", "abril del 19"),
        ("entregado el 4 del 11 del 23", "4 del 11 del 23"),
        ("ENTRADA 07ENE24  SALIDA", "07ENE24"),
        ("S2 9-5   mejor", "9-5"),
        ("Retirada de puntos el 18. Camina.", "18"),
        ("Cultivo del 23/4 negativo", "23/4"),
        ("Cerrada 6/10. Fin.", "6/10"),
        ("revisado el 3-VII; conforme", "3-VII"),
        ("Ingresada hasta el Domingo de Ramos.", "Domingo de Ramos"),
        ("Jue, 12 ene 2023 10:40", "Jue, 12 ene 2023"),
    ],
)
def test_a_date_is_found_however_it_is_written(shipped: GrammarDetector, text: str, date: str) -> None:
    assert ("FECHAS", date) in found(shipped, text)


@pytest.mark.parametrize(
    ("text", "phi_class", "span"),
    [
        ("31 Años 4 Meses - MASCULINO", "EDAD_SUJETO_ASISTENCIA", "31 Años 4 Meses"),
        ("M. R. G., 62 a, NHC 118822.", "EDAD_SUJETO_ASISTENCIA", "62 a"),
        ("Edad al alta: 12 d", "EDAD_SUJETO_ASISTENCIA", "12 d"),
        ("cumplirá dieciocho el mes que viene", "EDAD_SUJETO_ASISTENCIA", "dieciocho"),
        ("Llamo al 91 4 55 20 18, comunica.", "NUMERO_TELEFONO", "91 4 55 20 18"),
        ("recados al (81) 2255 0931", "NUMERO_TELEFONO", "(81) 2255 0931"),
        ("fijo 9O1 334 228 de la hija", "NUMERO_TELEFONO", "9O1 334 228"),
        ("me localizan en el seis dos cero, catorce, treinta", "NUMERO_TELEFONO", "seis dos cero, catorce, treinta"),
        ("con D.N.I. esta última 51 220 984 W;", "ID_SUJETO_ASISTENCIA", "51 220 984 W"),
        ("Paciente SIP 5 118 207", "ID_SUJETO_ASISTENCIA", "5 118 207"),
        ("Autos SSS 88/2022", "OTRO_NUMERO_IDENTIF", "SSS 88/2022"),
        ("Usuario impresión: hosp_rgarcia", "ID_EMPLEO_PERSONAL_SANITARIO", "hosp_rgarcia"),
        ("RESULTADOS EN HTTP://LAB.NORTE.ES/A", "URL_WEB", "HTTP://LAB.NORTE.ES/A"),
        ("conectado desde 10.20.30.40. Fin", "DIREC_PROT_INTERNET", "10.20.30.40"),
        ("en AA.HH. Villa Sol, Mz. B Lt. 9", "CALLE", "AA.HH. Villa Sol, Mz. B Lt. 9"),
        ("vive en cortijo los almendros, solo", "CALLE", "cortijo los almendros"),
        ("Pg. dels Roures 12, àtic 1a", "CALLE", "Pg. dels Roures 12, àtic 1a"),
        ("Lugar nac.......: Juliaca – Puno", "TERRITORIO", "Puno"),
        ("nació en Tetuán y vive aquí", "TERRITORIO", "Tetuán"),
    ],
)
def test_ages_numbers_and_places_are_found(shipped: GrammarDetector, text: str, phi_class: str, span: str) -> None:
    assert (phi_class, span) in found(shipped, text)


@pytest.mark.parametrize(
    "text",
    [
        "Criterios de la OMS 2022. Estadio según FIGO 2018.",
        "Enalapril 5 mg 1-0-1; EVA 6/10; TA 13/8; 2/7 dosis; campimetría 30-2 normal.",
        "Se mantuvo afebril. Dolor 3-4 de 10. Mejora en el 60 % de los casos.",
        "OBX|1|NM|2345-7|",
    ],
)
def test_scores_doses_and_guidelines_are_no_dates(shipped: GrammarDetector, text: str) -> None:
    assert found(shipped, text) == set()
