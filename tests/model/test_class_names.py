"""Names that corpora give their classes, and what they mean."""

from __future__ import annotations

import pytest

from deid_studio.model.class_names import meaning_of_name
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning, class_for, meaning_of
from deid_studio.model.tagset import PhiClass, TagSet, load_tagset, shipped_tagset


@pytest.mark.parametrize(
    ("name", "kind", "role"),
    [
        ("PACIENTE", Kind.PERSON, Role.PATIENT),
        ("Pacientes", Kind.PERSON, Role.PATIENT),
        ("B-PACIENTE", Kind.PERSON, Role.PATIENT),
        ("Médico", Kind.PERSON, Role.STAFF),
        ("DOCTORES", Kind.PERSON, Role.STAFF),
        ("patientName", Kind.PERSON, Role.PATIENT),
        ("NOMBRE", Kind.PERSON, Role.ANY),
        ("FECHAS", Kind.DATE, Role.ANY),
        ("fecha-de-nacimiento", Kind.DATE, Role.PATIENT),
        ("LUGAR", Kind.PLACE, Role.ANY),
        ("LOCATION-OTHER", Kind.PLACE, Role.ANY),
        ("EDAD", Kind.AGE, Role.PATIENT),
        ("TELÉFONO", Kind.PHONE, Role.ANY),
        ("phi_phone", Kind.PHONE, Role.ANY),
        ("HOSPITALES", Kind.CENTRE, Role.ANY),
        ("MEDICALRECORD", Kind.NUMBER, Role.PATIENT),
        ("E-MAIL", Kind.EMAIL, Role.ANY),
        ("CAB", Kind.LABEL, Role.ANY),
    ],
)
def test_names_of_corpora_are_recognised(name: str, kind: Kind, role: Role) -> None:
    found = meaning_of_name(name)
    assert found is not None and found[:2] == (kind, role)


@pytest.mark.parametrize("name", ["XYZ", "", "B-", "SINTOMA", "PACIENTEX", "---"])
def test_other_names_are_not(name: str) -> None:
    assert meaning_of_name(name) is None


@pytest.mark.parametrize("name", ["meddocan", "radiology"])
def test_the_names_of_shipped_tag_sets_mean_what_those_say(name: str) -> None:
    for one in shipped_tagset(name):
        found = meaning_of_name(one.name)
        assert found is not None
        said = meaning_of(one)
        assert found[0] is said.kind, one.name
        if name == "meddocan":
            assert found == (said.kind, said.role, said.subkind), one.name


def test_only_a_class_that_says_no_kind_is_recognised_and_is_marked_so(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\nversion = "1"\n[[classes]]\nname = "PACIENTE"\n[[classes]]\nname = "FECHA"\nkind = "age"\n'
        '[[classes]]\nname = "XYZ"\n',
        encoding="utf-8",
    )
    own = load_tagset(path)
    assert [(one.kind, one.role, one.subkind, one.recognised) for one in own] == [
        ("person", "patient", "", True), ("age", "", "", False), ("", "", "", False),
    ]  # fmt: skip
    assert PhiClass("DOB", {}).as_named().subkind == Subkind.BIRTH
    assert not any(one.recognised for one in TagSet("m", "1", shipped_tagset("meddocan").classes))


# The classes of corpora and tools in the order of their alphabet, in which they are often listed.
I2B2 = (
    "ACCOUNT AGE BIOID CITY COUNTRY DATE DEPARTMENT DEVICE DOCTOR EMAIL FAX HEALTHPLAN HOSPITAL IDNUM IPADDR LICENSE "
    "LOCATION-OTHER MEDICALRECORD ORGANIZATION OTHER PATIENT PHONE PROFESSION ROOM SSN STATE STREET URL USERNAME "
    "VEHICLE ZIP"
)
N2C2_2006 = "AGE DATE DOCTOR HOSPITAL ID LOCATION PATIENT PHONE"
NUT = (
    "Address Age Care_Institute Date Email Hospital ID Initials Internal_Location Name Organization_Company Other "
    "Phone_fax Profession SSN URL_IP"
)
PHYSIONET = "Age Date DateYear HCPName Location Other PTName PTNameInitial Phone RelativeProxyName"
PRESIDIO = (
    "CREDIT_CARD DATE_TIME EMAIL_ADDRESS ES_NIE ES_NIF IBAN_CODE IP_ADDRESS LOCATION MEDICAL_LICENSE NRP PERSON "
    "PHONE_NUMBER URL US_SSN"
)
COMPREHEND = "ADDRESS AGE DATE EMAIL ID NAME PHONE_OR_FAX PROFESSION URL"
STANFORD = "DATE HCW HOSPITAL ID PATIENT PHONE VENDOR"


@pytest.mark.parametrize("names", [I2B2, N2C2_2006, NUT, PHYSIONET, PRESIDIO, COMPREHEND, STANFORD])
def test_each_class_of_a_corpus_is_recognised(names: str) -> None:
    assert [name for name in names.split() if meaning_of_name(name) is None] == []


@pytest.mark.parametrize(
    ("names", "there"),
    [
        (I2B2, "PATIENT DOCTOR CITY ORGANIZATION HOSPITAL DATE PHONE MEDICALRECORD STREET"),
        (N2C2_2006, "PATIENT DOCTOR LOCATION LOCATION HOSPITAL DATE PHONE ID LOCATION"),
        (NUT, "Name Name - Organization_Company Hospital Date Phone_fax ID Address"),
        (PHYSIONET, "PTName HCPName Location Location Location Date Phone Other Location"),
        (PRESIDIO, "PERSON PERSON LOCATION LOCATION LOCATION DATE_TIME PHONE_NUMBER ES_NIE LOCATION"),
    ],
)
def test_what_is_suggested_comes_in_the_class_that_the_corpus_has_for_it(names: str, there: str) -> None:
    tagset = TagSet("corpus", "1", tuple(PhiClass(name, {}).as_named() for name in names.split()))
    meanings = (
        Meaning(Kind.PERSON, Role.PATIENT), Meaning(Kind.PERSON, Role.STAFF), Meaning(Kind.PLACE),
        Meaning(Kind.INSTITUTION), Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL), Meaning(Kind.DATE),
        Meaning(Kind.PHONE), Meaning(Kind.NUMBER, Role.PATIENT, Subkind.PATIENT_NUMBER), Meaning(Kind.STREET),
    )  # fmt: skip
    assert " ".join(class_for(meaning, tagset) or "-" for meaning in meanings) == there


@pytest.mark.parametrize("name", ["MISC", "COMUNIDAD", "MONEY"])
def test_names_that_mean_something_else_elsewhere_are_not_guessed(name: str) -> None:
    assert meaning_of_name(name) is None
