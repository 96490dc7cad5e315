"""The register: who and what reports mention, in all forms, by MEDDOCAN's classes and by others."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.people.name_reading import Written, read_words
from deid_studio.people.person import Marked, NameRole, Sex
from deid_studio.people.register import Register, marked_in

MEDDOCAN = shipped_tagset("meddocan")
OWN = TagSet(
    "own",
    "1",
    (
        PhiClass("PACIENTE", {}, kind="person", role="patient"),
        PhiClass("MEDICO", {}, kind="person", role="staff"),
        PhiClass("FAMILIA", {}, kind="relative", role="relative"),
        PhiClass("GENERO", {}, kind="sex", role="patient"),
        PhiClass("FECHA", {}, kind="date"),
        PhiClass("NUMERO", {}, kind="number", role="patient"),
        PhiClass("CORREO", {}, kind="email"),
        PhiClass("VIA", {}, kind="street"),
        PhiClass("TELEFONO", {}, kind="phone"),
        PhiClass("VARIOS", {}, kind="other"),
    ),
)
OF_MEDDOCAN = {
    "PACIENTE": "NOMBRE_SUJETO_ASISTENCIA", "MEDICO": "NOMBRE_PERSONAL_SANITARIO",
    "FAMILIA": "FAMILIARES_SUJETO_ASISTENCIA", "GENERO": "SEXO_SUJETO_ASISTENCIA", "FECHA": "FECHAS",
    "NUMERO": "ID_SUJETO_ASISTENCIA", "CORREO": "CORREO_ELECTRONICO", "VIA": "CALLE", "TELEFONO": "NUMERO_TELEFONO",
    "VARIOS": "OTROS_SUJETO_ASISTENCIA",
}  # fmt: skip
SETS = {"own": (OWN, {name: name for name in OF_MEDDOCAN}), "meddocan": (MEDDOCAN, OF_MEDDOCAN)}
RADIOLOGY = shipped_tagset("radiology")


class Lists:
    """A small list of names."""

    GIVEN = {
        "juan": Sex.MALE, "francisco": Sex.MALE, "ana": Sex.FEMALE, "maria": Sex.FEMALE, "carmen": Sex.FEMALE,
        "pedro": Sex.MALE, "trinidad": None,
    }  # fmt: skip
    SURNAMES = frozenset("garcia lopez ruiz perez quirce tobes".split())

    def is_given(self, folded):
        return folded in self.GIVEN

    def is_surname(self, folded):
        return folded in self.SURNAMES

    def sex(self, folded):
        return self.GIVEN.get(folded)


def doc_of(text: str, name: str = "r", names=None) -> Document:
    """A report whose spans are written `{CLASS text}`."""
    plain, spans = "", []
    while "{" in text:
        before, _, rest = text.partition("{")
        inner, _, text = rest.partition("}")
        phi_class, _, own = inner.partition(" ")
        plain += before
        spans.append(Span(len(plain), len(plain) + len(own), (names or {}).get(phi_class, phi_class)))
        plain += own
    return Document(name, plain + text, tuple(spans))


def register_of(text: str, tagset: str = "own", fields: PatientFields | None = None, **more) -> Register:
    own, names = SETS[tagset]
    return Register.of(marked_in(doc_of(text, names=names)), own, fields, Lists(), **more)


def people(register: Register) -> list[tuple[Role, str, tuple[str, ...]]]:
    return [(one.role, " ".join(word.folded for word in one.words), one.forms) for one in register.people]


def mention(register: Register, text: str) -> Marked:
    return next(one for person in register.people for one in person.mentions if one.text == text)


@pytest.mark.parametrize("tagset", SETS)
def test_all_forms_of_a_name_are_one_person(tagset):
    register = register_of(
        "{PACIENTE Francisco García López}, {PACIENTE García López, Francisco}. {PACIENTE F. García}. {PACIENTE GARCIA}"
        " {PACIENTE Paco} {PACIENTE Fco. García} {PACIENTE F.G.L.} Dr. {MEDICO Pedro Ruiz}. Firma {MEDICO Dr. Ruiz}.",
        tagset,
    )
    assert [(role, words) for role, words, _ in people(register)] == [
        (Role.PATIENT, "francisco garcia lopez"),
        (Role.STAFF, "pedro ruiz"),
    ]
    assert len(register.people[0].mentions) == 7
    assert register.people[1].forms == ("Pedro Ruiz", "Ruiz")


@pytest.mark.parametrize("tagset", SETS)
def test_the_patient_is_neither_a_relative_nor_staff_of_the_same_name(tagset):
    register = register_of(
        "{PACIENTE Juan García}. Su {FAMILIA padre Juan García} y {FAMILIA madre Ana}. Dr. {MEDICO García}.", tagset
    )
    assert [(role, words) for role, words, _ in people(register)] == [
        (Role.PATIENT, "juan garcia"),
        (Role.RELATIVE, "juan garcia"),
        (Role.RELATIVE, "ana"),
        (Role.STAFF, "garcia"),
    ]


def test_given_names_and_surnames_behind_labels_are_one_name():
    register = register_of("Nombre: {PACIENTE Ana}\nApellidos: {PACIENTE Ruiz Pérez}\nAcude {PACIENTE Ana Ruiz}.")
    (patient,) = register.people
    assert (patient.given, patient.surnames) == (("ana",), ("ruiz", "perez"))


def test_given_names_and_surnames_behind_labels_of_any_role_are_one_name():
    spans = [Marked("r", 8, "Ana", "NAME", "Nombre: "), Marked("r", 30, "Ruiz Pérez", "NAME", "Apellidos: ")]
    (person,) = Register.of(spans, RADIOLOGY).people
    assert (person.given, person.surnames, person.role) == (("ana",), ("ruiz", "perez"), Role.ANY)


def test_given_names_and_surnames_of_the_patient_that_stand_apart_are_one_name():
    (patient,) = register_of("Acude {PACIENTE Ana}. Consta {PACIENTE Ruiz Pérez} en la lista.").people
    assert (patient.given, patient.surnames) == (("ana",), ("ruiz", "perez"))
    # Where several are named, nobody knows whose the surnames are.
    assert len(register_of("{PACIENTE Ana}. {PACIENTE Ruiz}. {PACIENTE Tobes}.").people) == 3


def test_an_initial_of_another_name_is_another_person():
    register = register_of("Dr. {MEDICO Juan García}. Dr. {MEDICO M. García}. Dr. {MEDICO J. García}.")
    assert {one.forms for one in register.people} == {("J. García", "Juan García"), ("M. García",)}


def test_a_word_that_may_be_both_is_what_its_place_says():
    class Both(Lists):
        def is_given(self, folded):
            return True

        def is_surname(self, folded):
            return True

        def sex(self, folded):
            return Sex.FEMALE

    marked = [Marked("r", at, text, "MEDICO") for at, text in enumerate(["Yolanda Gil Cruz", "Blanca"])]
    doctor, nurse = Register.of(marked, OWN, None, Both()).people
    assert (doctor.given, doctor.surnames) == (("yolanda",), ("gil", "cruz"))
    assert nurse.given == ("blanca",)  # alone, and known as a given name
    double = Register.of([Marked("r", 0, "María Jesús Ruiz Gil", "MEDICO")], OWN, None, Both())
    assert double.people[0].given == ("maria", "jesus")


def test_names_that_agree_are_one_and_names_that_differ_are_not():
    register = register_of("{MEDICO María Carmen Ruiz}, {MEDICO Carmen Ruiz Pérez}, {MEDICO Ana Ruiz}, {MEDICO Tobes}")
    assert [words for _, words, _ in people(register)] == ["maria carmen ruiz perez", "ana ruiz", "tobes"]


def test_a_surname_of_several_is_of_whom_was_named_last():
    register = register_of("{MEDICO Juan García}. {MEDICO García} firma. {MEDICO Ana García}. {MEDICO García} informa.")
    (first, second) = sorted(one for one in marked_of(register) if one.text == "García")
    assert register.person_of(first).given == ("juan",)
    assert register.person_of(second).given == ("ana",)


def marked_of(register: Register) -> set[Marked]:
    return {one for person in register.people for one in person.mentions}


def test_initials_of_nobody_are_somebody_of_their_own():
    register = register_of("{PACIENTE Juan García}. Dr. {MEDICO P. Quirce}. {PACIENTE X.Y.Z.}")
    assert [(one.initials, one.letters) for one in register.people] == [("xyz", "xyz"), ("jg", ""), ("qp", "p")]


def test_each_word_is_read_as_what_it_is_of_the_name():
    register = register_of("{PACIENTE Francisco García de la Torre}. {PACIENTE Paco Gacría}. {PACIENTE F. Gª}")
    read = {
        one.text: [(word.text, word.word, word.role, word.form) for word in register.reading(one)]
        for one in marked_of(register)
    }
    given_name, surname = NameRole.GIVEN, NameRole.SURNAME
    assert read["Paco Gacría"] == [
        ("Paco", "francisco", given_name, Written.SHORTENED),
        ("Gacría", "garcia", surname, Written.MISSPELT),
    ]
    assert read["F. Gª"] == [
        ("F", "francisco", given_name, Written.INITIAL),
        ("Gª", "garcia", surname, Written.ABBREVIATED),
    ]
    assert register.people[0].words[2].particles == ("de", "la")


def test_initials_in_a_row_are_read_one_by_one():
    register = register_of("{PACIENTE Ana Ruiz Pérez}. {PACIENTE A.R.P.}")
    words = register.reading(mention(register, "A.R.P."))
    assert [(word.start, word.word) for word in words] == [(0, "ana"), (2, "ruiz"), (4, "perez")]


@pytest.mark.parametrize(
    ("text", "sex"),
    [
        ("{PACIENTE Ana Ruiz}", Sex.FEMALE),
        ("Dña. {PACIENTE Trinidad Ruiz}", Sex.FEMALE),
        ("{PACIENTE D. Trinidad Ruiz}", Sex.MALE),
        ("{PACIENTE Trinidad Ruiz}", None),
        ("{PACIENTE Trinidad Ruiz}. Sexo: {GENERO varón}", Sex.MALE),
        ("{PACIENTE Ana Ruiz}. Sexo: {GENERO varón}", None),  # they do not agree
        ("{PACIENTE Trinidad Ruiz}. Sexo: {GENERO M}", None),  # either
    ],
)
@pytest.mark.parametrize("tagset", SETS)
def test_the_sex_is_told_by_names_and_by_the_report(text, sex, tagset):
    assert register_of(text, tagset).people[0].sex is sex


def test_what_one_is_called_tells_nothing_of_another_of_the_name():
    register = register_of("Dña. {MEDICO Trinidad Ruiz} y {MEDICO Trinidad Tobes}")
    assert [one.sex for one in register.people] == [Sex.FEMALE, None]


def test_a_relative_is_of_the_sex_of_the_word_for_them():
    register = register_of("{PACIENTE Ana Ruiz}. {FAMILIA Hija Quirce} y {FAMILIA su hermano Tobes}.")
    assert [one.sex for one in register.people if one.role is Role.RELATIVE] == [Sex.FEMALE, Sex.MALE]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("aruiz", [("a", "ana"), ("ruiz", "ruiz")]),
        ("ana.ruiz", [("ana", "ana"), ("ruiz", "ruiz")]),
        ("ruizperez_a", [("ruiz", "ruiz"), ("perez", "perez"), ("a", "ana")]),
        ("RUIZAP04", [("RUIZ", "ruiz"), ("A", "ana"), ("P", "perez")]),
        ("ana.ruiz@jruizana.es", [("ana", "ana"), ("ruiz", "ruiz")]),
        ("administracion", None),
        ("info", None),
        ("ap", None),  # letters alone are anybody's
    ],
)
def test_a_user_name_is_made_of_pieces_of_a_name(text, pieces):
    found = register_of("{PACIENTE Ana Ruiz Pérez}. Dr. {MEDICO Juan Tobes}").handle_of(text)
    if pieces is None:
        assert found is None
    else:
        assert [(text[one.start : one.end], one.word) for one in found.pieces] == pieces
        assert found.person.role is Role.PATIENT


def test_a_user_name_is_of_whom_it_has_the_most():
    register = register_of("{PACIENTE Ana Ruiz}. Dr. {MEDICO Pedro Ruiz Tobes}")
    assert register.handle_of("ruiztobes").person.role is Role.STAFF
    assert register.handle_of("ruiz").person.role is Role.PATIENT
    assert register.handle_of("ana.ruiz.tobes").person.role is Role.STAFF


def test_whose_user_name_a_mention_is():
    register = register_of("{PACIENTE Ana Ruiz}. Dr. {MEDICO Juan Tobes}. {VARIOS @jtobes04}")
    (thing,) = register.things
    assert register.person_of(thing.mentions[0]).role is Role.STAFF


def test_what_is_known_of_the_patient_is_the_patients():
    fields = PatientFields(
        (FieldValue(FieldKind.GIVEN_NAME, "Ana María"), FieldValue(FieldKind.SURNAME, "Pedro Ruiz"),
         FieldValue(FieldKind.RELATIVE, "madre: Carmen Tobes"), FieldValue(FieldKind.STAFF, "Dr. Juan Quirce"))
    )  # fmt: skip
    register = register_of("Acude {PACIENTE Ruiz}.", fields=fields)
    assert [(role, words) for role, words, _ in people(register)] == [
        (Role.PATIENT, "ana maria pedro ruiz"),
        (Role.RELATIVE, "carmen tobes"),
        (Role.STAFF, "juan quirce"),
    ]
    assert register.people[0].surnames == ("pedro", "ruiz")  # the field says so, whatever lists know
    assert [one.text for one in register.people[0].mentions] == ["Ruiz"]


def test_what_is_known_of_the_patient_is_one_persons_whatever_it_says():
    fields = PatientFields(
        (FieldValue(FieldKind.GIVEN_NAME, "Ana"), FieldValue(FieldKind.SURNAME, "Ruiz"),
         FieldValue(FieldKind.FULL_NAME, "Nuria Belmonte Tobes"))
    )  # fmt: skip
    register = register_of(
        "Acude {PACIENTE Ana Ruiz} con {PACIENTE Belmonte} y {PACIENTE Pedro Quirce}.", fields=fields
    )
    assert [len(one.mentions) for one in register.people] == [2, 1]


def test_whether_a_text_is_the_same():
    register = register_of(
        "{PACIENTE Ana Ruiz Pérez} {MEDICO Juan Tobes} {NUMERO 12-345-678} {FECHA 3/5/1970} {VIA C/ Sol 3}"
    )
    assert register.same("A. Ruiz", Kind.PERSON) is register.people[0]
    assert register.same("Juan Ruiz", Kind.PERSON) is None
    assert register.same("tobes", Kind.PERSON, Role.PATIENT) is None
    assert register.same("12 345 678", Kind.NUMBER).forms == ("12-345-678",)
    assert register.same("3 de mayo de 1970", Kind.DATE).forms == ("3/5/1970",)
    assert register.same("c/ SOL, 3", Kind.STREET).forms == ("C/ Sol 3",)
    assert register.same("C/ Luna 3", Kind.STREET) is None


def test_a_class_that_may_hold_anything_holds_names_where_somebody_says_so():
    assert not register_of("{VARIOS Juan Tobes}").people
    register = register_of("{VARIOS Juan Tobes} {VARIOS piso}", is_name=lambda one: "Tobes" in one.text)
    assert [words for _, words, _ in people(register)] == ["juan tobes"]
    assert [thing.forms for thing in register.things] == [("piso",)]


def test_classes_that_nobody_explains_are_things_and_labels_are_nothing():
    tagset = TagSet("x", "1", (PhiClass("COSA", {}), PhiClass("ROTULO", {}, kind="label")))
    doc = doc_of("{COSA Juan} {ROTULO Nombre}")
    register = Register.of(marked_in(doc), tagset)
    assert not register.people
    assert [thing.forms for thing in register.things] == [("Juan",)]


def test_what_holds_no_name_names_nobody():
    assert not register_of("{MEDICO ...} {PACIENTE  -} {FAMILIA su madre}").people


# --- whatever is marked ------------------------------------------------------------------------------------------

NAMES = st.lists(
    st.sampled_from("Juan Ana María José García López Ruiz Pérez Gacría Paco Fco. J. A.R. G de la Dr. , Mª X.".split()),
    min_size=1,
    max_size=5,
).map(" ".join)
MENTIONS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b"]),
        NAMES,
        st.sampled_from(["PACIENTE", "MEDICO", "FAMILIA", "NUMERO", "CORREO", "VARIOS", "NADA"]),
        st.sampled_from(["", "Nombre: ", "Apellidos: ", "Dra. "]),
    ),
    max_size=12,
).map(
    lambda rows: [Marked(report, 100 * at, text, name, before) for at, (report, text, name, before) in enumerate(rows)]
)


@settings(max_examples=200, deadline=None)
@given(MENTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_mentions_does_not_matter(marked, chance):
    shuffled = list(marked)
    chance.shuffle(shuffled)
    one, other = (Register.of(rows, OWN, None, Lists()) for rows in (marked, shuffled))
    assert one.people == other.people
    assert one.things == other.things


@settings(max_examples=200, deadline=None)
@given(MENTIONS)
def test_every_mention_is_of_one_person_or_thing_and_is_read_in_place(marked):
    register = Register.of(marked, OWN, None, Lists())
    for one in marked:
        assert sum(one in person.mentions for person in register.people) <= (1 if one.phi_class != "FAMILIA" else 9)
        words = register.reading(one)
        assert all(one.text[word.start : word.end] == word.text for word in words)
        assert [word.start for word in words] == sorted(word.start for word in words)
        if words:
            person = register.person_of(one)
            assert one in person.mentions
            known = {name.folded for name in person.words} | {""}
            assert all(word.word in known for word in words if word.person == person.number)
        elif register.thing_of(one) is not None:
            thing = register.thing_of(one)
            assert one in thing.mentions and one.text in register.forms(thing)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=30), st.sampled_from([one.name for one in OWN]))
def test_no_text_is_too_odd(text, phi_class):
    register = Register.of([Marked("r", 0, text, phi_class)], OWN, None, Lists())
    register.handle_of(text)
    register.same(text, Kind.PERSON)
    register.same(text, Kind.NUMBER)


def test_many_mentions_cost_no_more_each():
    ends = [chr(97 + at % 26) + chr(97 + at // 26 % 26) for at in range(600)]

    def seconds(count: int) -> float:
        marked = [Marked("r", at * 50, f"Nombre{ends[at]} Apel{ends[at]} Xx", "MEDICO") for at in range(count)]
        began = time.process_time()
        Register.of(marked, OWN, None, Lists())
        return time.process_time() - began

    seconds(10)
    few, many = min(seconds(100) for _ in range(3)), seconds(400)
    assert many < 16 * few + 0.2


def test_a_comma_parts_but_the_words_beside_it():
    words = read_words("Gil, de la Cruz, Ana")
    assert [(word.folded, word.particles) for word in words] == [("gil", ()), ("cruz", ("de", "la")), ("ana", ())]


@pytest.mark.parametrize("title", ["Srta. ", "Dres. ", "Dª ", "Srª. ", "Sr. D. "])
def test_a_form_of_address_is_no_word_of_the_name(title):
    assert [word.folded for word in read_words(f"{title}Luisa Gil")] == ["luisa", "gil"]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. {MEDICO Ruiz}. Fdo. Dra. {MEDICO Ana Perez Ruiz}", "{MEDICO Dr. Ruiz}, {MEDICO Dra. Ruiz}",
        "Dr. {MEDICO Juan Maria Ruiz}, Dra. {MEDICO Maria Juan Ruiz}", "Sr. {FAMILIA Ruiz}, Sra. {FAMILIA Ruiz}",
        "Dr. {MEDICO Ruiz}. {MEDICO Ana Perez Ruiz}", "la Dra. {MEDICO Quirce}; el enfermero {MEDICO P. Quirce}",
    ],
)  # fmt: skip
def test_a_woman_and_a_man_of_one_name_are_two(text):
    assert len(register_of(text).people) == 2


def test_a_woman_and_a_man_of_one_surname_are_told_apart_by_what_they_are_known_by():
    register = register_of("{MEDICO Dr. Ruiz}, {MEDICO Dra. Ruiz}")
    assert len({register.key_of(one.mentions[0]) for one in register.people}) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Dr. {MEDICO Ana Ruiz}. Dr. {MEDICO Ruiz}", "Enfermera: {MEDICO P. Quirce}. {MEDICO Pedro Quirce}, enfermero",
        "Dr. {MEDICO Ruiz}, {MEDICO Ruiz}", "{PACIENTE Ana Ruiz}. Sr. {PACIENTE Ruiz}",
        "Dr./Dra. {MEDICO Ruiz}. Dr. {MEDICO Ruiz}",
    ],
)  # fmt: skip
def test_a_form_of_address_that_is_a_slip_or_on_every_form_makes_no_two_of_one(text):
    assert len(register_of(text).people) == 1
