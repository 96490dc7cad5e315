"""What nobody marked is held, piece by piece; what is marked, kept by the policy or a set phrase is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.release.gate.held import Harm, HeldKind
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.gate.sightings import Sighting
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from tests.release.gate.conftest import sighting

NAME, STAFF, DATE = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "FECHAS"


def texts(doc, held):
    return [(doc.text[one.start : one.end], one.kind) for one in held]


def test_what_is_seen_and_not_marked_is_held_and_what_is_marked_is_not(marked, hold):
    doc = marked("Acude {NOMBRE_SUJETO_ASISTENCIA|Ana Ruiz} con Luis Peral.")
    assert texts(doc, hold(doc, ("Ana Ruiz", NAME), ("Luis Peral", STAFF))) == [("Luis Peral", HeldKind.DETECTED)]


def test_the_unmarked_half_of_a_name_is_held(marked, hold):
    doc = marked("Acude {NOMBRE_SUJETO_ASISTENCIA|Ana} Belmonte.")
    assert texts(doc, hold(doc, ("Ana Belmonte", NAME))) == [("Belmonte", HeldKind.SPILL)]


def test_a_title_or_a_particle_beside_a_mark_is_not(marked, hold):
    doc = marked("Firma la Dra. {NOMBRE_PERSONAL_SANITARIO|Peral} de aquí.")
    assert not hold(doc, ("Dra. Peral de", STAFF))


@pytest.mark.parametrize(
    ("text", "spilt"),
    [
        ("NHC {ID_SUJETO_ASISTENCIA|4839201}7", "7"),
        ("Tel. 6{NUMERO_TELEFONO|12345678}", "6"),
        ("Don {NOMBRE_SUJETO_ASISTENCIA|Belm}onte", "onte"),
    ],
)
def test_what_goes_on_beside_a_mark_is_held(marked, hold, text, spilt):
    doc = marked(text)
    held = hold(doc)
    assert (spilt, HeldKind.SPILL) in texts(doc, held) and held[0].harm is Harm.DIRECT


@pytest.mark.parametrize("text", ["Dra. {NOMBRE_PERSONAL_SANITARIO|García}NºCol", "{TERRITORIO|Lugo}28"])
def test_another_word_or_number_that_is_run_together_with_a_mark_is_no_spill(marked, hold, text):
    assert not [one for one in hold(marked(text)) if one.kind is HeldKind.SPILL]


def test_a_class_that_the_policy_keeps_is_not_asked_about(marked, hold):
    keeping = Policy("k", default=Treatment(Way.TAG), classes={DATE: Treatment(Way.KEEP)})
    doc = marked("Vista en marzo por Luis Peral.")
    assert texts(doc, hold(doc, ("marzo", DATE), ("Luis Peral", STAFF), policy=keeping)) == [
        ("Luis Peral", HeldKind.DETECTED)
    ]


def test_of_classes_that_a_tag_set_lacks_only_what_says_who_somebody_is_is_asked_about(marked, leave, tagset):
    bare = replace(tagset, classes=tuple(one for one in tagset if one.name == DATE))
    doc = marked("Varón, atendido por Luis Peral.")
    sightings = [sighting(doc.text, "Varón", "SEXO_SUJETO_ASISTENCIA"), sighting(doc.text, "Luis Peral", STAFF)]
    held = held_places(doc, leave(doc), sightings, (), Policy("p", default=Treatment(Way.TAG)), bare)
    assert [(doc.text[one.start : one.end], one.harm) for one in held] == [("Luis Peral", Harm.DIRECT)]


def test_a_doubt_that_touches_a_mark_is_not_asked_about(marked, hold):
    doc = marked("Vive en {TERRITORIO|Soria} Wells 7.")
    assert not hold(doc, ("Soria Wells", "TERRITORIO", "doubt"))
    assert texts(doc, hold(doc, ("Wells", "TERRITORIO", "doubt"))) == [("Wells", HeldKind.DOUBT)]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("según la guía ACMG 2023 se informa", "2023"), ("según FIGO 2014 y", "FIGO 2014"),
        ("Ley 41/2002 de autonomía", "41/2002"), ("la Ley 35/2015, que", "la Ley 35/2015"),
        ("Médica de Familia del centro", "Familia"), ("atiende la Sra. hoy", "Sra"), ("Quiste de Baker.", "Baker"),
        ("46005 Valencia. Tel. 963", "Tel"), ("Correu: mail", "Correu"), ("Paz. Teléf. 91", "Teléf"),
        ("91 550 ext 24", "ext"),
        ("CI 17 HCU 17", "HCU"), ("PK 5, t.m. de Soria", "m"), ("tía Pilar, Ca ovario", "Ca"),
        ("Dx. Fx. de Colles", "Fx. de"),
        ("BRCA1 c.68_69delAG", "69delAG"), ("NF1 c.499_502dup", "499_502dup"), ("Fdo: Gil MIR2", "MIR2"),
        ("Gil EIR", "EIR"),
        ("Pérez tamén mineiro", "tamén"), ("Puig també fuster", "també"),
    ],
)  # fmt: skip
def test_set_phrases_name_nobody(marked, hold, text, own):
    assert not hold(marked(text), (own, DATE))


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("enfermedad de Ruiz", "Ruiz"),
        ("acude Rut con tos", "Rut"),
        ("vive en Tel Aviv", "Tel Aviv"),
        ("la Sra. També", "També"),
        ("firma j. m. peral", "m. peral"),
        ("cama R12", "R12"),
        ("lote FX4482", "FX4482"),
        ("serie 1234567DEL", "1234567DEL"),
        ("signo de Blanco", "Blanco"),
        ("intervención de Barrantes", "Barrantes"),
        ("de Baker", "Baker"),
    ],
)
def test_what_may_be_somebody_behind_such_a_word_is_held(marked, hold, text, own):
    assert hold(marked(text), (own, STAFF))


def test_a_year_that_follows_no_guideline_is_held(marked, hold):
    doc = marked("intervenida en 2014 de apendicitis")
    assert texts(doc, hold(doc, ("2014", DATE))) == [("2014", HeldKind.DETECTED)]


def test_the_worst_is_told_by_its_harm(marked, hold):
    doc = marked("Luis Peral, de Soria, quizá Wells, madre Eva, madre mayor.")
    kin = "FAMILIARES_SUJETO_ASISTENCIA"
    held = hold(
        doc, ("Luis Peral", STAFF), ("Soria", "TERRITORIO"), ("Wells", STAFF, "doubt"), ("madre Eva", kin),
        ("madre mayor", kin),
    )  # fmt: skip
    assert [one.harm for one in held] == [Harm.DIRECT, Harm.INDIRECT, Harm.FAINT, Harm.DIRECT, Harm.INDIRECT]


def test_what_was_decided_in_another_report_of_the_patient_is_held_here(marked, hold):
    doc = marked("Acude Belmonte con dolor.")
    assert texts(doc, hold(doc, others=[("Ana Belmonte", NAME)])) == [("Belmonte", HeldKind.NAME_WORD)]


def test_what_shows_in_the_released_text_is_held_where_it_stood(marked, tagset, leave):
    doc = marked("{FECHAS|Ayer} vino {NOMBRE_SUJETO_ASISTENCIA|Ana} Belmonte.")
    released = leave(doc)
    at = released.text.index(" Belmonte")
    seen = Suggestion(Span(at - 3, at + 9, NAME), 0.6, (Evidence("crf"),))
    (held,) = held_places(doc, released, (), [seen], Policy("p", default=Treatment(Way.TAG)), tagset)
    assert doc.text[held.start : held.end] == released.text[slice(*held.there)] == "Belmonte"


def test_what_is_seen_twice_is_asked_about_once_by_what_is_best_known_of_it(marked, hold):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Belmonte} y BELMONTE vuelve con Eva Belmonte Ruiz.")
    held = hold(doc, ("BELMONTE vuelve", "FAMILIARES_SUJETO_ASISTENCIA"), ("Eva Belmonte Ruiz", STAFF))
    assert texts(doc, held) == [("BELMONTE", HeldKind.NAME_WORD), ("Eva Belmonte Ruiz", HeldKind.NAME_WORD)]
    assert all(one.reasons == ("rule x",) for one in held)


def test_of_two_sightings_the_shorter_stays_where_the_rest_is_a_word_in_small_letters(marked, hold):
    doc = marked("Ayer BELMONTE vuelve con fiebre.")
    held = hold(doc, ("BELMONTE vuelve", STAFF), ("BELMONTE", STAFF))
    assert [text for text, _ in texts(doc, held)] == ["BELMONTE"]


def test_two_places_stay_two_though_something_is_seen_across_both(marked, hold):
    doc = marked("en el C.S. Torrero Alto el 29 de diciembre por la mañana")
    held = hold(
        doc, ("C.S. Torrero Alto", "CENTRO_SALUD", "suggested"), ("29 de diciembre", DATE, "suggested"),
        ("Torrero Alto el 29 de diciembre", "TERRITORIO", "doubt"), ("C.S. Torrero Alto el 29", "HOSPITAL"),
    )  # fmt: skip
    assert [text for text, _ in texts(doc, held)] == ["C.S. Torrero Alto", "29 de diciembre"]


def test_a_known_field_of_the_patient_is_held(marked, hold):
    doc = marked("La Sra. Belmote Carrascosa acude.")
    fields = PatientFields((FieldValue(FieldKind.FULL_NAME, "Nuria Belmonte Carrascosa"),))
    held = hold(doc, fields=fields)
    assert "Carrascosa" in doc.text[held[0].start : held[0].end] and held[0].kind is HeldKind.FIELD
    assert all("Carrascosa" not in reason for one in held for reason in one.reasons)


TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
WORDS = ["Lucía", "vive", "en", "Villabrezo", "😀", "desde", "2021", "con", "Elvira"]
TEXT = ", ".join(WORDS)
PLACES = [(TEXT.index(word), TEXT.index(word) + len(word)) for word in WORDS if word.isalnum()]


@given(st.sets(st.sampled_from(PLACES)), st.sets(st.sampled_from(PLACES)), st.sampled_from([Way.TAG, Way.MASK]))
def test_each_sighting_is_held_or_marked_and_the_places_are_disjoint(decided, seen, way):
    policy = Policy("p", default=Treatment(way))
    doc = Document("uno", TEXT, tuple(Span(*place, NAME) for place in decided))
    released = Releaser([doc], policy, TAGSET, b"s" * 32).release(doc)
    sightings = [
        Sighting(Suggestion(Span(*place, DATE), 0.5, (Evidence("crf"),)), HeldKind.DETECTED) for place in sorted(seen)
    ]
    held = held_places(doc, released, sightings, (), policy, TAGSET)
    unmarked = seen - decided
    assert {(one.start, one.end) for one in held} == unmarked
    assert all(TEXT[one.start : one.end] == released.text[slice(*one.there)] for one in held)


def test_of_relatives_that_are_kept_an_unmarked_name_is_held_and_a_description_is_not(marked, hold):
    keep = Policy("k", default=Treatment(Way.TAG), kinds={"relative": Treatment(Way.KEEP)})
    doc = marked("Viene con su hermana mayor y con su tía Rosario Belmonte.")
    relatives = "FAMILIARES_SUJETO_ASISTENCIA"
    held = hold(doc, ("hermana mayor", relatives), ("tía Rosario Belmonte", relatives), policy=keep)
    assert texts(doc, held) == [("tía Rosario Belmonte", HeldKind.DETECTED)]
