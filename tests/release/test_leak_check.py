"""What was decided and still stands in a released text is found, and so is what nobody marked."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import load_tagset
from deid_studio.release.leak_check import Excuse, LeakKind, leaks
from deid_studio.release.policy import Policy, Treatment, Way, load_policy
from deid_studio.release.released import Releaser

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
TAGS = Policy("p", default=Treatment(Way.TAG))


def found(doc, policy=TAGS, **more):
    released = Releaser([doc], policy, TAGSET, b"s" * 32).release(doc)
    text = released.text
    return [(text[one.start : one.end], one.kind, one.excuse) for one in leaks(doc, released, TAGSET, **more)]


@pytest.mark.parametrize(
    ("text", "leak", "kind"),
    [
        ("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte}, y BELMONTE vino", "BELMONTE", LeakKind.NAME_WORD),
        ("Dr. {NOMBRE_PERSONAL_SANITARIO|Íñigo Gálvez}; galvez, I.", "galvez", LeakKind.NAME_WORD),
        ("{HOSPITAL|Clínica Vistahermosa}. En Clinica  Vistahermosa.", "Clinica  Vistahermosa", LeakKind.TEXT),
        ("NHC {ID_SUJETO_ASISTENCIA|483-920-11}, ver 48392011", "48392011", LeakKind.DIGITS),
        ("Tel. {NUMERO_TELEFONO|612345678} (612 34 56 78)", "612 34 56 78", LeakKind.DIGITS),
        ("{FECHAS|12/03/2015} y el 12/03/2015", "12/03/2015", LeakKind.TEXT),
        ("Ingresa el 14/04/2015", "14/04/2015", LeakKind.DATE),
        ("Escriba a pilar@hospital.es", "pilar@hospital.es", LeakKind.EMAIL),
        ("Ver www.hospital.es/ana", "www.hospital.es/ana", LeakKind.WEB),
        ("Historia 77881234", "77881234", LeakKind.NUMBER),
    ],
)
def test_what_is_left_is_found(marked, text, leak, kind):
    assert (leak, kind, None) in found(marked(text))


@pytest.mark.parametrize(
    "text",
    [
        "{SEXO_SUJETO_ASISTENCIA|Mujer} con mujer",
        "de 1500-2000 ml", "leucocitos 4.650.000/mm3",
        "{FAMILIARES_SUJETO_ASISTENCIA|madre} y madre", "RD 1299/2006", "Ana viene",
        "{NOMBRE_SUJETO_ASISTENCIA|Ana Soto} y sotobosque",
    ],
)  # fmt: skip
def test_what_tells_nobody_is_not(marked, text):
    assert not [one for one in found(marked(text)) if one[2] is None]


def test_ordinary_words_eponyms_and_what_a_person_allows_are_told_with_their_excuse(marked):
    assert found(marked("{NOMBRE_SUJETO_ASISTENCIA|Luz Blanco}. Esputo blanco.")) == [
        ("blanco", LeakKind.NAME_WORD, Excuse.ORDINARY_WORD)
    ]
    assert found(marked("Dr. {NOMBRE_PERSONAL_SANITARIO|Crohn}. Enfermedad de Crohn.")) == [
        ("Crohn", LeakKind.TEXT, Excuse.EPONYM)
    ]
    assert found(marked("Historia 77881234"), allowed=["77881234"]) == [("77881234", LeakKind.NUMBER, Excuse.ALLOWED)]


def test_the_patients_fields_are_searched_in_all_spellings(marked):
    fields = PatientFields((FieldValue(FieldKind.FULL_NAME, "Nuria Belmonte Carrascosa"),))
    hits = found(marked("La Sra. Belmote Carrascosa acude."), fields=fields)
    assert hits and hits[0][1] is LeakKind.FIELD and "Carrascosa" in hits[0][0]


def test_what_is_kept_on_purpose_is_no_leak(marked):
    keep = Policy("k", default=Treatment(Way.KEEP))
    assert not found(marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte}, BELMONTE"), keep)


def test_surrogates_themselves_are_searched_too(marked):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte} {HOSPITAL|Clínica Belmonte} {CALLE|C/ Belmonte 4}")
    assert not [one for one in found(doc, load_policy("research")) if one[2] is None]


def test_an_age_left_in_the_text_is_found_and_so_is_the_year_of_a_date(marked):
    doc = marked("{EDAD_SUJETO_ASISTENCIA|21 años}. Mujer de 21 años. Desde {FECHAS|2009}; en 2009, ingreso.")
    assert found(doc) == [("21 años", LeakKind.TEXT, None), ("2009", LeakKind.TEXT, None)]
    assert found(marked("{FAMILIARES_SUJETO_ASISTENCIA|madre} y madre")) == [
        ("madre", LeakKind.TEXT, Excuse.ORDINARY_WORD)
    ]


def test_what_the_policy_leaves_is_told_as_left_by_it(marked):
    doc = marked("{HOSPITAL|Hospital de Albacete}, {TERRITORIO|Albacete}. Vive en Albacete.")
    assert found(doc, load_policy("safe-harbour")) == [
        ("Albacete", LeakKind.TEXT, Excuse.POLICY), ("Albacete", LeakKind.TEXT, None)
    ]  # fmt: skip
