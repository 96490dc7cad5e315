"""Edits: each is undone by its inverse, survives JSON, and changes nothing when it is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import EditError
from deid_studio.model.edits import (
    Accept,
    Add,
    Edit,
    Note,
    Reject,
    Relabel,
    Remove,
    Reopen,
    Resize,
    Restate,
    Restore,
    Several,
    TakeIn,
    from_json,
    mention_from_json,
    mention_to_json,
    to_json,
)
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.statements import Change, attribute

classes = st.sampled_from(["NOMBRE", "FECHAS"])
spans = st.one_of(
    st.builds(lambda a, n, c: Span(a, a + n, c), st.integers(0, 20), st.integers(1, 8), classes),
    st.builds(lambda a, c: Span(a, a + 9, c, ((a + 2, a + 4),)), st.integers(0, 20), classes),
)
evidence = st.builds(Evidence, st.sampled_from(["crf", "rule"]), st.text(max_size=5), st.text(max_size=5))
suggestions = st.builds(Suggestion, spans, st.floats(0, 1), st.lists(evidence, min_size=1, max_size=2).map(tuple))
desks = st.lists(
    st.tuples(spans, st.sampled_from(Decision), st.sampled_from(Origin), st.none() | suggestions, st.text(max_size=5)),
    max_size=6,
).map(lambda rows: Desk(Mention(number, *row) for number, row in zip(count(1), rows, strict=False)))
ids = st.integers(1, 8)
simple = st.one_of(
    st.builds(Accept, ids),
    st.builds(Reject, ids),
    st.builds(Reopen, ids),
    st.builds(Relabel, ids, classes),
    st.builds(Resize, ids, st.integers(-1, 20), st.integers(0, 28)),
    st.builds(Resize, ids, st.just(1), st.integers(4, 28), st.tuples(st.tuples(st.just(2), st.integers(1, 9)))),
    st.builds(TakeIn, ids),
    st.builds(Note, ids, st.text(max_size=5)),
    st.builds(Add, ids, spans, st.text(max_size=5)),
    st.builds(Remove, ids),
    st.builds(lambda id, span, decision: Restore(Mention(id, span, decision, Origin.FILE)),
              ids, spans, st.sampled_from(Decision)),
)  # fmt: skip
edits = st.recursive(simple, lambda inner: st.lists(inner, max_size=4).map(lambda some: Several(tuple(some))))


@given(desks, edits)
def test_the_inverse_leads_back_and_forth(desk: Desk, edit: Edit) -> None:
    before = list(desk)
    try:
        after = edit.apply(desk)
    except EditError:
        assert list(desk) == before
        return
    undo = edit.inverse(desk)
    assert undo.apply(after) == desk
    assert undo.inverse(after).apply(undo.apply(after)) == after
    assert list(desk) == before


@given(desks, st.lists(st.tuples(edits, st.booleans()), max_size=6))
def test_what_is_chosen_of_a_desk_is_what_a_search_of_all_finds(desk: Desk, steps: list[tuple[Edit, bool]]) -> None:
    def is_short(mention: Mention) -> bool:
        return mention.span.end - mention.span.start < 5

    first = desk
    for edit, asks in steps:
        if asks:  # what is known of this desk is handed on to those that come from it
            assert desk.those(is_short) == tuple(filter(is_short, desk))
        with suppress(EditError):
            desk = edit.apply(desk)
    assert desk.those(is_short) == tuple(filter(is_short, desk))
    for decision in Decision:
        assert desk.counts[decision] == sum(m.decision is decision for m in desk)
    assert desk.pending == tuple(m for m in desk if m.decision is Decision.PENDING)
    assert desk.decided_spans == tuple(m.span for m in desk if m.decision is Decision.ACCEPTED)
    there = {m.id for m in (*first, *desk)}
    assert desk.changed_since(first) == {one for one in there if first.get(one) != desk.get(one)}
    for start in range(0, 30, 4):
        meeting = tuple(m for m in desk if m.span.start < start + 6 and m.span.end > start)
        assert desk.meeting(start, start + 6) == meeting
        assert desk.meeting(start, start + 6, is_short) == tuple(filter(is_short, meeting))


@given(desks, edits)
def test_an_id_is_never_used_again(desk: Desk, edit: Edit) -> None:
    try:
        after = edit.apply(desk)
    except EditError:
        return
    assert after.next_id >= desk.next_id
    assert all(mention.id < after.next_id for mention in after)


somethings = st.builds(attribute, st.sampled_from(["A1", "M2"]), st.just("Dudoso"), ids | st.just("E1"), st.text())
changes = st.builds(Change, st.lists(somethings, max_size=2).map(tuple), st.lists(somethings, max_size=2).map(tuple))


@given(changes)
def test_what_is_said_survives_json_and_is_taken_back(change: Change) -> None:
    edit = Restate(change)
    assert from_json(json.loads(json.dumps(to_json(edit)))) == edit
    desk, only_new = desk_with(ANA), [one for one in change.come if one not in change.gone]
    after = edit.apply(desk)
    assert list(after) == list(desk)
    assert after.said == dict.fromkeys(change.gone, False) | dict.fromkeys(change.come, True)
    assert not any(edit.inverse(desk).apply(after).said[one] for one in only_new)
    assert Accept(1).apply(after).said == after.said


@given(edits)
def test_an_edit_survives_json(edit: Edit) -> None:
    assert from_json(json.loads(json.dumps(to_json(edit)))) == edit


@given(desks)
def test_mentions_survive_json(desk: Desk) -> None:
    for mention in desk:
        assert mention_from_json(json.loads(json.dumps(mention_to_json(mention)))) == mention


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"edit": "explode"},
        {"edit": "accept"},
        {"edit": "accept", "mention_id": 1, "extra": 2},
        {"edit": "add", "mention_id": 1, "span": [5, 2, "X"], "note": ""},
        {"edit": "add", "mention_id": 1, "span": [1], "note": ""},
        {"edit": "restore", "mention": {"id": 1, "span": [0, 1, "X"], "decision": "maybe", "origin": "file"}},
        {"edit": "restate", "gone": [[["A1\tX"], []]], "come": []},
        {"edit": "restate", "gone": []},
        {"edit": "several", "edits": [{"edit": "explode"}]},
    ],
)
def test_other_json_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_json(fields)


def desk_with(*mentions: Mention) -> Desk:
    return Desk(mentions)


ANA = Mention(1, Span(0, 3, "NOMBRE"), Decision.PENDING, Origin.DETECTOR)
TWIN = Mention(2, Span(0, 3, "FECHAS"), Decision.ACCEPTED, Origin.PERSON)


def test_relabelling_and_resizing_accept() -> None:
    assert Relabel(1, "FECHAS").apply(desk_with(ANA))[1].decision is Decision.ACCEPTED
    resized = Resize(1, 0, 5).apply(desk_with(ANA))[1]
    assert (resized.span, resized.decision) == (Span(0, 5, "NOMBRE"), Decision.ACCEPTED)


@pytest.mark.parametrize(
    "edit",
    [
        Accept(9),
        Remove(9),
        Relabel(1, "FECHAS"),
        Resize(1, 3, 3),
        Resize(1, -1, 3),
        Add(1, Span(5, 6, "X")),
        Add(3, Span(0, 3, "FECHAS")),
        Several((Accept(1), Accept(9))),
    ],
)
def test_what_is_not_possible_is_refused_and_changes_nothing(edit: Edit) -> None:
    desk = desk_with(ANA, TWIN)
    with pytest.raises(EditError):
        edit.apply(desk)
    assert list(desk) == list(desk_with(ANA, TWIN))
