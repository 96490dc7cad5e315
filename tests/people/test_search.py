"""Where the people and things of a register stand in a text, for MEDDOCAN's classes and others."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.kinds import Kind
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.exact import Exact, Safeguards
from deid_studio.people.person import Marked, Person
from deid_studio.people.pieces import lines_of
from deid_studio.people.register import Register
from deid_studio.people.search import Search
from deid_studio.people.vocabulary import Vocabulary

MEDDOCAN = shipped_tagset("meddocan")
RADIOLOGY = shipped_tagset("radiology")
WORDS = Vocabulary("cabeza dolor noche buena".split())
LENIENT = Safeguards(least_length=1, least_digits=1, never=frozenset(), guards_places=False)
PATIENT = {"meddocan": "NOMBRE_SUJETO_ASISTENCIA", "radiology": "NAME"}
SETS = {"meddocan": MEDDOCAN, "radiology": RADIOLOGY}


def search_of(
    *marked: tuple[str, str],
    tagset: TagSet = MEDDOCAN,
    fields: PatientFields | None = None,
    rules: Safeguards = LENIENT,
) -> Search:
    """A search for texts with their classes, each marked in a line of its own."""
    rows = [Marked("r", 100 * at, text, name) for at, (text, name) in enumerate(marked)]
    return Register.of(rows, tagset, fields).search(WORDS, rules)


def places(text: str, search: Search) -> dict[str, list[str]]:
    found = search.places(text)
    return {
        "sure": [text[one.start : one.end] for one in found if not one.doubtful],
        "doubtful": [text[one.start : one.end] for one in found if one.doubtful],
    }


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    "written",
    ["JUAN GARCIA LOPEZ", "García López", "J. García", "Juan García", "GARCÍA LÓPEZ, Juan", "Garcia", "GARCÍA"],
)
def test_a_person_is_found_however_the_name_is_written(written, name):
    search = search_of(("Juan García López", PATIENT[name]), tagset=SETS[name])
    text = f"Sin alergias.\nAcude {written} con dolor."
    assert places(text, search) == {"sure": [written], "doubtful": []}


def test_each_place_is_of_whom_it_names_in_their_class():
    search = search_of(
        ("Juan García", "NOMBRE_SUJETO_ASISTENCIA"), ("Ana Quirce", "NOMBRE_PERSONAL_SANITARIO"),
        ("madre Eva Tobes", "FAMILIARES_SUJETO_ASISTENCIA"), ("12345678", "ID_SUJETO_ASISTENCIA"),
        ("Getafe", "TERRITORIO"),
    )  # fmt: skip
    text = "Firma A. Quirce. Llama Eva Tobes. NHC 12.345.678. Acude Garcia desde GETAFE."
    found = [(text[one.start : one.end], one.phi_class) for one in search.places(text)]
    assert found == [
        ("A. Quirce", "NOMBRE_PERSONAL_SANITARIO"),
        ("Eva Tobes", "FAMILIARES_SUJETO_ASISTENCIA"),
        ("12.345.678", "ID_SUJETO_ASISTENCIA"),
        ("Garcia", "NOMBRE_SUJETO_ASISTENCIA"),
        ("GETAFE", "TERRITORIO"),
    ]
    people = [one.of.given for one in search.places(text) if isinstance(one.of, Person)]
    assert people == [("ana",), ("eva",), ("juan",)]


def test_what_was_marked_with_more_around_it_is_no_place_of_the_less():
    search = search_of(("C/ Luna 3", "CALLE"), ("Hospital Luna", "HOSPITAL"))
    text = "En el Hospital Luna. Vive en C/ Luna 3."
    assert [text[one.start : one.end] for one in search.places(text)] == ["Hospital Luna", "C/ Luna 3"]


def test_a_comma_joins_the_names_of_one_person_and_not_those_of_two():
    search = search_of(("Juan García López", "NOMBRE_SUJETO_ASISTENCIA"), ("Tobes", "NOMBRE_SUJETO_ASISTENCIA"))
    text = "GARCÍA LÓPEZ, Juan. Firman García, Tobes."
    assert [text[one.start : one.end] for one in search.places(text)] == ["GARCÍA LÓPEZ, Juan", "García", "Tobes"]


@pytest.mark.parametrize(
    ("text", "wanted", "written"),
    [
        ("Golpe en la Cabeza al caer.", "Elvira Cabeza Sanjuán", "Cabeza"),  # a word of the language
        ("Avisa Elvira Sanjuam.", "Sanjuán", "Sanjuam"),  # misspelt
        ("Acude Pedro Quirce Tobes.", "Abel Quirce", "Quirce"),  # another's
        ("Sin dolor. Avisa Nelia.", "Nelda Quirce", "Nelia"),  # misspelt
        ("Firmado: A.Q.T.", "Abel Quirce Tobes", "A.Q.T"),  # initials only
    ],
)
@pytest.mark.parametrize("name", SETS)
def test_what_may_be_something_else_is_doubtful(text, wanted, written, name):
    search = search_of((wanted, PATIENT[name]), tagset=SETS[name])
    assert places(text, search) == {"sure": [], "doubtful": [written]}


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Zumbaba Quirce ayer.", True),  # the report's first word
        ("Sin fiebre. Zumbaba Quirce ayer.", True),
        ("Sin fiebre\nZumbaba Quirce ayer.", True),
        ("Ayer vino Zumbaba Quirce sin fiebre.", False),
    ],
)
def test_a_capital_before_a_name_makes_it_anothers_unless_a_sentence_begins_there(text, sure):
    found = places(text, search_of(("Abel Quirce", PATIENT["meddocan"])))
    assert found == {"sure": ["Quirce"] * sure, "doubtful": ["Quirce"] * (not sure)}


def test_initials_are_those_of_all_who_may_have_written_them():
    people = ("Abel Quirce Tobes", "Rosa Quirce Tobes", "Abel Quirce Tobes Rioja")
    search = search_of(*((name, PATIENT["meddocan"]) for name in people))
    text = "Firman A.Q.T., R. Q. T., A.Q.T.R., QTRA, A.Q. y TAQ."
    assert [(text[one.start : one.end], one.evidence[0].detail) for one in search.spelt(text)] == [
        ("A.Q.T", "initials"),
        ("R. Q. T", "initials"),
        ("A.Q.T.R", "initials"),
        ("QTRA", "initials"),
    ]


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        ("12/3 Cura. AQT comenta el caso.", ["AQT"]),
        ("12/3   72 kg   AQ\n19/3   71 kg   AQT\n", ["AQ", "AQT"]),
        ("12/3\tCura\tAQ", ["AQ"]),
        ("| 12/3 | Cura |AQ \n", ["AQ"]),
        ("Sin dolor. Cura plana. AQ.", ["AQ"]),
        ("Se pide AQ por la noche.", []),  # two letters in a sentence are an abbreviation
        ("Se pide\nAQ\n", []),
        ("12/3   aqt", []),
        ("12/3   TAQ", []),  # of no name in its order
    ],
)
@pytest.mark.parametrize("name", SETS)
def test_who_signs_with_initials_is_found(text, initials, name):
    search = search_of(("Abel Quirce Tobes", PATIENT[name]), tagset=SETS[name])
    assert [text[one.start : one.end] for one in search.spelt(text)] == initials


@pytest.mark.parametrize(("wanted", "text"), [("Teresa Abad Cano", "Se pide TAC"), ("Teresa Abad", "12/3   TA")])
def test_what_reports_shorten_so_is_nobodys_initials(wanted, text):
    assert search_of((wanted, PATIENT["meddocan"])).spelt(text) == []


def test_what_is_known_of_the_patient_is_found_in_the_classes_of_the_tag_set():
    values = [
        (FieldKind.GIVEN_NAME, "Ana"), (FieldKind.SURNAME, "Quirce Tobes"), (FieldKind.TOWN, "Getafe"),
        (FieldKind.BIRTH_DATE, "3/5/1970"), (FieldKind.PHONE, "612 345 678"), (FieldKind.EMAIL, "anaq@correo.es"),
    ]  # fmt: skip
    search = search_of(fields=PatientFields(tuple(FieldValue(*one) for one in values)), tagset=RADIOLOGY)
    text = "A. Quirce, nacida el 3 de mayo de 1970, de Getafe, 612345678, anaq@correo.es y quirce.tobes@x.es"
    assert [(text[one.start : one.end], one.phi_class) for one in search.spelt(text)] == [
        ("A. Quirce", "NAME"),
        ("3 de mayo de 1970", "FECHA"),
        ("Getafe", "LOC"),
        ("612345678", "NUM"),
        ("anaq@correo.es", "NUM"),
        ("quirce.tobes@x.es", "NUM"),
    ]


def test_an_address_that_is_known_is_no_misspelt_other_one():
    emails = [("anaq1@correo.es", "CORREO_ELECTRONICO"), ("anaq2@correo.es", "CORREO_ELECTRONICO")]
    text = "anaq2@correo.es, ANAQ1@correo.es y anaqq2@correo.es"
    found = search_of(*emails).spelt(text)
    assert [(text[one.start : one.end], one.of.forms[0], one.evidence[0].detail) for one in found] == [
        ("anaq2@correo.es", "anaq2@correo.es", "exact"),
        ("ANAQ1@correo.es", "anaq1@correo.es", "exact"),
        ("anaqq2@correo.es", "anaq2@correo.es", "1 edit"),
    ]


def test_a_relative_without_a_name_is_found_as_the_same_string():
    search = search_of(("sobrina nieta", "FAMILIARES_SUJETO_ASISTENCIA"))
    text = "Acude su sobrina nieta con ella."
    assert [text[one.start : one.end] for one in search.places(text)] == ["sobrina nieta"]


def test_a_text_that_is_all_one_name_is_told():
    search = search_of(("Juan García López", "NOMBRE_SUJETO_ASISTENCIA"))
    assert search.is_all("Dr. García")
    assert not search.is_all("García y otros")


# --- the same strings --------------------------------------------------------------------------------------------

KINDS = {
    "hospital": ("hospital_word",), "universidad": ("institution_word",), "calle": ("street_kind",),
    "enfermedad": ("eponym_cue",), "de": ("particle",), "del": ("particle",), "la": ("particle",), "dr": ("title",),
}  # fmt: skip
STRICT = Safeguards(is_common=frozenset(("rosa", "blanco")).__contains__, kinds_of=lambda word: KINDS.get(word, ()))


def same(text: str, *marked: tuple[str, str]) -> list[str]:
    return [text[one.start : one.end] for one in search_of(*marked, rules=STRICT).same(text)]


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("ELOISA refiere. Fdo. Eloisa Quintana", "Eloísa Quintana Bueno", ["ELOISA", "Eloisa Quintana"]),
        ("un quintana cualquiera", "Eloísa Quintana", []),  # small letters
        ("Hospital Quintana, calle de la Quintana, enfermedad de Quintana", "Quintana", []),
        ("Hospital. Dr. Quintana", "Quintana", ["Quintana"]),
        ("Rosa y Blanco, Rosa Blanco", "Rosa Blanco", []),  # words of the language
        ("Ana Ruiz-Quintana", "Ruiz Quintana", ["Ruiz-Quintana"]),
        ("QuintanaNºCol", "Quintana", ["Quintana"]),
    ],
)
def test_names_are_found_as_the_same_string_where_they_are_names(text, wanted, found):
    assert same(text, (wanted, "NOMBRE_SUJETO_ASISTENCIA")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NHC 150679", ["150679"]),
        ("1506790, 0150679, 150679-3, 12.150679", []),
        ("(150679)", ["150679"]),
    ],
)
def test_numbers_are_found_whole(text, found):
    assert same(text, ("150679", "ID_SUJETO_ASISTENCIA")) == found


def test_values_that_are_words_of_the_language_are_not_looked_for():
    assert same("varón de 45 años, hermano", ("varón", "SEXO_SUJETO_ASISTENCIA"), ("45 años", "EDAD_SUJETO_ASISTENCIA"),
                ("hermano", "FAMILIARES_SUJETO_ASISTENCIA")) == []  # fmt: skip


def test_a_place_behind_a_hospital_is_the_hospitals():
    assert same("Hospital de Burgos. Vive en Burgos.", ("Burgos", "TERRITORIO")) == ["Burgos"]


# --- whatever is marked ------------------------------------------------------------------------------------------

NAMES = st.lists(
    st.sampled_from("Juan Ana García López Quirce Tobes Pérez".split()), min_size=2, max_size=3, unique=True
)
VALUES = st.one_of(
    st.tuples(NAMES.map(" ".join), st.sampled_from(["NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"])),
    st.tuples(st.integers(100_000, 99_999_999).map(str), st.sampled_from(["ID_SUJETO_ASISTENCIA", "NUMERO_TELEFONO"])),
    st.tuples(st.sampled_from(["Getafe", "C/ Luna 3", "Hospital Luna"]), st.sampled_from(["TERRITORIO", "CALLE"])),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=6))
def test_every_mention_finds_itself(marked):
    text = "".join(f"Consta: {value}.\n" for value, _ in marked)
    starts, at = [], 0
    for value, _ in marked:
        starts.append(at + len("Consta: "))
        at += len(f"Consta: {value}.\n")
    rows = [Marked("r", start, *one) for start, one in zip(starts, marked, strict=True)]
    found = Register.of(rows, MEDDOCAN).search(WORDS, LENIENT).places(text)
    for start, (value, _) in zip(starts, marked, strict=True):
        assert any(one.start <= start and start + len(value) <= one.end for one in found), (value, found)


@settings(max_examples=100, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=4), st.text(max_size=80))
def test_places_are_in_order_and_apart_in_any_text(marked, text):
    search = search_of(*marked)
    for found in (search.places(text), search.spelt(text), search.same(text)):
        assert all(0 <= one.start < one.end <= len(text) for one in found)
        assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.slow
def test_the_cost_of_a_search_grows_as_the_text_does():
    marked = [(f"Nombre{chr(97 + at % 26)} Apel{chr(97 + at)}", "NOMBRE_PERSONAL_SANITARIO") for at in range(20)]
    search = search_of(*marked, ("150679", "ID_SUJETO_ASISTENCIA"))

    def seconds(count: int) -> float:
        text = "".join(
            f"Acude Nombrea Apel{chr(97 + at % 26)} a la consulta {at}, NHC 150679.\n" for at in range(count)
        )
        began = time.process_time()
        search.places(text)
        return time.process_time() - began

    seconds(10)
    few = min(seconds(100) for _ in range(3))
    assert any(seconds(800) < 16 * few + 0.1 for _ in range(2))  # the machine may be slow once


@given(st.lists(st.sampled_from(("Ana", "ána", "Gil", "4471-A", "Hospital", "de", ",", "\n", "\n\n")), max_size=30))
@settings(max_examples=100, deadline=None)
def test_of_a_text_the_same_is_found_as_of_its_lines_one_by_one(words):
    sources = [Marked("r", at, text, "C") for at, text in enumerate(("Ana Gil", "4471-A", "Gil"))]
    exact = Exact(((one, Kind.PERSON) for one in sources), LENIENT)
    text = " ".join(words)
    assert exact.hits(text) == [hit for line in lines_of(text) for hit in exact.hits_in(line)]
