"""User names and the like that are made of a decided name are held; words that only look like it are not."""

from __future__ import annotations

import pytest

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.person import Marked
from deid_studio.people.register import Register
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.held import Harm, HeldKind
from deid_studio.release.surrogates.name_lists import default_lists

PATIENT, KIN = "NOMBRE_SUJETO_ASISTENCIA", "FAMILIARES_SUJETO_ASISTENCIA"
NAMES = [("Ángel Guerra Santos", PATIENT), ("Nieves Calvo", PATIENT), ("Hilario Bueno", KIN), ("Carlos Lara", PATIENT)]


def found(text):
    marked = [Marked("r", at, *name) for at, name in enumerate(NAMES)]
    register = Register.of(marked, shipped_tagset("meddocan"), None, default_lists())
    return [text[start:end] for start, end, _ in register.handles(text, default_vocabulary())]


@pytest.mark.parametrize(
    "handle",
    [
        "@angelguerra_bajo", "angelguerra84", "guerra.angel", "aguerra", "#angelguerra", "#guerra", "a.guerra",
        "ncalvo09", "calvo_nieves.pdf", "hbueno52", "GuerraSantos", "ags_guerra", "Guerra-Santos", "elguerrasantos",
        "hilario52", "clara84", "ángel.guerra",
    ],
)  # fmt: skip
def test_what_is_made_of_a_name_is_found(handle):
    assert found(f"Su cuenta: {handle}, dice.") == [handle]


@pytest.mark.parametrize(
    "text",
    [
        "La guerra civil", "Calvo, con nieves", "postguerra", "bueno-malo", "muy bueno2", "piel clara", "#fractura",
        "calvo10", "bueno/a", "Lara", "buenos.", "guerra, santos",
    ],
)  # fmt: skip
def test_what_is_not_is_left(text):
    assert not found(text)


def test_a_handle_is_held_as_a_word_of_the_name(marked, hold):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ángel Guerra}: @angelguerra_bajo. Su {FAMILIARES_SUJETO_ASISTENCIA|hijo}.")
    (held,) = hold(doc, ("angelguerra", "FECHAS"))
    assert doc.text[held.start : held.end] == "@angelguerra_bajo"
    assert (held.kind, held.phi_class, held.harm) == (HeldKind.NAME_WORD, PATIENT, Harm.DIRECT)


def test_names_of_the_patients_other_reports_and_fields_count(marked, hold):
    doc = marked("Portal: aguerra, hbueno52.")
    fields = PatientFields((FieldValue(FieldKind.GIVEN_NAME, "Ángel"), FieldValue(FieldKind.SURNAME, "Guerra")))
    held = hold(doc, others=[("hijo, Hilario Bueno", KIN)], fields=fields)
    assert [doc.text[one.start : one.end] for one in held] == ["aguerra", "hbueno52"]


def test_what_is_marked_is_left(marked, hold):
    assert not hold(marked("{NOMBRE_SUJETO_ASISTENCIA|Ángel Guerra}, {CORREO_ELECTRONICO|angelguerra84}"))
