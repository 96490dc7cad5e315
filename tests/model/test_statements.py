"""Statements: what is left of them as mentions go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.statements import (
    Change,
    Statement,
    StatementKind,
    Statements,
    attribute,
    equivalence,
    event,
    relation,
    standing,
)

FAMILY = relation("R1", "Familia", ("De", 1), ("Con", 2))
STAY = event("E1", "Ingreso", 3).with_target(1, "Quien").with_target(4, "Donde")
SURE = attribute("A1", "Seguro", "E1", "sí")
SAME = equivalence("Equiv", 1, 2, 4)
AFTER = relation("R2", "Tras", ("Arg1", "E1"), ("Arg2", 2))
ALL = Statements((FAMILY, STAY, SURE, SAME, AFTER))


def test_what_a_statement_says_can_be_asked() -> None:
    assert (STAY.id, STAY.type, STAY.kind) == ("E1", "Ingreso", StatementKind.EVENT)
    assert [STAY.role(place) for place in range(3)] == ["", "Quien", "Donde"]
    assert [FAMILY.role(place) for place in range(2)] == ["De", "Con"] and FAMILY.type == "Familia"
    assert (SURE.value, SURE.saying("no").value, SURE.saying("").parts) == ("sí", "no", ("A1\tSeguro ", ""))
    assert attribute("M2", "Dudoso", 1).kind is StatementKind.ATTRIBUTE
    assert ALL.around(2) == (FAMILY, SAME, AFTER)
    assert set(ALL.around(3)) == {STAY, SURE, AFTER} and not ALL.around(9)
    assert (ALL.mention_of("E1"), ALL.mention_of(2), ALL.mention_of("E9")) == (3, 2, None)


def test_an_event_goes_with_its_trigger_and_what_speaks_of_it_too() -> None:
    assert ALL.without([3]) == Change((STAY, SURE, AFTER))
    assert ALL.removing(STAY) == Change((STAY, SURE, AFTER))


def test_an_event_and_an_equivalence_of_three_lose_no_more_than_one_argument() -> None:
    left = Statement(("E1\tIngreso:", " Quien:", ""), (3, 1))
    assert ALL.without([4]) == Change((STAY, SAME), (left, equivalence("Equiv", 1, 2)))
    assert ALL.without([2, 4]) == Change((FAMILY, STAY, SAME, AFTER), (left,))


def test_of_a_doubled_id_the_other_line_still_answers() -> None:
    twin = relation("R1", "Familia", ("De", 5), ("Con", 6))
    sure = attribute("A7", "Seguro", "R1")
    two = Statements((FAMILY, twin, sure))
    assert two.without([1]) == two.removing(FAMILY) == Change((FAMILY,))
    assert two.without([1, 5]) == Change((FAMILY, twin, sure))


def test_a_circle_of_statements_ends() -> None:
    circle = Statements((relation("R1", "A", ("x", "R2"), ("y", 1)), relation("R2", "A", ("x", "R1"), ("y", 2))))
    assert len(circle.around(1)) == 2 and len(circle.without([1]).gone) == 2
    assert circle.mention_of("R1") is None


def test_what_was_said_since_holds_over_what_was_read() -> None:
    said = {FAMILY: False, SURE: True, AFTER: True}
    assert standing((FAMILY, STAY, SURE), said) == (STAY, SURE, AFTER)


mentions = st.integers(1, 4)
targets = mentions | st.sampled_from(["R1", "E1", "A1", "E2", "T9"])
statements = st.lists(
    st.one_of(
        st.builds(lambda n, a, b: relation(f"R{n}", "X", ("a", a), ("b", b)), st.integers(1, 2), targets, targets),
        st.builds(lambda n, a, b: event(f"E{n}", "X", a).with_target(b, "c"), st.integers(1, 2), targets, targets),
        st.builds(lambda n, a: attribute(f"A{n}", "X", a), st.integers(1, 2), targets),
        st.builds(lambda some: equivalence("X", *some), st.lists(targets, min_size=2, max_size=4)),
    ),
    max_size=8,
    unique=True,
).map(Statements)


@given(statements, st.sets(mentions))
def test_nothing_is_left_that_speaks_of_what_went(all: Statements, lost: set[int]) -> None:
    change = all.without(lost)
    said = {**dict.fromkeys(change.gone, False), **dict.fromkeys(change.come, True)}
    left = Statements(standing(all, said))
    assert left.mentions.isdisjoint(lost) and not left.without(lost)
    ids = {one.id for one in all} - {one.id for one in left} - {"*"}
    assert not [one for one in left if ids.intersection(map(str, one.targets))]
    for one in all:
        if one not in change.gone:
            assert one in left.all
