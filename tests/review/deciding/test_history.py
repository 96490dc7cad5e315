"""Replaying events gives the desk, history and sign-off that the person left; undoing all of it gives the start."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import EditError, JournalError
from deid_studio.model import edits
from deid_studio.model.edits import Accept, Add, Edit, Note, Reject, Relabel, Remove, Reopen, Resize, Several
from deid_studio.model.mentions import desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.history import History, begin_payload, replayed
from deid_studio.review.journal import Event, EventKind

CLASSES = ("FECHAS", "PAIS", "CALLE")
spans = st.builds(
    lambda start, length, phi_class: Span(start, start + length, phi_class),
    st.integers(0, 60),
    st.integers(1, 12),
    st.sampled_from(CLASSES),
)
suggestions = st.builds(lambda span, p: Suggestion(span, p, (Evidence("rule", "r1"),)), spans, st.floats(0, 1))
ids = st.integers(1, 12)
single = st.one_of(
    st.builds(Accept, ids),
    st.builds(Reject, ids),
    st.builds(Reopen, ids),
    st.builds(Remove, ids),
    st.builds(Relabel, ids, st.sampled_from(CLASSES)),
    st.builds(Resize, ids, st.integers(0, 60), st.integers(61, 80)),
    st.builds(Note, ids, st.text(max_size=5)),
    st.builds(Add, ids, spans),
)
several = st.builds(lambda e: Several(tuple(e)), st.lists(single, max_size=3))
any_edit: st.SearchStrategy[Edit] = st.one_of(single, several)
span_lists = st.lists(spans, max_size=4, unique=True)
acts = st.lists(st.one_of(any_edit, st.sampled_from(["undo", "redo", "sign", "withdraw"])), max_size=25)


def carried_out(history: History, acts: list[Any]) -> tuple[History, list[tuple[EventKind, dict[str, Any]]]]:
    """What is left after the acts that are possible, and the events that a session would write."""
    written: list[tuple[EventKind, dict[str, Any]]] = []
    for act in acts:
        if act == "undo":
            if not history.done:
                continue
            history, event = history.stepped_back(), (EventKind.UNDO, {})
        elif act == "redo":
            if not history.undone:
                continue
            history, event = history.stepped_forward(), (EventKind.REDO, {})
        elif act in ("sign", "withdraw"):
            kind = EventKind.SIGN_OFF if act == "sign" else EventKind.WITHDRAW
            history, event = history.signed_off(act == "sign"), (kind, {})
        else:
            try:
                history = history.performed(act)
            except EditError:
                continue
            event = (EventKind.PERFORM, edits.to_json(act))
        written.append(event)
    return history, written


def as_events(begin: dict[str, Any], rest: list[tuple[EventKind, dict[str, Any]]]) -> list[Event]:
    return [
        Event(seq, "r", "2026-01-01T00:00:00+00:00", "x", kind, json.loads(json.dumps(payload)))
        for seq, (kind, payload) in enumerate([(EventKind.BEGIN, begin), *rest], start=1)
    ]


@given(st.lists(spans, max_size=3, unique=True), st.lists(suggestions, max_size=5), acts)
def test_replay_gives_the_same_history(decided: list[Span], suggested: list[Suggestion], acts: list[Any]) -> None:
    desk = desk_of(decided, suggested)
    history, written = carried_out(History(desk), acts)
    again = replayed(as_events(begin_payload(desk, "text", "0", None, "m"), written))
    assert again == history
    assert again.desk.ordered == history.desk.ordered


@given(st.lists(suggestions, max_size=5), st.lists(any_edit, max_size=20))
def test_undoing_everything_leads_back_and_redoing_forth(suggested: list[Suggestion], acts: list[Edit]) -> None:
    desk = desk_of([], suggested)
    end, _ = carried_out(History(desk), acts)
    history = end
    while history.done:
        history = history.stepped_back()
    assert history.desk == desk
    while history.undone:
        history = history.stepped_forward()
    assert history.desk == end.desk


@given(span_lists, st.lists(suggestions, max_size=5), span_lists)
def test_towards_reaches_exactly_the_spans(
    decided: list[Span], suggested: list[Suggestion], wanted: list[Span]
) -> None:
    desk = desk_of(decided, suggested)
    edit = intents.towards(desk, wanted)
    after = desk if edit is None else edit.apply(desk)
    assert sorted(after.decided_spans) == sorted(wanted)


def test_an_event_that_does_not_fit_is_named() -> None:
    begin = begin_payload(desk_of([], []), "text", "0", None, "m")
    with pytest.raises(JournalError, match="event 2"):
        replayed(as_events(begin, [(EventKind.PERFORM, edits.to_json(Accept(4)))]))
