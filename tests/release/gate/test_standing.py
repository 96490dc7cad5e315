"""What was decided and still stands in a released text is found, and so is what shows by its form alone."""

from __future__ import annotations

import pytest

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.standing import standing
from deid_studio.release.policy import Policy, Treatment, Way, load_policy


@pytest.fixture
def found(leave, tagset):
    def find(doc, policy=None, fields=None):
        released = leave(doc) if policy is None else leave(doc, policy)
        return [(released.text[one.start : one.end], one.kind) for one in standing(doc, released, tagset, fields)]

    return find


@pytest.mark.parametrize(
    ("text", "left", "kind"),
    [
        ("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte}, y BELMONTE vino", "BELMONTE", HeldKind.NAME_WORD),
        ("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte}, y luego Ana vino", "Ana", HeldKind.NAME_WORD),
        ("{NOMBRE_SUJETO_ASISTENCIA|aitana roldan}; aitana se duerme", "aitana", HeldKind.NAME_WORD),
        ("Dr. {NOMBRE_PERSONAL_SANITARIO|Íñigo Gálvez}; galvez, I.", "galvez", HeldKind.NAME_WORD),
        ("{HOSPITAL|Clínica Vistahermosa}. En Clinica  Vistahermosa.", "Clinica  Vistahermosa", HeldKind.TEXT),
        ("NHC {ID_SUJETO_ASISTENCIA|483-920-11}, ver 48392011", "48392011", HeldKind.DIGITS),
        ("Tel. {NUMERO_TELEFONO|612345678} (612 34 56 78)", "612 34 56 78", HeldKind.DIGITS),
        ("{FECHAS|12/03/2015} y el 12/03/2015", "12/03/2015", HeldKind.TEXT),
        ("{EDAD_SUJETO_ASISTENCIA|21 años}. Mujer de 21 años.", "21 años", HeldKind.TEXT),
        ("Desde {FECHAS|2009}; en 2009, ingreso.", "2009", HeldKind.TEXT),
        ("Ingresa el 14/04/2015", "14/04/2015", HeldKind.DATE),
        ("Escriba a pilar@hospital.es", "pilar@hospital.es", HeldKind.EMAIL),
        ("Ver www.hospital.es/ana", "www.hospital.es/ana", HeldKind.WEB),
        ("Historia 77881234", "77881234", HeldKind.NUMBER),
    ],
)
def test_what_is_left_is_found(marked, found, text, left, kind):
    assert (left, kind) in found(marked(text))


@pytest.mark.parametrize(
    "text",
    [
        "{SEXO_SUJETO_ASISTENCIA|Mujer} con mujer",
        "de 1500-2000 ml", "leucocitos 4.650.000/mm3",
        "{FAMILIARES_SUJETO_ASISTENCIA|madre} y madre", "RD 1299/2006", "Ana viene",
        "{NOMBRE_SUJETO_ASISTENCIA|Ana Soto} y sotobosque",
        "{NOMBRE_SUJETO_ASISTENCIA|Luz Blanco}. Esputo blanco.",
        "{NOMBRE_SUJETO_ASISTENCIA|Ana del Olmo}. LLAVES DEL COCHE.",
        "Dr. {NOMBRE_PERSONAL_SANITARIO|Crohn}. Enfermedad de Crohn.",
    ],
)  # fmt: skip
def test_what_tells_nobody_is_not(marked, found, text):
    assert not found(marked(text))


def test_the_patients_fields_are_searched_in_all_spellings(marked, found):
    fields = PatientFields((FieldValue(FieldKind.FULL_NAME, "Nuria Belmonte Carrascosa"),))
    hits = found(marked("La Sra. Belmote Carrascosa acude."), fields=fields)
    assert hits and hits[0][1] is HeldKind.FIELD and "Carrascosa" in hits[0][0]


def test_what_is_kept_on_purpose_is_not_found(marked, found):
    keep = Policy("k", default=Treatment(Way.KEEP))
    assert not found(marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte}, BELMONTE"), keep)


def test_the_names_of_relatives_that_are_kept_are_searched_and_the_rest_is_not(marked, found):
    keep = Policy("k", default=Treatment(Way.TAG), kinds={"relative": Treatment(Way.KEEP)})
    doc = marked("Su {FAMILIARES_SUJETO_ASISTENCIA|hermana mayor, Rosario Belmonte}. La hermana mayor, Rosario, llama.")
    assert found(doc, keep) == [("Rosario", HeldKind.NAME_WORD)]


def test_surrogates_themselves_are_searched_too(marked, found):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte} {HOSPITAL|Clínica Belmonte} {CALLE|C/ Belmonte 4}")
    assert not found(doc, load_policy("research"))


def test_what_the_policy_leaves_is_not_found_and_the_same_elsewhere_is(marked, found):
    doc = marked("{HOSPITAL|Hospital de Albacete}, {TERRITORIO|Albacete}. Vive en Albacete.")
    assert found(doc, load_policy("safe-harbour")) == [("Albacete", HeldKind.TEXT)]
