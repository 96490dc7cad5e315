"""What changes as something is said of mentions."""

from __future__ import annotations

from deid_studio.model.statements import Change, StatementKind, Statements, attribute, equivalence, event, relation
from deid_studio.model.stating import equated, happened, related, revalued, taking_part, valued

NOTHING = Statements()
FAMILY = relation("R1", "Familia", ("De", 1), ("Con", 2))
STAY = event("E1", "Ingreso", 3)
SURE = attribute("A1", "Seguro", 1, "poco")


def test_what_is_new_gets_a_free_id_and_what_is_said_already_changes_nothing() -> None:
    all = Statements((FAMILY, STAY, attribute("A2", "No", "R2")))
    assert related(NOTHING, "Familia", ("De", 1), ("Con", 2)) == Change((), (FAMILY,))
    assert not related(all, "Familia", ("De", 1), ("Con", 2))
    assert related(all, "Familia", ("De", 2), ("Con", 1)).come[0].id == "R3"  # R2 is spoken of
    assert happened(all, "Ingreso", 3) == Change() and happened(all, "Ingreso", 4).come[0].id == "E2"


def test_an_attribute_has_one_value() -> None:
    kind = StatementKind.ATTRIBUTE
    assert valued(NOTHING, kind, "Seguro", 1, "poco") == Change((), (SURE,))
    changed = valued(Statements((SURE,)), kind, "Seguro", 1, "mucho")
    assert changed == Change((SURE,), (SURE.saying("mucho"),)) == revalued(SURE, " mucho ")
    assert not valued(Statements((SURE,)), kind, "Seguro", 1, "poco")


def test_a_second_of_one_role_is_numbered() -> None:
    (one,) = taking_part(STAY, "Medico", 4).come
    (two,) = taking_part(one, "Medico", 5).come
    assert [two.role(place) for place in range(3)] == ["", "Medico", "Medico2"] and two.targets == (3, 4, 5)
    assert not taking_part(two, "Medico", 5)


def test_what_is_the_same_is_said_in_one_line() -> None:
    one, two = equivalence("Equiv", 1, 2), equivalence("Equiv", 3, 4)
    assert equated(NOTHING, "Equiv", 1, 2) == Change((), (one,))
    assert equated(Statements((one, two)), "Equiv", 2, 3) == Change((one, two), (equivalence("Equiv", 1, 2, 3, 4),))
    assert not equated(Statements((one,)), "Equiv", 2, 1)
