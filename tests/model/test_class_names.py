"""Names that corpora give their classes, and what they mean."""

from __future__ import annotations

import pytest

from deid_studio.model.class_names import meaning_of_name
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import meaning_of
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
