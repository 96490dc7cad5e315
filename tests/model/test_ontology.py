"""Ontology: meanings to classes, and what the classes of one tag set are in another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import (
    Meaning,
    class_for,
    classes_of,
    classes_without_suggestions,
    mapping_between,
    meaning_in,
    meaning_of,
    people_without_class,
)
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

MEDDOCAN, RADIOLOGY = shipped_tagset("meddocan"), shipped_tagset("radiology")


def _set(name: str, **classes: str) -> TagSet:
    """A tag set of classes by name, each told as `kind role subkind`, `-` where it does not say."""
    made = []
    for own, told in classes.items():
        kind, role, subkind, *_ = ("" if one == "-" else one for one in [*told.split(), "-", "-", "-"])
        made.append(PhiClass(own, {}, kind=kind, role=role, subkind=subkind))
    return TagSet(name, "1", tuple(made))


COARSE = _set("coarse", PACIENTE="person patient", FECHA="date", LUGAR="place")
FINE = _set(
    "fine", NOMBRE="person - given-name", MEDICO="person staff", PACIENTE="person patient", NACIDO="date patient birth",
    DIA="date", CP="place - postal-code", CIUDAD="place", TEL="phone", ID="number", RESTO="other",
)  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "name"),
    [
        (Meaning(Kind.PERSON, Role.PATIENT), "PACIENTE"),
        (Meaning(Kind.PERSON, Role.STAFF), "MEDICO"),
        (Meaning(Kind.PERSON, Role.RELATIVE), "NOMBRE"),
        (Meaning(Kind.DATE), "DIA"),
        (Meaning(Kind.DATE, Role.PATIENT, Subkind.BIRTH), "NACIDO"),
        (Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL), "CIUDAD"),
        (Meaning(Kind.PHONE, subkind=Subkind.FAX), "TEL"),
        (Meaning(Kind.EMAIL), "ID"),
        (Meaning(Kind.NUMBER, Role.PATIENT, Subkind.EPISODE), "ID"),
        (Meaning(Kind.SEX, Role.PATIENT), ""),
        (Meaning(Kind.UNKNOWN), ""),
    ],
)
def test_a_meaning_is_the_nearest_class(meaning: Meaning, name: str) -> None:
    assert class_for(meaning, FINE) == name


def test_a_relatives_name_is_the_class_of_relatives_where_there_is_one() -> None:
    assert class_for(Meaning(Kind.PERSON, Role.RELATIVE), MEDDOCAN) == "FAMILIARES_SUJETO_ASISTENCIA"
    assert class_for(Meaning(Kind.PERSON, Role.RELATIVE), _set("all", QUIEN="person")) == "QUIEN"
    own = _set("own", A="person patient", B="person relative", C="relative relative")
    assert class_for(Meaning(Kind.PERSON, Role.RELATIVE), own) == "B"


def test_a_class_for_patients_alone_is_none_for_staff_and_relatives() -> None:
    own = _set("own", PACIENTE="person patient", NHC="number patient patient-number")
    assert class_for(Meaning(Kind.PERSON, Role.PATIENT), own) == class_for(Meaning(Kind.PERSON), own) == "PACIENTE"
    assert class_for(Meaning(Kind.PERSON, Role.STAFF), own) == ""
    assert class_for(Meaning(Kind.PERSON, Role.RELATIVE), own) == ""
    assert class_for(Meaning(Kind.NUMBER, Role.STAFF, Subkind.LICENCE), own) == ""
    assert people_without_class(own) == (Role.RELATIVE, Role.STAFF)
    assert people_without_class(_set("all", NOMBRE="person")) == ()
    assert people_without_class(_set("staff", MEDICO="person staff", FAMILIAR="relative relative")) == (Role.PATIENT,)
    assert people_without_class(_set("none", FECHA="date")) == ()
    assert people_without_class(MEDDOCAN) == people_without_class(RADIOLOGY) == ()


def test_what_is_a_sort_of_another_kind_holds_nothing_of_this_one() -> None:
    own = _set("own", NHC="number patient patient-number", CP="place - postal-code", URL="web - url")
    assert class_for(Meaning(Kind.PHONE), own) == ""
    assert class_for(Meaning(Kind.STREET), own) == ""
    assert class_for(Meaning(Kind.EMAIL), own) == ""
    assert class_for(Meaning(Kind.NUMBER, Role.PATIENT, Subkind.EPISODE), own) == "NHC"


def test_a_part_that_no_detector_tells_gets_nothing_wherever_it_stands() -> None:
    own = _set(
        "own", HORA="date - part", NACIDO="date patient birth", FECHA="date", PROVINCIA="place - part", CIUDAD="place"
    )
    assert class_for(Meaning(Kind.DATE), own) == "FECHA"
    assert class_for(Meaning(Kind.PLACE), own) == "CIUDAD"
    assert class_for(Meaning(Kind.DATE), _set("hours", HORA="date - part", NACIDO="date patient birth")) == ""
    assert classes_without_suggestions(own) == ("HORA", "NACIDO", "PROVINCIA")
    back = mapping_between(own, MEDDOCAN)
    assert back is not None
    assert {back.spans([Span(0, 4, name)], "Vigo")[0].phi_class for name in ("PROVINCIA", "CIUDAD")} == {"TERRITORIO"}


def test_every_class_of_meddocan_is_told_and_is_itself() -> None:
    assert not classes_without_suggestions(MEDDOCAN)
    assert {class_for(meaning_of(one), MEDDOCAN) for one in MEDDOCAN} == {one.name for one in MEDDOCAN}
    assert mapping_between(MEDDOCAN, MEDDOCAN) is None


def test_what_maps_to_nothing_is_told_by_name_and_suggested_nowhere() -> None:
    mapping = mapping_between(MEDDOCAN, COARSE)
    assert mapping is not None
    assert "SEXO_SUJETO_ASISTENCIA" in mapping.nothing
    assert "NUMERO_TELEFONO" in mapping.nothing
    assert "HOSPITAL" not in mapping.nothing
    text = "varón, 28002 Vigo"
    found = [Span(0, 5, "SEXO_SUJETO_ASISTENCIA"), Span(7, 12, "TERRITORIO"), Span(13, 17, "TERRITORIO")]
    assert mapping.spans(found, text) == [Span(7, 12, "LUGAR"), Span(13, 17, "LUGAR")]
    suggested = [Suggestion(one, 0.5, (Evidence("crf"),)) for one in found]
    assert [one.span.phi_class for one in mapping.all_suggestions(suggested, text)] == [
        "SEXO_SUJETO_ASISTENCIA", "LUGAR", "LUGAR",
    ]  # fmt: skip


def test_words_for_relatives_are_nothing_where_only_names_are_a_class() -> None:
    mapping = mapping_between(MEDDOCAN, _set("all", QUIEN="person", CUANDO="date"))
    assert mapping is not None
    text = "su hermana Lucía"
    assert mapping.spans([Span(3, 16, "FAMILIARES_SUJETO_ASISTENCIA")], text) == [Span(11, 16, "QUIEN")]


@pytest.mark.parametrize(
    ("text", "names"),
    [("Padre", []), ("Padre Esteban Tobes", ["Esteban Tobes"]), ("Hna. Lucía", ["Lucía"]), ("Tía-Paz", ["Paz"])],
)
def test_a_kin_word_that_begins_a_sentence_is_no_name(text: str, names: list[str]) -> None:
    mapping = mapping_between(MEDDOCAN, _set("all", QUIEN="person", CUANDO="date"))
    assert mapping is not None
    facts = [Evidence("gazetteer", "kinship", one) for one in ("Padre", "Hna", "Tía") if one in text]
    one = Suggestion(Span(0, len(text), "FAMILIARES_SUJETO_ASISTENCIA"), 0.9, (Evidence("crf"), *facts))
    assert [found.span.text(text) for found in mapping.suggestions([one], text)] == names


def test_postal_codes_are_told_from_towns_where_the_other_does() -> None:
    mapping = mapping_between(MEDDOCAN, FINE)
    assert mapping is not None
    assert mapping.spans([Span(0, 5, "TERRITORIO"), Span(6, 10, "TERRITORIO")], "28002 Vigo") == [
        Span(0, 5, "CP"), Span(6, 10, "CIUDAD"),
    ]  # fmt: skip


def test_a_declared_mapping_overrides() -> None:
    mapping = mapping_between(MEDDOCAN, RADIOLOGY)
    assert mapping is not None
    assert mapping.spans([Span(0, 5, "TERRITORIO")], "28002") == [Span(0, 5, "DIR")]
    back = mapping_between(RADIOLOGY, MEDDOCAN)
    assert back is not None
    assert back.spans([Span(0, 4, "LOC")], "Vigo") == [Span(0, 4, "TERRITORIO")]
    assert back.nothing == ("CAB",)


def test_a_class_of_which_nothing_is_known_is_that_of_its_name() -> None:
    mapping = mapping_between(_set("a", EXTRA="- -", OTHER="- -"), _set("b", EXTRA="date", DIA="date"))
    assert mapping is not None
    assert mapping.spans([Span(0, 1, "EXTRA"), Span(2, 3, "OTHER")], "1 2") == [Span(0, 1, "EXTRA")]


def test_kinds_are_asked_by_the_name_of_a_class() -> None:
    assert meaning_in(RADIOLOGY, "LOC").kind is Kind.PLACE
    assert meaning_in(RADIOLOGY, "FECHAS").kind is Kind.UNKNOWN
    assert classes_of(FINE, (Kind.PERSON,)) == {"NOMBRE", "MEDICO", "PACIENTE"}


_told = st.builds(
    lambda k, r, s: (k, r, s), st.sampled_from(list(Kind)), st.sampled_from(list(Role)), st.sampled_from(list(Subkind))
)


@given(st.lists(_told, min_size=1, max_size=8), st.lists(_told, min_size=1, max_size=8))
def test_no_suggestion_ever_has_a_class_that_the_other_lacks(
    here: list[tuple[Kind, Role, Subkind]], there: list[tuple[Kind, Role, Subkind]]
) -> None:
    one = TagSet("a", "1", tuple(PhiClass(f"A{i}", {}, kind=k, role=r, subkind=s) for i, (k, r, s) in enumerate(here)))
    two = TagSet("b", "1", tuple(PhiClass(f"B{i}", {}, kind=k, role=r, subkind=s) for i, (k, r, s) in enumerate(there)))
    mapping = mapping_between(one, two)
    assert mapping is not None
    text = "Ana 12"
    for own in one:
        spans = mapping.spans([Span(0, 3, own.name), Span(4, 6, own.name)], text)
        assert all(span.phi_class in two for span in spans)
        if meaning_of(own) in map(meaning_of, two) and own.kind:
            assert spans


def test_a_class_for_contacts_holds_telephones_and_addresses_and_no_other_number() -> None:
    own = _set("own", CONTACTO="number - contact", ID="number", RED="web")
    for kind in (Kind.PHONE, Kind.EMAIL):
        assert class_for(Meaning(kind, Role.PATIENT), own) == "CONTACTO"
    assert class_for(Meaning(Kind.WEB), own) == "RED"  # what says the same comes first
    assert class_for(Meaning(Kind.WEB), _set("two", CONTACTO="number - contact", ID="number")) == "CONTACTO"
    assert class_for(Meaning(Kind.NUMBER, Role.PATIENT, Subkind.EPISODE), own) == "ID"
    assert class_for(Meaning(Kind.NUMBER), _set("one", CONTACTO="number - contact")) == ""
    assert "CONTACTO" not in classes_without_suggestions(own)
    contact = Meaning(Kind.NUMBER, subkind=Subkind.CONTACT)
    assert class_for(contact, own) == "CONTACTO"
    assert class_for(contact, MEDDOCAN) == "NUMERO_TELEFONO"
    assert class_for(contact, _set("numbers", ID="number")) == "ID"
