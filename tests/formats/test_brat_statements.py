"""Lines that speak of others: read as statements, and written back byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import BratSpanNeededError
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.model.statements import attribute, relation

TEXT = "Ana Gil y Luis Roa viven en Lugo."
T = "T1\tX 0 7\tAna Gil\nT2\tX 10 18\tLuis Roa\nT3\tY 28 32\tLugo\n"
NAMES = {"T1": 11, "T2": 12, "T3": 13}
IDS = {mention: id for id, mention in NAMES.items()}


def read(lines: str) -> AnnFile:
    return parse_ann(lines.encode(), TEXT, Path("a.ann"))


ids = st.sampled_from(["T1", "T2", "T3", "T9", "E1", "R1", ""])
words = st.sampled_from(["Familia", "Ñ", "a-b", "x:y", "", "  ", " \u00a0"])
rows = st.one_of(
    st.builds("R{}\t{} De:{} Con:{}{}".format, st.integers(1, 3), words, ids, ids, words),
    st.builds("E{}\t{}:{}  Quien:{}\t{}".format, st.integers(1, 3), words, ids, ids, words),
    st.builds("*\tEquiv {} {}{}".format, ids, ids, words),
    st.builds("{}\t{} {} {}".format, st.sampled_from(["A1", "A2", "M1", "N1", "#4"]), words, ids, words),
    st.builds("N1\tRef {} W:1\t{}".format, ids, words),
    st.builds("#1\tAnnotatorNotes {}\t{}".format, ids, words),
    st.text(st.sampled_from("REA*#T12 \t:x"), max_size=12),
)
files = st.tuples(st.lists(rows, max_size=8), st.sampled_from(["\n", "\r\n"])).map(
    lambda case: T.replace("\n", case[1]) + "".join(row + case[1] for row in case[0] if not row.startswith("T"))
)


@given(files)
def test_statements_hold_every_character_of_their_lines(content: str) -> None:
    ann = read(content)
    statements = ann.statements(NAMES)
    bodies = {line.body for line in ann.lines}
    for one in statements:
        targets = [IDS.get(target, target) for target in one.targets]  # type: ignore[call-overload]
        assert "".join(part + target for part, target in zip(one.parts, [*targets, ""], strict=True)) in bodies
        assert isinstance(one.type + one.value + "".join(map(one.role, range(len(targets)))), str)


@given(files, st.data())
def test_only_the_lines_of_what_changes_change(content: str, data: st.DataObject) -> None:
    ann = read(content)
    statements = dict.fromkeys(ann.statements(NAMES))
    gone = data.draw(st.sets(st.sampled_from(list(statements)))) if statements else set()
    left, coming = ann.restated(dict.fromkeys(gone, False), NAMES)
    assert not coming
    bodies = [line.raw for line in ann.lines]
    assert [line.raw for line in left.lines if line.raw in bodies] == [line.raw for line in left.lines]
    assert set(left.statements(NAMES)) == statements.keys() - gone
    again, coming = left.restated(dict.fromkeys(gone, True), NAMES)
    assert again == left and set(coming) == gone
    back = again.with_statements(coming, IDS)
    assert back.lines[: len(left.lines)] == left.lines
    assert {line.body for line in back.lines} == {line.body for line in ann.lines} or _ids_meet(ann)
    assert not back.restated(dict.fromkeys(gone, True), NAMES)[1] or _ids_meet(ann)
    assert parse_ann(back.to_bytes(), TEXT, Path("a.ann")) == back


def _ids_meet(ann: AnnFile) -> bool:
    """Whether two lines have one id, of which the second gets another when it is written again."""
    own = [line.id for line in ann.lines if line.id and line.id != "*"]
    return len(own) > len(set(own))


def test_an_attribute_that_says_something_else_stays_where_it_is() -> None:
    ann = read(T + "A1\tGrado T1 bajo\r\nR1\tDe Arg1:T1 Arg2:T2")
    old = next(one for one in ann.statements(NAMES) if one.id == "A1")
    new, coming = ann.restated({old: False, old.saying("alto"): True}, NAMES)
    assert not coming and new.to_bytes().decode() == T + "A1\tGrado T1 alto\r\nR1\tDe Arg1:T1 Arg2:T2"


def test_what_is_added_goes_to_the_end_under_a_free_id() -> None:
    ann = read(T + "R1\tDe Arg1:T1 Arg2:T2")
    new = ann.with_statements([relation("R1", "Con", ("Arg1", 12), ("Arg2", 13)), attribute("A1", "No", 11)], IDS)
    assert new.to_bytes().decode() == T + "R1\tDe Arg1:T1 Arg2:T2\nR2\tCon Arg1:T2 Arg2:T3\nA1\tNo T1\n"


@pytest.mark.parametrize("ids", [{}, {11: "T1"}])
def test_a_statement_of_a_span_that_is_not_there_is_refused(ids: Mapping[int, str]) -> None:
    with pytest.raises(BratSpanNeededError):
        read(T).with_statements([relation("R1", "De", ("Arg1", 11), ("Arg2", 12))], ids)
