"""Names under which reports leave: none twice, none with two endings, none that tells whose the report is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.formats.conversion.documents import SUFFIXES
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.review.releasing.released_names import by_released_name, numbered_names, released_names, tells

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
PARTS = st.sampled_from(["a", "A", "b-docx", "a-docx", "certificate", "informe.v2", "a.docx", "á", "á"])
ENDINGS = st.sampled_from(["", *SUFFIXES, ".PDF"])
FOLDERS = st.sampled_from(["", "x/", "X/", "x.docx/"])


def test_a_document_loses_its_ending():
    assert released_names(["planta/carta.docx", "otra.PDF", "informe.2015", "nota"]) == {
        "planta/carta.docx": "planta/carta", "otra.PDF": "otra", "informe.2015": "informe.2015", "nota": "nota"
    }  # fmt: skip


def test_where_two_would_be_called_alike_each_keeps_a_name_of_its_own():
    assert released_names(["carta.docx", "carta.pdf", "x/carta.docx"]) == {
        "carta.docx": "carta-docx", "carta.pdf": "carta-pdf", "x/carta.docx": "x/carta"
    }  # fmt: skip
    assert released_names(["carta", "Carta.docx", "carta-docx"]) == {
        "carta": "carta", "carta-docx": "carta-docx", "Carta.docx": "Carta-docx-2"
    }  # fmt: skip
    assert released_names(["certificate"]) == {"certificate": "certificate-2"}


@given(st.lists(st.builds("{}{}{}".format, FOLDERS, PARTS, ENDINGS), unique=True))
def test_no_two_names_are_the_same_anywhere(reports):
    names = released_names(reports)
    assert set(names) == set(reports) and names == released_names(reversed(reports))
    assert len({name.casefold() for name in names.values()}) == len(reports)
    assert "certificate" not in names.values()
    assert not any(name.lower().endswith(SUFFIXES) for name in names.values())


def test_numbers_say_nothing_of_the_order():
    reports = [f"r{number:02}" for number in range(40)]
    names = numbered_names(reports, b"s" * 32)
    assert sorted(names.values()) == [f"report-{number:04}" for number in range(1, 41)]
    assert [names[report] for report in reports] != sorted(names.values())
    assert names == numbered_names(reports, b"s" * 32) != numbered_names(reports, b"t" * 32)


def test_who_is_known_by_a_reports_own_name_is_known_by_the_released_one():
    assert by_released_name({"carta.docx.txt": "7", "a": "8"}) == {
        "carta.docx.txt": "7", "carta.docx": "7", "carta": "7", "a": "8"
    }  # fmt: skip


TEXT = "Paciente: Nuria Belmonte Cabeza. Ingresa el 12/03/2015."


def report(name):
    return Document(name, TEXT, (Span(10, 31, "NOMBRE_SUJETO_ASISTENCIA"), Span(44, 54, "FECHAS")))


@pytest.mark.parametrize(
    "name",
    ["nuria-belmonte-cabeza", "BelmonteN_01", "planta/belmonte", "NBELMONTE-Nuria", "2015-03-12", "alta_20150312",
     "x/12.03.2015/1", "150312", "BELMONTE2015", "Bélmonte", "informe 12-03-2015", "03_cabeza_alta"],
)  # fmt: skip
def test_a_name_that_tells(name):
    assert tells(report(name), TAGSET, None)


@pytest.mark.parametrize("name", ["informe-7", "tac-craneo", "20150313", "R0004-06142005000500011-1", "montes", "n1"])
def test_a_name_that_tells_nothing(name):
    assert not tells(report(name), TAGSET, None)


@pytest.mark.parametrize(
    ("name", "date"),
    [("m10_agosto", "agosto"), ("m13_pascua", "Pascua"), ("m04_viernes3", "viernes 3"), ("m31_primavera", "primavera"),
     ("luns_notas", "luns"), ("navidad", "Navidad"), ("caso_ese_junio", "ese junio"), ("semana santa", "Semana Santa")],
)  # fmt: skip
def test_no_month_feast_or_weekday_alone_tells(name, date):
    assert not tells(Document(name, f"El {date}.", (Span(3, 3 + len(date), "FECHAS"),)), TAGSET, None)


@pytest.mark.parametrize(
    ("name", "date"),
    [("alta_15marzo", "15 marzo"), ("agosto2018", "agosto 2018"), ("c_2015", "2015"), ("3_de_mayo", "3 de mayo"),
     ("pascua2019", "Pascua 2019")],
)  # fmt: skip
def test_a_day_or_a_year_tells(name, date):
    assert tells(Document(name, f"El {date}.", (Span(3, 3 + len(date), "FECHAS"),)), TAGSET, None)


def test_a_field_of_the_patient_tells():
    known = PatientFields((FieldValue(FieldKind.IDENTIFIER, "99-118 822"), FieldValue(FieldKind.SURNAME, "Olmedo")))
    assert tells(report("hc99118822"), TAGSET, known) and tells(report("olmedo.2"), TAGSET, known)
    assert not tells(report("hc99118823"), TAGSET, known)


@pytest.mark.parametrize(
    ("name", "patient"),
    [("02_leon_alta", "León Crespo, María Rosa"), ("09_rey_pediatria", "Hugo Rey Blanco"), ("cruzD", "Delgado Cruz"),
     ("PI-2015", "Anna Pi"), ("visita_rosa", "M. Rosa León"), ("delacruz_2", "Ana de la Cruz")],
)  # fmt: skip
def test_a_short_word_of_a_name_and_an_ordinary_one_tell(name, patient):
    doc = Document(name, f"Paciente: {patient}.", (Span(10, 10 + len(patient), "NOMBRE_SUJETO_ASISTENCIA"),))
    assert tells(doc, TAGSET, None)
    known = PatientFields((FieldValue(FieldKind.FULL_NAME, patient),))
    assert tells(Document(name, "Sin datos.", ()), TAGSET, known)


@pytest.mark.parametrize("name", ["alta_de_la_planta", "informe-dr-2", "m_01", "n1", "hija", "alta de m r"])
def test_particles_initials_forms_of_address_and_what_relatives_are_called_tell_nothing(name):
    text = "Paciente: María R. de la Vega. Dr. N. Ruiz. Acude su hija Carmen."
    marked = (("María R. de la Vega", "NOMBRE_SUJETO_ASISTENCIA"), ("Dr. N. Ruiz", "NOMBRE_PERSONAL_SANITARIO"),
              ("hija Carmen", "FAMILIARES_SUJETO_ASISTENCIA"))  # fmt: skip
    spans = tuple(Span(text.index(one), text.index(one) + len(one), phi_class) for one, phi_class in marked)
    assert not tells(Document(name, text, spans), TAGSET, None)
    for other in ("02_vega", "ruiz-2015", "de carmen"):
        assert tells(Document(other, text, spans), TAGSET, None), other
