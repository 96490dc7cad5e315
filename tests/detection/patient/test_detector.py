"""Patient fields in invented reports: names, numbers, dates and addresses, and the words that are none of them."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import itertools

from patient_slips import FULL_NAME_PLACES, Injector

NAME = "NOMBRE_SUJETO_ASISTENCIA"


def fields(**values: str) -> PatientFields:
    return PatientFields(
        tuple(FieldValue(FieldKind[kind.rstrip("0123456789").upper()], text) for kind, text in values.items())
    )


PEDRO = fields(given_name="Saturnino José", surname="Villarrubia Peñafiel")
DOLORES = fields(given_name="Dolores", surname="Cabeza de la Cruz")


@pytest.fixture(scope="module")
def detector() -> PatientFieldsDetector:
    return PatientFieldsDetector()


def found(detector: PatientFieldsDetector, text: str, known: PatientFields) -> list[str]:
    return [s.span.text(text) for s in detector.detect_with(Document("r", text), known)]


@pytest.mark.parametrize(
    "written",
    [
        "Saturnino José Villarrubia Peñafiel", "SATURNINO JOSE VILLARRUBIA PENAFIEL", "saturnino villarrubia",
        "Villarrubia", "Vilarrubia", "Villarubai", "Vi11arrubia", "ViIIarrubia", "Villarmbia", "villarrubia",
        "Peñafiel Villarrubia Saturnino", "SaturninoVillarrubia", "saturninojosevillarrubia", "Villarrubia-Peñafiel",
        "S. Villarrubia", "S.J. Villarrubia", "SJ Villarrubia", "Villa-\nrrubia", "Villa rrubia", "S.J.V.P", "SJVP",
        "Pepe Villarrubia", "Sat\u00adurnino", "Vi\u0301llarrubia", "Saturnnio J. Penafiel",
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(detector: PatientFieldsDetector, written: str) -> None:
    assert found(detector, f"Se comenta con {written} el resultado.", PEDRO) == [written]


def test_a_surname_may_be_there_twice(detector: PatientFieldsDetector) -> None:
    known = fields(given_name="Elpidia", surname="Casado Casado")
    assert found(detector, "Apellidos: Cavado Casado.", known) == ["Cavado Casado"]


def test_a_comma_parts_a_name_into_two_spans(detector: PatientFieldsDetector) -> None:
    text = "Paciente: Villarrubia Peñafiel, Saturnino."
    assert found(detector, text, PEDRO) == ["Villarrubia Peñafiel", "Saturnino"]


def test_particles_belong_to_the_name(detector: PatientFieldsDetector) -> None:
    assert found(detector, "La Sra. de la Cruz vuelve mañana.", DOLORES) == ["de la Cruz"]
    assert found(detector, "Dolores Cabeza Cruz.", DOLORES) == ["Dolores Cabeza Cruz"]


@pytest.mark.parametrize(
    "text",
    [
        "Refiere dolores de cabeza de 2/7 de evolución, 1/12 de tos.", "Dolores de cabeza intensos.",
        "DOLORES DE CABEZA", "Cabeza y cuello: normales.", "Cabeza: sin lesiones.", "Cruz Roja avisada.",
        "Signo de Cruz positivo.", "Se palpa la cabeza del páncreas.", "fractura de la cabeza radial",
        "Dolor. Cabezas nasales.", "Ligamento en cruz.", "Calor, dolor, rubor.",
    ],
)  # fmt: skip
def test_words_that_are_names_too_are_words(detector: PatientFieldsDetector, text: str) -> None:
    assert found(detector, text, DOLORES) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nombre: Dolores", "Dolores"), ("Sra. Cabeza, pase.", "Cabeza"), ("Cruz refiere mejoría.", "Cruz"),
        ("La paciente Cabeza no acude.", "Cabeza"), ("Se cita a Dolores en un mes.", "Dolores"),
        ("CABEZA CRUZ", "CABEZA CRUZ"), ("PACIENTE: DOLORES", "DOLORES"), ("D. Cabeza", "D. Cabeza"),
        ("Acude Dolores tranquila.", "Dolores"), ("Dña. Dolorse firma.", "Dolorse"),
    ],
)  # fmt: skip
def test_their_place_makes_them_names(detector: PatientFieldsDetector, text: str, name: str) -> None:
    assert found(detector, text, DOLORES) == [name]


@pytest.mark.parametrize(
    ("known", "text", "number"),
    [
        (fields(identifier="nhc-2569870"), "NHC 256.98.70.", "256.98.70"),
        (fields(identifier="2569870"), "nhc2569870Sexo", "2569870"),
        (fields(identifier="2569870"), "Historia 25G9B7O.", "25G9B7O"),
        (fields(identifier="2569870"), "Historia 2596870.", "2596870"),
        (fields(identifier="12345678-Z"), "DNI 12.345.678 Z, casada", "12.345.678 Z"),
        (fields(insurance="28 12345678 40"), "NASS 281234567840", "281234567840"),
        (fields(phone="600123456"), "Llamar al (+34) 600 12-34-56 si fiebre", "(+34) 600 12-34-56"),
        (fields(phone="+34 600123456"), "tfno:0034600123456", "0034600123456"),
        (fields(phone="600 123 456"), "Tel. (600) 123456.", "(600) 123456"),
        (fields(phone="600123456"), "Tel. 60012345, avisar", "60012345"),
        (fields(identifier="4711"), "NHC: 4711", "4711"),
        (fields(postal_code="01234"), "CP 01234 Villaficticia", "01234"),
    ],
)
def test_a_number_is_found_however_it_is_parted(
    detector: PatientFieldsDetector, known: PatientFields, text: str, number: str
) -> None:
    assert found(detector, text, known) == [number]


@pytest.mark.parametrize(
    "text",
    ["Hb 11.2, leucocitos 8900, plaquetas 256000.", "TA 125/69, FC 87, 0 dolor.", "Se dan 4711 mg.", "2569 mg y 5 ml"],
)
def test_values_are_no_identifiers(detector: PatientFieldsDetector, text: str) -> None:
    known = fields(identifier="2569870", identifier2="4711", phone="600123456", postal_code="28035")
    assert found(detector, text, known) == []


@pytest.mark.parametrize(
    "written",
    [
        "25/10/1963", "25-10-63", "25.10.1963", "1963-10-25", "25/X/1963", "25 X 63", "25 de octubre de 1963",
        "25 de octubre del 63", "25-oct-1963", "25 oct. 1963", "25 de octubre", "25 de ocutbre de 1963", "25101963",
        "19631025", "10/25/1963", "October 25, 1963", "veinticinco de octubre de mil novecientos sesenta y tres",
        "25 d'octubre de 1963", "25/1O/l963", "25º de Octubre de 1963", "25 / 10 / 1963",
    ],
)  # fmt: skip
@pytest.mark.parametrize("known", ["1963-10-25", "25/10/1963", "25 de octubre de 1963"])
def test_a_date_of_birth_is_found_in_every_form(detector: PatientFieldsDetector, written: str, known: str) -> None:
    spans = detector.detect_with(Document("r", f"Nació el {written}, a término."), fields(birth_date=known))
    assert [(s.span.start, s.span.end, s.span.phi_class) for s in spans] == [(9, 9 + len(written), "FECHAS")]


@pytest.mark.parametrize("text", ["2/7 y 1/12", "el 25/10", "26/10/1963", "25/10/1973", "tensión 25/10 19", "octubre"])
def test_other_dates_and_durations_are_not(detector: PatientFieldsDetector, text: str) -> None:
    assert found(detector, text, fields(birth_date="25/10/1963")) == []


@pytest.mark.parametrize(
    ("known", "text", "place"),
    [
        (fields(address="Calle Olmo Gris, 23, 1ºD"), "Vive en C/ Olmo Gris nº 23, 1º D.", "C/ Olmo Gris nº 23, 1º D"),
        (fields(address="Avda. de Villarrubia 5"), "avenida de Vilarrubia, 5", "avenida de Vilarrubia, 5"),
        (fields(address="C/ Mayor 3"), "En la calle Mayor, hijo mayor.", "calle Mayor"),
        (fields(town="Villaficticia del Río"), "Natural de Villaficticia del Rio.", "Villaficticia del Rio"),
        (fields(town="Mora"), "Reside en Mora. Come mora. Mora: fruta.", "Mora"),
        (fields(email="ana.tal@correo.example"), "Correo: ana.tall@correo.example.", "ana.tall@correo.example"),
    ],
)
def test_addresses(detector: PatientFieldsDetector, known: PatientFields, text: str, place: str) -> None:
    assert found(detector, text, known) == [place]


def test_a_name_in_an_e_mail_address_is_the_address(detector: PatientFieldsDetector) -> None:
    text = "Correo villarrubia.s@correo.example hoy"
    (suggestion,) = detector.detect_with(Document("r", text), PEDRO)
    assert suggestion.span.text(text) == "villarrubia.s@correo.example"
    assert suggestion.span.phi_class == "CORREO_ELECTRONICO"


def test_each_person_has_a_class_and_evidence(detector: PatientFieldsDetector) -> None:
    known = fields(
        given_name="Saturnino", surname="Villarrubia", relative="hija: Elpidia Villarrubia", staff="Dra. Inés Tornasol"
    )
    text = "Saturnino Vilarrubia viene con Elpidia. Dra. Tornasol"
    suggestions = detector.detect_with(Document("r", text), known)
    assert [(s.span.text(text), s.span.phi_class) for s in suggestions] == [
        ("Saturnino Vilarrubia", NAME),
        ("Elpidia", "FAMILIARES_SUJETO_ASISTENCIA"),
        ("Tornasol", "NOMBRE_PERSONAL_SANITARIO"),
    ]
    assert [str(e) for e in suggestions[0].evidence] == ["patient given name: exact", "patient surname: 1 edit"]
    assert suggestions[0].confidence < suggestions[2].confidence


@pytest.mark.parametrize(
    ("text", "marked", "whose"),
    [
        ("Residente: D. Saturnino José Villarrubia Peñafiel, 91 a", "D. Saturnino José Villarrubia Peñafiel", NAME),
        ("Firma: Dr. S. Villarrubia", "S. Villarrubia", NAME),  # the register asks what stands before it
        ("Firma: Dr. Villarrubia", "Villarrubia", "NOMBRE_PERSONAL_SANITARIO"),  # one word may be another's
        ("Firma: Elvira Villarrubia", "Elvira Villarrubia", "NOMBRE_PERSONAL_SANITARIO"),
        ("Hermana: Saturnino Villarrubia", "Saturnino Villarrubia", "FAMILIARES_SUJETO_ASISTENCIA"),
    ],
)
def test_a_name_that_the_hospital_knows_is_the_patients(text: str, marked: str, whose: str) -> None:
    was = "FAMILIARES_SUJETO_ASISTENCIA" if whose.startswith("FAM") else "NOMBRE_PERSONAL_SANITARIO"
    at = text.index(marked)
    one = Suggestion(Span(at, at + len(marked), was), 0.99, (Evidence("crf"),))
    (now,) = PatientFieldsDetector({"r": PEDRO}).revise(Document("r", text), [one])
    assert (now.span, now.confidence) == (replace(one.span, phi_class=whose), 0.99)
    assert {fact.kind for fact in now.evidence} == ({"crf", "patient"} if whose != was else {"crf"})
    assert PatientFieldsDetector({"r": PEDRO}).revise(Document("another", text), [one]) == [one]


def test_fields_are_found_by_the_reports_id() -> None:
    detector = PatientFieldsDetector({"planta\\r1.txt": PEDRO}, tagset=shipped_tagset("radiology"))
    assert [s.span.phi_class for s in detector.detect(Document("planta/r1", "Sr. Villarrubia"))] == ["NAME"]
    assert detector.detect(Document("planta/r2", "Sr. Villarrubia")) == []


def test_rows_that_write_one_id_differently_are_one_report() -> None:
    rows = {"cirugi\u0301a/r1.txt": PEDRO, "cirug\u00eda\\r1": DOLORES}
    doc = Document("cirug\u00eda/r1", "Saturnino Villarrubia. Dolores Cabeza de la Cruz.")
    found = {s.span.text(doc.text) for s in PatientFieldsDetector(rows).detect(doc)}
    assert found == {"Saturnino Villarrubia", "Dolores Cabeza de la Cruz"}


@example("A0\u0898", [(FieldKind.GIVEN_NAME, "A0\u0898")])  # a mark that belongs to no letter
@given(st.text(max_size=200), st.lists(st.tuples(st.sampled_from(FieldKind), st.text(max_size=30)), max_size=6))
@example("0", [(FieldKind.ADDRESS, "\xad:0")])
def test_any_text_and_any_fields(text: str, values: list[tuple[FieldKind, str]]) -> None:
    known = PatientFields(tuple(FieldValue(kind, value) for kind, value in values))
    spans = [s.span for s in PatientFieldsDetector().detect_with(Document("r", text), known)]
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
    assert all(span.text(text) == span.text(text).strip() for span in spans)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["a", "1", "1 ", "12-", "a@", "villarrubia@x.es ", "Villarrubia ", "S. J. V. ", "25 de ", "Peña, ", "Ñ"]
)
def test_repetition_costs_no_more_than_length(detector: PatientFieldsDetector, piece: str) -> None:
    known = fields(surname="Villarrubia Peña", phone="600123456", birth_date="25/10/1963", email="a.b@x.es")
    begin = time.perf_counter()
    detector.detect_with(Document("r", piece * (20_000 // len(piece))), known)
    assert time.perf_counter() - begin < 7  # seconds, where a quadratic cost would take minutes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given_names", "surnames"),
    [(["Saturnino"], ["Villarrubia", "Peñafiel"]), (["Elpidia", "Rosa"], ["de", "la", "Fuente", "Moro"]),
     (["Jose"], ["Garcia", "Lopez"]), (["Paz"], ["Rubio", "Quiñones"])],
)  # fmt: skip
def test_every_slip_of_the_benchmark_is_found(
    detector: PatientFieldsDetector, given_names: list[str], surnames: list[str]
) -> None:
    injector = Injector(7)
    known = fields(given_name=" ".join(given_names), surname=" ".join(surnames))
    for _ in range(150):
        slip = injector.name(given_names, surnames)
        if slip is None or " " not in slip.text:
            continue
        before, after = injector.random.choice(FULL_NAME_PLACES).split("{}")
        text = f"Sin cambios.\n{before}{slip.text}{after}\nSin más."
        covered = "".join(found(detector, text, known)).replace(" ", "")
        letters = [c for word in slip.text.split() if word not in ("de", "la") for c in word if c.isalnum()]
        assert all(c in covered for c in letters), (slip.kind, slip.text, text)
